"""A map's guidance for an agent: facts, and their words (Agent+P, section 4.3)."""
