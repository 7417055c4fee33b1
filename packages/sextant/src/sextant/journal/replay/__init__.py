"""A run as one self-contained page."""

from sextant.journal.replay.page import render_replay, write_replay

__all__ = ["render_replay", "write_replay"]
