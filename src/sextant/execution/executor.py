"""The executor: fresh look, intention, injection, judgement (LongHorizonUI, algorithm 1)."""

import random
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol

from sextant.contracts import HandsOver, Journal, Person
from sextant.errors import NeedsPerson
from sextant.evidence import StepJudgement, held, judge_step
from sextant.execution.aiming import Aim, Encoding, Miss, aim, ladder
from sextant.execution.eyes import Eyes
from sextant.types.actions import Answer, DeviceAction, HandOver, InputText, Pause, Recall, Scroll, Status, Swipe, Wait
from sextant.types.decisions import Decision
from sextant.types.devices import Injection, Intent
from sextant.types.evidence import Changed, Effect
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Cause, Effectiveness, Transition


class Secrets(Protocol):
    """Looks a secret's value up by its name, at the last moment."""

    def __call__(self, name: str) -> str: ...


@dataclass(frozen=True, slots=True)
class ExecutionSettings:
    """How patient and how persistent the executor is."""

    grace_seconds: float = 1.2
    """How long a step that shows no effect is watched for a late one before it is judged."""
    compensate: bool = True
    """Whether a click without effect may be tried again with the next encoding."""


class Executor:
    """Carries out one decision. Every injection is journalled as an intention before it happens."""

    def __init__(
        self,
        eyes: Eyes,
        log: Journal,
        secrets: Secrets,
        person: Person,
        rng: random.Random,
        clock: Callable[[], float],
        settings: ExecutionSettings | None = None,
    ) -> None:
        self._eyes, self._log, self._secrets = eyes, log, secrets
        self._rng, self._clock = rng, clock
        self._settings = settings or ExecutionSettings()
        self._person = person

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition:
        """One step. The transition holds every attempt, the screen after the last, and the verdicts on it.

        An action with a stronger form of repetition than a plain click, and every irreversible one, is injected at
        most once. Where the target is not there any more nothing is injected and the cause is told.
        """
        started = self._clock()
        action = decision.action
        if isinstance(action, Answer | Status | Recall):
            return self._say(decision, screen, step)
        if isinstance(action, HandOver):
            return self._hand_over(action, decision, screen, step)
        attempts: list[Attempt] = []
        before, after = screen, screen
        judgement = StepJudgement("refused", ())
        cause: Cause = ""
        rungs = ladder(action) if self._settings.compensate and not irreversible else ladder(action)[:1]
        for encoding in rungs:
            fresh = self._eyes.look(picture=False)
            aimed = aim(action, encoding, screen, fresh, self._text(action), self._rng)
            if isinstance(aimed, Miss):
                after = self._eyes.look()
                cause = aimed.cause
                break
            before = screen if fresh.digest == screen.digest else fresh
            attempt, after, judgement = self._attempt(decision, aimed, before, step, irreversible)
            attempts.append(attempt)
            cause = attempt.cause
            if not self._try_again(decision, judgement, encoding):
                break
        return Transition(
            step=step,
            before=before,
            decision=decision,
            after=after,
            effectiveness=judgement.effectiveness,
            attempts=tuple(attempts),
            verdicts=judgement.verdicts,
            cause=cause if judgement.effectiveness != "effective" else "",
            irreversible=irreversible,
            interrupt=interrupt,
            seconds=self._clock() - started,
        )

    def _attempt(
        self, decision: Decision, aimed: Aim, before: Screen, step: int, irreversible: bool
    ) -> tuple[Attempt, Screen, StepJudgement]:
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
        injection = self._eyes.device.perform(aimed.gesture, intent.id)
        after, judgement = self._judge(decision, before, step, irreversible)
        attempt = Attempt(
            intent=intent.id,
            gesture=aimed.gesture,
            encoding=aimed.encoding,
            point=aimed.point,
            element=aimed.element,
            seconds=injection.seconds,
            busy_seconds=injection.busy_seconds,
            verdicts=judgement.verdicts,
            cause=_cause(judgement, before, after, injection),
            notes=injection.notes,
        )
        return attempt, after, judgement

    def _judge(self, decision: Decision, before: Screen, step: int, irreversible: bool) -> tuple[Screen, StepJudgement]:
        """Looks, and where the expected is not there yet, watches for a late effect once."""
        after = self._eyes.look()
        judgement = judge_step(decision.expectations, before, after, step)
        settled = judgement.effectiveness == "effective" or isinstance(decision.action, Wait | Scroll | Swipe)
        nothing_missing = not any(verdict.outcome == "fails" for verdict in judgement.verdicts)
        if settled or (nothing_missing and not irreversible) or after.modal is not None:
            return after, _careful(judgement, decision, irreversible)
        self._eyes.device.perform(Pause(self._settings.grace_seconds))
        after = self._eyes.look()
        judgement = judge_step(decision.expectations, before, after, step)
        return after, _careful(judgement, decision, irreversible)

    def _try_again(self, decision: Decision, judgement: StepJudgement, encoding: Encoding) -> bool:
        """Only on evidence of no effect: something specific was expected, all of it failed, nothing changed."""
        if judgement.effectiveness != "ineffective" or not decision.expectations:
            return False
        return encoding != "absolute" and all(verdict.outcome == "fails" for verdict in judgement.verdicts)

    def _text(self, action: DeviceAction) -> str:
        if not isinstance(action, InputText):
            return ""
        return self._secrets(action.secret) if action.secret else action.text

    def _say(self, decision: Decision, screen: Screen, step: int) -> Transition:
        """Answers, claims and recalls inject nothing; what they claim is checked on the present screen."""
        verdicts = tuple(held(predicate, screen, step) for predicate in decision.expectations)
        effectiveness: Effectiveness = "none"
        return Transition(step, screen, decision, screen, effectiveness, verdicts=verdicts)

    def _hand_over(self, action: HandOver, decision: Decision, screen: Screen, step: int) -> Transition:
        """A person works on the device and gives it back; what they did is told from the next screen."""
        device = self._eyes.device
        with device.hand_over(action.reason) if isinstance(device, HandsOver) else nullcontext(action.reason) as told:
            given = self._person.take_over(told)
        self._log.permission(
            f"take over: {action.reason}", given, "person" if self._person.attended else "nobody there"
        )
        if not given:
            raise NeedsPerson(f"A person is needed: {action.reason}.", "Resume the run when somebody can take over.")
        after = self._eyes.look()
        judgement = judge_step((), screen, after, step)
        return Transition(step, screen, decision, after, judgement.effectiveness, verdicts=judgement.verdicts)


def _careful(judgement: StepJudgement, decision: Decision, irreversible: bool) -> StepJudgement:
    """Of what cannot be taken back, `ineffective` needs evidence: something specific was expected and failed."""
    if not irreversible or judgement.effectiveness != "ineffective":
        return judgement
    specific = [item for item in judgement.verdicts if not isinstance(item.predicate, Changed | Effect)]
    if decision.expectations and any(item.outcome == "fails" for item in specific):
        return judgement
    return StepJudgement("uncertain", judgement.verdicts)


def _cause(judgement: StepJudgement, before: Screen, after: Screen, injection: Injection) -> Cause:
    if judgement.effectiveness == "effective":
        return ""
    if after.condition in ("crashed", "app_gone"):
        return "device"
    if after.modal is not None and before.modal is None:
        return "popup"
    if not injection.settled:
        return "delayed"
    return "missed" if judgement.effectiveness == "ineffective" else "wrong_element"
