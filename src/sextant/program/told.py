"""A program and where it stands, in words: its active path, its variables, its lines with numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sextant.program.language import Done, Place

__all__ = ["WINDOW", "numbered", "path_in_words", "short", "values_in_words"]

WINDOW = 25
"""So many lines of a program are told before and after the one that it stands at."""
_SHOWN_DONE = 8
_LONGEST_TEXT = 160
_LONGEST_VALUE = 400
_MOST_LETTERS = 3600
"""Of all variables together: so many fit into their section."""
_SHORTEST = 24


Spans = Callable[[int, int], tuple[int, int] | None]
"""Of the first and last of some leaves: the steps of the run that they took; None where they took none."""


def path_in_words(path: Sequence[Place], spans: Spans | None = None) -> str:
    """The active path: each level with what was done there, the outermost first.

    With `spans` it says which steps of the run that took, by which they can be recalled.
    """
    lines: list[str] = []
    for depth, place in enumerate(path):
        indent = "  " * depth
        if place.kind != "program":
            turn = f", turn {place.turn}" if place.kind == "loop" else ""
            lines.append(f"{indent}in {place.text}{turn}:")
        hidden = place.done[:-_SHOWN_DONE]
        if hidden:
            since = place.since if place.forgotten else _first(hidden[0])
            took = _steps(spans, since, hidden[-1].step)
            lines.append(f"{indent}  done before: {place.forgotten + len(hidden)}{took}")
        latest = place.done[-_SHOWN_DONE:]
        lines += [f"{indent}  done: {_told(done)}{_steps(spans, _first(done), done.step)}" for done in latest]
    return "\n".join(lines)


def _first(done: Done) -> int:
    return done.step if done.first is None else done.first


def _steps(spans: Spans | None, first: int, last: int) -> str:
    """`(steps 3-14)`, where they took any."""
    span = None if spans is None else spans(first, last)
    if span is None:
        return ""
    return f" (step {span[0]})" if span[0] == span[1] else f" (steps {span[0]}-{span[1]})"


def values_in_words(values: Mapping[str, Any]) -> str:
    """Every variable in a line of its own, the latest last; long values are cut so that all of them have room."""
    room = min(_LONGEST_VALUE, max(_SHORTEST, _MOST_LETTERS // max(1, len(values)) - 16))
    return "\n".join(f"{name} = {short(value, room)}" for name, value in values.items())


def short(value: Any, most: int = _LONGEST_VALUE) -> str:
    """A value, of a long one its beginning and its end."""
    said = repr(value)
    if len(said) <= most:
        return said
    tail = most // 3
    return f"{said[: most - tail]}… ({len(said)} characters) …{said[-tail:]}"


def numbered(source: str, line: int = 0, window: int = 0) -> str:
    """Lines with their numbers; `line` is marked. With `window` only so many before it and after it."""
    lines = source.rstrip().splitlines()
    told = [f"{'>' if number == line else ' '}{number:4}  {text}" for number, text in enumerate(lines, 1)]
    first = max(0, line - 1 - window) if window else 0
    last = line + window if window else len(told)
    return "\n".join([*(["   …"] if first else []), *told[first:last], *(["   …"] if last < len(told) else [])])


def _told(done: Done) -> str:
    return done.text if len(done.text) <= _LONGEST_TEXT else done.text[: _LONGEST_TEXT - 1] + "…"
