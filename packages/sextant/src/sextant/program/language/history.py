"""Stores former values: variables of finished functions, and values of earlier turns."""

from collections.abc import Mapping

from sextant.program.language.code import HIDDEN
from sextant.program.language.record import EarlierValues
from sextant.program.language.values import Value, weight_of

__all__ = ["ValueHistory"]

_MOST_EARLIER = 12
_MOST_NAMES = 100
_MOST_ENDED = 200_000
"""Most characters and items of all values of finished functions."""
_LONGEST = 160


class ValueHistory:
    """Values of finished functions, and overwritten values of variables. Both are limited in size.

    Keys are `name` for variables of the program itself, and `function.name` for others.
    """

    def __init__(self, ended: Mapping[str, Value], earlier: Mapping[str, EarlierValues]) -> None:
        self.ended, self.earlier = dict(ended), dict(earlier)
        self._weights = {key: weight_of(value, _MOST_ENDED) for key, value in ended.items()}

    def overwritten(self, function: str, name: str, value: Value, now: Value) -> None:
        """Stores an overwritten value, unless the new value only extends it."""
        added = isinstance(value, str | list) and isinstance(now, type(value)) and now[: len(value)] == value
        if name == HIDDEN or added:
            return
        key = _key(function, name)
        count, known = self.earlier.pop(key, EarlierValues())
        self.earlier[key] = EarlierValues(count + 1, (*known, _short_text(value))[-_MOST_EARLIER:])
        if len(self.earlier) > _MOST_NAMES:
            del self.earlier[next(iter(self.earlier))]

    def end(self, function: str, values: Mapping[str, Value], most: int) -> None:
        """Stores the latest values of a finished function."""
        for name, value in values.items():
            key = _key(function, name)
            if key in self.ended:
                self.overwritten(function, name, self.ended.pop(key), value)
            if name != HIDDEN:
                self.ended[key] = value
                self._weights[key] = weight_of(value, _MOST_ENDED)
        while self.ended and (len(self.ended) > most or sum(self._weights.values()) > _MOST_ENDED):
            oldest = next(iter(self.ended))
            del self.ended[oldest], self._weights[oldest]

    def forget(self, function: str, name: str) -> None:
        """Removes a variable that has no value any more."""
        self.ended.pop(_key(function, name), None)
        self._weights.pop(_key(function, name), None)

    def before(self, function: str, name: str) -> EarlierValues:
        """The former values of a variable."""
        return self.earlier.get(_key(function, name), EarlierValues())


def _key(function: str, name: str) -> str:
    return f"{function}.{name}" if function else name


def _short_text(value: Value) -> str:
    """A value as a short text."""
    if isinstance(value, list | dict) and weight_of(value, _LONGEST) > _LONGEST:
        return f"({len(value)} items)"
    told = repr(value[:_LONGEST] if isinstance(value, str) else value)
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
