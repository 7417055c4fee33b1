"""What an actor may say of its memory in a decision, by how much room its profile has."""

from functools import cache
from typing import TYPE_CHECKING, Annotated, assert_never

from sextant.types.decisions import Profile

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["LONGEST_MEANING", "MOST_NOTES", "form_for", "notes_form"]

MOST_NOTES = 4
LONGEST_MEANING = 120
_LONGEST_VALUE = 200
_LONGEST_NEED = 80


def form_for(profile: Profile) -> "type[BaseModel] | None":
    """The fields of a profile; None where it has no room."""
    match profile:
        case "full" | "reflection":
            return notes_form(True)
        case "lite":
            return _short_form()
        case "action-only" | "compact" | "stamp":
            return None
        case _:
            assert_never(profile)


@cache
def notes_form(asking: bool) -> "type[BaseModel]":
    """Notes of a value and its meaning, and which are needed no more; with `asking`, what is to be shown next.

    A note that is malformed, or longer than allowed, is left out and costs none of the others.
    """
    from pydantic import BaseModel, BeforeValidator, Field

    class Note(BaseModel):
        value: str = Field(
            min_length=1, max_length=_LONGEST_VALUE, description="The value, word for word as the screen shows it."
        )
        meaning: str = Field(
            min_length=1, max_length=LONGEST_MEANING, description="What it is: of which thing, of whom."
        )
        id: str = Field(default="", max_length=8, description="Of a kept entry that this one corrects.")

    class _Notes(BaseModel):
        notes: Annotated[list[Note], BeforeValidator(lambda given: _usable(given, Note))] = Field(
            default_factory=list[Note], description="Values on this screen that are needed later, and only those."
        )
        forget: Annotated[list[str], BeforeValidator(_ids)] = Field(
            default_factory=list[str], description="Ids of kept entries that are needed no more."
        )

    if not asking:
        return _Notes

    class MemoryFields(_Notes):
        need: Annotated[str, BeforeValidator(_words)] = Field(
            default="", description="What you need from memory and are not shown, in a few words."
        )

    return MemoryFields


@cache
def _short_form() -> "type[BaseModel]":
    from pydantic import BaseModel, Field

    class MemoryNote(BaseModel):
        remember: str = Field(
            default="",
            max_length=300,
            description='A value on this screen that is needed later, as "meaning: value", word for word; or '
            '"need: what" to be shown what is kept on that. Else empty.',
        )

    return MemoryNote


def _usable(given: object, form: "type[BaseModel]") -> object:
    """The notes of a list that are in order, at most so many."""
    from pydantic import ValidationError

    if not isinstance(given, list):
        return given
    found: list[object] = []
    for item in given[: 4 * MOST_NOTES]:  # pyright: ignore[reportUnknownVariableType]
        try:
            found.append(form.model_validate(item))
        except ValidationError:
            continue
    return found[:MOST_NOTES]


def _ids(given: object) -> object:
    if not isinstance(given, list):
        return given
    return [item for item in given[:16] if isinstance(item, str) and len(item) <= 8]  # pyright: ignore[reportUnknownVariableType]


def _words(given: object) -> object:
    return given[:_LONGEST_NEED] if isinstance(given, str) else given
