"""What the simulated actor writes into the fields that guides ask for, as their descriptions say."""

from collections.abc import Mapping, Sequence
from typing import Any

from sextant_worlds.actors.brief_text import BriefText
from sextant_worlds.actors.values import beside
from sextant_worlds.instructions import Finding, Looking, Tapping, phrase

__all__ = ["DELTAS", "deltas", "meaning_of"]

DELTAS = ("memory", "task-state")
"""Guides whose fields it fills in."""

_LONGEST_NOTES, _LONGEST_ITEM = 300, 140


def deltas(brief: BriefText, passed: Sequence[int], line: int, whole: bool) -> dict[str, Mapping[str, Any]]:
    """The values read on the way to an action, and which instruction the action serves."""
    found: dict[str, Mapping[str, Any]] = {}
    notes = _notes(brief, passed)
    if notes:
        found["memory"] = {"remember": notes}
    if line in brief.instructions:
        text = phrase(brief.instructions[line])[:_LONGEST_ITEM]
        found["task-state"] = {"serves": f"{line}: {text}", "completes": whole}
    return found


def meaning_of(brief: BriefText, number: int) -> str:
    """What the value is that an instruction asks to remember, with what was touched just before it."""
    line, before = brief.instructions.get(number), brief.instructions.get(number - 1)
    if not isinstance(line, Finding | Looking):
        return ""
    label, row = (line.field, line.row) if isinstance(line, Finding) else (line.picture, "")
    about = before.label if isinstance(before, Tapping) else row
    return f"{label} of {about}" if about else label


def _notes(brief: BriefText, passed: Sequence[int]) -> str:
    """One value a line, as many as there is room for."""
    told = ""
    for number in passed:
        line = brief.instructions.get(number)
        value = beside(brief, line.field, line.row) if isinstance(line, Finding) else ""
        note = f"{told}{meaning_of(brief, number)}: {value}\n" if value else told
        told = note if len(note) <= _LONGEST_NOTES else told
    return told.strip()
