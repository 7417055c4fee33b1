"""A run as one self-contained page."""

from sextant.journal.replay.file import write_replay
from sextant.journal.replay.page import render_replay

__all__ = ["render_replay", "write_replay"]
