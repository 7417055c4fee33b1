"""The executor: fresh look, intention, injection, judgement, and the next rung (LongHorizonUI, algorithm 1)."""

import random
from collections import deque
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.errors import NeedsPerson
from sextant.evidence import StepJudgement, change_between, held, judge_step
from sextant.execution.failure_causes import REMEDIES, diagnose
from sextant.execution.gestures import SCROLLS, scroll_towards
from sextant.execution.hints import HINTS
from sextant.execution.observer import ScreenObserver
from sextant.execution.retry_policy import (
    AttemptEvidence,
    is_settled,
    judged_irreversible,
    may_answer_late,
    may_repeat,
    with_effects,
    with_verdict,
)
from sextant.execution.staleness import ChangeCheck, any_change
from sextant.execution.target import ENCODINGS, Aim, AimContext, Encoding, Miss, Rung, aim, ladder
from sextant.protocols import AttemptJudge, HandoverDevice, Journal, Person, TouchLocator
from sextant.state import EventLog
from sextant.types.actions import (
    Answer,
    DeviceAction,
    HandOver,
    InputText,
    Pause,
    Recall,
    Scroll,
    Status,
    Swipe,
    TypeText,
    Wait,
)
from sextant.types.decisions import Decision, Objection
from sextant.types.devices import Intent
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed
from sextant.types.geometry import Box
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Attempt, Transition


class Secrets(Protocol):
    """Returns the value of a secret by its name."""

    def __call__(self, name: str) -> str: ...


class SecretCheck(Protocol):
    """Returns why a secret may not be typed into a field of that screen; empty if it may. It may ask a person."""

    def __call__(self, secret: str, field: Element | None, screen: Screen) -> str: ...


def anywhere(secret: str, field: Element | None, screen: Screen) -> str:
    """No check: the device itself types secrets only where they belong, or there are none."""
    del secret, field, screen
    return ""


@dataclass(frozen=True, slots=True)
class ExecutionSettings:
    """The waiting times and retries of the executor."""

    grace_seconds: float = 1.2
    """Pause before a step without an effect is looked at again."""
    patience: int = 2
    """Looks after the deadline before a step counts as ineffective."""
    patience_irreversible: int = 4
    """The same for irreversible acts, which must not be repeated because of one bad look."""
    compensate: bool = True
    """Whether a step without an effect may be tried again, with the next encoding."""
    encodings: tuple[Encoding, ...] = ENCODINGS
    """The rungs of the ladder that are used."""
    judging: AttemptJudge | None = None
    """A model that judges each attempt in addition to the evidence (LongHorizonUI, equation 3)."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """An attempt, its evidence and its judgement."""

    attempt: Attempt
    evidence: AttemptEvidence
    judgement: StepJudgement


class StepExecutor:
    """Carries out one decision. Every injection is journalled as an intention before it happens.

    A transition contains the writes that the device observed since the previous one, in order. `past` knows where
    touches worked. `change_check` is called on every fresh look for an irreversible act: it reports whether the act
    still affects what was reviewed. `secret_check` is called on the fresh look before a secret is typed.
    """

    def __init__(
        self,
        observer: ScreenObserver,
        log: Journal,
        secrets: Secrets,
        person: Person,
        rng: random.Random,
        clock: Callable[[], float],
        settings: ExecutionSettings | None = None,
        change_check: ChangeCheck = any_change,
        past: EventLog | None = None,
        secret_check: SecretCheck = anywhere,
    ) -> None:
        self._observer, self._log, self._secrets = observer, log, secrets
        self._past = past or EventLog((HINTS,))
        self._rng, self._clock = rng, clock
        self._settings = settings or ExecutionSettings()
        self._person, self._change_check, self._secret_check = person, change_check, secret_check
        self._effects: list[ObservedEffect] = []

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition:
        """Carries out one step. The transition has every attempt, the screen after the last, and its verdicts.

        There is a fresh look before every attempt, and another attempt only with evidence that the last had no effect
        (`may_repeat`). If the device finds that the target moved since the look, it touches nothing, and the screen is
        looked at again. If the target is gone, or an irreversible act would now affect something else, nothing is
        injected; the transition has the cause, and the journal the reason.
        """
        started = self._clock()
        action = decision.action
        if isinstance(action, Answer | Status | Recall):
            return self._answer(decision, screen, step)
        if isinstance(action, HandOver):
            return self._hand_over(action, decision, screen, step)
        tried, missed = self._try_rungs(action, decision, screen, step, irreversible)
        last = tried[-1] if tried else None
        judgement = StepJudgement("refused", ()) if last is None else last.judgement
        cause = missed.cause if last is None else last.attempt.cause
        refused = last is None and missed.cause == "refused"
        after = self._observer.look() if last is None else last.evidence.after
        done = Transition(
            step=step,
            before=screen,
            decision=decision,
            after=after,
            effectiveness=judgement.effectiveness,
            attempts=tuple(item.attempt for item in tried),
            verdicts=judgement.verdicts,
            objections=(Objection("secret", missed.reason, ask=True),) if refused else (),
            cause=cause if judgement.effectiveness != "effective" else "",
            irreversible=irreversible,
            at_most_once=irreversible,
            interrupt=interrupt,
            seconds=self._clock() - started,
            effects=self._seen(),
        )
        return replace(done, irreversible=irreversible or done.wrote)

    def _drain(self) -> None:
        """Collects the observed writes until a transition takes them, so that a failed attempt loses none."""
        self._effects += self._observer.effects()

    def _seen(self) -> tuple[ObservedEffect, ...]:
        """All writes since the last transition."""
        self._drain()
        seen = self._observer.answered(tuple(self._effects))
        self._effects.clear()
        return seen

    def _try_rungs(
        self, action: DeviceAction, decision: Decision, screen: Screen, step: int, irreversible: bool
    ) -> tuple[list[_Tried], Miss]:
        """Tries rungs until one works or must not be repeated. Returns the attempts, and the last miss."""
        tried, missed = list[_Tried](), Miss("", "")
        whole = ladder(action, self._settings.encodings)
        rungs = deque(whole if self._settings.compensate else whole[:1])
        waits = self._waits
        while rungs:
            rung, known = rungs.popleft(), len(self._effects)
            fresh, aimed = self._aim(action, rung, screen, irreversible)
            if tried and (self._wrote_late(known) or self._took_effect_late(tried, decision, fresh, step)):
                break
            if aimed is None:
                continue
            if isinstance(aimed, Miss):
                missed = aimed
                if aimed.here:
                    continue
                break
            is_wait = isinstance(action, Wait)  # what differs from the screen that was decided on is what came of it
            before = screen if is_wait or fresh.digest == screen.digest else fresh
            last = self._attempt(decision, aimed, before, step, irreversible)
            if isinstance(last, Miss):
                missed = last
                if waits == 0:
                    break
                waits -= 1
                rungs.appendleft(rung)
                continue
            tried.append(last)
            needed = self._patience(irreversible)
            if not may_repeat(last.judgement, last.evidence, decision, irreversible=irreversible, needed=needed):
                break
        if missed.cause and not tried:
            self._log.note("untouched", {"step": step, "cause": missed.cause, "reason": missed.reason})
        return tried, missed

    def _wrote_late(self, known: int) -> bool:
        """Whether a write that may have happened came after the last attempt was judged."""
        self._drain()
        return any(effect.may_have_happened for effect in self._effects[known:])

    def _took_effect_late(self, tried: list[_Tried], decision: Decision, fresh: Screen, step: int) -> bool:
        """Whether the last attempt shows its effect now, so that no other is needed."""
        last = tried[-1]
        judgement = _judged(decision, last.evidence.before, fresh, step, last.evidence.element)
        if judgement.effectiveness != "effective":
            return False
        seen = replace(last.evidence, after=self._observer.look())
        attempt = replace(last.attempt, verdicts=judgement.verdicts, cause="")
        tried[-1] = _Tried(attempt, seen, judgement)
        return True

    def _aim(
        self, action: DeviceAction, rung: Rung, screen: Screen, irreversible: bool
    ) -> tuple[Screen, Aim | Miss | None]:
        """Takes a fresh look and aims on it. Waits for temporary obstacles, such as a cover or a blank frame.

        Scrolls to a target that is out of view; the journal notes each scroll.
        """
        text = self._text(action)
        waits, shown = self._waits, deque[Box](maxlen=SCROLLS + 1)
        while True:
            fresh = self._observer.look(picture=False)
            aimed = aim(action, rung, AimContext(screen, fresh, self._rng, self._past[HINTS]), text)
            if irreversible and isinstance(aimed, Aim) and (departure := self._change_check(action, screen, fresh)):
                aimed = Miss("stale", departure)
            if isinstance(aimed, Aim) and (refusal := self._secret_refusal(aimed, fresh)):
                aimed = Miss("refused", refusal)
            if not isinstance(aimed, Miss) or aimed.here:
                return fresh, aimed
            if aimed.away is not None and self._scrolled_to(aimed.away, fresh, shown):
                continue
            passing = REMEDIES[aimed.cause] == "look_again" or fresh.condition != "ok"
            if not passing or waits == 0 or fresh.condition in ("crashed", "app_gone"):
                return fresh, aimed
            waits -= 1
            self._observer.device.perform(Pause(self._settings.grace_seconds))

    def _scrolled_to(self, element: Element, fresh: Screen, shown: "deque[Box]") -> bool:
        """Scrolls towards the element; False if scrolling does not bring it nearer."""
        scroll = None if len(shown) > SCROLLS or element.box in shown else scroll_towards(fresh, element)
        shown.append(element.box)
        if scroll is None:
            return False
        self._log.note("scrolled", {"to": element.label, "direction": scroll.direction, "extent": scroll.extent})
        self._observer.device.perform(scroll)
        return True

    @property
    def _waits(self) -> int:
        """How often a target that cannot be touched at once is looked at again."""
        return self._settings.patience if self._settings.compensate else 0

    def _attempt(
        self, decision: Decision, aimed: Aim, before: Screen, step: int, irreversible: bool
    ) -> "_Tried | Miss":
        """Injects once and observes the effect; a `Miss` if the device found the target elsewhere."""
        intent = Intent(
            id=f"{step}.{self._rng.getrandbits(48):012x}",
            step=step,
            gesture=aimed.gesture,
            before=before.digest,
            description=decision.description,
            element=aimed.element,
            irreversible=irreversible,
            expectations=decision.expectations,
            decision=decision,
            at=self._clock(),
        )
        self._log.intend(intent, before)
        self._drain()
        injection = self._observer.device.perform(aimed.for_device, intent.id)
        if injection.untouched:
            if injection.untouched in ("covered", "delayed"):
                self._observer.device.perform(Pause(self._settings.grace_seconds))
            return Miss(injection.untouched, f"the device touched nothing: the target is {injection.untouched}")
        evidence, judgement = self._watch(
            decision, aimed, AttemptEvidence(before, before, aimed.element, injection), intent
        )
        judge = self._settings.judging
        if judge is not None and not isinstance(aimed.gesture, Pause) and decision.actor != "interrupt":
            judgement = with_verdict(judgement, evidence, judge.judge(decision, before, evidence.after, aimed.point))
        attempt = Attempt(
            intent=intent.id,
            gesture=aimed.gesture,
            encoding=aimed.encoding,
            point=aimed.point,
            element=aimed.element,
            seconds=injection.seconds,
            busy_seconds=injection.busy_seconds,
            verdicts=judgement.verdicts,
            cause=diagnose(judgement, evidence, injection, aimed.point, not isinstance(aimed.gesture, Pause)),
            notes=injection.notes,
            received=evidence.received,
        )
        return _Tried(attempt, evidence, judgement)

    def _watch(
        self, decision: Decision, aimed: Aim, evidence: AttemptEvidence, intent: Intent
    ) -> tuple[AttemptEvidence, StepJudgement]:
        """Looks at the result, and waits for a late effect if the expected one is missing."""
        before, irreversible = evidence.before, intent.irreversible
        device, needed, known = self._observer.device, self._patience(irreversible), len(self._effects)
        evidence = replace(evidence, after=self._observer.look())
        judgement = _judged(decision, before, evidence.after, intent.step, aimed.element)
        for again in range(max(needed, self._patience(irreversible=True))):
            if is_settled(judgement, evidence, irreversible=irreversible) or _idle(decision, evidence, again):
                break
            if again == needed:
                evidence = self._with_device_report(evidence, intent)
                if not may_answer_late(judgement, evidence):
                    break
            device.perform(Pause(self._settings.grace_seconds))
            after = self._observer.look()
            newer = after.observation.at > evidence.after.observation.at or not after.observation.at
            evidence = replace(evidence, after=after, looks=evidence.looks + newer)
            judgement = _judged(decision, before, after, intent.step, aimed.element)
        if judgement.effectiveness != "effective":
            evidence = self._with_device_report(evidence, intent)
        self._drain()
        evidence = replace(evidence, effects=tuple(self._effects[known:]))
        return evidence, with_effects(
            judged_irreversible(judgement, evidence, decision, needed) if irreversible else judgement, evidence
        )

    def _with_device_report(self, evidence: AttemptEvidence, intent: Intent) -> AttemptEvidence:
        """Adds the device's report on the injection."""
        device = self._observer.device
        touch_point = device.touched(intent.id) if isinstance(device, TouchLocator) else None
        return replace(evidence, received=device.injected(intent.id), touch_point=touch_point)

    def _patience(self, irreversible: bool) -> int:
        if not self._settings.compensate:
            return 1
        return self._settings.patience_irreversible if irreversible else self._settings.patience

    def _text(self, action: DeviceAction) -> str:
        if not isinstance(action, InputText):
            return ""
        return self._secrets(action.secret) if action.secret else action.text

    def _secret_refusal(self, aimed: Aim, fresh: Screen) -> str:
        """Why the secret of a gesture, if it types one, may not be typed; empty if it may."""
        gesture = aimed.gesture
        if not isinstance(gesture, TypeText) or not gesture.secret:
            return ""
        if aimed.element is not None:
            field = resolve(fresh, aimed.element)
        else:
            focused = (one for one in fresh.elements if "focused" in one.states)
            field = next(focused, None) if gesture.point is None else None
        return self._secret_check(gesture.secret, field, fresh)

    def _answer(self, decision: Decision, screen: Screen, step: int) -> Transition:
        """Checks an answer, claim or recall on the present screen; nothing is injected."""
        verdicts = tuple(held(predicate, screen, step) for predicate in decision.expectations)
        return Transition(step, screen, decision, screen, "none", verdicts=verdicts, effects=self._seen())

    def _hand_over(self, action: HandOver, decision: Decision, screen: Screen, step: int) -> Transition:
        """Lets a person use the device, then looks at the result."""
        device = self._observer.device
        with (
            device.hand_over(action.reason)
            if isinstance(device, HandoverDevice)
            else nullcontext(action.reason) as told
        ):
            given = self._person.take_over(told)
        self._log.permission(
            f"take over: {action.reason}", given, "person" if self._person.attended else "nobody there"
        )
        if not given:
            raise NeedsPerson(
                f"A person is needed: {action.reason}.", "Resume the run at a terminal, so that a person can take over."
            )
        after = self._observer.look()
        judgement = judge_step((), screen, after, step)
        return Transition(
            step, screen, decision, after, judgement.effectiveness, verdicts=judgement.verdicts, effects=self._seen()
        )


def _judged(decision: Decision, before: Screen, after: Screen, step: int, element: ElementRef | None) -> StepJudgement:
    """Judges the expectations of a decision on a screen."""
    moves = isinstance(decision.action, Scroll | Swipe)
    expected = decision.expectations
    waited = isinstance(decision.action, Wait) and not any(isinstance(one, Changed) for one in expected)
    if waited and change_between(before, after).kind in ("content", "question"):
        expected = (*expected, Changed())  # whatever came while it waited is what came of it
    return judge_step(expected, before, after, step, element, _typed(decision), moves)


def _idle(decision: Decision, evidence: AttemptEvidence, again: int) -> bool:
    """Whether a wait or a scroll has nothing more to show.

    A scroll that shows nothing new in two looks has reached the end; a single look may be outdated.
    """
    if evidence.after.condition != "ok" or not isinstance(decision.action, Wait | Scroll | Swipe):
        return False
    return isinstance(decision.action, Wait) or again > 0 or not evidence.unchanged


def _typed(decision: Decision) -> str:
    """The text that the field should hold afterwards; empty if it is unknown or a secret."""
    action = decision.action
    if not isinstance(action, InputText) or action.secret or action.mode != "replace" or action.text.endswith("\n"):
        return ""
    return action.text
