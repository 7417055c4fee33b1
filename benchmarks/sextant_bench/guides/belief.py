"""How often the belief guide notices what changed behind the actor, and how often it is alarmed over nothing.

Simulated: walks on phones of drawn names, on a long list, and at random over worlds of several apps. The truth is the
worlds' own (`sextant_bench.belief`): something hidden has changed, and the step's screen is the first to show it. An
alarm counts for that step alone. A quarter of the seeds is drawn at run time.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_bench.belief.episode import WalkTruth, play, truth_of
from sextant_bench.belief.random_walk import ROAMING, roam
from sextant_bench.belief.walks import CALM, KINDS, Kind, calm_walk, changed_walk
from sextant_bench.figures import Json, Seeds, draw_seeds
from sextant_bench.statistics import Interval, share, wilson

__all__ = ["BeliefFigures", "Mistake", "belief_figures"]

_NOWHERE = Interval(math.nan, math.nan)
_NAMED: dict[str, tuple[str, ...]] = {
    "clip-emptied": ("clipboard",),
    "clip-overwritten": ("clipboard",),
    "drafts-lost": ("draft",),
    "choices-reset": ("choice",),
    "page-reloaded": ("choice", "draft"),
    "locked": (),
    "save-failed": ("write",),
    "app-killed": ("left",),
    "page-dropped": ("back",),
}
"""What an alarm names where it names what changed. Nobody says what was copied, and no field shows a locked session."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A walk on which the guide was wrong, to be looked into."""

    seed: int
    kind: str
    told: str


@dataclass(frozen=True, slots=True)
class BeliefFigures:
    """Shares with their 95% intervals.

    Attributes:
        mismatch_recall: Of the changes that a screen showed, those that raised an alarm at that step.
        mismatch_n: How many those were.
        false_alarm_rate: Of the walks on which nothing changed behind the actor, those with any alarm.
        calm_n: How many those were.
        calm_steps: Their steps together.
        named: Alarms that also name what changed: a draft, a choice, where an app was left, where back leads.
        early: Walks with a change on which there was an alarm before anything showed; they count as missed.
        hidden: Walks with a change that no screen ever showed, left out of the recall.
        recall_by_kind, alarms_by_kind: The same, apart.
    """

    mismatch_recall: float
    mismatch_interval: Interval
    mismatch_n: int
    false_alarm_rate: float
    false_alarm_interval: Interval
    calm_n: int
    calm_steps: int
    named: int
    early: int
    hidden: int
    seeds: Seeds
    recall_by_kind: dict[str, str] = field(default_factory=dict[str, str])
    alarms_by_kind: dict[str, str] = field(default_factory=dict[str, str])
    mistakes: tuple[Mistake, ...] = ()

    def told(self) -> dict[str, Json]:
        """For the details of a result."""
        recall, alarms = self.mismatch_interval, self.false_alarm_interval
        counts = ("mismatch_n", "calm_n", "calm_steps", "named", "early", "hidden", "recall_by_kind", "alarms_by_kind")
        return {
            **{name: getattr(self, name) for name in counts},
            "mismatch_recall_95": [recall.low, recall.high],
            "false_alarm_rate_95": [alarms.low, alarms.high],
            "seeds": {"fixed": self.seeds.fixed, "drawn": self.seeds.drawn, "entropy": self.seeds.entropy},
            "mistakes": [f"{one.kind} {one.seed}: {one.told}" for one in self.mistakes[:40]],
        }


class _WatchedGuide:
    """The guide beside a walk, deciding nothing."""

    def __init__(self) -> None:
        self._ledger = ClaimLedger()
        self.guide = BeliefGuide(self._ledger)
        self.alarms: list[tuple[int, str, str]] = []

    def begin(self, screen: Screen) -> None:
        self.guide.see(screen)

    def observe(self, transition: Transition) -> None:
        known = {one.id for one in self.guide.fallen}
        self.guide.observe(transition)
        self.alarms += [
            (transition.step, one.kind, f"{one.about}: {one.value}") for one in self.guide.fallen if one.id not in known
        ]


@dataclass
class _Tally:
    hits: Counter[str] = field(default_factory=Counter[str])
    shown: Counter[str] = field(default_factory=Counter[str])
    alarmed: Counter[str] = field(default_factory=Counter[str])
    calm: Counter[str] = field(default_factory=Counter[str])
    mistakes: list[Mistake] = field(default_factory=list[Mistake])
    early: int = 0
    named: int = 0
    hidden: int = 0
    steps: int = 0

    def changed(self, seed: int, name: str, change: str, truth: WalkTruth, alarms: list[tuple[int, str, str]]) -> None:
        if truth.reveal is None:
            self.hidden += 1
            return
        self.shown[name] += 1
        early = any(step < truth.reveal for step, _, _ in alarms)
        hit = any(step == truth.reveal for step, _, _ in alarms)
        self.named += any(step == truth.reveal and kind in _NAMED[change] for step, kind, _ in alarms)
        self.early += early
        self.hits[name] += hit and not early
        if early or not hit:
            self.mistakes.append(Mistake(seed, name, f"{change} shown at {truth.reveal}: {alarms}"))

    def nothing(self, seed: int, name: str, steps: int, alarms: list[tuple[int, str, str]]) -> None:
        self.calm[name] += 1
        self.steps += steps
        self.alarmed[name] += bool(alarms)
        if alarms:
            self.mistakes.append(Mistake(seed, name, f"alarmed: {alarms}"))


def belief_figures(
    seeds: int = 60,
    seed: int | None = None,
    report: Callable[[str], None] = lambda text: None,  # noqa: ARG005
) -> BeliefFigures:
    """Takes, for each seed, a walk of every kind with and without its change, calm walks, and one at random."""
    drawn, tally = draw_seeds(seeds, seed), _Tally()
    for number in (*drawn.fixed, *drawn.drawn):
        for kind in KINDS:
            _compare(tally, number, kind)
        for name in CALM:
            watched = _WatchedGuide()
            played = play(calm_walk(number, name), watched)
            tally.nothing(number, name, len(played.steps), watched.alarms)
        _roam(tally, number)
        report(f"seed {number}: {sum(tally.hits.values())}/{sum(tally.shown.values())} noticed, "
               f"{sum(tally.alarmed.values())}/{sum(tally.calm.values())} alarmed over nothing")  # fmt: skip
    return _figures(tally, drawn)


def _compare(tally: _Tally, seed: int, kind: Kind) -> None:
    walk = changed_walk(seed, kind)
    watched, calm = _WatchedGuide(), _WatchedGuide()
    played = play(walk, watched)
    tally.changed(seed, kind, walk.change, truth_of(walk, played), watched.alarms)
    steps = len(play(walk.calm, calm).steps)
    tally.nothing(seed, f"{kind}, unchanged", steps, calm.alarms)


def _roam(tally: _Tally, seed: int) -> None:
    """Touches and types at random in a world of several apps, with each change and without."""
    for change in ROAMING:
        watched = _WatchedGuide()
        roamed = roam(seed, change, watched)
        tally.changed(seed, f"at random, {change}", change, roamed.truth, watched.alarms)
    calm = _WatchedGuide()
    steps = len(roam(seed, None, calm).played.steps)
    tally.nothing(seed, "at random", steps, calm.alarms)


def _figures(tally: _Tally, seeds: Seeds) -> BeliefFigures:
    hits, shown = sum(tally.hits.values()), sum(tally.shown.values())
    alarmed, calm = sum(tally.alarmed.values()), sum(tally.calm.values())
    return BeliefFigures(
        mismatch_recall=share(hits, shown),
        mismatch_interval=wilson(hits, shown) if shown else _NOWHERE,
        mismatch_n=shown,
        false_alarm_rate=share(alarmed, calm),
        false_alarm_interval=wilson(alarmed, calm) if calm else _NOWHERE,
        calm_n=calm,
        calm_steps=tally.steps,
        named=tally.named,
        early=tally.early,
        hidden=tally.hidden,
        seeds=seeds,
        recall_by_kind={kind: f"{tally.hits[kind]}/{tally.shown[kind]}" for kind in tally.shown},
        alarms_by_kind={name: f"{tally.alarmed[name]}/{tally.calm[name]}" for name in tally.calm},
        mistakes=tuple(tally.mistakes),
    )
