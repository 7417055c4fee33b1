"""What a screen left undecided is asked in the next decision, and answered before its action field."""

from typing import Any

from sextant.evidence.evaluate import held
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Judgement, Question
from sextant.types.evidence import Effect, TextVisible, Verdict
from sextant.types.transitions import Transition

_MAX_OPEN = 3


class Hindsight:
    """Open questions about past steps. An answer counts when the words it quotes stand on the screen.

    `attested` collects the verdicts that answers gave, for whoever keeps the record.
    """

    def __init__(self) -> None:
        self._open: dict[str, Verdict] = {}
        self.attested: tuple[Verdict, ...] = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(Question(name, _text(verdict)) for name, verdict in self._open.items())

    def observe(self, transition: Transition) -> None:
        """Closes what the decision answered and opens what this step left undecided."""
        settled = list[Verdict]()
        for judgement in transition.decision.judgements:
            asked = self._open.pop(judgement.question, None)
            if asked is not None:
                settled.append(_verdict(asked, judgement, transition))
        self.attested = tuple(settled)
        for place, verdict in enumerate(transition.verdicts):
            if verdict.outcome == "undecided" and isinstance(verdict.predicate, Effect):
                self._open[f"q{transition.step}.{place}"] = verdict
        for name in list(self._open)[:-_MAX_OPEN]:
            del self._open[name]  # too old to be told from this screen

    def snapshot(self) -> Any:
        return {name: to_json(Verdict, verdict) for name, verdict in self._open.items()}

    def restore(self, state: Any) -> None:
        self._open = {str(name): from_json(Verdict, text) for name, text in state.items()}


def _text(verdict: Verdict) -> str:
    predicate = verdict.predicate
    told = predicate.description if isinstance(predicate, Effect) else verdict.reason
    return f"Did your last step have this effect: {told}?"


def _verdict(asked: Verdict, judgement: Judgement, transition: Transition) -> Verdict:
    if judgement.answer == "unknown":
        return asked
    cited = held(TextVisible(judgement.quote), transition.before, transition.step)
    if cited.outcome != "holds":
        return asked
    outcome = "holds" if judgement.answer == "yes" else "fails"
    reason = f"judged from {judgement.quote!r}"
    return Verdict(asked.predicate, outcome, reason, cited.evidence, attested=True)
