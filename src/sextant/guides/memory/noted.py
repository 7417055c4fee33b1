"""What somebody noted, in any of the forms a decision may hold: notes, or lines of `meaning: value`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

__all__ = ["Note", "Noted", "noted_in"]

_MOST_LINES = 8
_LONGEST_TEXT = 4000
_PARTED = re.compile(r"^(?P<meaning>.{1,160}?)\s*(?::\s+|：|\s=\s|\s(?:is|are)\s|是|为)\s*(?P<value>\S.*)$")


@dataclass(frozen=True, slots=True)
class Note:
    """A value as it was noted; `id` of the entry that it corrects."""

    value: str
    meaning: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """Everything that was said of memory in one decision."""

    notes: tuple[Note, ...] = ()
    forget: tuple[str, ...] = ()
    need: str = ""


def noted_in(said: object) -> Noted:
    """What a decision says of memory. What is in no known form says nothing."""
    if isinstance(said, str):
        return _lines(said)
    if not isinstance(said, Mapping):
        return Noted()
    form = cast("Mapping[str, Any]", said)
    if isinstance(form.get("remember"), str):
        return _lines(form["remember"])
    given = form.get("notes")
    listed = cast("list[Any]", given) if isinstance(given, list | tuple) else []
    notes = [_note(cast("Mapping[str, Any]", item)) for item in listed[:_MOST_LINES] if isinstance(item, Mapping)]
    ids = form.get("forget")
    forget = cast("list[Any]", ids) if isinstance(ids, list | tuple) else []
    need = form.get("need")
    return Noted(
        tuple(note for note in notes if note.value),
        tuple(item for item in forget[:_MOST_LINES] if isinstance(item, str)),
        need.strip()[:80] if isinstance(need, str) else "",
    )


def _note(item: Mapping[str, Any]) -> Note:
    def text(name: str) -> str:
        found = item.get(name)
        return found if isinstance(found, str) else ""

    return Note(text("value"), text("meaning"), text("id"))


def _lines(text: str) -> Noted:
    """`meaning: value` a line, or `need: what`. A line without a sign is a value without a meaning."""
    notes: list[Note] = []
    need = ""
    for line in text[:_LONGEST_TEXT].splitlines()[:_MOST_LINES]:
        plain = line.strip().lstrip("-*• ").strip()
        parted = _PARTED.match(plain)
        if parted is None:
            if plain and plain.casefold().strip(".") not in ("none", "nothing", "empty", "n/a", "无"):
                notes.append(Note(plain))
        elif parted["meaning"].casefold() == "need":
            need = parted["value"].strip()[:80]
        else:
            notes.append(Note(parted["value"].strip().strip('"').removesuffix("."), parted["meaning"]))
    return Noted(tuple(notes), (), need)
