"""The belief state (AgentProg): what is believed of what no screen shows, verified whenever one does."""

from sextant.guides.belief.guide import BeliefGuide, BeliefSettings

__all__ = ["BeliefGuide", "BeliefSettings"]
