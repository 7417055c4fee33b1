"""Substitutes present values of variables in texts of two earlier executions.

A text that was `Open Invoice 3` where `mail` was `Invoice 3`, and `Open Invoice 4` where it was `Invoice 4`, is
`Open Invoice 7` where it is `Invoice 7`. Every way of reading both that explains them is tried; where two ways give
different texts now, nobody knows which was meant, and none is given.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse, whole_words

__all__ = ["Substitution", "Values", "occurring_values", "occurs"]

Values = Mapping[str, str]

_MOST = 4
"""The most variables in one text; texts with more are not substituted."""
_LEAST = 3
"""The fewest characters of a value that may identify a text by itself."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """The values of variables in two earlier executions, and the present ones."""

    first: Values
    second: Values
    now: Values

    def substituted(self, first: str, second: str, exact: bool = False) -> str | None:
        """The text with the present values; None if the two texts differ otherwise, or the result is ambiguous.

        Unless `exact`, texts are compared like labels.
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

    def matcher(self, first: str, second: str) -> Callable[[str], bool] | None:
        """A test for texts that equal the two texts except for variables; None if none can be made.

        If the texts differ in more than variables, a text matches if it contains the values that both have in common.
        """
        text = self.substituted(first, second)
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


def occurring_values(values: Values, texts: Sequence[str]) -> dict[str, str]:
    """The variables whose values occur in one of the texts."""
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
