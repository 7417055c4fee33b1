"""Tasks solved by touching what the goal names."""

from collections.abc import Callable

from sextant.types.actions import Click, NavigateBack, NavigateHome, OpenApp, Wait
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import (
    Lost,
    at,
    button,
    fields,
    first,
    labelled,
    number_in,
    quoted,
    tappable,
    task_area,
    texts,
)
from sextant_bench.miniwob.solution import Steps

_AREA = 23.0
"""Pixels: what is higher takes several lines of text."""


def click_test(_goal: str, screen: Screen) -> Steps:
    """The only button; reached the long way round, by the list of tasks."""
    screen = yield NavigateHome()
    screen = yield Click(at(_on_home(screen, "Play the task")))
    yield Click(at(button(screen, "Click Me!")))


def click_test_2(goal: str, screen: Screen) -> Steps:
    """The button with the name in capitals that the goal ends with."""
    wanted = goal.rstrip(".").split()[-1]
    yield Click(at(labelled(screen, wanted)))


def click_button(goal: str, screen: Screen) -> Steps:
    """A button by its label, which may be in any script."""
    yield Click(at(labelled(screen, quoted(goal)[0], "button")))


def click_button_sequence(_goal: str, screen: Screen) -> Steps:
    """Two buttons, one after the other."""
    screen = yield Click(at(button(screen, "ONE")))
    yield Click(at(button(screen, "TWO")))


def click_dialog(_goal: str, screen: Screen) -> Steps:
    """The cross of a dialog that covers part of the page."""
    yield Click(at(_closer(screen)))


def click_dialog_2(goal: str, screen: Screen) -> Steps:
    """A button of a dialog, or its cross."""
    wanted = quoted(goal)[0]
    yield Click(at(_closer(screen) if wanted == "x" else labelled(screen, wanted)))


def click_link(goal: str, screen: Screen) -> Steps:
    """A touchable word in a paragraph; the same word may stand there untouchable."""
    yield Click(at(_word(screen, quoted(goal)[0])))


def click_tab(goal: str, screen: Screen) -> Steps:
    """A tab by its number."""
    yield Click(at(labelled(screen, f"Tab #{number_in(goal)}")))


def click_tab_2(goal: str, screen: Screen) -> Steps:
    """A word that stands on one of several tabs."""
    wanted = quoted(goal)[0]
    yield from _open_until(screen, wanted, "Tab #")


def click_collapsible(_goal: str, screen: Screen) -> Steps:
    """Opens the one section, waits until it has grown, submits."""
    section = _starting(screen, "Section #")[0]
    screen = yield Click(at(section))
    screen = yield Wait(1.0)
    yield Click(at(button(screen, "Submit")))


def click_collapsible_2(goal: str, screen: Screen) -> Steps:
    """A word in one of several sections, of which one is open at a time."""
    yield from _open_until(screen, quoted(goal)[0], "Section #")


def click_widget(goal: str, screen: Screen) -> Steps:
    """Any widget of a kind."""
    kind = quoted(goal)[0]
    of_kind: dict[str, Callable[[Element], bool]] = {
        "radio": lambda e: e.role == "radio",
        "checkbox": lambda e: e.role == "checkbox",
        "button": lambda e: e.role == "button",
        "text": lambda e: e.role == "textbox" and e.box.height < _AREA,
        "textarea": lambda e: e.role == "textbox" and e.box.height >= _AREA,
    }
    found = first(
        (element for element in task_area(screen) if of_kind[kind](element)), f"No widget of kind {kind!r} is shown."
    )
    yield Click(at(found))


def focus_text(_goal: str, screen: Screen) -> Steps:
    """The only text field; looks at the list of tasks first and comes back."""
    screen = yield NavigateHome()
    screen = yield Click(at(_on_home(screen, "About these tasks")))
    screen = yield NavigateBack()
    screen = yield OpenApp("miniwob")
    yield Click(at(fields(screen)[0]))


def focus_text_2(goal: str, screen: Screen) -> Steps:
    """The n-th of several text fields."""
    yield Click(at(sorted(fields(screen), key=lambda field: field.box.y)[number_in(goal) - 1]))


def generate_number(goal: str, screen: Screen) -> Steps:
    """Draws numbers until one is as the goal wants it."""
    for _ in range(60):
        shown = [text for text in texts(screen) if text.isdigit()]
        if shown and _suits(goal, int(shown[0])):
            yield Click(at(button(screen, "Submit")))
            return
        screen = yield Click(at(button(screen, "Generate")))
    raise Lost(f"Sixty draws gave nothing for {goal!r}.")


def odd_or_even(_goal: str, screen: Screen) -> Steps:
    """Marks each number on its own line."""
    numbers = [e for e in task_area(screen) if (e.text or e.name).lstrip("-").isdigit()]
    for number in numbers:
        wanted = "Odd" if int(number.text or number.name) % 2 else "Even"
        line = [e for e in task_area(screen) if e.label == wanted]
        nearest = min(line, key=lambda e: abs(e.box.centre.y - number.box.centre.y))
        screen = yield Click(at(nearest))
    yield Click(at(button(screen, "Submit")))


def _suits(goal: str, number: int) -> bool:
    if "less than" in goal:
        return number < number_in(goal)
    if "greater than" in goal:
        return number > number_in(goal)
    return number % 2 == (1 if "odd" in goal else 0)


def _on_home(screen: Screen, label: str) -> Element:
    return first(
        (e for e in screen.elements if e.label == label and e.interactable),
        f"The list of tasks shows no {label!r}: {screen.location!r}.",
    )


def _closer(screen: Screen) -> Element:
    return first(
        (e for e in screen.elements if e.role == "button" and e.label in ("Close", "x", "×")),
        "No dialog with a cross is shown.",
    )


def _word(screen: Screen, word: str) -> Element:
    found = tappable(screen, word)
    if found is None:
        raise Lost(f"No touchable {word!r} is shown: {texts(screen)!r}.")
    return found


def _starting(screen: Screen, prefix: str) -> list[Element]:
    found = [e for e in task_area(screen) if e.label.startswith(prefix) and len(e.label) < len(prefix) + 4]
    if not found:
        raise Lost(f"Nothing begins with {prefix!r}: {texts(screen)!r}.")
    return list({e.label: e for e in sorted(found, key=lambda e: e.interactable)}.values())


def _open_until(screen: Screen, word: str, prefix: str) -> Steps:
    """Opens tabs or sections in turn until a touchable word is to be seen, and touches it."""
    for label in sorted(element.label for element in _starting(screen, prefix)):
        if tappable(screen, word) is None:
            screen = yield Click(at(labelled(screen, label)))
            screen = yield Wait(0.6)
    yield Click(at(_word(screen, word)))
