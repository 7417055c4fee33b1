"""Target selection: from a goal in words to the screens of a map (Agent+P, section 4.2)."""

from sextant.utg.selection.selector import Method, Selecting, Selection, Selector, TargetChoice

__all__ = [
    "Method",
    "Selecting",
    "Selection",
    "Selector",
    "TargetChoice",
]
