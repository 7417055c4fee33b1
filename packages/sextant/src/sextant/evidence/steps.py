"""Derives the effectiveness of a step from its verdicts (TSR's `action_effective`, LongHorizonUI's verification)."""

from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.evidence.change import change_between, masked_in_words
from sextant.evidence.evaluate import evaluate
from sextant.evidence.wrong_target import entered_partially, filled_password, touched_neighbour
from sextant.types.evidence import Changed, Evidence, Predicate, Verdict
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Effectiveness


@dataclass(frozen=True, slots=True)
class StepJudgement:
    """The verdicts on a step, and its effectiveness."""

    effectiveness: Effectiveness
    verdicts: tuple[Verdict, ...]


def judge_step(
    expectations: Sequence[Predicate],
    before: Screen,
    after: Screen,
    step: int,
    aimed: ElementRef | None = None,
    typed: str = "",
    moves: bool = False,
) -> StepJudgement:
    """Evaluate the expectations of a step on its next screen.

    Without expectations, any change of the screen is expected. `effective`: one holds, none fails. `ineffective`: none
    is proven, and the screen shows no effect. `uncertain` (check, never repeat): none is proven, but the screen
    changed; some hold and some fail; a neighbour of `aimed` was touched; or less than `typed` was entered. A password
    field counts as filled by its length. For an act that `moves` the view (a scroll), mere movement is no failure.
    """
    wanted: Sequence[Predicate] = expectations or (Changed(),)
    verdicts = tuple(evaluate(predicate, before, after, step) for predicate in wanted)
    judged = _effectiveness(verdicts, before, after, moves)
    filled = None if aimed is None or judged == "effective" else filled_password(before, after, aimed)
    if filled is not None and not any(verdict.outcome == "fails" for verdict in verdicts):
        place = Evidence(after.digest, step, filled.index, filled.box)
        return StepJudgement("effective", (Verdict(Changed(), "holds", masked_in_words(filled), (place,)), *verdicts))
    if judged == "effective" and _amiss(before, after, aimed, typed):
        return StepJudgement("uncertain", verdicts)
    return StepJudgement(judged, verdicts)


def _amiss(before: Screen, after: Screen, aimed: ElementRef | None, typed: str) -> bool:
    if aimed is None:
        return False
    return touched_neighbour(before, after, aimed) is not None or entered_partially(before, after, aimed, typed)


def _effectiveness(verdicts: Sequence[Verdict], before: Screen, after: Screen, moves: bool) -> Effectiveness:
    proving = any(verdict.outcome == "holds" and not verdict.vacuous for verdict in verdicts)
    failing = any(verdict.outcome == "fails" for verdict in verdicts)
    if proving:
        return "uncertain" if failing else "effective"
    shown = change_between(before, after).kind
    return "ineffective" if shown == "same" or (shown == "moved" and not moves) else "uncertain"
