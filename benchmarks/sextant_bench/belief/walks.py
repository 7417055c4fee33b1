"""What is done on a walk, and what changes behind the actor's back on the way."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from sextant_bench.belief.phone import Names, names_of

__all__ = ["CALM", "KINDS", "Change", "Kind", "Move", "Walk", "calm_walk", "changed_walk"]

Kind = Literal["clipboard", "draft", "selection", "session", "sync", "stack"]
KINDS: tuple[Kind, ...] = ("clipboard", "draft", "selection", "session", "sync", "stack")

Change = Literal[
    "",
    "clip-emptied",
    "clip-overwritten",
    "drafts-lost",
    "choices-reset",
    "app-killed",
    "page-dropped",
    "locked",
    "save-failed",
    "page-reloaded",
    "list-popped",
]
"""What happens behind the actor: the hidden state that it changes is its name."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to do. `tap` and `type` find what is meant by its label."""

    kind: Literal["tap", "type", "open", "back", "home", "recents", "scroll", "wait"]
    label: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """Moves, and the change that comes about before the move at `at`. `bed`: the phone, or a long list on the web."""

    seed: int
    kind: Kind
    moves: tuple[Move, ...]
    change: Change = ""
    at: int = 0
    popup: int = 0
    late: int = 0
    bed: Literal["phone", "list"] = "phone"
    why: str = ""

    @property
    def calm(self) -> "Walk":
        """The same walk on which nothing changes."""
        return replace(self, change="")


def _tap(label: str) -> Move:
    return Move("tap", label)


def _type(label: str, text: str) -> Move:
    return Move("type", label, text)


def _open(app: str) -> Move:
    return Move("open", app)


_BACK, _HOME, _WAIT, _DOWN, _UP = Move("back"), Move("home"), Move("wait"), Move("scroll", "down"), Move("scroll", "up")


def _away(rng: random.Random, names: Names, back: bool = False, been: bool = False) -> tuple[Move, ...]:
    """Out of the form and in again, so that the form is left as it was; `been`: the other app is open on a record."""
    there = () if been else (_tap(names.records[rng.randrange(3)]),)
    ways: list[tuple[Move, ...]] = [
        (_open(names.source), *there, _open(names.target)),
        (_HOME, _tap(names.target)),
        (Move("recents"), _tap(names.target)),
        (_open(names.source), _WAIT, _HOME, _open(names.target)),
    ]
    if back:
        ways += [(_tap("Terms"), _WAIT, _BACK), (_tap("Terms"), _BACK)]
    return rng.choice(ways)


def _idle(rng: random.Random) -> tuple[Move, ...]:
    return tuple(rng.choice((_WAIT, _DOWN, _UP)) for _ in range(rng.randint(0, 2)))


# -- on which something changes -----------------------------------------------------------------------------------


def _clipboard(rng: random.Random, names: Names) -> Walk:
    copying = (_open(names.source), _tap(names.records[0]), _tap(names.copy))
    before = (_type(names.fields[0], names.texts[0]),) if rng.random() < 0.3 else ()
    between = (*_idle(rng), _open(names.target), *_idle(rng), _tap("New entry"), *before)
    at = rng.randint(len(copying), len(copying) + len(between))
    change: Change = rng.choice(("clip-emptied", "clip-overwritten"))
    return Walk(0, "clipboard", (*copying, *between, _tap(names.paste)), change, at)


def _typed(rng: random.Random, names: Names) -> tuple[Move, ...]:
    count = rng.randint(1, 2)
    return tuple(_type(names.fields[place], names.texts[place]) for place in range(count))


def _draft(rng: random.Random, names: Names) -> Walk:
    if rng.random() < 0.25:
        number = rng.randint(3, 20)
        moves = (_type("Comment", names.texts[0]), _DOWN, _tap(f"Row {number + 10}"), _UP, _WAIT)
        return Walk(0, "draft", moves, "page-reloaded", rng.randint(2, 3), bed="list")
    begun = (_open(names.target), _tap("New entry"), *_typed(rng, names))
    if rng.random() < 0.25:
        then = (*_idle(rng), rng.choice((_tap(names.switch), _WAIT)))
        return Walk(0, "draft", (*begun, *then, _UP), "drafts-lost", len(begun) + len(then) - 1)
    away = _away(rng, names, back=True)
    return Walk(0, "draft", (*begun, *away, _UP), "drafts-lost", len(begun) + rng.randint(1, len(away) - 1))


def _selection(rng: random.Random, names: Names) -> Walk:
    if rng.random() < 0.5:
        rows = rng.sample(range(1, 9), rng.randint(1, 3))
        moves = (*(_tap(f"Row {row}") for row in rows), _DOWN, *_idle(rng), _UP, _UP)
        return Walk(0, "selection", moves, "page-reloaded", len(rows) + 1, bed="list")
    begun = (_open(names.target), _tap("New entry"), _tap(names.options[rng.randint(1, 2)]))
    away = _away(rng, names, back=True)
    return Walk(0, "selection", (*begun, *away, _UP), "choices-reset", len(begun) + rng.randint(1, len(away) - 1))


def _session(rng: random.Random, names: Names) -> Walk:
    begun: tuple[Move, ...] = (_open(names.target), _tap(rng.choice(("New entry", "Places"))))
    if rng.random() < 0.5:
        away = _away(rng, names)
        return Walk(0, "session", (*begun, *away), "locked", len(begun) + rng.randint(0, len(away) - 1))
    then = (_WAIT, _BACK, _tap("Places"))
    return Walk(0, "session", (*begun, *then), "locked", len(begun) + rng.randint(0, 2))


def _sync(rng: random.Random, names: Names) -> Walk:
    begun = (_open(names.target), _tap("New entry"), *_typed(rng, names), _tap(names.save))
    ways = (
        (_WAIT, _UP, _UP, _WAIT, _WAIT),
        (_HOME, _open(names.target), _UP, _WAIT, _WAIT),
        (_BACK, _WAIT, _WAIT, _WAIT),
    )
    then = rng.choice(ways)
    return Walk(0, "sync", (*begun, *then), "save-failed", len(begun) + rng.randint(0, 1))


def _stack(rng: random.Random, names: Names) -> Walk:
    deep = (_open(names.target), _tap("Places"), _tap(rng.choice(("North gate", "Old mill", "Harbour"))))
    if rng.random() < 0.4:
        return Walk(0, "stack", (*deep, *_idle(rng), _BACK), "page-dropped", len(deep))
    if rng.random() < 0.4:
        return Walk(0, "stack", (*deep, _tap("Terms"), _BACK, _BACK), "page-dropped", len(deep) + 1)
    away = _away(rng, names)
    return Walk(0, "stack", (*deep, *away), "app-killed", len(deep) + rng.randint(1, len(away) - 1))


_CHANGED: Mapping[Kind, Callable[[random.Random, Names], Walk]] = MappingProxyType(
    {
        "clipboard": _clipboard,
        "draft": _draft,
        "selection": _selection,
        "session": _session,
        "sync": _sync,
        "stack": _stack,
    }
)


def changed_walk(seed: int, kind: Kind) -> Walk:
    """A walk of that kind on which something changes behind the actor."""
    rng = random.Random(f"belief walk {seed} {kind}")  # noqa: S311 - a drawing of walks, no secret
    walk = _CHANGED[kind](rng, names_of(seed))
    popup = rng.randint(3, 8) if walk.bed == "phone" and rng.random() < 0.25 else 0
    late = 2 if walk.bed == "phone" and rng.random() < 0.2 else 0
    return replace(walk, seed=seed, popup=popup, late=late)


# -- on which nothing does ----------------------------------------------------------------------------------------


def _own_discard(rng: random.Random, names: Names) -> tuple[Move, ...]:
    begun = (_open(names.target), _tap("New entry"), *_typed(rng, names), _tap(names.options[1]))
    return (*begun, _BACK, *_idle(rng), _tap("New entry"), _UP)


def _own_send(rng: random.Random, names: Names) -> tuple[Move, ...]:
    begun = (_open(names.target), _tap("New entry"), *_typed(rng, names), _DOWN, _DOWN, _tap("Send"), _UP, _UP, _WAIT)
    return (*begun, *_away(rng, names, back=True), _UP)


def _own_choice(rng: random.Random, names: Names) -> tuple[Move, ...]:
    begun = (_open(names.target), _tap("New entry"), _tap(names.options[1]), _tap(names.options[2]), _tap(names.switch))
    return (*begun, *_away(rng, names, back=True), _tap(names.switch), _tap(names.options[0]), _UP)


def _copied_twice(rng: random.Random, names: Names) -> tuple[Move, ...]:
    first = (_open(names.source), _tap(names.records[0]), _tap(names.copy), _BACK)
    second = (_tap(names.records[1]), _tap(names.copy))
    return (
        *first,
        *second,
        *_idle(rng),
        _open(names.target),
        _tap("New entry"),
        _tap(names.paste),
        _WAIT,
        _tap(names.paste),
    )


def _pasted_over(rng: random.Random, names: Names) -> tuple[Move, ...]:
    copied = (_open(names.source), _tap(names.records[0]), _tap(names.copy), _open(names.target), _tap("New entry"))
    pasted = (_type(names.fields[0], names.texts[0]), _type(names.fields[1], names.texts[1]), _tap(names.paste))
    return (*copied, *pasted, *_away(rng, names, back=True, been=True), _type(names.fields[0], names.texts[2]), _WAIT)


def _sorted_list(rng: random.Random, names: Names) -> tuple[Move, ...]:
    looked = (_open(names.target), _tap("Places"), _tap("By name"), _tap("Harbour"), _BACK, _tap("By name"))
    return (*looked, _tap("Old mill"), *_away(rng, names), _BACK, _BACK)


def _read_of_sessions(rng: random.Random, names: Names) -> tuple[Move, ...]:
    read = (_open(names.source), _tap(names.records[0]), _BACK, _tap(names.records[1]), *_idle(rng))
    return (*read, _open(names.target), _tap("Places"), _open(names.source), _BACK, _BACK)


def _saved(rng: random.Random, names: Names) -> tuple[Move, ...]:
    return (*_sync(rng, names).moves, _UP, _WAIT)


CALM: Mapping[str, Callable[[random.Random, Names], tuple[Move, ...]]] = MappingProxyType(
    {
        "own discard": _own_discard,
        "own sending": _own_send,
        "own choices": _own_choice,
        "copied twice": _copied_twice,
        "pasted over": _pasted_over,
        "sorted list": _sorted_list,
        "texts about sessions": _read_of_sessions,
        "saved": _saved,
    }
)
"""Walks on which the actor itself changes what is hidden, or reads of such changes."""


def calm_walk(seed: int, name: str) -> Walk:
    """A walk of that name, on which nothing changes by itself; half of them with popups or pages that load late."""
    rng = random.Random(f"belief calm {seed} {name}")  # noqa: S311 - a drawing of walks, no secret
    moves = CALM[name](rng, names_of(seed))
    popup = rng.randint(2, 9) if rng.random() < 0.4 else 0
    return Walk(seed, "session", moves, popup=popup, late=2 if rng.random() < 0.3 else 0, why=name)
