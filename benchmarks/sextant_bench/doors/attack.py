"""What an attack is: a name, what is tried, and a function that says what came through."""

import tomllib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from sextant_bench.doors.room import Room

__all__ = ["TABLES", "Attack", "Impossible", "Kind", "Scene", "bare"]

Kind = Literal["local user", "page", "model", "file", "process"]

T = TypeVar("T")

TABLES: Mapping[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "attacks.toml").read_text("utf-8"))
"""What attacks of one runner are made of, by table and name."""


class Impossible(Exception):  # noqa: N818 - named by what went wrong, as in errors.py
    """The attack cannot be tried on this machine. It counts as skipped, and that fails the bench."""


@dataclass(frozen=True, slots=True)
class Attack(Generic[T]):
    """One attack on what its scene has set up.

    `run` gives what came through, in words; nothing where the door was closed. It raises whatever it likes where the
    attack could not be carried out as it was meant: that is an error of the bench, and no closed door.
    """

    name: str
    tried: str
    run: Callable[[T], str]
    seconds: float


@dataclass(frozen=True)
class Scene(Generic[T]):
    """Attacks on one set-up, one after the other, in a process of their own.

    `stage` sets up and clears away; what it yields is handed to each attack.
    """

    kind: Kind
    name: str
    stage: Callable[[Room], AbstractContextManager[T]]
    attacks: list[Attack[T]] = field(default_factory=list[Attack[T]])

    def attack(self, name: str, seconds: float = 400.0) -> Callable[[Callable[[T], str]], Callable[[T], str]]:
        """Adds the function as an attack; its docstring says what is tried."""

        def added(run: Callable[[T], str]) -> Callable[[T], str]:
            self.add(name, (run.__doc__ or "").strip().partition("\n")[0], run, seconds)
            return run

        return added

    def add(self, name: str, tried: str, run: Callable[[T], str], seconds: float = 400.0) -> None:
        """Adds an attack.

        Raises:
            ValueError: It does not say what is tried, or there is one of that name.
        """
        if not tried or any(one.name == name for one in self.attacks):
            raise ValueError(f"The attack {name!r} needs words of its own, and a name of its own.")
        self.attacks.append(Attack(name, tried, run, seconds))

    def each(
        self, name: str, tried: str, rows: Sequence[str] | Mapping[str, Any], run: Callable[[T, Any], str]
    ) -> None:
        """Adds an attack a row; `{}` in its name and words is the row's name. `run` is given the row, or that name."""
        own = rows if isinstance(rows, Mapping) else dict(zip(rows, rows, strict=True))
        for key, row in own.items():
            self.add(name.format(key), tried.format(key), partial(_of_row, run, row))


def _of_row(run: Callable[[T, Any], str], row: object, staged: T) -> str:
    return run(staged, row)


@contextmanager
def bare(room: Room) -> Generator[Room]:
    """The set-up of attacks that each set up what they need."""
    yield room
