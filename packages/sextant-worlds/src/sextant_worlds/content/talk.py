"""Conversations: small talk, and talk in which a value is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sextant_worlds.data_files import filled, read
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.scenario import FactKind

_Lines = dict[Locale, tuple[dict[Literal["me", "them"], str], ...]]


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One message; `<slot>`s are not filled in yet."""

    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation. In one that tells a value the slot `<v>` stands for it, and never in the last line."""

    id: str
    lines: tuple[TalkLine, ...]
    kind: FactKind = "text"
    label: str = ""
    shape: str = ""
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()


class _Told(SpecModel):
    id: str
    kind: FactKind
    shape: str = ""
    low: int = 0
    high: int = 0
    label: dict[Locale, str]
    options: dict[Locale, tuple[str, ...]] = {"en": (), "zh": ()}  # noqa: RUF012 - pydantic copies defaults
    lines: _Lines


class _Talks(SpecModel):
    told: tuple[_Told, ...]
    chats: tuple[_Lines, ...]


def told(locale: Locale) -> tuple[Talk, ...]:
    """Conversations in which a value is told, one of each sort."""
    return tuple(
        Talk(
            id=talk.id,
            lines=_lines(talk.lines, locale),
            kind=talk.kind,
            label=talk.label[locale],
            shape=talk.shape,
            low=talk.low,
            high=talk.high,
            options=talk.options[locale],
        )
        for talk in _read().told
    )


def chats(locale: Locale) -> tuple[Talk, ...]:
    """Small talk."""
    return tuple(Talk(f"chat-{number}", _lines(lines, locale)) for number, lines in enumerate(_read().chats))


def spoken(talk: Talk, slots: Mapping[str, str]) -> tuple[TalkLine, ...]:
    """Its lines with the slots filled in."""
    return tuple(TalkLine(filled(line.text, slots), line.mine) for line in talk.lines)


def _lines(lines: _Lines, locale: Locale) -> tuple[TalkLine, ...]:
    return tuple(TalkLine(text, by == "me") for line in lines[locale] for by, text in line.items())


@cache
def _read() -> _Talks:
    return read(_Talks, "sextant_worlds.content", "data/talk.yaml")
