"""Figures from touches: what they met, what was said of them, what making sure costs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sextant_bench.figures import Figure, Json
from sextant_bench.statistics import median, share

__all__ = ["Timed", "Touch", "baselines", "details", "figures"]

_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Touch:
    """One touch, or one that was given up.

    Attributes:
        kind: The kind of page.
        sure: Whether the device made sure of what it touches.
        wanted: What it was meant for.
        met: What got it, by the server's log; nothing where it was lost.
        effectiveness: What the transition says.
        cause: And why.
        seconds: The device's seconds for it.
        refusals: Causes of the steps before it in which nothing was touched.
        injected: Whether there was a touch in the end.
    """

    kind: str
    sure: bool
    wanted: str
    met: tuple[str, ...] = ()
    effectiveness: str = ""
    cause: str = ""
    seconds: float = 0.0
    refusals: tuple[str, ...] = ()
    injected: bool = True

    @property
    def right(self) -> bool:
        """Whether it met what it was meant for, and nothing else."""
        return self.met == (self.wanted,)

    @property
    def wrong(self) -> bool:
        """Whether it met something else."""
        return any(item != self.wanted for item in self.met)


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds of the same touch on a page that rests, without and with making sure."""

    without: float
    sure: float


def figures(touches: Sequence[Touch], timed: Sequence[Timed], left: int, wanted: int) -> tuple[Figure, ...]:
    """Over the touches that were made sure of; `left`: how often they left the site, `wanted`: touches asked for."""
    played = [touch for touch in touches if touch.sure]
    made = [touch for touch in played if touch.injected]
    added = [1000 * (pair.sure - pair.without) for pair in timed]
    return (
        Figure("touches", len(made), wanted),
        Figure("right_target", share(sum(touch.right for touch in made), len(made)), 0.995),
        Figure("left_the_site", left, 0, "", "low"),
        Figure("wrong_called_effective", _called_effective(made), 0, "", "low"),
        Figure("reached", share(len(made), len(played)), 0.99),
        Figure("kinds", len({touch.kind for touch in made}), 15),
        Figure("added_ms", median(added) if added else _NAN, 50, "ms", "low"),
        Figure("moving_ms", _milliseconds(made), None, "ms", "low"),
        Figure("refused_steps", sum(len(touch.refusals) for touch in played), None, "", "low"),
    )


def baselines(touches: Sequence[Touch], left: int) -> tuple[Figure, ...]:
    """The same over the touches that nobody made sure of."""
    made = [touch for touch in touches if not touch.sure and touch.injected]
    return (
        Figure("touches", len(made)),
        Figure("right_target", share(sum(touch.right for touch in made), len(made))),
        Figure("left_the_site", left, None, "", "low"),
        Figure("wrong_called_effective", _called_effective(made), None, "", "low"),
        Figure("moving_ms", _milliseconds(made), None, "ms", "low"),
    )


def details(touches: Sequence[Touch]) -> dict[str, Json]:
    """By kind of page, and every touch that was not right."""
    return {
        "by_kind": _by_kind([touch for touch in touches if touch.sure]),
        "by_kind_without": _by_kind([touch for touch in touches if not touch.sure]),
        "not_right": [_failure(touch) for touch in touches if touch.sure and not touch.right],
    }


def _called_effective(touches: Sequence[Touch]) -> int:
    return sum(touch.wrong and touch.effectiveness == "effective" for touch in touches)


def _milliseconds(touches: Sequence[Touch]) -> float:
    moving = [1000 * touch.seconds for touch in touches if touch.kind != "still"]
    return median(moving) if moving else _NAN


def _by_kind(touches: Sequence[Touch]) -> dict[str, Json]:
    return {kind: _told([one for one in touches if one.kind == kind]) for kind in sorted({one.kind for one in touches})}


def _told(touches: Sequence[Touch]) -> dict[str, Json]:
    made = [touch for touch in touches if touch.injected]
    return {
        "touches": len(made),
        "right": sum(touch.right for touch in made),
        "wrong": sum(touch.wrong for touch in made),
        "lost": sum(not touch.met for touch in made),
        "given_up": len(touches) - len(made),
        "ms": round(1000 * median([touch.seconds for touch in made]), 1) if made else None,
        "refused": dict(Counter(cause for touch in touches for cause in touch.refusals)),
    }


def _failure(touch: Touch) -> Json:
    return {
        "kind": touch.kind,
        "wanted": touch.wanted,
        "met": touch.met,
        "effectiveness": touch.effectiveness,
        "cause": touch.cause,
        "refusals": touch.refusals,
        "injected": touch.injected,
    }
