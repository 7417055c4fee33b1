"""What is expected of a step, said as a model would say it: rightly, wrongly, or so that it says nothing."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from sextant.elements.refs import collapse, ref_of
from sextant.protocols import Actor
from sextant.types.actions import Answer, InputText, Status, Wait, targets_of
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.evidence import Changed, Effect, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Attempt
from sextant_bench.stage import ActorBetween
from sextant_bench.verify.mistakes import to_mistake
from sextant_bench.verify.truth import Moment, Truths

__all__ = ["STYLES", "Foresight", "Now", "Stated", "Stating", "Style", "stating_of", "to_hedge", "to_say"]

Style = Literal["mixed", "wrong", "generic"]
STYLES: tuple[Style, ...] = ("mixed", "wrong", "generic")
"""`mixed`: half the steps as the oracle expects them, half as a model would say it, of those some wrongly or vaguely.
`wrong`: every step, as far as something wrong can be said of it. `generic`: `changed`, no more."""

Stating = Literal["right", "wrong", "vague"]
"""What an expectation is: true of the step where it works, untrue of it, or true of almost any."""

_SEEN = ("visible", "clipped")
_LONGEST = 60
_SPOKEN = 0.5
_VAGUELY, _WRONGLY = 0.25, 0.07
"""Shares of what is spoken; of what says anything at all, about a twentieth is wrong then."""
_STATED = "stated"
_REMEMBERED = 12
"""What was rightly expected of so many steps before may be said of the wrong one."""


class Stated(ActorBetween):
    """An actor whose expectations are put in other words. What it decides to do is left alone.

    A model knows an app about as well as the screen after the step shows it: what it names is taken from there, drawn
    from the first texts that are new, the title, what is gone, the text that is typed. One step in four of those it
    expects what is true of almost any (a change, a text that stands there already, an effect in words), one in
    fourteen it errs: see `mistaken`.
    """

    def __init__(self, actor: Actor, style: Style, rng: random.Random) -> None:
        super().__init__(actor)
        self._style, self._rng = style, rng
        self._earlier: list[Predicate] = []
        self.foresee: Foresight | None = None

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        decision = super().decide(brief, objections, rejected)
        if rejected is not None and decision == rejected:
            return decision
        if isinstance(decision.action, Status | Answer | Wait):
            return decision
        if self._style == "generic":
            return _stated(decision, "vague", (Changed(),))
        spoken = self._style == "wrong" or self._rng.random() < _SPOKEN
        after = self.foresee.of(decision, brief.screen) if spoken and self.foresee is not None else None
        if after is None:
            return decision
        return self._spoken(decision, brief.screen, after)

    def _spoken(self, decision: Decision, screen: Screen, after: Screen) -> Decision:
        right = [*to_say(decision, screen, after)]
        drawn = 1.0 if self._style == "wrong" else self._rng.random()
        if drawn < _VAGUELY:
            return _stated(decision, "vague", (self._rng.choice([*to_hedge(screen, after)]),))
        mistaken: list[Predicate] = []
        if self._style == "wrong" or drawn < _VAGUELY + _WRONGLY:
            mistaken = [*to_mistake(decision, screen, after, right, self._earlier)]
        self._earlier = [*self._earlier, *right][-_REMEMBERED:]
        if mistaken:
            return _stated(decision, "wrong", (self._rng.choice(mistaken),))
        return _stated(decision, "right" if right else "vague", (self._rng.choice(right or [Changed()]),))


def _stated(decision: Decision, how: Stating, expected: tuple[Predicate, ...]) -> Decision:
    return replace(decision, expectations=expected, fields={**decision.fields, _STATED: how})


def stating_of(decision: Decision) -> Stating:
    """What the expectations of a decision are: as they were stated; of others those are right that say anything."""
    told = decision.fields.get(_STATED)
    if told in ("wrong", "vague"):
        return told
    return "right" if any(not isinstance(one, Changed | Effect) for one in decision.expectations) else "vague"


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
    from sextant.execution.target import Aim, AimContext, aim, ladder

    action: Any = decision.action
    if action.kind in ("answer", "status", "recall", "hand_over"):
        return None
    text = action.text if isinstance(action, InputText) else ""
    sight = AimContext(screen, screen, random.Random(0), {})  # noqa: S311 - a point, not a secret
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


def to_hedge(before: Screen, after: Screen) -> Iterator[Predicate]:
    """What is true of almost any step: a change, an effect in words, a text that stood there and stays."""
    yield Changed()
    yield Effect("the app does what it was asked to do")
    now = {item.text for item in after.elements if _sayable(item)}
    yield from (TextVisible(item.text) for item in before.elements[:8] if _sayable(item) and item.text in now)


def _sayable(item: Element) -> bool:
    return item.visibility in _SEEN and 1 < len(item.text) <= _LONGEST


def _among(text: str, said: set[str]) -> bool:
    return any(collapse(text) in other for other in said)


def _texts(element: Element) -> tuple[str, ...]:
    return tuple(text for text in (element.text, element.name, element.value) if text)
