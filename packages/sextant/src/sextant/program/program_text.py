"""Renders a program as text: its active path, its variables, its numbered lines."""

from collections.abc import Callable, Collection, Sequence

from sextant.program.language import DoneStatement, Machine, PathLevel

__all__ = ["MOST_LETTERS", "WINDOW", "numbered", "path_in_words", "short", "variables_in_words"]

WINDOW = 25
"""Number of lines shown before and after the current one."""
_SHOWN_DONE = 8
_LONGEST_TEXT = 160
_LONGEST_VALUE = 400
MOST_LETTERS = 3400
"""Most characters of all variables together, as fits into their section."""
_LONGEST_EARLIER = 200
_FOR_THE_REST = 240
"""Characters reserved for the list of left-out variables."""
_SHORTEST = 24


Spans = Callable[[int, int], tuple[int, int] | None]
"""From the first and last leaf, the first and last step of the run that they took; None if they took none."""


def path_in_words(path: Sequence[PathLevel], spans: Spans | None = None) -> str:
    """The active path: each level with what was done there, the outermost first.

    With `spans`, it includes the numbers of the steps, with which they can be looked up.
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
        lines += [f"{indent}  done: {_done_text(done)}{_steps(spans, _first(done), done.step)}" for done in latest]
    return "\n".join(lines)


def _first(done: DoneStatement) -> int:
    return done.step if done.first is None else done.first


def _steps(spans: Spans | None, first: int, last: int) -> str:
    """` (steps 3-14)`; empty if they took no step."""
    span = None if spans is None else spans(first, last)
    if span is None:
        return ""
    return f" (step {span[0]})" if span[0] == span[1] else f" (steps {span[0]}-{span[1]})"


def variables_in_words(machine: Machine, most: int = MOST_LETTERS, wanted: Collection[str] = ()) -> str:
    """The variables, one per line, the latest last, in at most `most` characters.

    Those that are `wanted`, and those that are read next by the program, have priority and are shown in full if there
    is room; then come the newest. For the others, a line gives their number and names. Values of earlier turns are
    listed below their variable.
    """
    values = machine.known_values
    entries = {(function, name): value for function, name, value in values}
    names = [name for _, name, _ in values]
    labels = {key: f"{key[1]} (in {key[0]})" if key[0] and names.count(key[1]) > 1 else key[1] for key in entries}
    asked = [key for key in entries if key[1] in wanted]
    soon = [key for key in (*asked, *machine.reads) if key in entries]
    told: dict[tuple[str, str], str] = {}
    room = most - _FOR_THE_REST
    for key in dict.fromkeys((*soon, *reversed(entries))):
        head = f"{labels[key]} = "
        longest = room - len(head) - 1 if key in soon else min(_LONGEST_VALUE, room - len(head) - 1)
        if longest >= _SHORTEST:
            told[key] = head + short(entries[key], longest)
            room -= len(told[key]) + 1
    left = [labels[key] for key in reversed(entries) if key not in told]
    for key in (key for key in dict.fromkeys((*soon, *reversed(entries))) if key in told):
        line = _earlier(labels[key], *machine.before(*key), 10**4 if key in asked else _LONGEST_EARLIER)
        if line and len(line) < room:
            told[key] += f"\n{line}"
            room -= len(line) + 1
    more = f"{len(left)} more are kept; name in `show` those that you need: {', '.join(left)}" if left else ""
    cut = more if len(more) <= _FOR_THE_REST else f"{more[: _FOR_THE_REST - 2]}…"
    return "\n".join(filter(None, [cut, *(told[key] for key in entries if key in told)]))


def _earlier(label: str, count: int, values: Sequence[str], most: int) -> str:
    """`amount in earlier turns: '20 EUR', '10 EUR'`, the newest first."""
    shown: list[str] = []
    for value in reversed(values):
        if sum(map(len, shown)) + len(value) > most:
            break
        shown.append(value)
    if not shown:
        return ""
    more = f" ({count - len(shown)} more)" if count > len(shown) else ""
    return f"{label} in earlier turns: {', '.join(shown)}{more}"


def short(value: object, most: int = _LONGEST_VALUE) -> str:
    """A value as text; a long one is shortened in the middle."""
    said = repr(value)
    if len(said) <= most:
        return said
    tail = most // 3
    return f"{said[: most - tail]}… ({len(said)} characters) …{said[-tail:]}"


def numbered(source: str, line: int = 0, window: int = 0) -> str:
    """Numbered lines; `line` is marked. With `window`, only that many lines before and after it."""
    lines = source.rstrip().splitlines()
    told = [f"{'>' if number == line else ' '}{number:4}  {text}" for number, text in enumerate(lines, 1)]
    first = max(0, line - 1 - window) if window else 0
    last = line + window if window else len(told)
    return "\n".join([*(["   …"] if first else []), *told[first:last], *(["   …"] if last < len(told) else [])])


def _done_text(done: DoneStatement) -> str:
    return done.text if len(done.text) <= _LONGEST_TEXT else done.text[: _LONGEST_TEXT - 1] + "…"
