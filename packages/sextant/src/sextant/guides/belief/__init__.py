"""Belief state (AgentProg): assumptions about state that is not visible, checked against each screen that shows it."""

from sextant.guides.belief.guide import BeliefGuide

__all__ = ["BeliefGuide"]
