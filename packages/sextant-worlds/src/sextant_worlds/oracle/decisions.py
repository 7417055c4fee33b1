"""Converts gestures of the oracle to decisions: thought, action, description, expectation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from sextant.elements.refs import collapse, ref_of
from sextant.types import actions as act
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, ElementState, FieldHas, Predicate, ScreenIs
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen
from sextant_worlds.oracle.walker import NextGesture, ReadNote, Why
from sextant_worlds.spec.scenario import Fact

_WHY: Mapping[Why, str] = {
    "move": "",
    "popup": "Something has come up in front of the page; it has to go first.",
    "session": "The app wants to be continued before it shows anything.",
    "scroll": "What is needed is not in view yet.",
    "wait": "What is needed is not there yet.",
    "home": "",
    "again": "What was typed is gone; it has to be typed again.",
}


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """A change or use of memory in a step.

    `encode`: a value is read and will be needed; `retrieve`: it is used; `add`: a running total was raised to `value`;
    `decide`: a condition was found to hold or not.
    """

    op: Literal["encode", "retrieve", "add", "decide"]
    what: str
    """In words: `the pickup code of order 4182`."""
    value: str
    fact: str = ""
    kind: str = ""


def action_of(wish: NextGesture, screen: Screen) -> act.Action:
    """The action for a gesture."""
    gesture = wish.gesture
    match gesture:
        case act.Tap():
            target = _target(gesture.point, wish, screen)
            return act.Click(target) if gesture.count == 1 else act.DoubleTap(target)
        case act.Hold():
            return act.LongPress(_target(gesture.point, wish, screen), gesture.seconds)
        case act.TypeText():
            target = None if gesture.point is None else _target(gesture.point, wish, screen)
            return act.InputText(gesture.text, target, "replace" if gesture.replace else "append")
        case act.ScrollBy():
            return act.Scroll(gesture.direction)
        case act.PressKey():
            return _key(gesture)
        case act.LaunchApp():
            return act.OpenApp(gesture.name)
        case act.TerminateApp():
            return act.CloseApp(gesture.name)
        case act.Pause():
            return act.Wait(gesture.seconds)
        case act.DragPath():
            raise AssertionError("the oracle draws no fingers over the screen")
        case _:
            assert_never(gesture)


def _key(gesture: act.PressKey) -> act.Action:
    match gesture.key:
        case "enter":
            return act.KeyboardEnter()
        case "back":
            return act.NavigateBack()
        case "home":
            return act.NavigateHome()
        case "recents":
            return act.Recents()
        case _:
            assert_never(gesture.key)


def _target(point: Point, wish: NextGesture, screen: Screen) -> act.Target:
    element = wish.element
    if element is None:
        x, y = point.normalised(screen.size)
        return act.ByPoint(x, y, screen.digest)
    if point == element.box.centre:
        return act.ByIndex(element.index, screen.digest)
    x, y = (point.x - element.box.x) / element.box.width, (point.y - element.box.y) / element.box.height
    return act.ByRelative(element.index, round(x, 3), round(y, 3), screen.digest)


def decision_of(wish: NextGesture, screen: Screen, notes: Sequence[MemoryEvent], preface: str = "") -> Decision:
    """The decision, without expectations (see `expecting`). Values that were read are in `description`.

    The history of later briefs contains the description, and so the value when it is needed.
    """
    action = action_of(wish, screen)
    thought = " ".join([part for part in (preface, _WHY[wish.why], *map(_thought, notes)) if part])
    kept = [f"{note.what} is {note.value}" for note in notes if note.op == "encode"]
    kept += [f"the total is {note.value} so far" for note in notes if note.op == "add"][-1:]
    words = describe(action, wish.element)
    description = f"{words}; remember: {'; '.join(kept)}" if kept else words
    return Decision(action, screen.digest, description, thought, actor="oracle")


def describe(action: act.Action, element: Element | None) -> str:
    """The action in a few words."""
    label = "" if element is None else f' "{element.label or element.test_id}"'
    match action:
        case act.Click():
            return f"tap{label}" if label else "tap a point"
        case act.LongPress():
            return f"hold{label}"
        case act.InputText():
            return f'type "{action.text}" into{label or " the field"}'
        case act.Scroll():
            return f"scroll {action.direction}"
        case act.Wait():
            return "wait"
        case act.NavigateBack():
            return "go back"
        case act.NavigateHome():
            return "go to the home screen"
        case act.KeyboardEnter():
            return "press enter"
        case _:
            return action.kind.replace("_", " ") + label


def expecting(decision: Decision, wish: NextGesture, before: Screen, after: Screen) -> Decision:
    """Adds expectations that an agent could have stated beforehand and that came true, never unknown values.

    There are none if nothing is described, such as on a drawn board.
    """
    if before.digest == after.digest:
        return decision
    return replace(decision, expectations=(_expected(wish, before, after),))


def intending(decision: Decision, wish: NextGesture) -> Decision:
    """Adds the expectations of the intended touch."""
    label = "" if wish.element is None else wish.element.label
    return replace(decision, expectations=(ScreenIs(text=label),) if label else (Changed(),))


def _expected(wish: NextGesture, before: Screen, after: Screen) -> Predicate:
    element = wish.element
    if isinstance(wish.gesture, act.TypeText) and element is not None:
        return FieldHas(ref_of(before, element), wish.gesture.text)
    if element is None or not isinstance(wish.gesture, act.Tap):
        return Changed()
    label, title = collapse(element.label), collapse(after.title)
    if title and title != collapse(before.title) and (title in label or label in title) and label:
        told = ScreenIs(text=after.title)
        return Changed() if _headlined(after.title, before) else told
    now = next((other for other in after.elements if element.test_id and other.test_id == element.test_id), None)
    if now is not None and "checked" in now.states and "unchecked" in element.states:
        return ElementState(ref_of(before, element), "checked")
    if now is not None and "selected" in now.states and "selected" not in element.states:
        return ElementState(ref_of(before, element), "selected")
    return Changed()


def _headlined(text: str, screen: Screen) -> bool:
    wanted = collapse(text)
    lines = [screen.title, screen.location, *screen.observation.landmarks]
    lines += [element.label for element in screen.elements if element.role == "heading"]
    return any(wanted in collapse(line) for line in lines)


def memory_of(note: ReadNote, facts: Mapping[str, Fact], total: int) -> MemoryEvent:
    """A note of the oracle as a memory event."""
    match note.kind:
        case "read":
            fact = facts[note.fact]
            return MemoryEvent("encode", fact.label, fact.shown, fact.id, fact.kind)
        case "item":
            return MemoryEvent("add", note.row or note.text, str(total))
        case "branch":
            return MemoryEvent("decide", note.text, "yes" if note.taken else "no", note.fact)
        case _:
            assert_never(note.kind)


def retrieved(uses: Sequence[str], facts: Mapping[str, Fact]) -> tuple[MemoryEvent, ...]:
    """The remembered values that a gesture uses."""
    found = [facts[name.removeprefix("fact:")] for name in uses if name.startswith("fact:")]
    return tuple(MemoryEvent("retrieve", fact.label, fact.shown, fact.id, fact.kind) for fact in found)


def thinking(decision: Decision, events: Sequence[MemoryEvent]) -> Decision:
    """The decision with the latest memory events at the beginning of its thought."""
    words = " ".join(f"{event.what}: {event.value}." for event in events)
    return replace(decision, thought=f"{words} {decision.thought}".strip()) if words else decision


def _thought(note: MemoryEvent) -> str:
    match note.op:
        case "encode":
            return f"{_capital(note.what)} is {note.value}; it will be needed later."
        case "retrieve":
            return f"From what was noted before: {note.what} is {note.value}."
        case "add":
            return f"With {note.what} the total is {note.value}."
        case "decide":
            return f"{_capital(note.what)}: {note.value}."
        case _:
            assert_never(note.op)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
