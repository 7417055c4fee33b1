"""Belief state (AgentProg): what counts and is on no screen, compared with every screen that shows it."""

from sextant.guides.belief.guide import BeliefGuide, BeliefSettings

__all__ = ["BeliefGuide", "BeliefSettings"]
