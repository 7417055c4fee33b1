"""Compares maps: statistics of one, differences of two, agreement with a true map, and simulated static maps."""
