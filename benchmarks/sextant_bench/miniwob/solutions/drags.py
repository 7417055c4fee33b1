"""Tasks in which something is moved: boxes, list entries, slider handles."""

import re
from collections.abc import Generator, Sequence

from sextant.types.actions import Action, Click, Drag
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import Lost, at, boxes_of, button, first, ordinal, point, task_area, texts
from sextant_bench.miniwob.solution import Steps

_PLACES = ("top left", "top center", "top right", "center left", "center", "center right")
_GRID = (*_PLACES, "bottom left", "bottom center", "bottom right")


def drag_box(_goal: str, screen: Screen) -> Steps:
    """The small box into the middle of the large one; both are named by one letter in the same corner."""
    named = {element.text: element for element in task_area(screen)}
    if not {"s", "L"} <= set(named):
        raise Lost(f"The boxes are not both shown: {texts(screen)!r}.")
    small, large = named["s"].box, named["L"].box
    end = Point(small.centre.x + large.x - small.x + 15, small.centre.y + large.y - small.y + 15)
    screen = yield Drag(at(named["s"]), point(end, screen))
    yield Click(at(button(screen, "Submit")))


def drag_items(goal: str, screen: Screen) -> Steps:
    """An entry of a list to another place in it."""
    entries = _entries(screen)
    old = _named(entries, goal)
    where = goal.removeprefix(f"Drag {entries[old].text} ").rstrip(".")
    if "position" in where and "by one" not in where:
        new = ordinal(where, "position")
    else:
        new = {"top": 0, "bottom": len(entries) - 1, "up": old - 1, "down": old + 1}[
            re.findall(r"top|bottom|up|down", where)[0]
        ]
    yield _move(screen, entries, old, new)


def drag_items_grid(goal: str, screen: Screen) -> Steps:
    """An entry of a three by three grid to another place in it."""
    entries = _entries(screen)
    old = _named(entries, goal)
    where = goal.removeprefix(f"Drag {entries[old].text} ").rstrip(".")
    steps = {"up": -3, "down": 3, "left": -1, "right": 1}
    direction = where.split()[0]
    new = old + steps[direction] if direction in steps else _GRID.index(where.removeprefix("to the "))
    yield _move(screen, entries, old, new)


def drag_sort_numbers(_goal: str, screen: Screen) -> Steps:
    """Puts numbers in order, the lowest first."""
    for _ in range(12):
        entries = _entries(screen)
        numbers = [int(entry.text) for entry in entries]
        wrong = next((place for place, number in enumerate(sorted(numbers)) if numbers[place] != number), None)
        if wrong is None:
            yield Click(at(button(screen, "Submit")))
            return
        screen = yield _move(screen, entries, numbers.index(sorted(numbers)[wrong]), wrong)
    raise Lost(f"The numbers are not in order after twelve moves: {texts(screen)!r}.")


def use_slider_2(goal: str, screen: Screen) -> Steps:
    """Three sliders to three values."""
    wanted = [int(number) for number in re.findall(r"-?\d+", goal)]
    for row, value in enumerate(wanted):
        screen = yield from _slide(screen, row, value)
    yield Click(at(button(screen, "Submit")))


def form_sequence(goal: str, screen: Screen) -> Steps:
    """A slider to a value, then the n-th check box."""
    value = int(re.findall(r"Select (-?\d+) with the slider", goal)[0])
    screen = yield from _slide(screen, 0, value)
    screen = yield Click(at(boxes_of(screen, "checkbox")[ordinal(goal, "checkbox")]))
    yield Click(at(button(screen, "Submit")))


def _entries(screen: Screen) -> list[Element]:
    """List entries line by line, from the left."""
    found = [element for element in task_area(screen) if element.role == "listitem"]
    if not found:
        raise Lost(f"No list is shown: {texts(screen)!r}.")
    return sorted(found, key=lambda entry: (round(entry.box.y / 10), entry.box.x))


def _named(entries: Sequence[Element], goal: str) -> int:
    """The place of the entry that the goal names; names may hold blanks."""
    return first(
        (place for place, entry in enumerate(entries) if goal.startswith(f"Drag {entry.text} ")),
        f"The list has nothing that {goal!r} names.",
    )


def _move(screen: Screen, entries: Sequence[Element], old: int, new: int) -> Drag:
    """Drags an entry onto the place of another. Entries are as large as each other: their corners give the way."""
    here, there = entries[old].box, entries[new].box
    dx, dy = there.x - here.x, there.y - here.y
    past = 4.0 if new < old else 14.0
    # straight up or down a grid, the side of the other entry says whether to stand before or after it
    aside = _sign(dx) or (_sign(new - old) if len({round(entry.box.x) for entry in entries}) > 1 else 0)
    end = Point(here.centre.x + dx + aside * past, here.centre.y + dy + _sign(dy) * past)
    return Drag(at(entries[old]), point(end, screen))


def _slide(screen: Screen, row: int, value: int) -> Generator[Action, Screen, Screen]:
    """Moves the handle of the slider in that row until its number reads `value`; the scale is learnt on the way."""
    before: tuple[float, int] | None = None
    step = 0.0
    for _ in range(16):
        handle, shown = _handle(screen, row), _number(screen, row)
        x = handle.box.centre.x
        if shown == value:
            return screen
        if before is None:
            step = 20.0 if value > shown else -20.0
        elif before[1] == shown:
            step *= 1.6  # too short a way to move it at all
        else:
            step = (value - shown) * (x - before[0]) / (shown - before[1])
            step = step if abs(step) >= 1.0 else _sign(value - shown) * 1.0
        before = (x, shown)
        screen = yield Drag(at(handle), point(Point(x + step, handle.box.centre.y), screen))
    raise Lost(f"The slider reads {_number(screen, row)} after sixteen moves, not {value}.")


def _handle(screen: Screen, row: int) -> Element:
    handles = [e for e in task_area(screen) if "tap" in e.affordances and not e.label and abs(e.box.width - 14) < 3]
    sliders = sorted((e for e in handles if e.role not in ("checkbox", "radio")), key=lambda e: e.box.y)
    if len(sliders) <= row:
        raise Lost(f"Slider {row + 1} has no handle.")
    return sliders[row]


def _number(screen: Screen, row: int) -> int:
    shown = [element for element in task_area(screen) if re.fullmatch(r"-?\d+", element.text)]
    if len(shown) <= row:
        raise Lost(f"Slider {row + 1} shows no number: {texts(screen)!r}.")
    return int(sorted(shown, key=lambda element: element.box.y)[row].text)


def _sign(number: float) -> int:
    return (number > 0.5) - (number < -0.5)
