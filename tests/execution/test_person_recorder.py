"""From a person's gestures and the screens around them to steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sextant.execution import ScreenObserver
from sextant.execution.person_actions import action_of
from sextant.execution.person_recorder import PERSON, UNSURE, PersonRecorder
from sextant.perception.perceive import Perceiver
from sextant.text.spellings import placeholder
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    Drag,
    DragPath,
    Gesture,
    Hold,
    InputText,
    KeyboardEnter,
    LongPress,
    PressKey,
    Scroll,
    ScrollBy,
    Swipe,
    Tap,
    TypeText,
)
from sextant.types.events import Aside
from sextant.types.geometry import Box, Point
from sextant.types.person_gestures import PersonGesture
from sextant.types.screens import Element, Observation, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Transition
from tests.support.narrow import as_a, given
from tests.support.screens import SIZE, element, screen

MIDDLE = 206.0


def row(index: int) -> Point:
    return Point(MIDDLE, index * 48 + 24)


@dataclass
class Scene:
    """A device, a person and a clock in one: what is shown from when on, and what the person does when."""

    shown: Sequence[tuple[float, Sequence[Element]]]
    done: list[PersonGesture]
    keyboard: float = 0.0
    now: float = 0.0
    look_seconds: float = 0.05
    steps: list[Transition] = field(default_factory=list[Transition])
    notes: list[Mapping[str, object]] = field(default_factory=list[Mapping[str, object]])

    # the device
    name = "scene"
    size = SIZE

    def look(self, picture: bool = True) -> Observation:
        del picture
        elements = next(each for since, each in reversed(self.shown) if since <= self.now)
        self.now += self.look_seconds
        return Observation(
            "app", "app/main", elements[0].label, SIZE, tuple(elements), keyboard_height=self.keyboard, at=self.now
        )

    # the feed
    def next(self, seconds: float) -> PersonGesture | None:
        if self.done and self.done[0].ended <= self.now + seconds:
            self.now = max(self.now, self.done[0].ended)
            return self.done.pop(0)
        self.now += seconds
        return None

    # the journal
    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        del snapshot, asides
        self.steps.append(transition)

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        self.notes.append({"kind": kind, **data})


def recorded(scene: Scene, until: float) -> list[Transition]:
    observer = ScreenObserver(scene, Perceiver())  # type: ignore[arg-type]
    recorder = PersonRecorder(observer, scene, scene, lambda: scene.now, lambda _: None)  # type: ignore[arg-type]
    recorder.first()
    assert recorder.follow(lambda: scene.now >= until) == ""
    recorder.claim()
    return scene.steps


def did(gesture: Gesture | None, began: float, seconds: float = 0.1, note: str = "") -> PersonGesture:
    return PersonGesture(gesture, began, began + seconds, note)


HOME = (element(0, "heading", "Home"), element(1, "button", "Next"), element(2, "button", "Other"))
NEXT = (element(0, "heading", "Second"), element(1, "button", "Finish"), element(2, "button", "Other"))
DONE = (element(0, "heading", "Third"), element(1, "text", "done"))


def test_each_touch_is_a_step_on_the_screen_that_the_person_saw() -> None:
    scene = Scene([(0, HOME), (3.2, NEXT), (7.2, DONE)], [did(Tap(row(1)), 3), did(Tap(row(1)), 7)])
    first, second, end = recorded(scene, 10)
    assert first.decision.action == Click(ByIndex(1, first.before.digest))
    assert (first.decision.description, first.decision.actor, first.effectiveness) == (
        "tap 'Next'",
        PERSON,
        "effective",
    )
    assert (first.before.title, first.after.title, second.after.title) == ("Home", "Second", "Third")
    assert second.decision.description == "tap 'Finish'"
    assert end.verdicts[0].outcome == "holds"
    assert [step.step for step in scene.steps] == [0, 1, 2]


def test_touches_faster_than_looks_name_an_element_only_where_the_screens_agree() -> None:
    fast = [did(Tap(row(1)), 3), did(Tap(row(1)), 3.6), did(Tap(row(2)), 4.1)]
    scene = Scene([(0, HOME), (3.15, NEXT), (3.75, HOME)], fast, look_seconds=1.0)
    first, second, third, _ = recorded(scene, 9)
    assert first.decision.description == "tap 'Next'"
    assert (first.effectiveness, first.attempts[0].notes) == ("uncertain", (UNSURE,))
    assert isinstance(second.decision.action, Click)
    assert third.decision.description == "tap 'Other'"
    assert "uncertain" in {second.effectiveness, third.effectiveness}


def test_several_fingers_leave_a_note_and_no_step() -> None:
    scene = Scene([(0, HOME)], [did(None, 3, note="two fingers"), did(Hold(row(2), 0.8), 6, 0.8)])
    held, _ = recorded(scene, 9)
    assert held.decision.action == LongPress(ByIndex(2, held.before.digest), 0.8)
    assert [note["reason"] for note in scene.notes] == ["two fingers"]


def test_two_quick_taps_are_one_double_tap() -> None:
    twice, _ = recorded(Scene([(0, HOME)], [did(Tap(row(1)), 3), did(Tap(row(1)), 3.2)]), 9)
    assert twice.decision.action == DoubleTap(ByIndex(1, twice.before.digest))


def form(value: str = "", secret: int | None = None) -> tuple[Element, ...]:
    name = element(1, "textbox", "Name", value=value, states=() if secret is not None else ("focused",))
    code = replace(
        element(2, "textbox", "Code", states=("password", "focused") if secret else ("password",)), masked=secret
    )
    return element(0, "heading", "Form"), name, code, element(3, "button", "Send")


def test_touches_on_the_soft_keyboard_become_the_text_of_the_field() -> None:
    keys = [did(Tap(Point(100, 800)), at) for at in (3.0, 4.0, 5.0)]
    shown = [(0.0, form()), (3.1, form("A")), (4.1, form("Ad")), (5.1, form("Ada")), (8.1, DONE)]
    typed, sent, _ = recorded(Scene(shown, [*keys, did(Tap(row(3)), 8)], keyboard=300), 10)
    assert typed.decision.action == InputText("Ada", ByIndex(1, typed.before.digest))
    assert typed.decision.description == "type into 'Name'"
    assert sent.decision.description == "tap 'Send'"


def test_a_key_that_leaves_the_screen_is_enter() -> None:
    keys = [did(Tap(Point(100, 800)), at) for at in (3.0, 5.0)]
    typed, sent, _ = recorded(Scene([(0.0, form()), (3.1, form("A")), (5.1, DONE)], keys, keyboard=300), 9)
    assert isinstance(typed.decision.action, InputText)
    assert isinstance(sent.decision.action, KeyboardEnter)
    assert sent.after.title == "Third"


def test_what_a_password_field_holds_is_never_recorded() -> None:
    keys = [did(Tap(Point(100, 800)), 3.0)]
    shown = [(0.0, form(secret=0)), (3.1, form(secret=4))]
    first = (0.0, (*form(secret=0)[:2], replace(form(secret=4)[2], masked=0), form()[3]))
    typed, _ = recorded(Scene([first, *shown[1:]], keys, keyboard=300), 6)
    assert typed.decision.action == InputText(placeholder("password field"), ByIndex(2, typed.before.digest))


def test_a_password_that_is_shown_meanwhile_is_not_recorded() -> None:
    first = (0.0, (*form(secret=0)[:2], replace(form(secret=4)[2], masked=0), form()[3]))
    shown = replace(element(2, "textbox", "Code", value="hunter2secret", states=("focused",)))
    scene = Scene(
        [first, (3.1, (*form(secret=0)[:2], shown, form()[3]))], [did(Tap(Point(100, 800)), 3.0)], keyboard=300
    )
    typed, _ = recorded(scene, 6)
    assert typed.decision.action == InputText(placeholder("password field"), ByIndex(2, typed.before.digest))


def test_text_that_the_device_tells_is_one_step() -> None:
    told = [did(TypeText(text, row(1)), at) for text, at in (("Ad", 3.0), ("Ada", 4.0))]
    shown = [(0.0, form()), (3.05, form("Ad")), (4.05, form("Ada"))]
    typed, sent, _ = recorded(Scene(shown, [*told, did(PressKey("enter"), 6)]), 9)
    assert typed.decision.action == InputText("Ada", ByIndex(1, typed.before.digest))
    assert isinstance(sent.decision.action, KeyboardEnter)


def action(gesture: Gesture, shown: Screen) -> object:
    found = given(action_of(gesture, shown))
    return found.action


def test_gestures_become_actions_on_what_lies_under_them() -> None:
    listing = replace(element(3, "list", "Rows", affordances=("scroll",)), box=Box(0, 144, 412, 480))
    inside = replace(element(4, "listitem", "One", affordances=("tap",)), box=Box(0, 150, 412, 48))
    shown = screen(*HOME, listing, inside, element(14, "slider", "Volume"), element(16, "canvas", affordances=()))
    up = action(DragPath(Point(200, 500), Point(205, 260)), shown)
    assert up == Swipe("up", ByIndex(3, shown.digest), 0.5)
    assert action(DragPath(Point(200, 175), Point(35, 180)), shown) == Swipe("left", ByIndex(4, shown.digest), 0.4)
    assert isinstance(action(DragPath(Point(200, 175), Point(200, 400), 0.6), shown), Drag)
    assert action(DragPath(Point(200, 880), Point(200, 697)), shown) == Swipe("up", None, 0.2)
    assert action(ScrollBy("down", Point(200, 300), 0.5), shown) == Scroll("down", ByIndex(3, shown.digest), 0.5)
    slid = as_a(Drag, action(DragPath(row(14), Point(400, row(14).y)), shown))
    assert isinstance(slid.start, ByRelative)
    assert isinstance(action(Tap(row(16)), shown), Click)
    assert action(Tap(Point(206, 890)), shown) == Click(ByPoint(500.0, round(890 / 915 * 1000, 1)))
