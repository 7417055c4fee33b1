"""The top of a replay: the goal, the result and how it relates to what the agent said, cost and course at a glance."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sextant.journal.candidates import CandidateSummary, candidates_of
from sextant.journal.record import RunRecord
from sextant.journal.recovery import recovery_of, recovery_words
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.story import StoryStep
from sextant.journal.replay.words import (
    ALONE,
    STATUSES,
    VerdictMark,
    claim_words,
    dollars_words,
    seconds_words,
    tokens_words,
)
from sextant.journal.summary import RunSummary
from sextant.templates import Markup

_HEIGHTS = 20
"""Heights of the bars, in classes of the style sheet."""


@dataclass(frozen=True, slots=True)
class HeadFigure:
    """A figure of the run; `share` of its limit in percent."""

    name: str
    shown: str
    limit: str = ""
    unit: str = ""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A step in the strip of the run, as high as it took long."""

    step: StoryStep
    height: int


@dataclass(frozen=True, slots=True)
class CandidateFigure:
    """A candidate with the screen on which it was seen; no step where the map alone knows it."""

    candidate: CandidateSummary
    number: int
    step: StoryStep | None
    drawing: Markup | None

    @property
    def likely(self) -> str:
        """How likely it is, in percent."""
        return f"{self.candidate.likelihood:.0%}"


@dataclass(frozen=True, slots=True)
class ReplayHead:
    """What stands above the steps."""

    status: VerdictMark
    claim: str
    facts: Sequence[HeadFigure]
    goals: Mapping[str, Sequence[CandidateFigure]]
    """The candidates, by goal."""
    recovery: Sequence[tuple[str, str]]
    """What was tried again, cleared and gone back over."""
    bars: Sequence[Bar]
    longest: float
    """Seconds of the longest step."""
    device: str
    actor: str
    began: datetime


def head_of(record: RunRecord, summary: RunSummary, steps: Sequence[StoryStep], sheet: FrameSheet) -> ReplayHead:
    """Result, candidates, figures and course of the run."""
    episode = None if summary.status == "running" else record.episode
    seconds = episode.seconds if episode is not None else sum(step.transition.seconds for step in steps)
    alone = summary.status == "success" and summary.verified_by == "evidence"
    longest = max((step.transition.seconds for step in steps), default=0.0)
    longest = max(longest, 0.001)
    return ReplayHead(
        ALONE if alone else STATUSES[summary.status],
        claim_words(episode, summary.status),
        _facts(record, summary, seconds),
        _gallery(candidates_of(episode, record.head), steps, sheet),
        list(recovery_words(recovery_of(step.transition for step in steps))),
        [Bar(step, max(round(step.transition.seconds / longest * _HEIGHTS), 1)) for step in steps],
        longest,
        record.head.device,
        record.head.actor,
        datetime.fromtimestamp(summary.began, UTC),
    )


def _facts(record: RunRecord, summary: RunSummary, seconds: float) -> Sequence[HeadFigure]:
    dollars = record.usage().dollars
    limits = {name.rpartition(".")[2]: value for name, value in record.head.settings.items() if "max_" in name}
    return (
        _fact("Steps", str(summary.steps), summary.steps, limits.get("max_steps"), ""),
        _fact("Time", seconds_words(seconds), seconds, limits.get("max_seconds"), " s"),
        HeadFigure("Requests", tokens_words(summary.requests)),
        _fact("Tokens", tokens_words(summary.tokens), summary.tokens, limits.get("max_tokens"), ""),
        _fact("Cost", dollars_words(dollars), dollars, limits.get("max_dollars"), " dollars"),
    )


def _fact(name: str, shown: str, spent: float, limit: str | None, unit: str) -> HeadFigure:
    most = _as_number(limit)
    if most is None:
        return HeadFigure(name, shown)
    return HeadFigure(name, shown, limit or "", unit, min(spent / most, 1.0) * 100)


def _as_number(limit: str | None) -> float | None:
    try:
        number = float(limit or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number > 0 else None


def _gallery(
    found: Sequence[CandidateSummary], steps: Sequence[StoryStep], sheet: FrameSheet
) -> Mapping[str, Sequence[CandidateFigure]]:
    """A figure for each candidate, by goal."""
    at = {step.transition.step: step for step in reversed(steps) if not step.transition.interrupt}
    figures: dict[str, list[CandidateFigure]] = {one.goal: [] for one in found}
    for number, one in enumerate(sorted(found, key=lambda one: list(figures).index(one.goal)), 1):
        step = None if one.step is None else at.get(one.step)
        label = f"Candidate {number}: {one.name}"
        drawing = None if step is None else sheet.frame(step.before, label, elements=False)
        figures[one.goal].append(CandidateFigure(one, number, step, drawing))
    return figures
