"""Keys of captured screens against the labelled pairs. Pure functions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.types.screens import Screen
from sextant_bench.identity.truth import AppTruth, Pair
from sextant_bench.statistics import interval_of, share

__all__ = ["PairScore", "score", "total", "unstable"]


@dataclass(frozen=True, slots=True)
class PairScore:
    """What some pairs came to; counts of pairs. `unscored`: a screen of theirs was not captured."""

    different: int = 0
    merged: tuple[Pair, ...] = ()
    same: int = 0
    split: tuple[Pair, ...] = ()
    of_items: int = 0
    """Pairs of one node about two different things, not split: their bindings have to differ."""
    unbound: tuple[Pair, ...] = ()
    """Of these, the pairs whose bindings are equal."""
    unscored: tuple[Pair, ...] = field(default=())

    @property
    def pairs(self) -> int:
        return self.different + self.same

    @property
    def over_merge(self) -> float:
        return share(len(self.merged), self.different)

    @property
    def over_split(self) -> float:
        return share(len(self.split), self.same)

    def row(self) -> dict[str, object]:
        """For the details of a result."""
        return {
            "pairs": self.pairs,
            "different": self.different,
            "merged": len(self.merged),
            "over_merge": _rounded(self.over_merge),
            "over_merge_95": _interval(len(self.merged), self.different),
            "same": self.same,
            "split": len(self.split),
            "over_split": _rounded(self.over_split),
            "over_split_95": _interval(len(self.split), self.same),
            "of_items": self.of_items,
            "binding_errors": len(self.unbound),
        }


def score(truth: AppTruth, screens: Mapping[str, Screen]) -> PairScore:
    """Compares the keys of every pair. `screens` holds what was captured, by the name of the scene."""
    same = different = of_items = 0
    merged: list[Pair] = []
    split: list[Pair] = []
    unbound: list[Pair] = []
    unscored: list[Pair] = []
    for pair in truth.pairs:
        a, b = screens.get(pair.a), screens.get(pair.b)
        if a is None or b is None:
            unscored.append(pair)
            continue
        one = a.key.id == b.key.id
        if not pair.same:
            different += 1
            merged += [pair] if one else []
            continue
        same += 1
        items = {truth.scene(pair.a).item, truth.scene(pair.b).item}
        if not one:
            split.append(pair)
        elif len(items) == 2 and "" not in items:
            of_items += 1
            unbound += [pair] if a.binding == b.binding else []
    return PairScore(different, tuple(merged), same, tuple(split), of_items, tuple(unbound), tuple(unscored))


def total(scores: Iterable[PairScore]) -> PairScore:
    """All pairs of several apps together."""
    found = list(scores)
    return PairScore(
        sum(one.different for one in found),
        tuple(pair for one in found for pair in one.merged),
        sum(one.same for one in found),
        tuple(pair for one in found for pair in one.split),
        sum(one.of_items for one in found),
        tuple(pair for one in found for pair in one.unbound),
        tuple(pair for one in found for pair in one.unscored),
    )


def unstable(rounds: Sequence[Mapping[str, Screen]]) -> tuple[str, ...]:
    """Scenes that did not get the same key in every round in which they were captured."""
    keys: dict[str, set[str]] = {}
    for captured in rounds:
        for name, screen in captured.items():
            keys.setdefault(name, set()).add(screen.key.id)
    return tuple(name for name, seen in keys.items() if len(seen) > 1)


def _rounded(value: float) -> float | None:
    return round(value, 4) if value == value else None


def _interval(part: int, whole: int) -> list[float]:
    return [round(end, 4) for end in interval_of(part, whole) or ()]
