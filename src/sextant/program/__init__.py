"""Courses: what comes next, and when the run is over."""

from sextant.program.goal import GoalCourse

__all__ = ["GoalCourse"]
