"""Decides whether an action may be injected again, and how far the judgement of a step is trusted."""

from sextant.addresses.parts import hit_another, same_page
from sextant.dataclass import dataclass
from sextant.elements.refs import collapse, resolve
from sextant.evidence import StepJudgement, came_up, change_between
from sextant.types.actions import Click, DoubleTap, InputText, LongPress, targets_of
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed, Effect, Verdict
from sextant.types.geometry import Point
from sextant.types.screens import ElementRef, Screen

__all__ = [
    "AttemptEvidence",
    "is_settled",
    "judged_irreversible",
    "may_answer_late",
    "may_repeat",
    "with_effects",
    "with_verdict",
]

_CHOOSING = frozenset({"tab", "radio", "menuitemradio", "textbox", "searchbox"})
"""Roles whose second touch has no further effect: it selects or focuses the same again."""


@dataclass(frozen=True, slots=True)
class AttemptEvidence:
    """What was observed of one injection.

    Attributes:
        before: The screen before the injection.
        after: The last screen.
        element: The target, if it is an element.
        injection: The device's report.
        received: Whether the app received the input, according to the device; None if unknown.
        touch_point: The point at which the app received a touch, according to the device; None if unknown.
        looks: Number of looks after the deadline that showed the same as before, all newer than the injection.
        effects: Writes that the device observed since the injection.
    """

    before: Screen
    after: Screen
    element: ElementRef | None = None
    injection: Injection = Injection(0.0)
    received: bool | None = None
    touch_point: Point | None = None
    looks: int = 0
    effects: tuple[ObservedEffect, ...] = ()

    @property
    def wrote(self) -> bool:
        """Whether the touch caused a write that may have happened."""
        return any(effect.touched for effect in self.effects)

    @property
    def held(self) -> bool:
        """Whether the touch caused writes and the gate held all of them."""
        caused = [effect for effect in self.effects if effect.cause == "touch"]
        return bool(caused) and all(effect.held for effect in caused)

    @property
    def unchanged(self) -> bool:
        """Whether the screen could be read and is the same in every detail."""
        return self.after.condition == "ok" and self.before.digest == self.after.digest

    @property
    def moved_on(self) -> bool:
        """Whether the page has settled and shows other content than before."""
        rests = self.injection.settled and self.after.observation.settled
        return rests and change_between(self.before, self.after).kind in ("content", "question")

    @property
    def focused(self) -> bool:
        """Whether the target has received the focus, so that the touch arrived."""
        if self.element is None:
            return False
        was, now = resolve(self.before, self.element), resolve(self.after, self.element)
        return now is not None and "focused" in now.states and (was is None or "focused" not in was.states)

    @property
    def still_there(self) -> bool:
        """Whether the target can still be touched."""
        if self.element is None:
            return False
        found = resolve(self.after, self.element)
        return found is not None and found.visibility in ("visible", "clipped") and "disabled" not in found.states

    @property
    def went_elsewhere(self) -> bool:
        """Whether the touch led to another address than that of the touched link, and not by a redirection.

        If documents were requested, the address of the link is expected among them. If a script set another address,
        that counts only if another link of the screen leads there.
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
    def hit_target(self) -> bool:
        """Whether the device reports that the touch reached its target."""
        if not self.received or self.touch_point is None or self.element is None:
            return False
        if self.injection.met:
            return True
        found = resolve(self.before, self.element)
        return found is not None and found.box.contains(self.touch_point)


def is_settled(judgement: StepJudgement, evidence: AttemptEvidence, *, irreversible: bool) -> bool:
    """Whether another look can add nothing: the step worked, a dialog came up, or the page shows other content.

    A failed prediction on a visibly changed page is left to the next decision. A screen without an effect is never
    settled, even if all expectations held before: it may be outdated.
    """
    if judgement.effectiveness == "effective" or evidence.after.modal is not None or evidence.focused:
        return True
    if evidence.after.condition != "ok":
        return evidence.after.condition in ("crashed", "app_gone", "error_page")
    if came_up(evidence.before, evidence.after) is not None or evidence.moved_on:
        return True
    if irreversible or judgement.effectiveness == "ineffective":
        return False
    return not any(verdict.outcome == "fails" for verdict in judgement.verdicts)


def judged_irreversible(
    judgement: StepJudgement, evidence: AttemptEvidence, decision: Decision, needed: int
) -> StepJudgement:
    """Return the judgement of an irreversible act: `ineffective` needs evidence, otherwise it becomes `uncertain`."""
    if judgement.effectiveness != "ineffective" or _had_no_effect(judgement, evidence, decision, needed):
        return judgement
    return StepJudgement("uncertain", judgement.verdicts)


def with_effects(judgement: StepJudgement, evidence: AttemptEvidence) -> StepJudgement:
    """Return the judgement corrected by the observed writes.

    A touch that caused a write had an effect, even if the screen shows none: the step is uncertain. A step is also
    uncertain if its touch led elsewhere than its link. If all writes were held and the screen is unchanged, the step is
    ineffective.
    """
    if (evidence.wrote and judgement.effectiveness == "ineffective") or evidence.went_elsewhere:
        return StepJudgement("uncertain", judgement.verdicts)
    if evidence.held and evidence.unchanged:
        return StepJudgement("ineffective", judgement.verdicts)
    return judgement


def may_answer_late(judgement: StepJudgement, evidence: AttemptEvidence) -> bool:
    """Whether to wait longer: the app received the touch, and the screen is unchanged."""
    return judgement.effectiveness != "effective" and evidence.hit_target and evidence.unchanged


def with_verdict(judgement: StepJudgement, evidence: AttemptEvidence, verdict: Verdict | None) -> StepJudgement:
    """Return the judgement combined with a model's verdict on the attempt (LongHorizonUI, equation 3).

    A positive verdict makes an uncertain step effective and an ineffective one uncertain. A negative verdict makes a
    step uncertain, or ineffective if the screen is unchanged.
    """
    if verdict is None:
        return judgement
    verdicts = (*judgement.verdicts, verdict)
    if verdict.outcome == "holds":
        return StepJudgement("uncertain" if judgement.effectiveness == "ineffective" else "effective", verdicts)
    return StepJudgement("ineffective" if evidence.unchanged else "uncertain", verdicts)


def may_repeat(
    judgement: StepJudgement, evidence: AttemptEvidence, decision: Decision, *, irreversible: bool, needed: int = 2
) -> bool:
    """Whether the same action may be injected again.

    An irreversible act may be repeated only with evidence that it had no effect, and never if the device reports that
    the app received it. Text that replaces a field may be repeated while the field holds less than the text. Any other
    action may be repeated if the device reports that the app did not receive it and the screen is unchanged. A click
    may also be repeated if all its expectations failed and it was ineffective; but not if it reached its target, unless
    the target only selects. Nothing is repeated after a write that may have happened or that the gate held.
    """
    after = evidence.after
    if any(effect.may_have_happened or effect.cause == "touch" for effect in evidence.effects):
        return False
    if judgement.effectiveness == "effective" or after.condition != "ok" or after.modal is not None:
        return False
    if came_up(evidence.before, after) is not None or evidence.focused:
        return False
    if irreversible:
        return evidence.received is not True and _had_no_effect(judgement, evidence, decision, needed)
    action = decision.action
    if isinstance(action, InputText) and action.mode == "replace" and not action.text.endswith("\n"):
        return _is_incomplete(action, evidence)
    if evidence.received is False:
        return evidence.unchanged
    if not isinstance(action, Click) or judgement.effectiveness != "ineffective":
        return False
    if evidence.hit_target and (evidence.element is None or evidence.element.role not in _CHOOSING):
        return False
    expected = bool(decision.expectations) or any(verdict.attested for verdict in judgement.verdicts)
    return expected and all(verdict.outcome == "fails" for verdict in judgement.verdicts)


def _had_no_effect(judgement: StepJudgement, evidence: AttemptEvidence, decision: Decision, needed: int) -> bool:
    """Whether there is evidence of no effect: target still there, screen unchanged, enough looks after the deadline.

    Unless the device reports that the app did not receive the input, a specific expectation must also have failed.
    """
    if not evidence.unchanged or evidence.looks < needed:
        return False
    if evidence.received is False:
        return True
    aimed = isinstance(decision.action, Click | DoubleTap | LongPress) or bool(targets_of(decision.action))
    if aimed and not evidence.still_there:
        return False
    specific = [item for item in judgement.verdicts if not isinstance(item.predicate, Changed | Effect)]
    return bool(specific) and all(item.outcome == "fails" for item in specific)


def _is_incomplete(action: InputText, evidence: AttemptEvidence) -> bool:
    """Whether the field holds what it held before, or only the beginning of the text."""
    if action.secret or evidence.element is None:
        return evidence.received is False and evidence.unchanged
    now, then = resolve(evidence.after, evidence.element), resolve(evidence.before, evidence.element)
    if now is None or "password" in now.states or not action.text:
        return evidence.received is False and evidence.unchanged
    held, wanted = collapse(now.value), collapse(action.text)
    was = "" if then is None else collapse(then.value)
    return held != wanted and (held == was or wanted.startswith(held))
