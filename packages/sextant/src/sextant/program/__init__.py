"""Courses: they decide what a run pursues next, and when it is over."""

from sextant.program.goal import goal_course
from sextant.program.route import RouteCourse, RouteHop, RoutePlan, Routing
from sextant.program.stops import StopEnd, StopsCourse

__all__ = ["RouteCourse", "RouteHop", "RoutePlan", "Routing", "StopEnd", "StopsCourse", "goal_course"]
