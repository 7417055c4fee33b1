"""What a bench takes and gives: options, figures with targets, the result, and its two renderings."""

import json
import os
import platform
import random
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from typing import TYPE_CHECKING, Literal, TypeVar

from sextant.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "BenchOptions",
    "BenchResult",
    "Figure",
    "Json",
    "Listing",
    "Seeds",
    "draw_seeds",
    "environment",
    "figure_table",
    "listing_table",
]

WordT = TypeVar("WordT", bound=str)

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What JSON can hold."""


def _silent(line: str) -> None:
    """Reports nothing."""
    del line


_FLAGS = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """How a bench is run. An empty `device` or `actor`, and `n` or `limit` None, mean the bench's own choice.

    Attributes:
        device: As a user writes it, `web`, `web:http://…`.
        actor: `scripted`, `navigator`, the name of a model.
        seed: Fixes the seeds that are otherwise drawn at run time.
        n: How many samples (steps, kills, seeds a task …).
        limit: At most this many tasks or cases; anything left out counts as `excluded`.
        json: The caller prints JSON; progress goes through `report` all the same.
        extra: Options of one bench, by name.
        report: Takes one line of progress.
    """

    device: str = ""
    actor: str = ""
    seed: int | None = None
    n: int | None = None
    limit: int | None = None
    json: bool = False
    extra: Mapping[str, str] = field(default_factory=dict[str, str])
    report: Callable[[str], None] = _silent

    def whole(self, name: str, default: int, least: int = 1) -> int:
        """An option of this bench that is a whole number.

        Raises:
            UsageError: It is none, or smaller than `least`.
        """
        text = self.extra.get(name, str(default)).strip()
        if not re.fullmatch(r"[+-]?\d{1,9}", text) or int(text) < least:
            raise _malformed(name, text, f"a whole number, at least {least}", str(default))
        return int(text)

    def share(self, name: str, default: float) -> float:
        """An option of this bench that is a share.

        Raises:
            UsageError: It is no number from 0 to 1.
        """
        text = self.extra.get(name, f"{default:g}").strip()
        if not re.fullmatch(r"\d*\.?\d+|\d+\.", text) or not 0 <= float(text) <= 1:
            raise _malformed(name, text, "a number from 0 to 1", f"{default:g}")
        return float(text)

    def flag(self, name: str, default: bool) -> bool:
        """An option of this bench that is on or off.

        Raises:
            UsageError: It is neither.
        """
        text = self.extra.get(name, "1" if default else "0").strip()
        if text.casefold() not in _FLAGS:
            raise _malformed(name, text, "1 or 0", "1" if default else "0")
        return _FLAGS[text.casefold()]

    def one_of(self, name: str, known: Sequence[WordT], default: WordT) -> WordT:
        """An option of this bench that is one of several words.

        Raises:
            UsageError: It is none of them.
        """
        text = self.extra.get(name, default)
        for word in known:
            if word == text:
                return word
        raise UsageError(f"There is no {name} {text!r}.", f"Choose one of: {', '.join(known)}.")

    def some_of(self, name: str, known: Sequence[WordT], what: str) -> tuple[WordT, ...]:
        """The words of a comma-separated option in the order of `known`; all where it is empty.

        Raises:
            UsageError: One is none of them. `what` says what there is none of.
        """
        asked = {word.strip() for word in self.extra.get(name, "").split(",") if word.strip()}
        if unknown := sorted(asked - {*known}):
            raise UsageError(f"There is no {what} {unknown[0]!r}.", f"Choose one of: {', '.join(known)}.")
        return tuple(word for word in known if not asked or word in asked)


def _malformed(name: str, text: str, wanted: str, default: str) -> UsageError:
    return UsageError(
        f"The option {name!r} of this bench is {wanted}, not {text!r}.", f"Write {name}={default}, or leave it out."
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. Without a `target` it is reported and cannot fail."""

    name: str
    value: float
    target: float | None = None
    unit: str = ""
    better: Literal["high", "low"] = "high"

    @property
    def met(self) -> bool:
        """Whether the value reaches its target; a value that is not a number never does."""
        if self.target is None:
            return True
        return self.value >= self.target if self.better == "high" else self.value <= self.target


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a run. A quarter is drawn at run time, so that no solution can be fitted to them."""

    fixed: tuple[int, ...]
    drawn: tuple[int, ...]
    entropy: int
    """Passed as `BenchOptions.seed`, it draws the same seeds again."""

    @property
    def all(self) -> tuple[int, ...]:
        return self.fixed + self.drawn


@dataclass(frozen=True, slots=True)
class Listing:
    """A table for people beside the figures: a heading a column, a row a line; the first column is text."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a bench found. Anything skipped, in error or excluded fails every figure that has a target.

    `n` counts what was measured (tasks, kills, steps). A failed episode is a result and lowers the figure; an
    `error` is one of the bench itself. `baselines` are measured in the same call and hold no target.
    """

    name: str
    figures: tuple[Figure, ...]
    n: int
    skipped: int = 0
    errors: int = 0
    excluded: int = 0
    seeds: Seeds | None = None
    baselines: tuple[Figure, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    details: Mapping[str, Json] = field(default_factory=dict[str, Json])
    listings: tuple[Listing, ...] = ()
    """Shown to people; what they say stands in `details` as well."""

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return self.n > 0 and not (self.skipped or self.errors or self.excluded)

    @property
    def ok(self) -> bool:
        """Whether every figure is met and nothing was left out."""
        return self.complete and all(figure.met for figure in self.figures)

    def met(self, figure: Figure) -> bool:
        """Whether a figure of this result counts as met."""
        return figure.met and (self.complete or figure.target is None)

    def to_json(self) -> str:
        """One JSON object on one line: the figures by name, then the counts, then everything else."""
        plain: dict[str, Json] = {"bench": self.name, "ok": self.ok}
        plain |= {figure.name: _number(figure.value) for figure in self.figures}
        plain |= {"n": self.n, "skipped": self.skipped, "errors": self.errors, "excluded": self.excluded}
        plain["figures"] = [_figure_json(figure, self.met(figure)) for figure in self.figures]
        plain["baselines"] = {figure.name: _number(figure.value) for figure in self.baselines}
        if self.seeds is not None:
            plain["seeds"] = {"fixed": self.seeds.fixed, "drawn": self.seeds.drawn, "entropy": self.seeds.entropy}
        plain["environment"] = self.environment
        plain["details"] = self.details
        return json.dumps(plain, ensure_ascii=False, allow_nan=False)


def draw_seeds(count: int, seed: int | None = None) -> Seeds:
    """`count` seeds, three quarters fixed (0, 1, 2 …) and one quarter drawn, at least one.

    Args:
        count: How many in all, at least 1.
        seed: Fixes the draw; None draws from the system's entropy.
    """
    drawn = max(1, count // 4)
    entropy = secrets.randbits(32) if seed is None else seed
    rng = random.Random(entropy)  # noqa: S311 - seeds of episodes, not secrets
    return Seeds(
        fixed=tuple(range(count - drawn)),
        drawn=tuple(rng.randrange(1_000, 1_000_000) for _ in range(drawn)),
        entropy=entropy,
    )


def environment(*packages: str) -> dict[str, str]:
    """Where the figures were measured: processors, system, versions of Python, of Sextant and the packages named."""
    found = {
        "cpus": str(os.cpu_count() or 0),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for package in ("sextant", *packages):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def figure_table(result: BenchResult) -> "Table":
    """The result for a terminal: one row a figure, then the baselines."""
    from rich.table import Table

    table = Table(title=f"bench {result.name}", title_justify="left", caption=_caption(result), caption_justify="left")
    for heading, justify in (("figure", "left"), ("value", "right"), ("target", "right"), ("", "left")):
        table.add_column(heading, justify="right" if justify == "right" else "left")
    for figure in result.figures:
        table.add_row(figure.name, _shown(figure), _target(figure), _verdict(result, figure))
    for figure in result.baselines:
        table.add_row(f"baseline {figure.name}", _shown(figure), "", "")
    return table


def listing_table(listing: Listing) -> "Table":
    """A listing for a terminal."""
    from rich.table import Table

    table = Table(title=listing.title, title_justify="left")
    for number, heading in enumerate(listing.headings):
        table.add_column(heading, justify="right" if number else "left")
    for row in listing.rows:
        table.add_row(*row)
    return table


def _verdict(result: BenchResult, figure: Figure) -> str:
    if figure.target is None:
        return ""
    if result.met(figure):
        return "met"
    return "not judged" if figure.met else "missed"  # what was left out may have told otherwise


def _caption(result: BenchResult) -> str:
    counts = f"n {result.n}, skipped {result.skipped}, errors {result.errors}, excluded {result.excluded}"
    if result.seeds is None:
        return counts
    drawn = ", ".join(str(seed) for seed in result.seeds.drawn)
    return f"{counts}; drawn seeds {drawn} (--seed {result.seeds.entropy})"


def _shown(figure: Figure) -> str:
    """What could not be measured is a dash."""
    if _number(figure.value) is None:
        return "–"
    return f"{figure.value:.4g} {figure.unit}".rstrip()


def _target(figure: Figure) -> str:
    if figure.target is None:
        return ""
    return f"{'≥' if figure.better == 'high' else '≤'} {figure.target:g}"


def _figure_json(figure: Figure, met: bool) -> dict[str, Json]:
    return {
        "name": figure.name,
        "value": _number(figure.value),
        "target": figure.target,
        "unit": figure.unit,
        "better": figure.better,
        "met": met,
    }


def _number(value: float) -> float | None:
    """JSON knows no NaN: a figure that could not be measured is null, and missed."""
    finite = value == value and value not in (float("inf"), float("-inf"))
    return value if finite else None
