"""What an app says of itself, apart from what its owner has in it: titles, labels, hints, notices, questions."""

from collections.abc import Callable
from typing import Any, cast

from sextant_worlds.spec.apps import AppSpec

__all__ = ["labels", "relabelled"]

_SAYS = frozenset(
    ("label", "title", "text", "hint", "search_hint", "detail", "aside", "badge", "empty", "unit", "alt", "value")
)
"""Fields that hold what an app says."""
_DATA = frozenset(("collections", "vars", "fields", "also"))
"""Fields that hold what the owner has, or will have."""
_WRITES = frozenset(("patch", "set", "fill", "copy"))
"""Effects whose texts become data."""


def labels(app: AppSpec) -> tuple[str, ...]:
    """Everything that the app says, once each; templates as they stand."""
    found: dict[str, None] = {}

    def noted(text: str) -> str:
        found.setdefault(text)
        return text

    _walk(app.model_dump(mode="json", exclude=set(_DATA)), noted)
    return tuple(text for text in found if text)


def relabelled(app: AppSpec, say: Callable[[str], str]) -> AppSpec:
    """The app with everything that it says put through `say`; its data stay as they are."""
    return AppSpec.model_validate(_walk(app.model_dump(mode="json"), say))


def _walk(data: Any, say: Callable[[str], str]) -> Any:
    if isinstance(data, list):
        return [_walk(item, say) for item in cast("list[Any]", data)]
    if not isinstance(data, dict):
        return data
    part = cast("dict[str, Any]", data)
    if part.get("kind") in _WRITES:
        return part
    return {key: _field(part, key, value, say) for key, value in part.items()}


def _field(part: dict[str, Any], key: str, value: Any, say: Callable[[str], str]) -> Any:
    drawn = part.get("kind") == "picture" and key == "text"  # a value in pixels
    if key in _DATA or drawn:
        return value
    return say(value) if key in _SAYS and isinstance(value, str) else _walk(value, say)
