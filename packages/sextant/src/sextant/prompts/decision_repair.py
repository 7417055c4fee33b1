"""Common slips in the shape of a decision, put right before it is read: the meaning is plain, only its place is not.

Nothing is guessed: an action of no agreed kind, or one without a target, still goes back to the model.
"""

from collections.abc import Mapping
from typing import Any, Self, cast

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, PrivateAttr, model_validator

__all__ = ["LenientDecision"]

_KIND = ("type", "kind", "name", "action", "action_type")
"""Keys under which models write the kind of an action."""
_ARGUMENTS = ("arguments", "args", "parameters", "params")
"""Keys under which models put an action's arguments, as in a tool call."""
_Json = Mapping[str, Any]


class LenientDecision(BaseModel):
    """Base of a decision: reads one that is wrapped, flattened or written as a tool call.

    Of several actions the first counts, and the others are its `then`, where the decision has it; `further` says how
    many were left out.
    """

    model_config = ConfigDict(extra="ignore", defer_build=True)
    _further: int = PrivateAttr(default=0)
    _listed: int = PrivateAttr(default=0)

    @property
    def further(self) -> int:
        """Actions beside the first that are not read."""
        return self._further

    @property
    def listed(self) -> int:
        """The length of its `then` as it was written, however many may be listed."""
        return self._listed

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(value, Mapping):
            return handler(value)
        form, further = _reshaped(cast("_Json", value), set(cls.model_fields))
        made = handler(form)
        made._further = further
        then = form.get("then")
        made._listed = len(cast("list[Any]", then)) if isinstance(then, list) else 0
        return made


def _reshaped(value: _Json, fields: set[str]) -> tuple[dict[str, Any], int]:
    """The decision with its action in the right place, and the number of further actions."""
    form = dict(_unwrapped(value))
    if "action" not in form and "actions" in form:
        form["action"] = form.pop("actions")
    if "action" not in form and isinstance(form.get("type"), str):
        form = {"action": {name: item for name, item in form.items() if name not in fields}} | {
            name: item for name, item in form.items() if name in fields
        }
    action, further = form.get("action"), 0
    if isinstance(action, list) and action:
        action, *others = cast("list[Any]", action)
        further = 0 if "then" in fields and not form.get("then") else len(others)
        form |= {} if further else {"then": others}
    if isinstance(action, str):  # its arguments stand beside it
        action = {name: item for name, item in form.items() if name not in fields} | {"type": action}
    if isinstance(action, Mapping):
        form["action"] = _action(cast("_Json", action))
    if isinstance(form.get("then"), list):
        form["then"] = [_action(cast("_Json", one)) if isinstance(one, Mapping) else one for one in form["then"]]
    return {name: item for name, item in form.items() if item is not None}, further


def _unwrapped(value: _Json) -> _Json:
    """The object inside a tool call or a single key."""
    for name in _ARGUMENTS:
        inner = value.get(name)
        if "action" not in value and isinstance(inner, Mapping):
            held = cast("_Json", inner)
            return held if "action" in held else {"type": value.get("name", ""), **held}
    if len(value) == 1:
        (inner,) = value.values()
        if isinstance(inner, Mapping) and "action" in inner:
            return cast("_Json", inner)
    return value


def _action(value: _Json) -> dict[str, Any]:
    """The action with its kind under `type`, next to its arguments."""
    form = {name: item for name, item in value.items() if item is not None}
    for name in _ARGUMENTS:
        if isinstance(form.get(name), Mapping):
            form |= cast("dict[str, Any]", form.pop(name))
    if len(form) == 1 and "type" not in form:
        ((kind, inner),) = form.items()
        if isinstance(inner, Mapping):
            form = {**cast("_Json", inner), "type": kind}
    if "type" not in form:
        key = next((name for name in _KIND if isinstance(form.get(name), str)), None)
        form |= {} if key is None else {"type": form.pop(key)}
    if isinstance(form.get("type"), str):
        form["type"] = "_".join(str(form["type"]).casefold().replace("-", " ").split())
    if isinstance(form.get("index"), str):
        form["index"] = str(form["index"]).strip().removeprefix("[").removesuffix("]")
    return form
