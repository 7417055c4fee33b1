"""One step as the task state reads it: what it was, what it touched, and what the screens say became of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sextant.evidence.goals import says
from sextant.guides.task_state.requirements import Requirement, akin, names_in, short, telling, words_of
from sextant.types.actions import Action, ByPoint, ByRelative, OpenApp, targets_of
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    Evidence,
    FieldHas,
    Gone,
    Predicate,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen, State
from sextant.types.transitions import Effectiveness, Transition

__all__ = ["Kind", "Step", "act_of", "is_offer", "wanted_of"]

Kind = Literal["", "worked", "no effect", "uncertain", "refused", "noted"]

_KINDS: Mapping[Effectiveness, Kind] = {
    "effective": "worked",
    "ineffective": "no effect",
    "uncertain": "uncertain",
    "refused": "refused",
    "none": "noted",
}
_IN_HISTORY: Mapping[Kind, str] = {"refused": "not carried out"}
_OFFERING = ("button", "link", "menuitem", "tab", "option", "switch", "checkbox", "radio")
_STATES: frozenset[State] = frozenset({"checked", "selected", "pressed"})
_WHAT = 200
_ENOUGH = 0.6
"""Share of a requirement's words that evidence has to say where nothing is named."""
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Step:
    """A view of a transition that is the course's own."""

    transition: Transition

    @property
    def number(self) -> int:
        return self.transition.step

    @property
    def kind(self) -> Kind:
        return _KINDS[self.transition.effectiveness]

    @property
    def what(self) -> str:
        """The step in the actor's words, bounded."""
        decision = self.transition.decision
        return short(decision.description or decision.action.kind.replace("_", " "), _WHAT)

    @property
    def touched(self) -> str:
        """The label of what it touched, or the app it opened; empty where it touched nothing that has one."""
        action = self.transition.decision.action
        if isinstance(action, OpenApp):
            return short(action.name)
        found = _element(action, self.transition.before)
        return "" if found is None else short(found.label or found.text)

    def told(self, what: str = "", verdict: str = "") -> str:
        """The step as a history tells it: `12. line 3: tap "Mail" on Home: worked`."""
        before = self.transition.before
        where = short(before.key.label or before.title, 60) or "the screen"
        return f"{self.number}. {what or self.what} on {where}: {verdict or _IN_HISTORY.get(self.kind, self.kind)}"

    def touches(self, names: Sequence[str]) -> bool:
        """Whether it touched something of those names; also where that cannot be told."""
        action = self.transition.decision.action
        if isinstance(action, OpenApp):
            return not names or any(_same(name, action.name) for name in names)
        found = _element(action, self.transition.before)
        if found is None or not names:
            return True
        around = [found, *_family(self.transition.before, found)]
        labels = [text for one in around for text in (one.text, one.name, one.value, one.hint) if text]
        return not labels or any(_same(name, label) for name in names for label in labels)

    def says_all(self, names: Sequence[str]) -> bool:
        """Whether its words, its target and what it typed say every one of those names."""
        typed = getattr(self.transition.decision.action, "text", "")
        texts = [self.what, self.touched, short(typed, _WHAT)]
        return all(any(says(name, text) for text in texts) for name in names)

    def finds(self, names: Sequence[str], states: Collection[State]) -> bool:
        """Whether something of those names stood there in one of those states before the step."""
        return any(
            element.states & set(states) and any(_same(name, element.label) for name in names)
            for element in self.transition.before.elements
        )

    def speaking_of(self, requirement: Requirement) -> tuple[Verdict, ...]:
        """Its verdicts that speak of a requirement and decide something."""
        found = [verdict for verdict in self.transition.verdicts if verdict.outcome != "undecided"]
        return tuple(verdict for verdict in found if self._speaks(verdict, requirement))

    def mentions(self, requirement: Requirement) -> bool:
        """Whether its words alone say that it is about the requirement."""
        names, words = names_in(requirement.text), telling(requirement.text)
        said = telling(self.what) | telling(self.touched)
        shared = sum(any(akin(word, other) for other in said) for word in words)
        if names:
            return self.says_all(names) and (not words or shared >= 1)
        return bool(words) and shared >= max(2, _ENOUGH * len(words))

    def _speaks(self, verdict: Verdict, requirement: Requirement) -> bool:
        """All that is named has to stand in what was evaluated, and a word of the deed there or in the step's words."""
        if isinstance(verdict.predicate, Effect):
            return False
        after = self.transition.after
        if any(is_offer(item, after, requirement.text) for item in verdict.evidence):
            return False
        names, words = names_in(requirement.text), telling(requirement.text)
        told = " ".join([wanted_of(verdict.predicate), *(item.quote for item in verdict.evidence)])
        shown = telling(told)
        done = shown | telling(self.what) | telling(self.touched)
        if names:
            deed = any(akin(word, other) for word in words for other in done)
            return all(says(name, told) for name in names) and (deed or not words)
        evident = sum(any(akin(word, other) for other in shown) for word in words)
        shared = sum(any(akin(word, other) for other in done) for word in words)
        return evident >= max(1, _HALF * len(words)) and shared >= max(2, _ENOUGH * len(words))


def is_offer(shown: Evidence, screen: Screen, wanted: str) -> bool:
    """Whether what was seen is a control that offers to do what is wanted, and no sign that it was done.

    `Add milk` on a button says no more than the task does; `Milk added` does.
    """
    element = None if shown.element is None else screen.element(shown.element)
    if element is None or element.role not in _OFFERING or element.states & _STATES:
        return False
    return words_of(short(shown.quote or element.label)) <= words_of(wanted)


def wanted_of(predicate: Predicate) -> str:
    """What an expectation looks for, in words; empty for a mere change."""
    match predicate:
        case TextVisible(text=text) | Effect(description=text):
            return short(text)
        case Gone(text=text, element=ref):
            return short(text or ("" if ref is None else ref.name))
        case FieldHas(element=ref, value=value):
            return short(f"{ref.name}: {value}")
        case ScreenIs(key=key, text=text):
            return short(text or key)
        case ElementState(element=ref, state=state, present=present):
            return short(f"{ref.name}: {'' if present else 'not '}{state}")
        case Changed():
            return ""


def act_of(action: Action, screen: Screen) -> str:
    """What an action does, told so that the same again is equal on a screen that was redrawn."""
    found = _element(action, screen)
    where = "" if found is None else f"{found.role}|{collapse(found.label)}|{found.test_id}"
    if found is None and targets_of(action):
        where = repr(targets_of(action)[0])
    if targets_of(action) and isinstance(targets_of(action)[0], ByRelative):
        where += repr(targets_of(action))
    more = [str(getattr(action, name, "")) for name in ("text", "name", "direction", "secret", "mode")]
    return short("|".join([action.kind, where, *more]), 300)


def _element(action: Action, screen: Screen) -> Element | None:
    targets = targets_of(action)
    if not targets or isinstance(targets[0], ByPoint):
        return None
    return screen.element(targets[0].index)


def _family(screen: Screen, element: Element) -> list[Element]:
    """What stands in it, and what it stands in."""
    inside = [item for item in screen.elements if item.parent == element.index]
    around = None if element.parent is None else screen.element(element.parent)
    return inside if around is None else [*inside, around]


def _same(name: str, label: str) -> bool:
    """Whether one says the other, quotation marks aside."""
    one, other = (text.replace('"', "'").replace("\\", "") for text in (name, label))
    return says(one, other) or (len(other) > 1 and says(other, one))
