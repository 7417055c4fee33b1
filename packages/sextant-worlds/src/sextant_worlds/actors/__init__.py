"""Simulated actors of worlds. Each is labelled as such wherever it is reported."""
