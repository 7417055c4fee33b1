"""Records what a person does on a device as the steps of a run."""

from collections import deque
from collections.abc import Callable
from typing import Final

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of, resolve
from sextant.errors import DeviceFault
from sextant.evidence import held, judge_step
from sextant.execution.observer import ScreenObserver
from sextant.execution.person_actions import PersonAction, action_of
from sextant.protocols import GestureFeed, Journal
from sextant.text.spellings import placeholder
from sextant.types.actions import Gesture, PressKey, Scroll, Status, Swipe, Tap, TypeText
from sextant.types.decisions import PERSON, Decision
from sextant.types.evidence import Predicate, ScreenIs, TextVisible
from sextant.types.person_gestures import PersonGesture
from sextant.types.screens import Element, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Attempt, Transition

__all__ = ["PersonRecorder"]

UNSURE: Final = "it came before the screen could be read; an element is named only where the screens before agree"
_SETTLE, _BETWEEN, _IDLE = 1.5, 0.1, 0.4
"""Longest wait for an effect, time between looks meanwhile, and between looks when idle; in seconds."""
_TWICE, _NEAR = 0.3, 24.0
"""Most seconds and pixels between the two taps of a double tap."""
_LOOKS: Final = 12


@dataclass(frozen=True, slots=True)
class _Look:
    screen: Screen
    began: float
    ended: float


@dataclass(slots=True)
class _Typing:
    """Text that is being typed: the screen before it, the latest screen, and the text if the device reports it."""

    before: Screen
    latest: Screen
    began: float
    reported: TypeText | None = None


class PersonRecorder:
    """Turns gestures into steps: each has the screen that the person saw before it and the screen after it.

    Nothing is injected. Typed text is one step; the device reports it, or it is read from the field. `on_step` is
    called after each step is stored.
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
        """When the last gesture other than typing ended."""
        self._seen_by_last: Screen | None = None
        self._shown: Screen | None = None
        """What the last step led to."""
        self.steps = 0
        self.unread = 0
        """Gestures that are no action, so that a replay lacks them."""

    def first(self) -> Screen:
        """Takes the first look, before the person begins."""
        self._shown = self._look(picture=True).screen
        return self._shown

    def follow(self, ended: Callable[[], bool]) -> str:
        """Records until `ended` returns True. Returns an error message if the device was lost before, else ''."""
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
        """Records the last step: the person is at the goal. None if nothing was done."""
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
        """Checks whether the screen changes by itself; takes a picture of a new screen."""
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
        """The screen when the gesture has shown its effect, the next gesture comes, or time is up."""
        deadline, last = self._clock() + _SETTLE, self._look().screen
        while self._clock() < deadline and not self._waiting:
            self._gather(_BETWEEN)
            newer = self._look().screen
            if newer.digest == last.digest != before.digest and newer.condition == "ok":
                break
            last = newer
        return self._look(picture=True).screen

    def _before(self, at: float) -> tuple[Screen, bool]:
        """The screen that the person saw at that time, and whether that is certain."""
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
            self._continue_typing(done, before)
            return
        self._end_typing(before)
        self._acted = done.ended
        other, self._seen_by_last = None if sure else self._seen_by_last or before, before
        after = self._settled(before)
        done_action = action_of(self._with_double_tap(done), before, other)
        if done_action is not None:
            mixed = bool(self._waiting) and self._waiting[0].ended <= self._looks[-1].ended
            self._commit(done_action, done.gesture, before, after, "" if sure and not mixed else UNSURE)
        self._shown = after

    def _with_double_tap(self, done: PersonGesture) -> Gesture:
        """The gesture, combined with the next one to a double tap if both are taps at one point."""
        first, second = done.gesture, self._waiting[0] if self._waiting else None
        if isinstance(first, Tap) and second is not None and isinstance(second.gesture, Tap):
            way = max(abs(first.point.x - second.gesture.point.x), abs(first.point.y - second.gesture.point.y))
            if second.began - done.ended < _TWICE and way < _NEAR:
                self._waiting.popleft()
                return Tap(first.point, 2)
        assert first is not None
        return first

    def _commit(
        self, done_action: PersonAction, gesture: Gesture, before: Screen, after: Screen, note: str = ""
    ) -> None:
        moves, typed = isinstance(done_action.action, Scroll | Swipe), getattr(done_action.action, "text", "")
        judged = judge_step((), before, after, self.steps, done_action.element, typed, moves)
        attempt = Attempt(
            intent=f"{self.steps}.{PERSON}",
            gesture=gesture,
            encoding=done_action.encoding,
            point=done_action.point,
            element=done_action.element,
            verdicts=judged.verdicts,
            notes=(note,) if note else (),
        )
        step = Transition(
            step=self.steps,
            before=before,
            decision=Decision(done_action.action, before.digest, done_action.description, actor=PERSON),
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

    def _continue_typing(self, done: PersonGesture, before: Screen) -> None:
        """Looks at the result of a key press or reported text, and waits for more."""
        typing, reported = (
            self._typing,
            done.gesture if isinstance(done.gesture, TypeText) and done.gesture.text else None,
        )
        if (
            typing is not None
            and reported is not None
            and typing.reported is not None
            and reported.point != typing.reported.point
        ):
            self._end_typing(before)
            typing = None
        if typing is None:
            typing = self._typing = _Typing(before, before, done.began)
        typing.reported = reported or typing.reported
        self._look()
        self._note_typing()

    def _note_typing(self) -> None:
        """Stores the latest screen that still has the field."""
        screen = self._looks[-1].screen
        if self._typing is not None and (self._typing.reported is not None or _field(screen) is not None):
            self._typing.latest = screen

    def _end_typing(self, now: Screen) -> None:
        """Records the typed text, and the key that submitted it on a soft keyboard."""
        typing, self._typing = self._typing, None
        pressed = typing is not None and typing.reported is None
        typing = typing or _Typing(self._shown or now, now, self._clock())
        if typing.reported is not None:
            gesture: TypeText | None = typing.reported
        else:
            gesture = _typed_between(typing.before, typing.latest)
        done_action = None if gesture is None else action_of(gesture, typing.before)
        if done_action is not None and gesture is not None:
            self._commit(done_action, gesture, typing.before, typing.latest)
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
    """The field that receives typed text."""
    return next((one for one in screen.elements if "focused" in one.states and "type" in one.affordances), None)


def _typed_between(before: Screen, after: Screen) -> TypeText | None:
    """The text typed into the focused field between two screens; None if the field is unchanged."""
    field = _field(after)
    if field is None:
        return None
    was = resolve(before, ref_of(after, field)) or _field(before)
    if was is None or (was.value, was.masked) == (field.value, field.masked):
        return None
    private = any("password" in one.states or one.masked is not None for one in (was, field))
    return TypeText(placeholder("password field") if private else field.value, was.box.centre)
