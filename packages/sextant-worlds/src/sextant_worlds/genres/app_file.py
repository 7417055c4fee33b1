"""An app's face from its file `data/GENRE/app.yaml`: name, icon, tabs, pages, in the fields of `sextant_worlds.spec`.

Three constructs are added to those fields: `{en: …, zh: …}` is a text in two languages, `<slot>` a value of the
scenario (whose app it is, what day it is), `{repeat: things, item: …}` in a list stands for one item each.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias, cast

from pydantic import Field

from sextant_worlds.data_files import DataError, read_yaml, validated
from sextant_worlds.spec.apps import AppPage, AppTab
from sextant_worlds.spec.base import Id, SpecModel, Value
from sextant_worlds.spec.blocks import IconName
from sextant_worlds.spec.phone import Locale

__all__ = ["AppFile", "AppHead", "Slots", "app_file", "app_head", "filled_in"]

_PACKAGE = "sextant_worlds.genres"
_SLOT = re.compile(r"<([a-z][a-z0-9_.:|-]*)>")

Slots: TypeAlias = Mapping[str, "str | int | Sequence[Slots]"]
"""What stands for each `<slot>`: a text, or the items of a repeat with the slots of each."""


class Speech(Protocol):
    """Whose language a text in two languages is put in: a book's."""

    @property
    def locale(self) -> Locale: ...

    def say(self, en: str, zh: str) -> str: ...


class AppHead(SpecModel):
    """What code chooses from: one of the names of the language (a single one is certain), one colour, texts."""

    name: dict[Locale, str | tuple[str, ...]]
    accent: tuple[str, ...]
    texts: dict[str, dict[Locale, tuple[str, ...]]] = Field(default_factory=dict[str, dict[Locale, tuple[str, ...]]])


class AppFile(SpecModel):
    """The rest of the file, in one language and with its slots filled in."""

    icon: IconName
    home: Id
    badge: str = ""
    vars: dict[str, Value] = Field(default_factory=dict[str, Value])
    """Those whose first value does not depend on the scenario."""
    tabs: tuple[AppTab, ...] = ()
    pages: tuple[AppPage, ...]


@cache
def app_head(genre: str) -> AppHead:
    """Names and colours of a genre."""
    head = {key: value for key, value in _tree(genre).items() if key in AppHead.model_fields}
    return validated(AppHead, head, _PACKAGE, _name(genre))


def app_file(genre: str, slots: Slots, speech: Speech) -> AppFile:
    """The face of an app.

    Raises:
        DataError: The file is malformed, or names a slot that is not given.
    """
    tree = _tree(genre)
    rest = {key: value for key, value in tree.items() if key != "pages" and key not in AppHead.model_fields}
    try:
        data = filled_in(rest, slots, speech)
        data["pages"] = [
            fixed.said(speech) if fixed else filled_in(page, slots, speech)
            for page, fixed in zip(tree["pages"], _fixed_pages(genre, speech.locale), strict=True)
        ]
    except KeyError as error:
        raise DataError(
            f"{_name(genre)}: this app has no slot {error.args[0]!r}.", "Use one of its slots: see docs/worlds.md."
        ) from error
    return validated(AppFile, data, _PACKAGE, _name(genre))


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A page that is the same in every world of a language, and the texts that are said on it."""

    page: AppPage
    texts: tuple[tuple[str, str], ...]

    def said(self, speech: Speech) -> AppPage:
        for en, zh in self.texts:
            speech.say(en, zh)
        return self.page


@dataclass(slots=True)
class _Recorder:
    """Notes what is said."""

    locale: Locale
    texts: list[tuple[str, str]]

    def say(self, en: str, zh: str) -> str:
        self.texts.append((en, zh))
        return en if self.locale == "en" else zh


@cache
def _fixed_pages(genre: str, locale: Locale) -> tuple[_Fixed | None, ...]:
    """By place: the page where it has no slots, else None."""
    return tuple(_fixed(genre, page, locale) for page in _tree(genre)["pages"])


def _fixed(genre: str, page: Any, locale: Locale) -> _Fixed | None:
    recorder = _Recorder(locale, [])
    try:
        data = filled_in(page, {}, recorder)
    except KeyError:
        return None
    return _Fixed(validated(AppPage, data, _PACKAGE, _name(genre)), tuple(recorder.texts))


@cache
def _tree(genre: str) -> dict[str, Any]:
    return cast("dict[str, Any]", read_yaml(_PACKAGE, _name(genre)))


def _name(genre: str) -> str:
    return f"data/{genre}/app.yaml"


def filled_in(node: Any, slots: Slots, speech: Speech) -> Any:
    """The data with the three constructs carried out. A text that is one slot has the type of its value."""
    if isinstance(node, str):
        return _text(node, slots) if "<" in node else node
    if isinstance(node, list):
        return [made for item in cast("list[Any]", node) for made in _items(item, slots, speech)]
    if not isinstance(node, dict):
        return node
    part = cast("dict[str, Any]", node)
    if part.keys() == {"en", "zh"}:
        if isinstance(part["en"], list):
            return filled_in(part[speech.locale], slots, speech)
        return speech.say(_text(part["en"], slots), _text(part["zh"], slots))
    return {key: filled_in(value, slots, speech) for key, value in part.items()}


def _text(text: str, slots: Slots) -> Any:
    if found := _SLOT.fullmatch(text):
        return slots[found[1]]
    return _SLOT.sub(lambda found: str(slots[found[1]]), text)


def _items(item: Any, slots: Slots, speech: Speech) -> list[Any]:
    if isinstance(item, dict) and "repeat" in item:
        part = cast("dict[str, Any]", item)
        return [filled_in(part["item"], {**slots, **more}, speech) for more in cast("Any", slots[part["repeat"]])]
    return [filled_in(item, slots, speech)]
