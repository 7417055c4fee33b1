"""Own pages for the action kinds that no MiniWoB++ task needs, and their solutions. Never counted among the tasks."""

import re
import sys

from sextant.types.actions import (
    Answer,
    Click,
    CloseApp,
    DoubleTap,
    InputText,
    LongPress,
    OpenApp,
    Recents,
    Scroll,
    Status,
    Swipe,
)
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import Lost, at, button, fields, find, first, quoted, task_area, texts
from sextant_bench.miniwob.solution import Steps, solutions_in

__all__ = ["OWN_SOLUTIONS"]


def hold_and_double(_goal: str, screen: Screen) -> Steps:
    """A long press, then a double tap."""
    screen = yield LongPress(at(button(screen, "Record")), 1.0)
    yield DoubleTap(at(button(screen, "Photo")))


def carousel(goal: str, screen: Screen) -> Steps:
    """Swipes a strip sideways until the right card is to be seen, back where it went too far."""
    wanted = f"Take offer {re.findall(r'offer ([0-9])', goal)[0]}"
    for _ in range(10):
        take = _button_anywhere(screen, wanted)
        if take.visibility == "visible":
            yield Click(at(take))
            return
        strip = first(
            (e for e in task_area(screen) if e.role == "region"), f"No strip of offers is shown: {texts(screen)!r}."
        )
        screen = yield Swipe("left" if take.box.centre.x > strip.box.centre.x else "right", at(strip))
    raise Lost(f"{wanted!r} is not shown after ten swipes: {texts(screen)!r}.")


def long_page(_goal: str, screen: Screen) -> Steps:
    """Scrolls the page down to its end, and up again."""
    for _ in range(20):
        accept = find(screen, "Accept", "button")
        if accept is not None:
            break
        screen = yield Scroll("down")
    screen = yield Click(at(button(screen, "Accept")))
    for _ in range(20):
        if screen.observation.scroll.above <= 0:
            break
        screen = yield Scroll("up")
    yield Click(at(_button_anywhere(screen, "Done")))


def read_code(_goal: str, screen: Screen) -> Steps:
    """Reports a value."""
    codes = [text for text in texts(screen) if re.fullmatch(r"\d{4}", text)]
    if not codes:
        raise Lost(f"No code is shown: {texts(screen)!r}.")
    yield Answer(codes[0])


def no_such_button(goal: str, screen: Screen) -> Steps:
    """Says that it cannot be done."""
    wanted = quoted(goal)[0]
    if any(element.label == wanted for element in screen.elements if element.interactable):
        raise Lost(f"{wanted!r} is there after all.")
    yield Status("infeasible", f"There is no {wanted!r}.")


def door_code(_goal: str, screen: Screen) -> Steps:
    """Reads a value in another app, finds the way back by the list of recent apps, types it."""
    screen = yield OpenApp("notes")
    codes = [e.text for e in screen.elements if re.fullmatch(r"\d{4}", e.text)]
    if not codes:
        raise Lost(f"The notes show no code: {[e.text for e in screen.elements]!r}.")
    screen = yield CloseApp("notes")
    screen = yield Recents()
    entry = first(
        (e for e in screen.elements if e.role == "option" and e.label == "miniwob"),
        f"The recent apps do not list this one: {[e.label for e in screen.elements]!r}.",
    )
    screen = yield Click(at(entry))
    screen = yield InputText(text=codes[0], target=at(fields(screen)[0]))
    yield Click(at(button(screen, "Open")))


def confirm(goal: str, screen: Screen) -> Steps:
    """Answers a native dialog as the goal wants it answered."""
    screen = yield Click(at(button(screen, "Delete")))
    if screen.modal is None:
        raise Lost("No dialog came.")
    labels = ("Cancel", "No") if "do not confirm" in goal else ("OK", "Yes")
    chosen = first(
        (e for e in screen.elements if e.label in labels),
        f"The dialog offers none of {labels!r}: {[e.label for e in screen.elements]!r}.",
    )
    yield Click(at(chosen))


def _button_anywhere(screen: Screen, label: str) -> Element:
    return first(
        (e for e in screen.elements if e.label == label and e.role == "button"), f"No button {label!r} is shown."
    )


OWN_SOLUTIONS = solutions_in(sys.modules[__name__])
"""Solutions of the pages in `pages/`, by name."""
