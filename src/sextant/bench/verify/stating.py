"""What is expected of a step, said as a model would say it: a text, a title, something gone, or merely a change."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from sextant.bench.verify.truth import Moment, Truths
from sextant.contracts import Actor
from sextant.types.actions import Answer, InputText, Status, Wait, targets_of
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.refs import collapse, ref_of
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Attempt, Transition

__all__ = ["STYLES", "Foresight", "Now", "Stated", "Style", "to_say"]

Style = Literal["mixed", "generic"]
STYLES: tuple[Style, ...] = ("mixed", "generic")
"""`mixed`: half the steps as the oracle expects them, half as a model would say it. `generic`: `changed`, no more."""

_SEEN = ("visible", "clipped")
_LONGEST = 60
_SPOKEN = 0.5


class Stated:
    """An actor whose expectations are put in other words. What it decides to do is left alone.

    A model knows an app about as well as the screen after the step shows it: what it names is taken from there, drawn
    from the first texts that are new, the title, what is gone, the text that is typed. One step in four of those it
    expects no more than a change.
    """

    def __init__(self, actor: Actor, style: Style, rng: random.Random) -> None:
        self._actor, self._style, self._rng = actor, style, rng
        self.foresee: Foresight | None = None

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        decision = self._actor.decide(brief, objections, rejected)
        if rejected is not None and decision == rejected:
            return decision
        if isinstance(decision.action, Status | Answer | Wait):
            return decision
        if self._style == "generic":
            return replace(decision, expectations=(Changed(),))
        if self._rng.random() >= _SPOKEN or self.foresee is None:
            return decision
        return replace(decision, expectations=self._spoken(decision, brief.screen))

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Any:
        return self._actor.snapshot()

    def restore(self, state: Any) -> None:
        self._actor.restore(state)

    def _spoken(self, decision: Decision, screen: Screen) -> tuple[Predicate, ...]:
        after = self.foresee.of(decision, screen) if self.foresee is not None else None
        if after is None or self._rng.random() < 0.25:
            return (Changed(),)
        found = list(to_say(decision, screen, after))
        return (self._rng.choice(found),) if found else (Changed(),)


class Foresight:
    """The screen that a decision would lead to, were nothing to fail."""

    def __init__(self, truths: Truths, now: "Now") -> None:
        self._truths, self._now = truths, now

    def of(self, decision: Decision, screen: Screen) -> Screen | None:
        """None where what is to be touched is not there in truth."""
        attempt = attempt_of(decision, screen)
        if attempt is None:
            return None
        moment = self._now()
        meant = self._truths.meant(attempt, moment, self._truths.screen(moment))
        return None if meant is None else self._truths.screen(meant)


class Now:
    """Gives the phone as it is; put in once the device is there."""

    def __init__(self) -> None:
        self.moment: Any = None

    def __call__(self) -> Moment:
        return self.moment()


def attempt_of(decision: Decision, screen: Screen) -> Attempt | None:
    """The first attempt that an executor would make of it on this very screen."""
    from sextant.execution.aiming import Aim, Sight, aim, ladder
    from sextant.execution.hints import Hints

    action: Any = decision.action
    if action.kind in ("answer", "status", "recall", "hand_over"):
        return None
    text = action.text if isinstance(action, InputText) else ""
    sight = Sight(screen, screen, random.Random(0), Hints())  # noqa: S311 - a point, not a secret
    aimed = aim(action, ladder(action)[0], sight, text)
    if not isinstance(aimed, Aim):
        return None
    return Attempt("", aimed.gesture, point=aimed.point, element=aimed.element)


def to_say(decision: Decision, before: Screen, after: Screen) -> Iterator[Predicate]:
    """What a person who knows the app might say of the step beforehand."""
    action = decision.action
    if isinstance(action, InputText):
        found = [before.element(target.index) for target in targets_of(action) if target.kind != "point"]
        yield from (FieldHas(ref_of(before, element), action.text) for element in found if element is not None)
        yield TextVisible(action.text)
        return
    was = {collapse(text) for element in before.elements for text in _texts(element)}
    now = {collapse(text) for element in after.elements for text in _texts(element)}
    new = [item.text for item in after.elements if _sayable(item) and not _among(item.text, was)]
    yield from (TextVisible(text) for text in new[:3])
    gone = [item.text for item in before.elements if _sayable(item) and not _among(item.text, now)]
    yield from (Gone(text) for text in gone[:2])
    if after.title and after.title != before.title:
        yield ScreenIs(text=after.title)


def _sayable(item: Element) -> bool:
    return item.visibility in _SEEN and 1 < len(item.text) <= _LONGEST


def _among(text: str, said: set[str]) -> bool:
    return any(collapse(text) in other for other in said)


def _texts(element: Element) -> tuple[str, ...]:
    return tuple(text for text in (element.text, element.name, element.value) if text)
