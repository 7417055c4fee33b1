"""Frozen data that crosses rooms. Behaviour lives elsewhere."""
