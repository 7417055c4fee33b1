"""What a follower takes down while it walks a saved route: where it is, what was not as it was, what came near."""

from dataclasses import dataclass, field
from typing import Literal

DeviationKind = Literal[
    "start", "missing", "loose", "refused", "elsewhere", "readdressed", "renamed", "covered", "lost", "relaunch"
]


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the walk was not as the route says. `hop` counts from 1; 0 is the start."""

    hop: int
    kind: DeviationKind
    text: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """A screen that came near the target; `why` it is not that follows a `but`."""

    name: str
    address: str
    why: str

    @property
    def text(self) -> str:
        """In words, with why it does not count."""
        where = f" ({self.address})" if self.address and self.address != self.name else ""
        return f"{self.name!r}{where}, but {self.why}"


@dataclass(slots=True)
class Following:
    """What a follower remembers, JSON-able."""

    at: int = -1
    """The last stop that was confirmed; -1 before the first look."""
    under_way: bool = False
    """Whether the hop from `at` has been made and its landing not yet been looked at."""
    opening: bool = False
    """Whether a menu was opened for the hop from `at`: what shows then may well pass for another screen."""
    doubt: str = ""
    """What is told of the hop under way if it does not lead to the very same thing."""
    touched: str = ""
    """What the element of the last hop that was made is called now."""
    strayed: bool = False
    deviations: list[Deviation] = field(default_factory=list[Deviation])
    broken: set[int] = field(default_factory=set[int])
    """Stops whose next hop is not tried again; the last of them has none."""
    counts: dict[str, int] = field(default_factory=dict[str, int])
    nearest: list[Nearest] = field(default_factory=list[Nearest])

    @property
    def expected(self) -> int:
        """The number of the stop that the walk should be at."""
        return self.at + 1 if self.under_way or self.at < 0 else self.at

    def count(self, what: str) -> int:
        """How often that has happened, this time included."""
        self.counts[what] = self.counts.get(what, 0) + 1
        return self.counts[what]

    def stray(self) -> None:
        """The walk goes on without the route."""
        self.strayed, self.under_way = True, False

    def confirm(self, number: int) -> None:
        """The walk is at that stop of the route."""
        if self.at != number:
            self.opening = False
        self.at, self.strayed, self.under_way = number, False, False

    def deviated(self, hop: int, kind: DeviationKind, text: str) -> None:
        """Takes down what is not as it was, once."""
        one = Deviation(hop, kind, text)
        if one not in self.deviations:
            self.deviations.append(one)

    def near(self, one: Nearest) -> None:
        """Takes down what was taken for the target, once."""
        if one not in self.nearest:
            self.nearest.append(one)
