"""The notes for memory in a decision, or in an answer of the guide's own model."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, assert_never, cast

from sextant.dataclass import dataclass
from sextant.types.decisions import Profile

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["LONGEST_MEANING", "LONGEST_VALUE", "Note", "Noted", "form_for", "notes_form", "read_notes"]

LONGEST_MEANING, LONGEST_VALUE = 120, 200
_LONGEST_NEED, _LONGEST_TEXT = 80, 4000
_MOST_NOTES, _MOST_LINES = 4, 8
_SIGNS = (": ", "：", " = ")
"""What parts a meaning from its value on a line."""


@dataclass(frozen=True, slots=True)
class Note:
    """A value as it was noted; `id` names the entry that it corrects, if any."""

    value: str
    meaning: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """All notes of one answer; `need` is the value that the model wants to see next."""

    notes: tuple[Note, ...] = ()
    forget: tuple[str, ...] = ()
    need: str = ""


def form_for(profile: Profile) -> "type[BaseModel] | None":
    """The fields for notes in a profile; None if it has no room."""
    match profile:
        case "full" | "reflection":
            return notes_form(True)
        case "lite":
            return _short_form()
        case "react" | "action-only" | "compact" | "stamp":
            return None
        case _:
            assert_never(profile)


@cache
def notes_form(asking: bool) -> "type[BaseModel]":
    """The form for notes and for ids to forget; with `asking`, also for the value to show next.

    Malformed notes are dropped.
    """
    from pydantic import BaseModel, BeforeValidator, Field

    class Note(BaseModel):
        value: str = Field(
            min_length=1, max_length=LONGEST_VALUE, description="The value, word for word as the screen shows it."
        )
        meaning: str = Field(
            min_length=1, max_length=LONGEST_MEANING, description="What it is and of which thing, in the same words."
        )
        id: str = Field(default="", max_length=8, description="Id of the stored entry that this note corrects.")

    class _Notes(BaseModel):
        notes: Annotated[list[Note], BeforeValidator(lambda given: _usable(given, Note))] = Field(
            default_factory=list[Note],
            description="Values on this screen that a later step or the answer needs, and only those.",
        )
        forget: Annotated[list[str], BeforeValidator(_ids)] = Field(
            default_factory=list[str], description="Ids of stored entries that are needed no more."
        )

    if not asking:
        return _Notes

    class MemoryFields(_Notes):
        need: Annotated[str, BeforeValidator(_cut)] = Field(
            default="", description="What you need from memory and are not shown, in a few words."
        )

    return MemoryFields


@cache
def _short_form() -> "type[BaseModel]":
    from pydantic import BaseModel, BeforeValidator, Field

    class MemoryNote(BaseModel):
        remember: str = Field(
            default="",
            max_length=300,
            description='A value on this screen that is needed later, as "meaning: value", word for word. Else empty.',
        )
        need: Annotated[str, BeforeValidator(_cut)] = Field(
            default="", description="What you need from memory and are not shown."
        )

    return MemoryNote


def read_notes(said: object) -> Noted:
    """Reads the notes of an answer, in either form; unknown forms count as empty."""
    if not isinstance(said, Mapping):
        return Noted()
    form = cast("Mapping[str, Any]", said)
    notes = [
        Note(_text(item, "value"), _text(item, "meaning"), _text(item, "id"))
        for item in _listed(form.get("notes"))[:_MOST_LINES]
    ]
    notes += _lines(_text(form, "remember"))
    return Noted(
        tuple(note for note in notes if note.value),
        tuple(item for item in _listed(form.get("forget"))[:_MOST_LINES] if isinstance(item, str)),
        _text(form, "need").strip()[:_LONGEST_NEED],
    )


def _lines(text: str) -> list[Note]:
    """Reads one note per line, `meaning: value`; a line without a separator is a value without a meaning."""
    notes: list[Note] = []
    for line in text[:_LONGEST_TEXT].splitlines()[:_MOST_LINES]:
        plain = line.strip().lstrip("-*• ").strip()
        at, sign = min(((plain.find(sign), sign) for sign in _SIGNS if sign in plain), default=(-1, ""))
        if at > 0:
            notes.append(Note(plain[at + len(sign) :].strip().strip('"'), plain[:at].strip()))
        elif plain:
            notes.append(Note(plain))
    return notes


def _text(item: object, name: str) -> str:
    found = cast("Mapping[str, Any]", item).get(name) if isinstance(item, Mapping) else None
    return found if isinstance(found, str) else ""


def _listed(given: object) -> "Sequence[Any]":
    return cast("Sequence[Any]", given) if isinstance(given, list | tuple) else ()


def _usable(given: object, form: "type[BaseModel]") -> object:
    """The first well-formed notes of a list."""
    from pydantic import ValidationError

    if not isinstance(given, list):
        return given
    found: list[object] = []
    for item in cast("list[object]", given)[: 4 * _MOST_NOTES]:
        try:
            found.append(form.model_validate(item))
        except ValidationError:
            continue
    return found[:_MOST_NOTES]


def _ids(given: object) -> object:
    if not isinstance(given, list):
        return given
    return [item for item in cast("list[object]", given)[:16] if isinstance(item, str) and len(item) <= 8]


def _cut(given: object) -> object:
    return given[:_LONGEST_NEED] if isinstance(given, str) else given
