"""An app's face from its file `apps/GENRE.yaml`: name, icon, tabs, pages, in the very fields of `sextant.worlds.spec`.

Three constructs are added to those fields: `{en: …, zh: …}` is a text in two languages, `<slot>` a value of the
scenario (whose app it is, what day it is), `{repeat: things, item: …}` in a list stands for one item each.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, cast

from pydantic import Field

from sextant.worlds.content.circle import Locale
from sextant.worlds.data_files import DataError, read_yaml, validated
from sextant.worlds.spec.apps import Page, Tab
from sextant.worlds.spec.base import Id, Part, Value
from sextant.worlds.spec.blocks import IconName

__all__ = ["AppFile", "AppHead", "Slots", "app_file", "app_head", "filled_in"]

_PACKAGE = "sextant.worlds.genres"
_SLOT = re.compile(r"<([a-z][a-z-]*)>")

Slots: TypeAlias = Mapping[str, "str | Sequence[Slots]"]
"""What stands for each `<slot>`: a text, or the items of a repeat with the slots of each."""
Say: TypeAlias = Callable[[str, str], str]


class AppHead(Part):
    """What is drawn by lot for each world: one of the names of the language (a single one is certain), one colour."""

    name: dict[Locale, str | tuple[str, ...]]
    accent: tuple[str, ...]


class AppFile(Part):
    """The rest of the file, in one language and with its slots filled in."""

    icon: IconName
    home: Id
    badge: str = ""
    vars: dict[str, Value] = Field(default_factory=dict[str, Value])
    """Those whose first value does not depend on the scenario."""
    tabs: tuple[Tab, ...]
    pages: tuple[Page, ...]


@cache
def app_head(genre: str) -> AppHead:
    """Names and colours of a genre."""
    head = {key: value for key, value in _tree(genre).items() if key in AppHead.model_fields}
    return validated(AppHead, head, _PACKAGE, _name(genre))


def app_file(genre: str, slots: Slots, say: Say) -> AppFile:
    """The face of an app.

    Raises:
        DataError: The file is malformed, or names a slot that is not given.
    """
    rest = {key: value for key, value in _tree(genre).items() if key not in AppHead.model_fields}
    try:
        data = filled_in(rest, slots, say)
    except KeyError as error:
        raise DataError(f"{_name(genre)}: {error.args[0]!r} is no slot of this app.", "Use one that is.") from error
    return validated(AppFile, data, _PACKAGE, _name(genre))


@cache
def _tree(genre: str) -> dict[str, Any]:
    return cast("dict[str, Any]", read_yaml(_PACKAGE, _name(genre)))


def _name(genre: str) -> str:
    return f"apps/{genre}.yaml"


def filled_in(node: Any, slots: Slots, say: Say) -> Any:
    """The data with the three constructs carried out."""
    if isinstance(node, str):
        return _SLOT.sub(lambda found: cast("str", slots[found[1]]), node) if "<" in node else node
    if isinstance(node, list):
        return [made for item in cast("list[Any]", node) for made in _items(item, slots, say)]
    if not isinstance(node, dict):
        return node
    part = cast("dict[str, Any]", node)
    if part.keys() == {"en", "zh"}:
        return say(filled_in(part["en"], slots, say), filled_in(part["zh"], slots, say))
    return {key: filled_in(value, slots, say) for key, value in part.items()}


def _items(item: Any, slots: Slots, say: Say) -> list[Any]:
    if isinstance(item, dict) and "repeat" in item:
        part = cast("dict[str, Any]", item)
        return [filled_in(part["item"], {**slots, **more}, say) for more in cast("Any", slots[part["repeat"]])]
    return [filled_in(item, slots, say)]
