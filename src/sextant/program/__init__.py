"""Courses: what comes next, and when the run is over."""

from sextant.program.goal import GoalCourse
from sextant.program.route import Hop, Planned, RouteCourse, Routing

__all__ = ["GoalCourse", "Hop", "Planned", "RouteCourse", "Routing"]
