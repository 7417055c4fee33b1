"""Target selection: from a goal in words to the screens of a map (Agent+P, section 4.2)."""

from sextant.utg.selection.selector import Choice, Method, Selecting, Selection, Selector

__all__ = [
    "Choice",
    "Method",
    "Selecting",
    "Selection",
    "Selector",
]
