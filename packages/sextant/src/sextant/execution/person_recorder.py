"""Records what a person does on a device as the steps of a run."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sextant.elements.refs import ref_of, resolve
from sextant.errors import DeviceFault
from sextant.evidence import held, judge_step
from sextant.execution.observer import ScreenObserver
from sextant.execution.person_actions import PersonAction, action_of
from sextant.protocols import GestureFeed, Journal
from sextant.text.spellings import placeholder
from sextant.types.actions import Gesture, PressKey, Scroll, Status, Swipe, Tap, TypeText
from sextant.types.decisions import Decision
from sextant.types.evidence import Predicate, ScreenIs, TextVisible
from sextant.types.person_gestures import PersonGesture
from sextant.types.screens import Element, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Attempt, Transition

__all__ = ["PERSON", "PersonRecorder"]

PERSON: Final = "person"
"""The actor of a recorded run."""
UNSEEN: Final = "it came before the screen could be read; an element is named only where the screens before agree"
_SETTLE, _BETWEEN, _IDLE = 1.5, 0.1, 0.4
"""Longest wait for an effect, between looks meanwhile, and between looks while nothing happens; in seconds."""
_TWICE, _NEAR = 0.3, 24.0
"""Seconds and pixels between two taps that are one double tap."""
_LOOKS: Final = 12


@dataclass(frozen=True, slots=True)
class _Look:
    screen: Screen
    began: float
    ended: float


@dataclass(slots=True)
class _Typing:
    """Text that is being typed: the screens before it and now, and what the device says of it."""

    before: Screen
    latest: Screen
    began: float
    told: TypeText | None = None


class PersonRecorder:
    """Turns gestures into steps: each with the screen that the person saw before it and the screen after it.

    Nothing is injected. What is typed is one step, told by the device or read from the field. `on_step` hears of each
    step once it is stored.
    """

    def __init__(
        self,
        observer: ScreenObserver,
        feed: GestureFeed,
        log: Journal,
        clock: Callable[[], float],
        on_step: Callable[[Transition], None],
    ) -> None:
        self._observer, self._feed, self._log, self._clock, self._on_step = observer, feed, log, clock, on_step
        self._looks = deque[_Look](maxlen=_LOOKS)
        self._waiting = deque[PersonGesture]()
        self._typing: _Typing | None = None
        self._acted = 0.0
        """When the last gesture that was no typing ended."""
        self._seen_by_last: Screen | None = None
        self._shown: Screen | None = None
        """What the last step led to."""
        self.steps = 0
        self.unread = 0
        """Gestures that are no action, so that a replay lacks them."""

    def first(self) -> Screen:
        """Looks, before the person is told to begin."""
        self._shown = self._look(picture=True).screen
        return self._shown

    def follow(self, ended: Callable[[], bool]) -> str:
        """Records until `ended` says so; why it ended earlier where the device went away."""
        try:
            while not ended():
                self._gather(_IDLE)
                if self._waiting:
                    self._take(self._waiting.popleft())
                else:
                    self._watch()
            self._gather(0.0)
            while self._waiting:
                self._take(self._waiting.popleft())
            self._watch()
            self._end_typing(self._looks[-1].screen)
        except DeviceFault as error:
            return error.message
        return ""

    def claim(self) -> Transition | None:
        """The last step: the person is where they wanted to be. None where nothing was done."""
        if not self.steps:
            return None
        screen = self._looks[-1].screen
        labels = [one for one in screen.elements if one.label and one.visibility == "visible"]
        shown = next((one.label for one in labels if one.role == "heading"), labels[0].label if labels else "")
        expected: tuple[Predicate, ...] = (ScreenIs(text=screen.title),) if screen.title else ()
        expected = expected or ((TextVisible(shown),) if shown else ())
        action = Status("complete", "the person ended the recording here")
        decision = Decision(action, screen.digest, "end the recording", expectations=expected, actor=PERSON)
        verdicts = tuple(held(one, screen, self.steps) for one in expected)
        return self._keep(Transition(self.steps, screen, decision, screen, "none", verdicts=verdicts))

    # ------------------------------------------------------------------ looking

    def _look(self, picture: bool = False) -> _Look:
        began = self._clock()
        look = _Look(self._observer.look(picture), began, self._clock())
        self._looks.append(look)
        return look

    def _watch(self) -> None:
        """Looks whether the screen changes by itself; pictures are taken of what is new."""
        known = self._looks[-1].screen
        if self._look().screen.digest != known.digest:
            self._look(picture=True)
        self._note_typing()

    def _gather(self, seconds: float) -> None:
        found = self._feed.next(seconds)
        while found is not None:
            self._waiting.append(found)
            found = self._feed.next(0.0)

    def _settled(self, before: Screen) -> Screen:
        """The screen once a gesture has shown its effect, or the next gesture is there, or time is over."""
        deadline, last = self._clock() + _SETTLE, self._look().screen
        while self._clock() < deadline and not self._waiting:
            self._gather(_BETWEEN)
            newer = self._look().screen
            if newer.digest == last.digest != before.digest and newer.condition == "ok":
                break
            last = newer
        return self._look(picture=True).screen

    def _before(self, at: float) -> tuple[Screen, bool]:
        """The screen that the person saw then, and whether that is sure."""
        for look in reversed(self._looks):
            if look.began >= self._acted and look.ended <= at:
                return look.screen, True
        return self._looks[-1].screen, False

    # ------------------------------------------------------------------ steps

    def _take(self, done: PersonGesture) -> None:
        if done.gesture is None:
            self.unread += 1
            self._log.note("unrecorded", {"step": self.steps, "reason": done.note})
            self._acted, self._shown = done.ended, self._settled(self._looks[-1].screen)
            return
        before, sure = self._before(done.began if isinstance(done.gesture, TypeText) else done.ended)
        if isinstance(done.gesture, TypeText) or _on_keyboard(done.gesture, before):
            self._go_on_typing(done, before)
            return
        self._end_typing(before)
        self._acted = done.ended
        other, self._seen_by_last = None if sure else self._seen_by_last or before, before
        after = self._settled(before)
        did = action_of(self._doubled(done), before, other)
        if did is not None:
            mixed = bool(self._waiting) and self._waiting[0].ended <= self._looks[-1].ended
            self._commit(did, done.gesture, before, after, "" if sure and not mixed else UNSEEN)
        self._shown = after

    def _doubled(self, done: PersonGesture) -> Gesture:
        """The gesture; with the next one as a double tap where both are taps on one place."""
        first, second = done.gesture, self._waiting[0] if self._waiting else None
        if isinstance(first, Tap) and second is not None and isinstance(second.gesture, Tap):
            way = max(abs(first.point.x - second.gesture.point.x), abs(first.point.y - second.gesture.point.y))
            if second.began - done.ended < _TWICE and way < _NEAR:
                self._waiting.popleft()
                return Tap(first.point, 2)
        assert first is not None
        return first

    def _commit(self, did: PersonAction, gesture: Gesture, before: Screen, after: Screen, note: str = "") -> None:
        moves, typed = isinstance(did.action, Scroll | Swipe), getattr(did.action, "text", "")
        judged = judge_step((), before, after, self.steps, did.element, typed, moves)
        attempt = Attempt(
            intent=f"{self.steps}.{PERSON}",
            gesture=gesture,
            encoding=did.encoding,
            point=did.point,
            element=did.element,
            verdicts=judged.verdicts,
            notes=(note,) if note else (),
        )
        step = Transition(
            step=self.steps,
            before=before,
            decision=Decision(did.action, before.digest, did.description, actor=PERSON),
            after=after,
            effectiveness="uncertain" if note else judged.effectiveness,
            attempts=(attempt,),
            verdicts=judged.verdicts,
            seconds=max(0.0, self._looks[-1].ended - self._acted) if self._acted else 0.0,
            effects=self._observer.answered(self._observer.effects()),
        )
        self._keep(step)

    def _keep(self, step: Transition) -> Transition:
        self._log.commit(step, Snapshot({}))
        self.steps += 1
        self._on_step(step)
        return step

    # ------------------------------------------------------------------ typing

    def _go_on_typing(self, done: PersonGesture, before: Screen) -> None:
        """A key was pressed, or the device tells what a field holds: looks, and waits for what comes next."""
        typing, told = self._typing, done.gesture if isinstance(done.gesture, TypeText) and done.gesture.text else None
        if typing is not None and told is not None and typing.told is not None and told.point != typing.told.point:
            self._end_typing(before)
            typing = None
        if typing is None:
            typing = self._typing = _Typing(before, before, done.began)
        typing.told = told or typing.told
        self._look()
        self._note_typing()

    def _note_typing(self) -> None:
        """Keeps the latest screen on which the field still stands."""
        screen = self._looks[-1].screen
        if self._typing is not None and (self._typing.told is not None or _field(screen) is not None):
            self._typing.latest = screen

    def _end_typing(self, now: Screen) -> None:
        """Records what was typed since the last step, and the key that sent it where the soft keyboard has one."""
        typing, self._typing = self._typing, None
        pressed = typing is not None and typing.told is None
        typing = typing or _Typing(self._shown or now, now, self._clock())
        if typing.told is not None:
            gesture: TypeText | None = typing.told
        else:
            gesture = _typed_between(typing.before, typing.latest)
        did = None if gesture is None else action_of(gesture, typing.before)
        if did is not None and gesture is not None:
            self._commit(did, gesture, typing.before, typing.latest)
        left = now.digest != typing.latest.digest and _field(now) is None
        if pressed and left and _field(typing.latest) is not None:
            enter = PressKey("enter")
            sent = action_of(enter, typing.latest)
            if sent is not None:
                self._commit(sent, enter, typing.latest, now)
        self._shown = now


def _on_keyboard(gesture: Gesture, screen: Screen) -> bool:
    """Whether a touch is on the soft keyboard."""
    top = screen.size.height - screen.observation.keyboard_height
    point = getattr(gesture, "point", None) or getattr(gesture, "start", None)
    return screen.observation.keyboard_height > 0 and point is not None and point.y >= top


def _field(screen: Screen) -> Element | None:
    """The field that typed text goes to."""
    return next((one for one in screen.elements if "focused" in one.states and "type" in one.affordances), None)


def _typed_between(before: Screen, after: Screen) -> TypeText | None:
    """What was typed into the focused field, which may stand elsewhere by now; None where it holds the same."""
    field = _field(after)
    if field is None:
        return None
    was = resolve(before, ref_of(after, field)) or _field(before)
    if was is None or (was.value, was.masked) == (field.value, field.masked):
        return None
    private = any("password" in one.states or one.masked is not None for one in (was, field))
    return TypeText(placeholder("password field") if private else field.value, was.box.centre)
