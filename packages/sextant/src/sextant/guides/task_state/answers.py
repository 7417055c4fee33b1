"""The forms in which models update the task state, and the parsing of their answers."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, cast

from sextant.guides.task_state.state import Update
from sextant.types.decisions import Requirement, RequirementKind

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["EFFECTS", "forms", "read_update", "update_form"]

_KINDS: Mapping[str, RequirementKind] = {"deed": "deed", "value": "value", "state": "state"}
EFFECTS: Mapping[str, Literal["worked", "no effect", "uncertain"]] = {
    "yes": "worked",
    "no": "no effect",
    "unknown": "uncertain",
}


def read_update(said: object) -> Update:
    """Reads an update in any of the forms; unknown forms count as empty."""
    if not isinstance(said, Mapping):
        return Update()
    form = cast("Mapping[str, Any]", said)
    serves, sign, text = _text(form, "serves").partition(":")
    add = [_requirement(one) for one in _listed_in(form.get("add"))]
    met = [(_text(one, "id"), _text(one, "quote")) for one in _listed_in(form.get("met"))]
    shown, _, quote = _text(form, "shown").partition(":")
    return Update(
        serves.strip(),
        form.get("completes") is True,
        (*met, *([(shown.strip(), quote.strip())] if shown.strip() else [])),
        (*add, *([Requirement(serves.strip(), "deed", text.strip())] if sign else [])),
        _text(form, "summary"),
        _text(form, "focus"),
        effective if (effective := _text(form, "effective")) in EFFECTS else "",
        _text(form, "result"),
        _text(form, "current"),
    )


def _requirement(form: Mapping[str, Any]) -> Requirement:
    kind, times = _text(form, "kind"), form.get("times")
    counted = times if isinstance(times, int) and not isinstance(times, bool) else 1
    return Requirement(_text(form, "id"), _KINDS.get(kind, "deed"), _text(form, "text"), max(1, counted))


def update_form() -> "type[BaseModel]":
    """The form of an answer to the guide's own model call."""
    return forms()["update"]


@cache
def forms() -> "Mapping[str, type[BaseModel]]":
    """The forms of an update: in a full decision, in a short decision, and in the guide's own model call."""
    from pydantic import BaseModel, Field

    completing = "True if this action, once it worked, meets it; of what is done several times, does it once more."

    class Met(BaseModel):
        id: str = Field(max_length=20, description="Id of the requirement.")
        quote: str = Field(max_length=200, description="Words on the screen that show it, verbatim.")

    class Further(BaseModel):
        id: str = Field(max_length=20, description="A short id of its own.")
        kind: Literal["deed", "value", "state"] = Field(
            default="deed", description="Something to be done, to be looked up, or to be so at the end."
        )
        text: str = Field(max_length=200, description="What has to be so, in a few words.")
        times: int = Field(default=1, ge=1, le=1000, description="How often it has to be done, if more than once.")

    class StateUpdate(BaseModel):
        add: list[Further] = Field(
            default_factory=list[Further], max_length=8, description="Requirements that are not listed yet."
        )
        met: list[Met] = Field(
            default_factory=list[Met], max_length=4, description="Requirements that this screen shows to be met."
        )
        summary: str = Field(default="", max_length=300, description="How far the task is, in two sentences.")
        focus: str = Field(default="", max_length=160, description="What to look at next, in one sentence.")

    class StateReport(StateUpdate):
        effective: Literal["yes", "no", "unknown"] = Field(
            default="unknown", description="Whether the last step had its effect, by the two screens."
        )
        result: str = Field(default="", max_length=160, description="What the last step brought about.")
        current: str = Field(default="", max_length=20, description="Id of the requirement to be worked on next.")

    class StateDelta(StateUpdate):
        add: list[Further] = Field(
            default_factory=list[Further],
            max_length=8,
            description="Requirements that turned out to be needed beside those you have stated.",
        )
        serves: str = Field(default="", max_length=20, description="Id of the requirement that this action is for.")
        completes: bool = Field(default=False, description=completing)

    class StateLine(BaseModel):
        serves: str = Field(
            default="",
            max_length=200,
            description="Id of the requirement that this action is for; of a new one its id, a colon and its text.",
        )
        completes: bool = Field(default=False, description=completing)
        shown: str = Field(
            default="",
            max_length=200,
            description="Id of a requirement that this screen shows to be met, a colon, and the words that show it.",
        )

    return {"full": StateDelta, "lite": StateLine, "update": StateReport}


def _listed_in(value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list | tuple):
        return []
    given = cast("Sequence[object]", value)
    return [cast("Mapping[str, Any]", one) for one in given[:8] if isinstance(one, Mapping)]


def _text(form: Mapping[str, Any], name: str) -> str:
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""
