"""From the verdicts of a step to its effectiveness (TSR's `action_effective`, LongHorizonUI's verification)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.evidence.evaluate import evaluate
from sextant.types.evidence import Changed, Predicate, Verdict
from sextant.types.screens import Screen
from sextant.types.transitions import Effectiveness


@dataclass(frozen=True, slots=True)
class StepJudgement:
    """What the next screen says of a step."""

    effectiveness: Effectiveness
    verdicts: tuple[Verdict, ...]

    @property
    def open_questions(self) -> tuple[Verdict, ...]:
        """Verdicts that the screen left undecided: they are asked in hindsight."""
        return tuple(verdict for verdict in self.verdicts if verdict.outcome == "undecided")


def judge_step(expectations: Sequence[Predicate], before: Screen, after: Screen, step: int) -> StepJudgement:
    """Evaluates what was expected of a step, from its next screen only.

    Without expectations a change of the screen is the least that is expected. A failed expectation on an unchanged
    screen means no effect; on a changed one the step is uncertain, which calls for a check and never for a repeat.
    """
    wanted: Sequence[Predicate] = expectations or (Changed(),)
    verdicts = tuple(evaluate(predicate, before, after, step) for predicate in wanted)
    proving = [verdict for verdict in verdicts if verdict.outcome == "holds" and not verdict.vacuous]
    failing = [verdict for verdict in verdicts if verdict.outcome == "fails"]
    changed = before.digest != after.digest
    if failing and not proving:
        return StepJudgement("uncertain" if changed else "ineffective", verdicts)
    if failing:
        return StepJudgement("uncertain", verdicts)
    if proving:
        return StepJudgement("effective", verdicts)
    return StepJudgement("uncertain" if changed else "ineffective", verdicts)
