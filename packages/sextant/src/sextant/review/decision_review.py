"""Reviews decisions, and asks a person about objections that a person may overrule."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from sextant.addresses.parts import readable
from sextant.elements.refs import collapse
from sextant.protocols import GuideView, Journal, LastingFields, Objector, Person, Reviewed, Reviewer, Stateful
from sextant.review.authorities import Authorities
from sextant.review.authorizer import WriteAuthorizer
from sextant.review.hit_test import reached, reaches
from sextant.types.actions import OpenApp, targets_of
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.screens import Element
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

_TARGETLESS = ("grounding", "stale")
"""The rules of objections to a missing target."""

_REMEDY = "do without it, or end with status infeasible"


class DecisionReview:
    """Asks reviewer, guides, authorizer and person about a decision (LongHorizonUI, section 2.3).

    Each ruling on an irreversible act is recorded with its author and reason.
    """

    def __init__(
        self,
        reviewer: Reviewer,
        person: Person,
        journal: Journal,
        guides: Sequence[Objector] = (),
        authorities: Authorities | None = None,
    ) -> None:
        self._reviewer, self._person, self._journal = reviewer, person, journal
        by = authorities or Authorities()
        self._guides, self._leaving, self._authority, self._gated = tuple(guides), by.leaving, by.writes, by.gated

    def check(self, decision: Decision, brief: Brief, rejected: Decision | None = None) -> Reviewed:
        """Collects the objections to a decision, or to the revision of a `rejected` one.

        A person is asked about objections that a person may overrule. If the target is missing, the first alternative
        without objections is taken.
        """
        if rejected is not None:
            decision = self._with_lasting_fields(decision, rejected)
        objections = self._after_person(decision, brief, revised=rejected is not None)
        found = self._alternative(decision, objections, brief)
        found = found or Reviewed(decision, objections)
        return replace(found, revised=rejected is not None)

    def authorise(self, reviewed: Reviewed, brief: Brief) -> Reviewed:
        """Asks the person about an irreversible action, and records the answer."""
        decision, objections = reviewed.decision, reviewed.objections
        if self._authority is not None:
            objections = self._after_authorizer(self._authority, decision, brief, objections)
            self._authority.begin(decision, brief.screen, brief.step)
        vetoed = [objection for objection in objections if not objection.advisory]
        if decision.irreversible or any(objection.ask for objection in vetoed):
            self._record_unasked(decision, brief, vetoed)
        careful = self._reviewer.irreversible(decision, brief.screen)
        return replace(reviewed, objections=objections, irreversible=careful)

    @property
    def needs_person(self) -> str:
        """The requests that were refused because nobody could decide; empty if there were none."""
        return "" if self._authority is None else self._authority.needs_person

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        return self._reviewer.stuck

    def observe(self, transition: Transition) -> None:
        """Passes a step to the parts that decide about leaving the app and about writes."""
        for part in self._parts.values():
            part.observe(transition)

    def snapshot(self) -> Json:
        return {name: part.snapshot() for name, part in self._parts.items()}

    def restore(self, state: Json) -> None:
        """Restores a snapshot; a missing part starts empty."""
        kept = state if isinstance(state, dict) else {}
        for name in filter(kept.__contains__, self._parts):
            self._parts[name].restore(kept[name])

    @property
    def _parts(self) -> Mapping[str, Stateful]:
        found: dict[str, Stateful] = {} if self._leaving is None else {"leaving": self._leaving}
        if self._authority is None:
            return found
        return {**found, "provenance": self._authority.provenance, "authority": self._authority}

    def _with_lasting_fields(self, decision: Decision, rejected: Decision) -> Decision:
        """The revision, with lasting fields and requirements of the rejected decision that it left out."""
        fields = dict(decision.fields)
        for guide in self._guides:
            said = rejected.fields.get(guide.name) if isinstance(guide, LastingFields) else None
            if isinstance(guide, LastingFields) and isinstance(said, Mapping):
                kept = cast("Mapping[str, Any]", said)
                own = cast("Mapping[str, Any]", fields.get(guide.name) or {})
                fields[guide.name] = {
                    **own,
                    **{key: kept[key] for key in guide.lasting if kept.get(key) and not own.get(key)},
                }
        return replace(decision, fields=fields, requirements=decision.requirements or rejected.requirements)

    def _alternative(self, decision: Decision, objections: Sequence[Objection], brief: Brief) -> Reviewed | None:
        """The first alternative without objections, if the target of the decision is missing.

        A decision that was rejected for its effect is not replaced.
        """
        vetoes = [objection for objection in objections if not objection.advisory]
        if not vetoes or any(objection.rule not in _TARGETLESS for objection in vetoes):
            return None
        for place, action in enumerate(decision.alternatives, 1):
            other = replace(decision, action=action, alternatives=decision.alternatives[place:])
            if not self._all_objections(other, brief):
                why = "; ".join(objection.message for objection in vetoes)
                self._journal.note("alternative", {"step": brief.step, "rank": place, "instead": why})
                said = _act_in_words(other, brief)
                return Reviewed(replace(other, description=f"{decision.description} ({said})".strip()))
        return None

    def _all_objections(self, decision: Decision, brief: Brief) -> list[Objection]:
        """All objections to a decision, including those that may be overruled."""
        found = list(self._reviewer.objections(decision, brief.screen, brief.task))
        view = GuideView(brief.task, brief.directive, brief.screen, (), brief.step)
        for guide in self._guides:
            found += guide.review(decision, view)
        return found

    def _after_person(self, decision: Decision, brief: Brief, *, revised: bool) -> tuple[Objection, ...]:
        """The objections that remain after a person was asked about those that a person may overrule.

        The person is not asked for an authorization that the actor can still give in its revision.
        """
        found = self._all_objections(decision, brief)
        vetoes = [objection for objection in found if not objection.advisory]
        if not vetoes or not all(objection.ask for objection in vetoes):
            return tuple(found)
        if brief.task.policy.everything_allowed and all(objection.rule != "secret" for objection in vetoes):
            why = "; ".join(objection.message for objection in vetoes)
            self._journal.permission(_act_in_words(decision, brief), True, "policy", why)
            return tuple(objection for objection in found if objection.advisory)
        if not self._person.attended:
            return tuple(found)
        unnamed = [objection.rule == "authorization" for objection in vetoes]
        if any(unnamed) and (not revised or (self._authority is not None and all(unnamed))):
            return tuple(found)
        question, detail = _act_in_words(decision, brief), "; ".join(objection.message for objection in vetoes)
        told = f"{detail}. The agent says: {decision.description}" if decision.description else detail
        allowed = self._person.allow(question, told)
        self._journal.permission(question, allowed, "person", detail)
        for objection in vetoes:
            if objection.leaves and self._leaving is not None and (allowed or len(vetoes) == 1):
                self._leaving.remember(objection.leaves, allowed)
        return tuple(objection for objection in found if objection.advisory) if allowed else tuple(found)

    def _after_authorizer(
        self, authority: WriteAuthorizer, decision: Decision, brief: Brief, objections: tuple[Objection, ...]
    ) -> tuple[Objection, ...]:
        """The objections to an irreversible act that remain after the authorizer was asked about it."""
        vetoes = [objection for objection in objections if not objection.advisory]
        unnamed = bool(vetoes) and all(objection.rule == "authorization" and objection.ask for objection in vetoes)
        asked = unnamed or (bool(decision.irreversible) and not vetoes and not self._gated)
        if not asked or not decision.irreversible or not reaches(decision.action):
            return objections
        ruling = authority.decide_act(decision, brief.screen, brief.step)
        rest = tuple(objection for objection in objections if objection.advisory)
        if ruling.allowed:
            return rest
        return (
            Objection("authorization", f"this was not allowed: {ruling.reason}; {_REMEDY}", ask=ruling.needs_person),
            *rest,
        )

    def _record_unasked(self, decision: Decision, brief: Brief, vetoes: Sequence[Objection]) -> None:
        """Records a ruling that no person was asked about: by policy, or refused because nobody can be asked."""
        for_a_person = bool(vetoes) and all(objection.ask for objection in vetoes)
        if for_a_person and self._person.attended:
            return  # they were asked, and their answer is recorded
        why = "; ".join(objection.message for objection in vetoes)
        if not vetoes and decision.authorised_by:
            why = f"the task says: {decision.authorised_by}"
        self._journal.permission(
            _act_in_words(decision, brief), not vetoes, "nobody there" if for_a_person else "policy", why
        )


def _act_in_words(decision: Decision, brief: Brief) -> str:
    """Describes the action by the screen, not by the actor: a page may have influenced the actor's words."""
    targets = targets_of(decision.action)
    element = reached(decision.action, targets[0], brief.screen) if targets else None
    kind = decision.action.kind.replace("_", " ")
    what = kind if element is None else f"{kind} {element.role} {_full_label(element)}"
    if isinstance(decision.action, OpenApp):
        what += f" {decision.action.name!r}"
    return f"{what} on {brief.screen.app}"


def _full_label(element: Element) -> str:
    """The label of an element, with its visible text and its address if they differ, so that nothing is hidden."""
    told = repr(element.label)
    if element.text and collapse(element.text) != collapse(element.label):
        told += f" (it shows {element.text[:200]!r})"
    return told + (f" leading to {readable(element.href[:600])[:200]!r}" if element.href else "")
