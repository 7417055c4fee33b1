"""The oracle of this suite: it knows the way, decides from screens, and believes what it sees.

Where a task cannot be done it looks in vain, for as long as a person would, and says so. Where all is so already it
goes to where that is to be seen and names it. A question it answers with what it read. A claim that was not accepted,
or for which the worlds' oracle has nothing to name, it makes with what a person would point at: something that is new
on the page, else something that is gone from it, else what on it says most of the goal.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sextant.bench.false_done.cases import Case
from sextant.bench.false_done.settled import most_telling
from sextant.perception import Perceiver
from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import ElementState, Gone, Predicate, TextVisible
from sextant.types.refs import collapse, resolve
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant.worlds.demonstrations.acting import OracleActor
from sextant.worlds.engine.data import Json

__all__ = ["Seeker"]

_WAITS, _SCROLLS = 3, 12
_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”')
_SEEN = ("visible", "clipped")


class Seeker:
    """An `Actor` around the worlds' oracle; it holds the answer, and is labelled so."""

    profile: Profile = "action-only"
    name = "oracle (simulated, knows the answer)"

    def __init__(self, case: Case, state: Callable[[], Json]) -> None:
        self._case = case
        self._oracle = OracleActor(case.world, state, Perceiver(), brisk=False)
        self._waits = self._scrolls = 0
        self._scrolled = ""
        """The digest of the screen that was scrolled last."""
        self._seen: set[str] = set()
        self._pages: dict[str, tuple[Element, ...]] = {}
        """Each page as it was first seen."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        decision = self._oracle.decide(brief, objections, rejected)
        self._waits = self._waits + 1 if isinstance(decision.action, act.Wait) else 0
        if self._case.kind == "impossible" and self._waits > _WAITS:
            why = "what is asked for is nowhere to be found"
            return Decision(act.Status("infeasible", why), brief.screen.digest, "say that it cannot be done", why)
        self._pages.setdefault(_page(brief.screen), brief.screen.elements)
        done = isinstance(decision.action, act.Status) and decision.action.goal_status == "complete"
        if done:
            return self._ended(brief.screen, decision, bool(brief.directive.remark))
        self._seen |= {collapse(item.text) for item in brief.screen.elements}
        return decision

    def observe(self, transition: Transition) -> None:
        """Takes no note: what it knows is the world."""

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """Nothing to take up."""

    def _ended(self, screen: Screen, decision: Decision, refused: bool) -> Decision:
        if self._case.question:
            (fact,) = self._case.world.scenario.facts[:1]
            label = _label(screen, fact.test_id) if refused else None
            return _saying(decision, act.Answer(fact.shown), label)
        proof = self._case.proof
        if proof is None:
            if decision.expectations and not refused:
                return decision
            proof = self._pointed_at(screen)
            row = _row_of(self._case.world.task.goal, screen) if self._case.kind == "satisfied" else None
            proof = proof if row is None else TextVisible(row.text)
        if proof is not None and self._goes_on(proof, screen):
            self._scrolls, self._scrolled = self._scrolls + 1, screen.digest
            return _saying(decision, act.Scroll("down"), None)
        return _saying(decision, decision.action, proof)

    def _goes_on(self, proof: Predicate, screen: Screen) -> bool:
        """Whether to look further down for it: not where the last scroll has brought nothing."""
        further = screen.digest != self._scrolled and self._scrolls < _SCROLLS
        return further and not isinstance(proof, Gone) and not _in_view(proof, screen)

    def _pointed_at(self, screen: Screen) -> Predicate | None:
        """A text that stood on no screen before, or one that is here no more, or the one that says most of the goal."""
        goal, shown = self._case.world.task.goal, [item for item in screen.elements if _is_told(item)]
        new = most_telling(goal, [item for item in shown if collapse(item.text) not in self._seen][::-1])
        if new is not None:
            return TextVisible(new.text)
        left = {collapse(item.text) for item in screen.elements}
        first = [item for item in self._pages.get(_page(screen), ()) if item.text and item.visibility in _SEEN]
        gone = most_telling(goal, [item for item in first if collapse(item.text) not in left])
        if gone is not None:
            return Gone(gone.text)
        best = most_telling(goal, shown)
        return None if best is None else TextVisible(best.text)


def _saying(decision: Decision, action: act.Action, proof: Predicate | None) -> Decision:
    return replace(decision, action=action, expectations=() if proof is None else (proof,))


def _label(screen: Screen, test_id: str) -> Predicate | None:
    """The label that a value stands at."""
    value = next((item for item in screen.elements if item.test_id == test_id), None)
    label = None if value is None else screen.element(value.index - 1)
    return TextVisible(label.text) if label is not None and label.text else None


def _row_of(goal: str, screen: Screen) -> Element | None:
    """A row that begins with what the goal quotes: where all is so already, a person looks down the page for it."""
    if any(_is_told(item) and f'"{item.text}"' in goal for item in screen.elements):
        return None
    quoted = [name.strip() for found in _QUOTED.findall(goal) for name in found if name]
    rows = [item for item in screen.elements if item.role != "tab" and item.text.startswith(tuple(quoted))]
    return rows[0] if quoted and rows else None


def _is_told(item: Element) -> bool:
    return item.visibility in _SEEN and bool(item.text) and item.role != "tab"


def _page(screen: Screen) -> str:
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))


def _in_view(proof: Predicate, screen: Screen) -> bool:
    match proof:
        case ElementState():
            element = resolve(screen, proof.element)
            return element is not None and element.visibility in _SEEN
        case TextVisible():
            wanted = collapse(proof.text)
            return any(wanted in collapse(item.text) and item.visibility in _SEEN for item in screen.elements)
        case _:
            return True
