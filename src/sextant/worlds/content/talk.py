"""Conversations: small talk, and talk in which a value is told."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, cast

from sextant.worlds.content.circle import Locale
from sextant.worlds.content.phrasing import filled, listed
from sextant.worlds.spec.scenario import FactKind


@dataclass(frozen=True, slots=True)
class Line:
    """One message; `<slot>`s are not filled in yet."""

    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation. In one that tells a value the slot `<v>` stands for it, and never in the last line."""

    id: str
    lines: tuple[Line, ...]
    kind: FactKind = "text"
    label: str = ""
    shape: str = ""
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()


def told(locale: Locale) -> tuple[Talk, ...]:
    """Conversations in which a value is told, one of each sort."""
    return tuple(
        Talk(
            id=str(entry["id"]),
            lines=_lines(str(entry[locale])),
            kind=entry["kind"],
            label=str(entry[f"{locale}_label"]),
            shape=str(entry.get("shape", "")),
            low=int(entry.get("low", 0)),
            high=int(entry.get("high", 0)),
            options=listed(str(entry.get(f"options_{locale}", ""))),
        )
        for entry in _read()["told"]
    )


def chats(locale: Locale) -> tuple[Talk, ...]:
    """Small talk."""
    return tuple(Talk(f"chat-{number}", _lines(str(entry[locale]))) for number, entry in enumerate(_read()["chat"]))


def spoken(talk: Talk, slots: Mapping[str, str]) -> tuple[Line, ...]:
    """Its lines with the slots filled in."""
    return tuple(Line(filled(line.text, slots), line.mine) for line in talk.lines)


def _lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line[1:].strip(), line[0] == ">") for line in text.strip().splitlines())


@cache
def _read() -> dict[str, list[dict[str, Any]]]:
    text = (files("sextant.worlds.content") / "talk.toml").read_text(encoding="utf-8")
    return cast("dict[str, list[dict[str, Any]]]", tomllib.loads(text))
