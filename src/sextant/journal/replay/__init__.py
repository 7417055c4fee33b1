"""A run as one self-contained page: `render_replay`."""

from sextant.journal.replay.page import render_replay

__all__ = ["render_replay"]
