"""Courses: what comes next, and when the run is over."""

from sextant.program.goal import goal_course
from sextant.program.route import Hop, Planned, RouteCourse, Routing
from sextant.program.stops import StopEnd, StopsCourse, stops_in_words

__all__ = ["Hop", "Planned", "RouteCourse", "Routing", "StopEnd", "StopsCourse", "goal_course", "stops_in_words"]
