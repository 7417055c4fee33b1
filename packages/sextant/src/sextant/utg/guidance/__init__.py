"""What a map says to somebody else's agent: facts, and their words (Agent+P, section 4.3)."""
