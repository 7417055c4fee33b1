"""Small pure statistics for reports: medians, percentiles, intervals. No dependency beyond the standard library."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

__all__ = [
    "Gain",
    "Interval",
    "gain",
    "grouped",
    "interval_of",
    "mean",
    "mean_or_nan",
    "median",
    "paired_difference",
    "percentile",
    "share",
    "wilson",
]


RowT = TypeVar("RowT")
KeyT = TypeVar("KeyT")


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; both ends belong to it."""

    low: float
    high: float


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean.

    Raises:
        ValueError: There are no values.
    """
    _require(values)
    return math.fsum(values) / len(values)


def mean_or_nan(values: Iterable[float | None]) -> float:
    """The arithmetic mean of those that are known; no number (NaN) where none is, as of what was not measured."""
    known = [value for value in values if value is not None]
    return mean(known) if known else math.nan


def grouped(rows: Iterable[RowT], key: Callable[[RowT], KeyT]) -> dict[KeyT, list[RowT]]:
    """The rows by what the key says of them, in the order in which keys come first."""
    groups: dict[KeyT, list[RowT]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def share(part: float, whole: float) -> float:
    """One as a share of the other; no number (NaN) of nothing."""
    return part / whole if whole else math.nan


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones.

    Raises:
        ValueError: There are no values.
    """
    return percentile(values, 50.0)


def percentile(values: Sequence[float], rank: float) -> float:
    """The value below which `rank` percent lie, linear between neighbours (NumPy's default, type 7).

    Raises:
        ValueError: There are no values, or `rank` is outside 0-100.
    """
    _require(values)
    if not 0.0 <= rank <= 100.0:
        raise ValueError(f"A percentile lies between 0 and 100, not {rank!r}.")
    ordered = sorted(values)
    place = (len(ordered) - 1) * rank / 100.0
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    share = place - below
    # a + (b - a) * share, clamped: rounding must not leave the range of the two neighbours.
    value = ordered[below] + (ordered[above] - ordered[below]) * share
    return min(max(value, ordered[below]), ordered[above])


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a rate; sound for few trials and for rates of 0 and 1.

    Raises:
        ValueError: No trials, or more successes than trials.
    """
    if trials <= 0 or not 0 <= successes <= trials:
        raise ValueError(f"{successes!r} successes of {trials!r} trials make no rate.")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate = successes / trials
    denominator = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / denominator
    half = z / denominator * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(low, high)


def interval_of(successes: int, trials: int) -> list[float] | None:
    """Both ends of the 95 % Wilson interval, for JSON; None of nothing."""
    found = wilson(successes, trials) if trials else None
    return None if found is None else [found.low, found.high]


def paired_difference(both: int, first: int, second: int, neither: int, confidence: float = 0.95) -> Interval:
    """The interval of the first rate minus the second, of pairs: Newcombe's hybrid score method for paired data.

    (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10.) Sound where no pair differs.

    Args:
        both: Pairs in which both succeed.
        first: Those in which only the first does.
        second: Those in which only the second does.
        neither: Those in which neither does.
        confidence: Share of such intervals that hold the difference.

    Raises:
        ValueError: There are no pairs.
    """
    n = both + first + second + neither
    one, two = wilson(both + first, n, confidence), wilson(both + second, n, confidence)
    p, q = (both + first) / n, (both + second) / n
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    phi = (both * neither - first * second) / math.sqrt(margins) if margins else 0.0
    below = (p - one.low) ** 2 - 2 * phi * (p - one.low) * (two.high - q) + (two.high - q) ** 2
    above = (one.high - p) ** 2 - 2 * phi * (one.high - p) * (q - two.low) + (q - two.low) ** 2
    return Interval(p - q - math.sqrt(max(0.0, below)), p - q + math.sqrt(max(0.0, above)))


@dataclass(frozen=True, slots=True)
class Gain:
    """By how many points of success one way does better than another, over pairs of the same task.

    Attributes:
        points: The difference; no number (NaN) where nothing was played in both.
        low, high: Its 95 % interval.
        first, second: Success of each way, as a share.
        n: Pairs.
    """

    points: float
    low: float
    high: float
    first: float
    second: float
    n: int

    def told(self) -> dict[str, float | None]:
        """For JSON, with the size of the sample."""
        points = {"points": self.points, "low": self.low, "high": self.high}
        return {"n": self.n, **{name: round(value, 2) if self.n else None for name, value in points.items()}}


def gain(pairs: Sequence[tuple[bool, bool]]) -> Gain:
    """Of the first way over the second."""
    n = len(pairs)
    both, first, second, neither = (pairs.count((a, b)) for a, b in ((1, 1), (1, 0), (0, 1), (0, 0)))
    found = paired_difference(both, first, second, neither) if n else Interval(math.nan, math.nan)
    points = share(100.0 * (first - second), n)
    return Gain(points, 100 * found.low, 100 * found.high, share(both + first, n), share(both + second, n), n)


def _require(values: Sequence[float]) -> None:
    if not values:
        raise ValueError("A statistic needs at least one value.")
