"""Texts carried over: what a text of two executions would be with other values of the variables in it.

A text that was `Open Invoice 3` where `mail` was `Invoice 3`, and `Open Invoice 4` where it was `Invoice 4`, is
`Open Invoice 7` where it is `Invoice 7`. Every way of reading both that explains them is tried; where two ways give
different texts now, nobody knows which was meant, and none is given.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sextant.elements.refs import collapse, whole_words

__all__ = ["Values", "Variation", "occurring", "occurs"]

Values = Mapping[str, str]

_MOST = 4
"""So many variables in one text; beyond that it is not carried over."""
_LEAST = 3
"""So many characters a value has to have where it alone tells one text from others."""


@dataclass(frozen=True, slots=True)
class Variation:
    """The values that two texts came about under, and those of now."""

    first: Values
    second: Values
    now: Values

    def carried(self, first: str, second: str, exact: bool = False) -> str | None:
        """The text as it would be now; None where the two do not explain each other, or leave open what it would be.

        Unless `exact`, texts are compared as labels are.
        """
        names = [name for name in self.first if occurs(self.first[name], first, exact)]
        if len(names) > _MOST:
            return None
        found: dict[str, str] = {}
        for chosen in _subsets(names):
            parts = _parts(first, {name: self.first[name] for name in chosen}, exact)
            then = _filled(parts, self.second)
            if then is None or _form(then, exact) != _form(second, exact):
                continue
            text = _filled(parts, self.now)
            if text is None:
                return None
            found[_form(text, exact)] = text
        return next(iter(found.values())) if len(found) == 1 else None

    def matching(self, first: str, second: str) -> Callable[[str], bool] | None:
        """Tells a text that is the same as those two, their variables aside; None where nothing would tell it.

        Where the texts differ in more than variables, what tells them are the values of those that both hold.
        """
        text = self.carried(first, second)
        if text is not None:
            wanted = collapse(text)
            return lambda told: collapse(told) == wanted
        held = [
            name
            for name in self.first
            if len(self.first[name]) >= _LEAST
            and occurs(self.first[name], first)
            and occurs(self.second.get(name, ""), second)
        ]
        values = [self.now.get(name, "") for name in held]
        if not values or any(len(value) < _LEAST for value in values):
            return None
        return lambda told: all(occurs(value, told) for value in values)


def occurs(value: str, text: str, exact: bool = False) -> bool:
    """Whether a text contains the value as whole words."""
    if not value.strip():
        return False
    if exact:
        return whole_words(value).search(text) is not None
    return whole_words(collapse(value)).search(collapse(text)) is not None


def occurring(values: Values, texts: Sequence[str]) -> dict[str, str]:
    """The variables whose values stand in one of the texts."""
    return {name: value for name, value in values.items() if any(occurs(value, text) for text in texts)}


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)


def _parts(text: str, values: Values, exact: bool) -> list[str]:
    """The text in parts: literal, name of a variable, literal, … Of overlapping values, the longest counts."""
    if not values:
        return [text]
    names = sorted(values, key=lambda name: -len(values[name]))
    either = "|".join(f"({whole_words(values[name]).pattern})" for name in names)
    parts, at = list[str](), 0
    for hit in re.finditer(either, text, 0 if exact else re.IGNORECASE):
        assert hit.lastindex is not None
        parts += [text[at : hit.start()], names[hit.lastindex - 1]]
        at = hit.end()
    return [*parts, text[at:]]


def _filled(parts: Sequence[str], values: Values) -> str | None:
    if any(name not in values for name in parts[1::2]):
        return None
    return "".join(values[part] if place % 2 else part for place, part in enumerate(parts))


def _form(text: str, exact: bool) -> str:
    return text if exact else collapse(text)
