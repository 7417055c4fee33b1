"""Expectations that are wrong: of another step, of another record, of a value off by one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sextant.elements.refs import collapse
from sextant.types.actions import InputText
from sextant.types.decisions import Decision
from sextant.types.evidence import ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Screen

__all__ = ["to_mistake"]

_LONGEST = 60
_DIGITS = re.compile(r"\d+")


def to_mistake(
    decision: Decision, before: Screen, after: Screen, right: Sequence[Predicate], earlier: Sequence[Predicate]
) -> Iterator[Predicate]:
    """What somebody who errs might say of a step that leads from one screen to the other.

    `right`: what is rightly expected of it; `earlier`: what was of the steps before. That none of it comes true is told
    by the plain texts of the screen after, and not by the predicates that are measured.
    """
    said = _said(after)
    yield from (one for one in earlier if _is_absent(one, said))
    stays = {item.text for item in after.elements if item.visibility == "visible"}
    for item in before.elements:
        if not item.affordances or not 1 < len(item.text) <= _LONGEST:
            continue
        if not _stands(item.text, said):
            yield TextVisible(item.text)
            yield ScreenIs(text=item.text)
        elif item.visibility == "visible" and item.text in stays:
            yield Gone(item.text)
    for one in right:
        if isinstance(one, ElementState):
            yield replace(one, present=not one.present)
        else:
            yield from (wrong for wrong in _off_by_one(one) if _is_absent(wrong, said))
    if isinstance(decision.action, InputText):
        yield from (FieldHas(one.element, f"{one.value}{one.value[-1:]}") for one in right if isinstance(one, FieldHas))


def _off_by_one(predicate: Predicate) -> Iterator[Predicate]:
    match predicate:
        case TextVisible(text=text) if _DIGITS.search(text):
            yield replace(predicate, text=_next(text))
        case ScreenIs(text=text) if text and _DIGITS.search(text):
            yield replace(predicate, text=_next(text))
        case FieldHas(value=value) if _DIGITS.search(value):
            yield replace(predicate, value=_next(value))
        case _:
            return


def _next(text: str) -> str:
    """The text with its last number one higher."""
    last = list(_DIGITS.finditer(text))[-1]
    number = str(int(last[0]) + 1).zfill(len(last[0]))
    return text[: last.start()] + number + text[last.end() :]


def _is_absent(predicate: Predicate, said: Sequence[str]) -> bool:
    """Whether it cannot be so on a screen with those texts."""
    match predicate:
        case TextVisible(text=text):
            return not _stands(text, said)
        case ScreenIs(text=text):
            return bool(text) and not _stands(text, said)
        case FieldHas(value=value):
            return bool(value) and not _stands(value, said)
        case _:
            return False


def _said(screen: Screen) -> Sequence[str]:
    texts = [text for item in screen.elements for text in (item.text, item.name, item.value) if text]
    return [collapse(text) for text in (*texts, screen.title, screen.location)]


def _stands(text: str, said: Sequence[str]) -> bool:
    """Whether it may stand there: every word of it does somewhere."""
    return all(any(word in other for other in said) for word in collapse(text).split())
