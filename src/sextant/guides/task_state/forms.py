"""The forms in which a model updates the task state: the paper's own for a call of its own, deltas for a decision.

Nothing in them makes an answer malformed that can be read: texts that are too long are cut, lists that are too long
are shortened, what is of another kind is left out.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from sextant.guides.task_state.requirements import LONGEST, MOST, short
from sextant.guides.task_state.updates import Mark, Update
from sextant.types.decisions import WITHOUT_FIELDS, Profile

__all__ = ["delta_form", "read_delta", "read_update", "update_form"]

_QUOTE = 160
_MOST_MARKS = 3


def _as_text(value: object) -> str:
    return short(value) if isinstance(value, str) else ""


def _as_long_text(value: object) -> str:
    return short(value, 2 * LONGEST) if isinstance(value, str) else ""


def _as_texts(value: object) -> list[str]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [short(item) for item in items[: 2 * MOST] if isinstance(item, str) and item.strip()]


def _as_marks(value: object) -> list[object]:
    """Marks, also where they are plain texts as in the paper."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    told = [{"item": item} if isinstance(item, str) else item for item in items[: 2 * MOST]]
    return [item for item in told if isinstance(item, Mapping)]


def _as_few_marks(value: object) -> list[object]:
    return _as_marks(value)[:_MOST_MARKS]


def _as_verdict(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


_Text = Annotated[str, BeforeValidator(_as_text)]
_Long = Annotated[str, BeforeValidator(_as_long_text)]
_Texts = Annotated[list[str], BeforeValidator(_as_texts)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Done(_Form):
    """A requirement that is done, or turned out not to be needed."""

    item: _Text = Field(default="", description="Its id, such as r2, or its words.")
    quote: _Text = Field(default="", description="The words on the screen that show it.")
    not_needed: bool = Field(default=False, description="True if it need not be done; the quote says why.")


_Marks = Annotated[list[Done], BeforeValidator(_as_marks)]
_FewMarks = Annotated[list[Done], BeforeValidator(_as_few_marks)]

_FIELDS: Mapping[str, Mapping[str, tuple[Any, Any]]] = {
    "transition": {
        "action_effective": (Annotated[bool | None, BeforeValidator(_as_verdict)], None),
    },
    "summary": {"task_summary": (_Long, "")},
    "tracker": {
        "task_decomposition": (_Texts, Field(default_factory=list)),
        "completed_progress": (_Marks, Field(default_factory=list)),
        "current_subgoal": (_Text, ""),
        "remaining_requirements": (Annotated[list[str] | None, BeforeValidator(_as_texts)], None),
    },
}
_AFTER: Mapping[str, tuple[Any, Any]] = {"last_step_result": (_Text, ""), "next_action_focus": (_Text, "")}


def update_form(parts: Collection[str]) -> type[BaseModel]:
    """The paper's form, of the views that are kept."""
    return _update_form(frozenset(parts))


@cache
def _update_form(parts: frozenset[str]) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for part, own in _FIELDS.items():
        fields |= own if part in parts else {}
    fields |= _AFTER if "transition" in parts else {}
    made: Any = create_model("TaskStateUpdate", __base__=_Form, **fields)
    return cast("type[BaseModel]", made)


def read_update(answer: BaseModel) -> Update:
    """A whole new state as an update."""
    data: Any = answer
    remaining = getattr(data, "remaining_requirements", None)
    return Update(
        marks=_marks(getattr(data, "completed_progress", ())),
        decomposition=tuple(getattr(data, "task_decomposition", ())),
        remaining=None if remaining is None else tuple(remaining),
        summary=getattr(data, "task_summary", ""),
        subgoal=getattr(data, "current_subgoal", ""),
        focus=getattr(data, "next_action_focus", ""),
        result=getattr(data, "last_step_result", ""),
        effective=getattr(data, "action_effective", None),
    )


class TaskStateDelta(_Form):
    """What changed in the task state, by the present screen."""

    done: _FewMarks = Field(
        default_factory=list[Done],
        description="Requirements that this screen shows to be done, by id with a quote; only new ones.",
    )
    new: _Text = Field(default="", description="Something that also has to be done and is in no requirement.")
    focus: _Text = Field(default="", description="What to look at before the next step, if the last one is doubtful.")


class TaskStateNote(_Form):
    """One short field."""

    done: Annotated[str, BeforeValidator(_as_text)] = Field(
        default="", description="A requirement that this screen shows to be done, and its words: `r2: Order placed`."
    )


def delta_form(profile: Profile, parts: Collection[str]) -> type[BaseModel] | None:
    """The delta that a decision has room for under a profile."""
    if "tracker" not in parts or profile in WITHOUT_FIELDS:
        return None
    return TaskStateNote if profile == "lite" else TaskStateDelta


def read_delta(said: object) -> Update | None:
    """What a decision says of the task state; None where it says nothing that can be read."""
    if not isinstance(said, Mapping):
        return None
    told = cast("Mapping[str, object]", said)
    done = told.get("done")
    if isinstance(done, str):
        item, _, quote = short(done, LONGEST + _QUOTE).partition(":")
        return Update(marks=(Mark(item.strip(), quote.strip().strip("\"'")),)) if item.strip() else None
    marks = _marks([Done.model_validate(item) for item in _as_few_marks(done)])
    new = _as_text(told.get("new"))
    return Update(marks=marks, decomposition=(new,) if new else (), focus=_as_text(told.get("focus")))


def _marks(items: Any) -> tuple[Mark, ...]:
    return tuple(Mark(item.item, item.quote, item.not_needed) for item in items if item.item)
