"""When a step may be injected again, and what its verdicts are worth (design, Executing without harm)."""

from dataclasses import dataclass

from sextant.addresses.parts import hit_another, same_page
from sextant.elements.refs import collapse, resolve
from sextant.evidence import StepJudgement, came_up, change_between
from sextant.types.actions import Click, DoubleTap, InputText, LongPress, targets_of
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed, Effect, Verdict
from sextant.types.geometry import Point
from sextant.types.screens import ElementRef, Screen

__all__ = ["Aftermath", "answers_late", "attested", "careful", "may_repeat", "settled", "witnessed"]

_CHOOSING = frozenset({"tab", "radio", "menuitemradio", "textbox", "searchbox"})
"""Roles whose second touch chooses the same, or puts the focus where it is."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What was seen of an injection after the last look at it.

    Attributes:
        before: The screen it was aimed at.
        after: The last screen.
        element: What it was aimed at, where that is an element.
        injection: The device's account of it.
        received: Whether the app was given it, as the device tells; None where nobody can tell.
        landed: Where on the screen the app was given it, as the device tells; None where nobody can tell.
        looks: Looks past the deadline that showed the same as before, each of them newer than the injection.
        effects: Writes that the device saw since the injection.
    """

    before: Screen
    after: Screen
    element: ElementRef | None = None
    injection: Injection = Injection(0.0)
    received: bool | None = None
    landed: Point | None = None
    looks: int = 0
    effects: tuple[ObservedEffect, ...] = ()

    @property
    def wrote(self) -> bool:
        """Whether the touch caused a write that may have happened."""
        return any(effect.touched for effect in self.effects)

    @property
    def held(self) -> bool:
        """Whether the touch caused writes, and the gate held all of them."""
        caused = [effect for effect in self.effects if effect.cause == "touch"]
        return bool(caused) and all(effect.held for effect in caused)

    @property
    def unchanged(self) -> bool:
        """Whether the screen is the same in every detail, and could be read."""
        return self.after.condition == "ok" and self.before.digest == self.after.digest

    @property
    def moved_on(self) -> bool:
        """Whether the page shows something else than before, and has come to rest."""
        rests = self.injection.settled and self.after.observation.settled
        return rests and change_between(self.before, self.after).kind in ("content", "question")

    @property
    def focused(self) -> bool:
        """Whether what it was aimed at has got the focus: the touch arrived."""
        if self.element is None:
            return False
        was, now = resolve(self.before, self.element), resolve(self.after, self.element)
        return now is not None and "focused" in now.states and (was is None or "focused" not in was.states)

    @property
    def still_there(self) -> bool:
        """Whether what it was aimed at can still be touched."""
        if self.element is None:
            return False
        found = resolve(self.after, self.element)
        return found is not None and found.visibility in ("visible", "clipped") and "disabled" not in found.states

    @property
    def led_elsewhere(self) -> bool:
        """Whether it went elsewhere than the link says that it was aimed at, and no redirection of that link did it.

        Where another document was asked for, the link's own is among those that were. A script may set another address
        than the link's; there it counts only that another link of the screen leads there.
        """
        found = None if self.element is None else resolve(self.before, self.element)
        here, asked, routes = self.before.location, self.injection.asked, self.injection.routes
        if found is None or not found.href.startswith("http") or found.href.endswith("…"):
            return False
        if any(same_page(found.href, other) for other in (here, *asked, *routes)):
            return False
        asked = tuple(other for other in asked if not same_page(here, other))
        if not (asked or routes):
            return False
        return bool(asked) or hit_another(found.href, routes[-1], (other.href for other in self.before.elements))

    @property
    def met(self) -> bool:
        """Whether the device tells that the app was given the touch on the very element it was aimed at."""
        if not self.received or self.landed is None or self.element is None:
            return False
        if self.injection.met:
            return True
        found = resolve(self.before, self.element)
        return found is not None and found.box.contains(self.landed)


def settled(judgement: StepJudgement, look: Aftermath, *, irreversible: bool) -> bool:
    """Whether looking again can tell no more: it worked, something came up over it, or the page went on.

    What was predicted and did not come on a page that visibly changed is for the next decision. A screen that shows no
    effect is no such thing, though all that was expected was there before: it may be an old one.
    """
    if judgement.effectiveness == "effective" or look.after.modal is not None or look.focused:
        return True
    if look.after.condition != "ok":
        return look.after.condition in ("crashed", "app_gone", "error_page")
    if came_up(look.before, look.after) is not None or look.moved_on:
        return True
    if irreversible or judgement.effectiveness == "ineffective":
        return False
    return not any(verdict.outcome == "fails" for verdict in judgement.verdicts)


def careful(judgement: StepJudgement, look: Aftermath, decision: Decision, needed: int) -> StepJudgement:
    """The judgement of an act that cannot be taken back: `ineffective` needs evidence, else it is uncertain."""
    if judgement.effectiveness != "ineffective" or _nothing_came_of_it(judgement, look, decision, needed):
        return judgement
    return StepJudgement("uncertain", judgement.verdicts)


def witnessed(judgement: StepJudgement, look: Aftermath) -> StepJudgement:
    """The judgement in the light of the writes that were seen.

    A step whose touch wrote had an effect, though the screen shows none: it is uncertain. So is one whose touch went
    elsewhere than the link says that it was aimed at, whatever the screen shows. One whose writes were all
    held, on a screen that stays as it was, had none, whatever it was to bring about.
    """
    if (look.wrote and judgement.effectiveness == "ineffective") or look.led_elsewhere:
        return StepJudgement("uncertain", judgement.verdicts)
    if look.held and look.unchanged:
        return StepJudgement("ineffective", judgement.verdicts)
    return judgement


def answers_late(judgement: StepJudgement, look: Aftermath) -> bool:
    """Whether it is worth while to look longer: the app was given the touch, and all is as it was."""
    return judgement.effectiveness != "effective" and look.met and look.unchanged


def attested(judgement: StepJudgement, look: Aftermath, verdict: Verdict | None) -> StepJudgement:
    """The judgement with what a model says of the attempt (LongHorizonUI, equation 3).

    A yes settles what was uncertain, and a no takes back what seemed to work. Neither overrules what a screen shows
    that did not change at all: a yes about it leaves the step uncertain, a no says that it had no effect.
    """
    if verdict is None:
        return judgement
    verdicts = (*judgement.verdicts, verdict)
    if verdict.outcome == "holds":
        return StepJudgement("uncertain" if judgement.effectiveness == "ineffective" else "effective", verdicts)
    return StepJudgement("ineffective" if look.unchanged else "uncertain", verdicts)


def may_repeat(
    judgement: StepJudgement, look: Aftermath, decision: Decision, *, irreversible: bool, needed: int = 2
) -> bool:
    """Whether the same act may be injected again.

    What cannot be taken back: only on evidence that nothing came of it, and never where the device tells that the app
    was given it, since an app may act and show nothing; then it takes another decision. Text that replaces what a field
    holds: while the field holds less than it. A touch: where something specific was expected, all of it failed and
    nothing changed; and never where the device tells that the app was given it on the very element, unless a second
    touch would only choose the same once more: it may add, and show that late. Anything: where the device tells that
    the app never got it, and the screen shows no effect. Nothing is repeated after a write that may have happened, nor
    after one that the touch caused and the gate held: the app was given the touch.
    """
    after = look.after
    if any(effect.may_have_happened or effect.cause == "touch" for effect in look.effects):
        return False
    if judgement.effectiveness == "effective" or after.condition != "ok" or after.modal is not None:
        return False
    if came_up(look.before, after) is not None or look.focused:
        return False
    if irreversible:
        return look.received is not True and _nothing_came_of_it(judgement, look, decision, needed)
    action = decision.action
    if isinstance(action, InputText) and action.mode == "replace" and not action.text.endswith("\n"):
        return _short_of(action, look)
    if look.received is False:
        return look.unchanged
    if not isinstance(action, Click) or judgement.effectiveness != "ineffective":
        return False
    if look.met and (look.element is None or look.element.role not in _CHOOSING):
        return False
    expected = bool(decision.expectations) or any(verdict.attested for verdict in judgement.verdicts)
    return expected and all(verdict.outcome == "fails" for verdict in judgement.verdicts)


def _nothing_came_of_it(judgement: StepJudgement, look: Aftermath, decision: Decision, needed: int) -> bool:
    """Evidence of no effect: target still there, state unchanged, looked at often enough past the deadline.

    Something specific must have been expected and have failed, unless the device tells that the app never got it.
    """
    if not look.unchanged or look.looks < needed:
        return False
    if look.received is False:
        return True
    aimed = isinstance(decision.action, Click | DoubleTap | LongPress) or bool(targets_of(decision.action))
    if aimed and not look.still_there:
        return False
    specific = [item for item in judgement.verdicts if not isinstance(item.predicate, Changed | Effect)]
    return bool(specific) and all(item.outcome == "fails" for item in specific)


def _short_of(action: InputText, look: Aftermath) -> bool:
    """Whether the field holds what it held before, or only the beginning of the text."""
    if action.secret or look.element is None:
        return look.received is False and look.unchanged
    now, then = resolve(look.after, look.element), resolve(look.before, look.element)
    if now is None or "password" in now.states or not action.text:
        return look.received is False and look.unchanged
    held, wanted = collapse(now.value), collapse(action.text)
    was = "" if then is None else collapse(then.value)
    return held != wanted and (held == was or wanted.startswith(held))
