"""The fault injecting device: wraps any other and records what it broke, the truth that a benchmark compares with."""

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field, replace
from random import Random

from sextant.dataclass import dataclass
from sextant.devices.faults.looks import FaultyLooks
from sextant.devices.faults.obstructions import Obstructions
from sextant.devices.faults.plan import FaultId, FaultPlan
from sextant.devices.faults.touches import displaced, is_touch, point_of, shortened
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.touch_match import meant_by, meet, unmeant
from sextant.errors import DeviceLost, UsageError
from sextant.protocols import Device, HandoverDevice
from sextant.types.actions import Gesture, Hold, PressKey, Tap, TerminateApp, TypeText
from sextant.types.devices import Injection, Opened
from sextant.types.geometry import Box, Point
from sextant.types.screens import Observation

__all__ = ["FaultyDevice", "InjectedFault"]

_SPOILING: tuple[FaultId, ...] = (
    "dropped_tap",
    "offset_tap",
    "delayed_tap",
    "covered",
    "moved",
    "partial_text",
    "disconnect",
)
_FOLLOWING: tuple[FaultId, ...] = ("popup", "popup_unclosable", "app_killed")
_TOUCHES = ("dropped_tap", "offset_tap", "delayed_tap")


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """One fault that happened.

    Attributes:
        fault: Its id.
        injection: The number of its injection, from 1; 0 for a look before the first.
        look: How many looks came before; for a fault of looks, the number of the first affected, from 1.
        gesture: The intended gesture; None for a fault of looks. A secret's text is left out.
        intent: The intent of the injection; empty for a fault of looks.
        reached: Whether the app received that gesture, altered or not; None for a fault of looks.
        details: What was drawn: `design` and `language` of a popup, `offset`, `shift`, the text that `arrived` …
        at: Time by the clock of the device.
    """

    fault: FaultId
    injection: int
    look: int
    gesture: Gesture | None = None
    intent: str = ""
    reached: bool | None = None
    details: Mapping[str, str] = field(default_factory=dict[str, str])
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class _DelayedTouch:
    """A delayed touch, and its place in the record."""

    gesture: Gesture
    intent: str
    place: int


class FaultyDevice(DeviceWrapper):
    """Any device, with the faults of a plan.

    A step is an injection with an intent: its own faults, those that follow it and those of the looks after it are
    drawn once each. An injection without one (a wait) draws nothing. If several faults would affect one gesture or one
    look, the first in `FAULTS` happens. At rates of zero it behaves as the wrapped device.

    `injected` answers for the app: False if it never got the gesture, None if a connection broke over it or a delayed
    touch is still on its way.

    Raises:
        UsageError: The device fails on purpose already.
    """

    def __init__(self, inner: Device, plan: FaultPlan, clock: Callable[[], float]) -> None:
        _refuse_faulty(inner)
        super().__init__(inner)
        self._plan, self._clock = plan, clock
        self._lock = threading.RLock()
        self._fired: list[InjectedFault] = []
        self._answers: dict[str, bool | None] = {}
        self._injections = self._looks = 0
        self._accepted = 0
        self._begin()

    def _begin(self) -> None:
        self._obstructions = Obstructions(self._inner.size)
        self._faulty_looks = FaultyLooks(self._plan, self._clock)
        self._delayed: _DelayedTouch | None = None
        self._lost = self._breaks_at_look = False

    @property
    def plan(self) -> FaultPlan:
        """The faults and their rates."""
        return self._plan

    @property
    def fired(self) -> tuple[InjectedFault, ...]:
        """Every fault that happened, in order."""
        with self._lock:
            return tuple(self._fired)

    @property
    def obstructions(self) -> Obstructions:
        """The present obstructions, read-only, for a check of what really happened."""
        return self._obstructions

    @property
    def accepted(self) -> int:
        """How many offers of popups were accepted; an agent should accept none."""
        return self._accepted + self._obstructions.accepted

    # ------------------------------------------------------------------ life

    def open(self) -> Opened:
        with self._lock:
            opened = super().open()
            if not self._lost:
                return opened
            self._lost = False
            return replace(opened, how="reattached")

    def close(self) -> None:
        with self._lock:
            super().close()
            self._accepted = self.accepted
            self._begin()

    def hand_over(self, reason: str) -> AbstractContextManager[str]:
        """Hand the wrapped device over to a person, if it supports that."""
        inner = self._inner
        return inner.hand_over(reason) if isinstance(inner, HandoverDevice) else nullcontext(reason)

    def injected(self, intent: str) -> bool | None:
        with self._lock:
            return self._answers[intent] if intent in self._answers else super().injected(intent)

    def touched(self, intent: str) -> Point | None:
        """Return where the app got the touch, altered or not; None if it never arrived or an obstruction took it."""
        with self._lock:
            return None if intent in self._answers else super().touched(intent)

    def _require_connection(self) -> None:
        if self._lost:
            raise DeviceLost(f"The connection to {self.name!r} broke.", "Open the device again.")

    # ------------------------------------------------------------------ looks

    def look(self, picture: bool = True) -> Observation:
        with self._lock:
            if self._breaks_at_look:
                self._breaks_at_look, self._lost = False, True
            self._require_connection()
            self._looks += 1
            self._obstructions.before_look()
            begun = self._faulty_looks.begin(self._injections)
            if begun is not None:
                fault, looks = begun
                self._record(fault, details={"looks": str(looks)})
            seen = self._faulty_looks.look(lambda: self._obstructions.described(self._inner.look(picture)), picture)
            self._deliver()
            return seen

    # ------------------------------------------------------------------ gestures

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        with self._lock:
            self._require_connection()
            self._deliver()
            if not intent:
                return self._pass_on(gesture, intent)[0]
            self._injections += 1
            self._obstructions.before_injection()
            free = not self._obstructions.blocked
            drawn = self._first(_SPOILING, gesture)
            injection = self._spoil(*drawn, gesture, intent) if drawn else self._pass_on(gesture, intent)[0]
            if free and not self._breaks_at_look:
                self._follow(gesture, intent)
            return injection

    def _first(self, among: tuple[FaultId, ...], gesture: Gesture) -> tuple[FaultId, Random] | None:
        for fault in among:
            rng = self._plan.drawn(fault, self._injections)
            if rng is not None and self._applies(fault, gesture):
                return fault, rng
        return None

    def _applies(self, fault: FaultId, gesture: Gesture) -> bool:
        if fault in _TOUCHES:
            return is_touch(gesture)
        if fault in ("covered", "moved"):
            aimed = is_touch(gesture) or isinstance(gesture, TypeText)
            taken = self._obstructions.blocked or self._obstructions.covering or self._obstructions.shifting
            return aimed and point_of(gesture) is not None and not taken
        return fault != "partial_text" or (isinstance(gesture, TypeText) and bool(gesture.text))

    def _pass_on(self, gesture: Gesture, intent: str) -> tuple[Injection, bool]:
        """Inject what gets through; the second value is whether the app, or an obstruction, took it.

        Obstructions move and cover elements for a touch as for a look: the touch follows its target.
        """
        if meant_by(gesture) is not None and self._obstructions.any_active:
            met = meet(self._obstructions.described(self._inner.look(picture=False)), gesture)
            if isinstance(met, str):
                return self._not_injected(intent, Injection(seconds=0.0, untouched=met)), False
            gesture = met
        through = self._obstructions.let_through(gesture)
        if isinstance(through, bool):
            if intent:
                self._answers[intent] = through
            return Injection(seconds=0.0), through
        if intent:
            self._answers.pop(intent, None)
        injection = self._inner.perform(through, intent)
        if injection.untouched:
            return self._not_injected(intent, injection), False
        return injection, True

    def _not_injected(self, intent: str, injection: Injection) -> Injection:
        """Record that nothing was injected."""
        if intent:
            self._answers[intent] = False
        return injection

    def _spoil(self, fault: FaultId, rng: Random, gesture: Gesture, intent: str) -> Injection:
        match fault:
            case "dropped_tap":
                return self._withhold(fault, gesture, intent, False)
            case "delayed_tap":
                self._delayed = _DelayedTouch(unmeant(gesture), intent, len(self._fired))
                return self._withhold(fault, gesture, intent, None)
            case "disconnect":
                return self._disconnect(rng, gesture, intent)
            case _:
                changed, details = self._changed(fault, rng, gesture)
                injection, reached = self._pass_on(changed, intent)
                self._record(fault, gesture, intent, reached, details)
                return injection

    def _withhold(self, fault: FaultId, gesture: Gesture, intent: str, answer: bool | None) -> Injection:
        """Inject nothing, at least not now."""
        self._answers[intent] = answer
        self._record(fault, gesture, intent, False)
        return Injection(seconds=0.0)

    def _changed(self, fault: FaultId, rng: Random, gesture: Gesture) -> tuple[Gesture, Mapping[str, str]]:
        point = point_of(gesture)
        if isinstance(gesture, Tap | Hold) and fault == "offset_tap":
            off = displaced(gesture, rng, self._obstructions.size)
            dx, dy = off.point.x - gesture.point.x, off.point.y - gesture.point.y
            return off, {"offset": f"{dx:.1f},{dy:.1f}"}
        if isinstance(gesture, TypeText) and fault == "partial_text":
            part = shortened(gesture, rng)
            arrived = f"{len(part.text)} of {len(gesture.text)} characters"
            return part, {"arrived": arrived if gesture.secret else part.text}
        if point is not None and fault == "covered":
            cover = self._obstructions.bring_cover(rng, self._faulty_looks.target_at(point), point)
            return gesture, {"text": cover.title, "box": _written(cover.card)}
        return gesture, {"shift": f"{self._obstructions.bring_shift(rng):g}"}

    def _disconnect(self, rng: Random, gesture: Gesture, intent: str) -> Injection:
        """Break the connection before the gesture arrives, after it, or at the next look."""
        when = rng.choice(("before", "after", "look"))
        if when == "before":
            reached, injection = False, Injection(seconds=0.0)
        else:
            injection, reached = self._pass_on(gesture, intent)
        self._record("disconnect", gesture, intent, reached, {"when": when})
        self._answers[intent] = None
        if when == "look":
            self._breaks_at_look = True
            return injection
        self._lost = True
        raise DeviceLost(f"The connection to {self.name!r} broke.", "Open the device again.")

    def _follow(self, gesture: Gesture, intent: str) -> None:
        """Draw and apply the fault that follows a gesture."""
        drawn = self._first(_FOLLOWING, gesture)
        if drawn is None:
            return
        fault, rng = drawn
        reached = self._reached(intent)
        if fault == "app_killed":
            self._record(fault, gesture, intent, reached, {"app": self._kill()})
            return
        popup = self._obstructions.bring_popup(rng, fault == "popup")
        details = {"design": popup.design, "language": popup.language, "box": _written(popup.overlay.card)}
        self._record(fault, gesture, intent, reached, details)

    def _reached(self, intent: str) -> bool:
        return bool(self._answers.get(intent, True))

    def _kill(self) -> str:
        """End the app in front and leave the device at home, so unsaved state is lost on every kind of device."""
        app = self._inner.look(picture=False).app
        self._inner.perform(TerminateApp(app.removeprefix("world:")))
        self._inner.perform(PressKey("home"))
        self._obstructions.bring_end()
        return app

    def _deliver(self) -> None:
        """Inject a delayed touch, on whatever is there now."""
        late, self._delayed = self._delayed, None
        if late is None:
            return
        _, reached = self._pass_on(late.gesture, late.intent)
        self._fired[late.place] = replace(self._fired[late.place], reached=reached)

    def _record(
        self,
        fault: FaultId,
        gesture: Gesture | None = None,
        intent: str = "",
        reached: bool | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        if isinstance(gesture, TypeText) and gesture.secret:
            gesture = replace(gesture, text="")
        self._fired.append(
            InjectedFault(fault, self._injections, self._looks, gesture, intent, reached, details or {}, self._clock())
        )


def _written(box: Box) -> str:
    return f"{box.x:g},{box.y:g},{box.width:g},{box.height:g}"


def _refuse_faulty(inner: Device) -> None:
    behind: Device | None = inner
    while behind is not None:
        if isinstance(behind, FaultyDevice):
            raise UsageError("This device already simulates faults.", "Put all faults into one plan.")
        behind = behind.behind if isinstance(behind, DeviceWrapper) else None
