"""Worlds in Sextant's runtime: as devices, in Chromium, and written by models."""
