"""The executor: fresh look, intention, injection, judgement, and the next rung (LongHorizonUI, algorithm 1)."""

import random
from collections import deque
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Protocol

from sextant.errors import NeedsPerson
from sextant.evidence import StepJudgement, change_between, held, judge_step
from sextant.execution.failure_causes import CURES, diagnose
from sextant.execution.gestures import SCROLLS, towards
from sextant.execution.hints import HINTS
from sextant.execution.observer import ScreenObserver
from sextant.execution.retry_policy import Aftermath, answers_late, attested, careful, may_repeat, settled, witnessed
from sextant.execution.staleness import Departing, any_change
from sextant.execution.target import ENCODINGS, Aim, AimContext, Encoding, Miss, Rung, aim, ladder
from sextant.protocols import AttemptJudge, HandoverDevice, Journal, Person, TouchLocator
from sextant.state import EventLog
from sextant.types.actions import Answer, DeviceAction, HandOver, InputText, Pause, Recall, Scroll, Status, Swipe, Wait
from sextant.types.decisions import Decision
from sextant.types.devices import Intent
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed
from sextant.types.geometry import Box
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Attempt, Cause, Transition


class Secrets(Protocol):
    """Looks a secret's value up by its name, at the last moment."""

    def __call__(self, name: str) -> str: ...


@dataclass(frozen=True, slots=True)
class ExecutionSettings:
    """How patient and how persistent the executor is."""

    grace_seconds: float = 1.2
    """How long is waited before a step that shows no effect is looked at once more."""
    patience: int = 2
    """So many looks past the deadline before a step is judged to have had no effect."""
    patience_irreversible: int = 4
    """The same for what cannot be taken back: its repetition must rest on more than one bad look."""
    compensate: bool = True
    """Whether what had no effect may be tried again, with the next encoding."""
    encodings: tuple[Encoding, ...] = ENCODINGS
    """The rungs of the ladder that are used."""
    judging: AttemptJudge | None = None
    """Who is asked after each attempt, besides the evidence (LongHorizonUI, equation 3)."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """An attempt with what was seen of it."""

    attempt: Attempt
    look: Aftermath
    judgement: StepJudgement


class StepExecutor:
    """Carries out one decision. Every injection is journalled as an intention before it happens.

    Writes that the device saw are part of the transition: those since the last one, in their order.
    `past` knows where touches worked. `departing` is asked on every fresh look whether an act that cannot be taken back
    is still about what it was reviewed for.
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
        departing: Departing = any_change,
        past: EventLog | None = None,
    ) -> None:
        self._observer, self._log, self._secrets = observer, log, secrets
        self._past = past or EventLog((HINTS,))
        self._rng, self._clock = rng, clock
        self._settings = settings or ExecutionSettings()
        self._person, self._departing = person, departing
        self._effects: list[ObservedEffect] = []

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition:
        """One step. The transition holds every attempt, the screen after the last, and the verdicts on it.

        There is a fresh look before every attempt, and another attempt only on evidence that the last had no effect
        (`may_repeat`). Where the device finds that the target moved since the look and touches nothing, it is looked
        at again. Where the target is not there any more, or what cannot be taken back is about something else by
        now, nothing is injected and the cause is told; the journal notes the reason.
        """
        started = self._clock()
        action = decision.action
        if isinstance(action, Answer | Status | Recall):
            return self._say(decision, screen, step)
        if isinstance(action, HandOver):
            return self._hand_over(action, decision, screen, step)
        tried, missed = self._climb(action, decision, screen, step, irreversible)
        last = tried[-1] if tried else None
        judgement = StepJudgement("refused", ()) if last is None else last.judgement
        cause = missed if missed and last is None else "" if last is None else last.attempt.cause
        after = self._observer.look() if last is None else last.look.after
        done = Transition(
            step=step,
            before=screen,
            decision=decision,
            after=after,
            effectiveness=judgement.effectiveness,
            attempts=tuple(item.attempt for item in tried),
            verdicts=judgement.verdicts,
            cause=cause if judgement.effectiveness != "effective" else "",
            irreversible=irreversible,
            at_most_once=irreversible,
            interrupt=interrupt,
            seconds=self._clock() - started,
            effects=self._seen(),
        )
        return replace(done, irreversible=irreversible or done.wrote)

    def _drain(self) -> None:
        """Keeps what the device saw until a transition takes it: an attempt that fails loses none of it."""
        self._effects += self._observer.effects()

    def _seen(self) -> tuple[ObservedEffect, ...]:
        """All writes since the last transition."""
        self._drain()
        seen = self._observer.answered(tuple(self._effects))
        self._effects.clear()
        return seen

    def _climb(
        self, action: DeviceAction, decision: Decision, screen: Screen, step: int, irreversible: bool
    ) -> tuple[list[_Tried], Cause]:
        """Down the ladder until it worked or may not be repeated: what was tried, and why nothing could be."""
        tried, missed = list[_Tried](), Miss("", "")
        whole = ladder(action, self._settings.encodings)
        rungs = deque(whole if self._settings.compensate else whole[:1])
        waits = self._waits
        while rungs:
            rung, known = rungs.popleft(), len(self._effects)
            fresh, aimed = self._aim(action, rung, screen, irreversible)
            if tried and (self._wrote_late(known) or self._came_late(tried, decision, fresh, step)):
                break
            if aimed is None:
                continue
            if isinstance(aimed, Miss):
                missed = aimed
                if aimed.here:
                    continue
                break
            waits_only = isinstance(action, Wait)  # what differs from the screen that was decided on is what came of it
            before = screen if waits_only or fresh.digest == screen.digest else fresh
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
            if not may_repeat(last.judgement, last.look, decision, irreversible=irreversible, needed=needed):
                break
        if missed.cause and not tried:
            self._log.note("untouched", {"step": step, "cause": missed.cause, "reason": missed.reason})
        return tried, missed.cause

    def _wrote_late(self, known: int) -> bool:
        """Whether there was a write since the last attempt was judged that may have happened."""
        self._drain()
        return any(effect.may_have_happened for effect in self._effects[known:])

    def _came_late(self, tried: list[_Tried], decision: Decision, fresh: Screen, step: int) -> bool:
        """Whether the last attempt shows its effect by now: then there is no other."""
        last = tried[-1]
        judgement = _judged(decision, last.look.before, fresh, step, last.look.element)
        if judgement.effectiveness != "effective":
            return False
        seen = replace(last.look, after=self._observer.look())
        attempt = replace(last.attempt, verdicts=judgement.verdicts, cause="")
        tried[-1] = _Tried(attempt, seen, judgement)
        return True

    def _aim(
        self, action: DeviceAction, rung: Rung, screen: Screen, irreversible: bool
    ) -> tuple[Screen, Aim | Miss | None]:
        """A fresh look, and the aim on it. What hinders for a moment (a cover, a blank frame) is waited for.

        What is merely out of view is scrolled to; the journal notes each scroll.
        """
        text = self._text(action)
        waits, shown = self._waits, deque[Box](maxlen=SCROLLS + 1)
        while True:
            fresh = self._observer.look(picture=False)
            aimed = aim(action, rung, AimContext(screen, fresh, self._rng, self._past[HINTS]), text)
            if irreversible and isinstance(aimed, Aim) and (departure := self._departing(action, screen, fresh)):
                aimed = Miss("stale", departure)
            if not isinstance(aimed, Miss) or aimed.here:
                return fresh, aimed
            if aimed.away is not None and self._scrolled_to(aimed.away, fresh, shown):
                continue
            passing = CURES[aimed.cause] == "look_again" or fresh.condition != "ok"
            if not passing or waits == 0 or fresh.condition in ("crashed", "app_gone"):
                return fresh, aimed
            waits -= 1
            self._observer.device.perform(Pause(self._settings.grace_seconds))

    def _scrolled_to(self, element: Element, fresh: Screen, shown: "deque[Box]") -> bool:
        """Whether it scrolled towards the element, which it does until that helps no more."""
        scroll = None if len(shown) > SCROLLS or element.box in shown else towards(fresh, element)
        shown.append(element.box)
        if scroll is None:
            return False
        self._log.note("scrolled", {"to": element.label, "direction": scroll.direction, "extent": scroll.extent})
        self._observer.device.perform(scroll)
        return True

    @property
    def _waits(self) -> int:
        """So often a target that cannot be touched at once is looked at again."""
        return self._settings.patience if self._settings.compensate else 0

    def _attempt(
        self, decision: Decision, aimed: Aim, before: Screen, step: int, irreversible: bool
    ) -> "_Tried | Miss":
        """One injection and what is seen of it; why there was none where the device found the target elsewhere."""
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
        look, judgement = self._watch(decision, aimed, Aftermath(before, before, aimed.element, injection), intent)
        judge = self._settings.judging
        if judge is not None and not isinstance(aimed.gesture, Pause) and decision.actor != "interrupt":
            judgement = attested(judgement, look, judge.judge(decision, before, look.after, aimed.point))
        attempt = Attempt(
            intent=intent.id,
            gesture=aimed.gesture,
            encoding=aimed.encoding,
            point=aimed.point,
            element=aimed.element,
            seconds=injection.seconds,
            busy_seconds=injection.busy_seconds,
            verdicts=judgement.verdicts,
            cause=diagnose(judgement, look, injection, aimed.point, not isinstance(aimed.gesture, Pause)),
            notes=injection.notes,
            received=look.received,
        )
        return _Tried(attempt, look, judgement)

    def _watch(
        self, decision: Decision, aimed: Aim, look: Aftermath, intent: Intent
    ) -> tuple[Aftermath, StepJudgement]:
        """Looks, and where the expected is not there yet, watches for a late effect."""
        before, irreversible = look.before, intent.irreversible
        device, needed, known = self._observer.device, self._patience(irreversible), len(self._effects)
        look = replace(look, after=self._observer.look())
        judgement = _judged(decision, before, look.after, intent.step, aimed.element)
        for again in range(max(needed, self._patience(irreversible=True))):
            if settled(judgement, look, irreversible=irreversible) or _idle(decision, look, again):
                break
            if again == needed:
                look = self._told(look, intent)
                if not answers_late(judgement, look):
                    break
            device.perform(Pause(self._settings.grace_seconds))
            after = self._observer.look()
            newer = after.observation.at > look.after.observation.at or not after.observation.at
            look = replace(look, after=after, looks=look.looks + newer)
            judgement = _judged(decision, before, after, intent.step, aimed.element)
        if judgement.effectiveness != "effective":
            look = self._told(look, intent)
        self._drain()
        look = replace(look, effects=tuple(self._effects[known:]))
        return look, witnessed(careful(judgement, look, decision, needed) if irreversible else judgement, look)

    def _told(self, look: Aftermath, intent: Intent) -> Aftermath:
        """What the device knows of the injection."""
        device = self._observer.device
        landed = device.touched(intent.id) if isinstance(device, TouchLocator) else None
        return replace(look, received=device.injected(intent.id), landed=landed)

    def _patience(self, irreversible: bool) -> int:
        if not self._settings.compensate:
            return 1
        return self._settings.patience_irreversible if irreversible else self._settings.patience

    def _text(self, action: DeviceAction) -> str:
        if not isinstance(action, InputText):
            return ""
        return self._secrets(action.secret) if action.secret else action.text

    def _say(self, decision: Decision, screen: Screen, step: int) -> Transition:
        """Answers, claims and recalls inject nothing; what they claim is checked on the present screen."""
        verdicts = tuple(held(predicate, screen, step) for predicate in decision.expectations)
        return Transition(step, screen, decision, screen, "none", verdicts=verdicts, effects=self._seen())

    def _hand_over(self, action: HandOver, decision: Decision, screen: Screen, step: int) -> Transition:
        """A person works on the device and gives it back; what they did is told from the next screen."""
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
    """What a screen says of what was expected of a decision."""
    moves = isinstance(decision.action, Scroll | Swipe)
    expected = decision.expectations
    waited = isinstance(decision.action, Wait) and not any(isinstance(one, Changed) for one in expected)
    if waited and change_between(before, after).kind in ("content", "question"):
        expected = (*expected, Changed())  # whatever came while it waited is what came of it
    return judge_step(expected, before, after, step, element, _typed(decision), moves)


def _idle(decision: Decision, look: Aftermath, again: int) -> bool:
    """Whether nothing more is to be expected of a wait, or of a scroll.

    A scroll that shows nothing new at two looks is at the end; at one, the picture may have been an old one.
    """
    if look.after.condition != "ok" or not isinstance(decision.action, Wait | Scroll | Swipe):
        return False
    return isinstance(decision.action, Wait) or again > 0 or not look.unchanged


def _typed(decision: Decision) -> str:
    """The text that the field should hold afterwards; empty where that cannot be said, or is a secret."""
    action = decision.action
    if not isinstance(action, InputText) or action.secret or action.mode != "replace" or action.text.endswith("\n"):
        return ""
    return action.text
