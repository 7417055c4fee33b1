"""A decision, reviewed: at most one revision, and a person asked where a person may overrule."""

from sextant.contracts import Actor, Deliberated, Journal, Person, Reviewing
from sextant.types.decisions import Brief, Decision, Objection


class Deliberation:
    """Actor, review and person around one decision (LongHorizonUI, section 2.3, pre-execution reflection)."""

    def __init__(self, actor: Actor, reviewer: Reviewing, person: Person, journal: Journal) -> None:
        self._actor, self._reviewer, self._person, self._journal = actor, reviewer, person, journal

    def decide(self, brief: Brief) -> Deliberated:
        """One decision on the brief, revised once if anything speaks against it.

        Raises:
            ModelFault: The actor could not decide.
        """
        decision = self._actor.decide(brief)
        objections = self._objections(decision, brief)
        revised = bool(objections)
        if revised:
            decision = self._actor.decide(brief, objections, decision)
            objections = self._objections(decision, brief)
        irreversible = self._reviewer.irreversible(decision, brief.screen)
        return Deliberated(decision, objections, revised, irreversible)

    def _objections(self, decision: Decision, brief: Brief) -> tuple[Objection, ...]:
        """What still speaks against it after a person was asked about what a person may overrule."""
        found = self._reviewer.objections(decision, brief.screen, brief.task)
        vetoes = [objection for objection in found if not objection.advisory]
        if not vetoes or not all(objection.ask for objection in vetoes) or not self._person.attended:
            return found
        question = decision.description or decision.action.kind
        detail = "; ".join(objection.message for objection in vetoes)
        allowed = self._person.allow(question, detail)
        self._journal.permission(question, allowed, "person", detail)
        return tuple(objection for objection in found if objection.advisory) if allowed else found
