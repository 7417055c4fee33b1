"""Values that occur once in a world. An agent that knows one must have read it.

All apps of a world share one `Mint`, attached to the cast's random generator (`Chance`). Its numbers and days use
residue classes of their own, so that no value drawn without it equals one of them.
"""

import random
from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeVar

from sextant_worlds.content.people import WorldPerson, people
from sextant_worlds.spec.phone import Locale

T = TypeVar("T")

_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_DIGITS = "23456789"
_ENDINGS = (90, 95, 50, 40, 80, 20, 75, 25, 60, 99, 45, 30, 70, 85)
_TRIES = 400


class Mint:
    """Gives values that it has not given before."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._taken: set[str] = set()
        self._common: set[str] = set()

    def fresh(self, make: Callable[[], T], key: Callable[[T], str] = str) -> T:
        """The first of the made values that was not given yet; the last one made after 400 tries."""
        value = make()
        for _ in range(_TRIES):
            told = key(value)
            if told not in self._taken and told not in self._common:
                self._taken.add(told)
                return value
            value = make()
        return value

    def keep(self, *values: str) -> None:
        """Notes values that stand somewhere already, so that they are never given."""
        self._common.update(values)

    def code(self, shape: str = "A9-9999") -> str:
        """A code: `A` and `a` stand for letters, `9` for a digit, none easily mistaken; the rest is literal."""
        return self.fresh(lambda: "".join(self._mark(mark) for mark in shape))

    def _mark(self, mark: str) -> str:
        match mark:
            case "A":
                return self._rng.choice(_LETTERS)
            case "a":
                return self._rng.choice(_LETTERS).lower()
            case "9":
                return self._rng.choice(_DIGITS)
            case _:
                return mark

    def amount(self, low: int, high: int) -> int:
        """A price in the smallest unit that ends as prices do (`.90`, `.95`, `.40`)."""

        def make() -> int:
            whole = self._rng.randint(low // 100, max(high // 100, low // 100 + 1))
            return next(
                (made for end in self._rng.sample(_ENDINGS, len(_ENDINGS)) if (made := whole * 100 + end) % 12 > 5),
                whole * 100 + 95,
            )

        return self.fresh(make, lambda value: f"figure {value}")

    def cents(self, low: int, high: int) -> int:
        """Any amount in the smallest unit, as bills have it; never a whole one."""

        def make() -> int:
            value = self._rng.randint(low, high)
            value += (6 - value % 12) if value % 12 < 6 else 0
            return value if value % 100 else value + 1

        return self.fresh(make, lambda value: f"figure {value}")

    def number(self, low: int, high: int) -> int:
        """A whole number."""
        return self.fresh(
            lambda: self._rng.randint(low, high) // 12 * 12 + self._rng.choice((7, 9, 11)),
            lambda value: f"figure {value}",
        )

    def day(self, today: date, low: int, high: int) -> str:
        """A day, ISO 8601, so many days from today, that no other record of the world bears."""
        days = self._days(today, low, high, (6, 7, 8))
        free = [iso for iso in days if iso not in self._taken and iso not in self._common]
        made = self._rng.choice(free or days)
        self._taken.add(made)
        return made

    def plain_day(self, today: date, low: int, high: int) -> str:
        """A day that may occur more than once, and never is one of `day`'s."""
        return self._rng.choice(self._days(today, low, high, (9, 10)))

    def _days(self, today: date, low: int, high: int, classes: tuple[int, ...]) -> list[str]:
        first = today.toordinal()
        days = [day for day in range(first + low, first + high + 1) if day % 11 in classes]
        return [date.fromordinal(day).isoformat() for day in days or [first + low]]

    def time(self, low: int = 7, high: int = 21) -> str:
        """A time of day that no other record of the world bears; never on the quarter of an hour."""
        return self.fresh(
            lambda: f"{self._rng.randint(low, high):02d}:{self._rng.choice((5, 10, 20, 25, 35, 40, 50, 55)):02d}"
        )

    def plain_time(self, low: int = 7, high: int = 21) -> str:
        """A time of day on the quarter of an hour, which may occur more than once."""
        return f"{self._rng.randint(low, high):02d}:{self._rng.choice((0, 15, 30, 45)):02d}"

    def person(self, locale: Locale) -> WorldPerson:
        """Somebody who occurs nowhere else."""
        everyone = people(locale)
        return self.fresh(lambda: self._rng.choice(everyone), lambda person: person.name)

    def one(self, values: Sequence[str]) -> str:
        """One of several texts that was not given yet."""
        return self.fresh(lambda: self._rng.choice(values))


class Chance(random.Random):
    """A random generator that a world's mint hangs on."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.mint = Mint(self)


def minting(rng: random.Random) -> Mint:
    """The mint of a generator; a new one where it has none."""
    return rng.mint if isinstance(rng, Chance) else Mint(rng)
