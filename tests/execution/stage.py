"""An executor on a scripted app, with a journal that keeps what was intended."""

import random
from collections.abc import Mapping, Sequence

from sextant.devices.scripted import ScriptedDevice
from sextant.devices.wrapper import innermost
from sextant.execution import ChangeCheck, ExecutionSettings, ScreenObserver, SecretCheck, StepExecutor, anywhere
from sextant.execution.staleness import any_change
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device
from sextant.types.actions import Action
from sextant.types.decisions import Decision
from sextant.types.devices import Intent
from sextant.types.events import Aside
from sextant.types.evidence import Predicate, TextVisible
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from tests.support.runs import NOBODY, Somebody


class Log:
    """Remembers intentions, and what the device had been given when each was written."""

    def __init__(self, device: ScriptedDevice) -> None:
        self.device = device
        self.intents: list[tuple[Intent, int]] = []
        self.notes: list[tuple[str, Mapping[str, object]]] = []
        self.permissions: list[tuple[str, bool, str]] = []

    def intend(self, intent: Intent, before: Screen) -> None:
        assert before.digest == intent.before
        self.intents.append((intent, len(self.device.gestures)))

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        raise AssertionError("the loop commits")

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        self.permissions.append((question, answer, by))

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        self.notes.append((kind, data))

    def finish(self, episode: Episode) -> None:
        raise AssertionError("the loop finishes")


def _value_of(name: str) -> str:
    return f"value of {name}"


class Stage:
    """A device with an executor on it; `app` is what lies inside of all wrappers."""

    def __init__(
        self,
        device: Device,
        person: Somebody = NOBODY,
        settings: ExecutionSettings | None = None,
        change_check: ChangeCheck = any_change,
        secret_check: SecretCheck = anywhere,
    ) -> None:
        app = innermost(device)
        assert isinstance(app, ScriptedDevice)
        device.open()
        self.app, self.observer, self.log = app, ScreenObserver(device, Perceiver()), Log(app)
        rng = random.Random(1)
        self.executor = StepExecutor(
            *(self.observer, self.log, _value_of, person, rng, lambda: 0.0),
            settings,
            change_check,
            secret_check=secret_check,
        )

    def do(
        self,
        action: Action,
        *expected: str | Predicate,
        irreversible: bool = False,
        seen: Screen | None = None,
        step: int = 0,
    ) -> Transition:
        """One decision on the screen that is there, or on one seen before; a text is expected to be visible."""
        seen = seen or self.observer.look()
        wanted = tuple(TextVisible(one) if isinstance(one, str) else one for one in expected)
        return self.executor.execute(Decision(action, seen.digest, expectations=wanted), seen, step, irreversible)
