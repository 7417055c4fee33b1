"""Tasks with check boxes, radio buttons, lists and dates."""

import re

from sextant.types.actions import ByPoint, Click, InputText, Wait
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.pixels import drawn_box
from sextant_bench.miniwob.screen_queries import (
    QUERY_BOTTOM,
    Lost,
    at,
    boxes_of,
    button,
    fields,
    first,
    labelled,
    ordinal,
    point,
    quoted,
    task_area,
    texts,
)
from sextant_bench.miniwob.solution import Steps, scrolled_to

_MONTHS: list[str] = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]


def click_checkboxes(goal: str, screen: Screen) -> Steps:
    """Ticks the boxes the goal lists, and no other."""
    named = re.findall(r"^Select (.*) and click Submit", goal)[0]
    for name in () if named == "nothing" else named.split(", "):
        screen = yield Click(at(labelled(screen, name, "checkbox")))
    yield Click(at(button(screen, "Submit")))


def click_option(goal: str, screen: Screen) -> Steps:
    """One radio button by its label."""
    name = re.findall(r"^Select (.*) and click Submit", goal)[0]
    screen = yield Click(at(labelled(screen, name, "radio")))
    yield Click(at(button(screen, "Submit")))


def choose_list(goal: str, screen: Screen) -> Steps:
    """An entry of a native drop-down list, which opens over the page."""
    name = re.findall(r"^Select (.*) from the list", goal)[0]
    screen = yield Click(at(_list_box(screen)))
    screen = yield Click(at(_option(screen, name)))
    yield Click(at(button(screen, "Submit")))


def click_scroll_list(goal: str, screen: Screen) -> Steps:
    """One or two entries of a list that takes several, and that shows only some of them at a time."""
    for name in re.findall(r"^Select (.*) from the scroll list", goal)[0].split(", "):
        screen = yield from scrolled_to(screen, lambda shown, name=name: _option(shown, name))
        screen = yield Click(at(_option(screen, name)))
    yield Click(at(button(screen, "Submit")))


def form_sequence_2(goal: str, screen: Screen) -> Steps:
    """The n-th radio button, then a number into the m-th field."""
    screen = yield Click(at(boxes_of(screen, "radio")[ordinal(goal, "radio button")]))
    field = fields(screen)[ordinal(goal, "textbox")]
    screen = yield InputText(text=quoted(goal)[0], target=at(field))
    yield Click(at(button(screen, "Submit")))


def form_sequence_3(goal: str, screen: Screen) -> Steps:
    """An entry of a drop-down list made of ordinary elements, then a button."""
    entry = re.findall(r"^Choose (.*) from the dropdown", goal)[0]
    # Closed and empty, the list is a box without a word: it is found in the picture.
    above = min(element.box.y for element in boxes_of(screen, "button"))
    closed = drawn_box(screen, Box(0, QUERY_BOTTOM + 1, 158, above - QUERY_BOTTOM - 2))
    screen = yield Click(point(closed.centre, screen))
    screen = yield Wait(0.5)
    screen = yield from scrolled_to(screen, lambda shown: _option(shown, entry))
    screen = yield Click(at(_option(screen, entry)))
    screen = yield Wait(0.5)
    yield Click(at(labelled(screen, quoted(goal)[0], "button")))


def enter_date(goal: str, screen: Screen) -> Steps:
    """A date into a native date field, in the form such fields take."""
    month, day, year = re.findall(r"(\d+)/(\d+)/(\d+)", goal)[0]
    screen = yield InputText(text=f"{year}-{month}-{day}", target=at(_picker(screen, "date")))
    yield Click(at(button(screen, "Submit")))


def enter_time(goal: str, screen: Screen) -> Steps:
    """A time of day into a native time field; the goal gives it on a twelve-hour clock."""
    hour, minute, half = re.findall(r"(\d+):(\d+)\s*([AP])M", goal)[0]
    on_24 = int(hour) % 12 + (12 if half == "P" else 0)
    screen = yield InputText(text=f"{on_24:02d}:{minute}", target=at(_picker(screen, "time")))
    yield Click(at(button(screen, "Submit")))


def choose_date(goal: str, screen: Screen) -> Steps:
    """Turns the pages of a calendar to the month, then touches the day."""
    month, day, year = (int(part) for part in re.findall(r"(\d+)/(\d+)/(\d+)", goal)[0])
    screen = yield Click(at(_calendar_field(screen)))
    screen = yield Wait(0.5)
    for _ in range(14):
        if _shown_month(screen) == (year, month):
            break
        screen = yield Click(_page_arrow(screen, back=_shown_month(screen) > (year, month)))
    screen = yield Click(at(labelled(screen, str(day), "link")))
    screen = yield Wait(1.0)
    yield Click(at(button(screen, "Submit")))


def multi_layouts(goal: str, screen: Screen) -> Steps:
    """A form of three fields whose labels stand left, above or below, in any order."""
    genre, name, year = re.findall(r"^Search for (.+?) movies directed by (.+?) from year (\d+)", goal)[0]
    wanted = (("genre", genre), ("director", name), ("year", year), ("date", year))
    # Labels and fields run down the page in step, wherever the one stands to the other.
    naming = (text for text in texts(screen) if any(key in text.lower() for key, _ in wanted) and len(text) < 20)
    labels = list(dict.fromkeys(naming))
    rows = sorted(fields(screen), key=lambda field: field.box.y)
    if len(labels) != len(rows):
        raise Lost(f"The labels {labels!r} do not pair with {len(rows)} fields.")
    for place, label in enumerate(labels):
        value = next(value for key, value in wanted if key in label.lower())
        field = sorted(fields(screen), key=lambda field: field.box.y)[place]
        screen = yield InputText(text=value, target=at(field))
    yield Click(at(button(screen, "Submit", "Search", "Go!")))


def _list_box(screen: Screen) -> Element:
    return first(
        (e for e in task_area(screen) if e.role in ("combobox", "listbox")), f"No list is shown: {texts(screen)!r}."
    )


def _option(screen: Screen, name: str) -> Element:
    # A native list covers the page, the strip with the goal included.
    found = [e for e in screen.elements if name in (e.label, e.text) and e.role in ("option", "listitem")]
    if not found:
        raise Lost(f"The list shows no {name!r}.")
    return found[0]


def _picker(screen: Screen, kind: str) -> Element:
    found = next((e for e in task_area(screen) if e.input_type == kind), None)
    return found or fields(screen)[0]


def _calendar_field(screen: Screen) -> Element:
    return first(
        (e for e in task_area(screen) if e.role == "textbox" or "readonly" in e.states), "No date field is shown."
    )


def _shown_month(screen: Screen) -> tuple[int, int]:
    shown = " ".join(texts(screen))
    found = re.search(rf"({'|'.join(_MONTHS)})\s+(\d{{4}})", shown)
    if found is None:
        raise Lost(f"No calendar is shown: {shown!r}.")
    return int(found.group(2)), _MONTHS.index(found.group(1)) + 1


def _page_arrow(screen: Screen, back: bool) -> ByPoint:
    """The arrow beside the month: an icon without a name, so its place is taken from what stands around it."""
    month = next(e for e in task_area(screen) if re.fullmatch(rf"({'|'.join(_MONTHS)}) \d{{4}}", e.text))
    days = [e for e in task_area(screen) if e.role == "columnheader"]
    if not days:
        raise Lost("No calendar is shown.")
    x = min(e.box.x for e in days) + 1 if back else max(e.box.right for e in days) - 1
    return point(Point(x, month.box.centre.y), screen)
