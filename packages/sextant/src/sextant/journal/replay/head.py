"""The head of a replay: the figures of the run, and its candidates."""

import math
from collections.abc import Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.html_templates import Markup
from sextant.journal.candidates import CandidateSummary
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.story import StoryStep
from sextant.journal.replay.words import dollars_words, seconds_words, tokens_words
from sextant.journal.run_reader import RunRecord
from sextant.journal.summary import RunSummary
from sextant.types.tasks import Episode


@dataclass(frozen=True, slots=True)
class HeadFigure:
    """A figure of the run; `share` is its percentage of the limit."""

    name: str
    shown: str
    limit: str = ""
    unit: str = ""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class CandidateFigure:
    """A candidate with the screen on which it was seen; without a step if only the map knows it."""

    candidate: CandidateSummary
    number: int
    step: StoryStep | None
    drawing: Markup | None

    @property
    def likely(self) -> str:
        """The likelihood in percent."""
        return f"{self.candidate.likelihood:.0%}"


def head_figures(
    record: RunRecord, summary: RunSummary, episode: Episode | None, steps: Sequence[StoryStep]
) -> Sequence[HeadFigure]:
    """Steps, time and cost of the run. For a run without a result, the time is the sum of its steps."""
    seconds = episode.seconds if episode is not None else sum(step.transition.seconds for step in steps)
    dollars = record.usage().dollars
    limits = {name.rpartition(".")[2]: value for name, value in record.head.settings.items() if "max_" in name}
    return (
        _figure("Steps", str(summary.steps), summary.steps, limits.get("max_steps"), ""),
        _figure("Time", seconds_words(seconds), seconds, limits.get("max_seconds"), " s"),
        HeadFigure("Requests", tokens_words(summary.requests)),
        _figure("Tokens", tokens_words(summary.tokens), summary.tokens, limits.get("max_tokens"), ""),
        _figure("Cost", dollars_words(dollars), dollars, limits.get("max_dollars"), " dollars"),
    )


def _figure(name: str, shown: str, spent: float, limit: str | None, unit: str) -> HeadFigure:
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


def candidate_figures(
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
