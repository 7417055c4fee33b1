"""What the review said of each decision, counted by class and kind."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sextant_bench.figures import Figure, Json, Listing
from sextant_bench.review.cases import WRONG, Class

__all__ = ["Judged", "details", "figures", "listings"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision after its review. `vetoes` and `advice` are the rules that spoke against it."""

    truth: Class
    kind: str
    where: str
    said: str
    goal: str
    vetoes: tuple[str, ...]
    advice: tuple[str, ...]
    why: str = ""

    @property
    def vetoed(self) -> bool:
        return bool(self.vetoes)

    @property
    def advised(self) -> bool:
        """Whether there was advice and no veto."""
        return bool(self.advice) and not self.vetoes


def share(found: Sequence[Judged], test: Callable[[Judged], bool]) -> float:
    """Of all; nothing measured counts as nothing reached."""
    return sum(map(test, found)) / len(found) if found else float("nan")


def figures(found: Sequence[Judged]) -> tuple[Figure, ...]:
    """`caught_rate` is the mean of the classes, so that none hides behind a larger one."""
    by = _by(found, lambda one: one.truth)
    right = by.get("right", [])
    caught = [share(by.get(name, []), lambda one: one.vetoed) for name in WRONG]
    return (
        Figure("false_veto_rate", share(right, lambda one: one.vetoed), 0.0, better="low"),
        Figure("caught_rate", sum(caught) / len(caught), 1.0),
        Figure("advice_on_right", share(right, lambda one: one.advised), better="low"),
        *(Figure(f"caught_{name}", rate) for name, rate in zip(WRONG, caught, strict=True)),
        Figure("right_decisions", len(right)),
        Figure("wrong_decisions", sum(len(by.get(name, [])) for name in WRONG)),
    )


def details(found: Sequence[Judged], wrong: int) -> dict[str, Json]:
    """Counts by class and kind, by rule, and with `wrong` examples of what went wrong."""
    rows: dict[str, Json] = {
        key: {
            "n": len(group),
            "vetoed": sum(one.vetoed for one in group),
            "advised": sum(one.advised for one in group),
        }
        for key, group in sorted(_by(found, lambda one: f"{one.truth} {one.kind}").items())
    }
    rules: dict[str, Json] = {
        name: dict(Counter(rule for one in group for rule in {*one.vetoes, *one.advice}))
        for name, group in sorted(_by(found, lambda one: one.truth).items())
    }
    missed = [one for one in found if _mistaken(one)]
    named: list[Json] = [
        [one.truth, one.kind, one.where, one.said, one.goal[:300], one.why] for one in _spread(missed, wrong)
    ]
    return {"kinds": rows, "rules": rules, "mistaken": named}


def _mistaken(one: Judged) -> bool:
    return (one.vetoed or one.advised) if one.truth == "right" else not one.vetoed


def _spread(found: Sequence[Judged], most: int) -> list[Judged]:
    """At most so many, from all over."""
    step = max(1, len(found) // most) if most else 1
    return list(found[::step][:most])


def listings(found: Sequence[Judged]) -> tuple[Listing, ...]:
    """For people: each class and kind with what became of it."""
    rows = [
        (
            key,
            str(len(group)),
            f"{share(group, lambda one: one.vetoed):.1%}",
            f"{share(group, lambda one: one.advised):.1%}",
        )
        for key, group in sorted(_by(found, lambda one: f"{one.truth}: {one.kind}").items())
    ]
    return (Listing("Decisions", ("class and kind", "n", "vetoed", "advised against"), tuple(rows)),)


def _by(found: Iterable[Judged], key: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in found:
        groups[key(one)].append(one)
    return dict(groups)
