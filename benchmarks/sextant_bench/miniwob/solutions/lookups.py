"""Tasks solved by reading the screen and working something out."""

import re

from sextant.types.actions import ByRelative, Click, InputText, Scroll, Swipe
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import (
    Lost,
    at,
    beside,
    button,
    fields,
    first,
    number_in,
    point,
    task_area,
    texts,
)
from sextant_bench.miniwob.solution import Steps, scrolled_to

_WORD = re.compile(r"[^a-zA-Z0-9]")


def simple_arithmetic(_goal: str, screen: Screen) -> Steps:
    """Two digits and a sign."""
    left, sign, right = _match(screen, r"(\d+) ([-+x]) (\d+) =")
    one, other = int(left), int(right)
    result = one + other if sign == "+" else one - other if sign == "-" else one * other
    yield from _fill(screen, str(result))


def simple_algebra(_goal: str, screen: Screen) -> Steps:
    """Solves for x, which stands first or second."""
    one, sign, other, total = _match(screen, r"(x|\d+) ([-+]) (x|\d+) = (-?\d+)")
    if one == "x":
        x = int(total) - int(other) if sign == "+" else int(total) + int(other)
    else:
        x = int(total) - int(one) if sign == "+" else int(one) - int(total)
    yield from _fill(screen, str(x))


def read_table(goal: str, screen: Screen) -> Steps:
    """The value beside a key."""
    key = re.findall(r"value of (.+?) into the text field", goal)[0]
    yield from _fill(screen, _value_of(screen, key))


def read_table_2(_goal: str, screen: Screen) -> Steps:
    """Two values, each into the field with its key as label."""
    labels = [text.rstrip(":") for text in texts(screen) if text.endswith(":")]
    if len(labels) != len(fields(screen)):
        raise Lost(f"The labels {labels!r} do not pair with the fields.")
    for place, label in enumerate(labels):
        screen = yield InputText(text=_value_of(screen, label), target=at(fields(screen)[place]))
    yield Click(at(button(screen, "Submit")))


def find_word(goal: str, screen: Screen) -> Steps:
    """The n-th word of a paragraph."""
    place = number_in(goal) - 1
    above = fields(screen)[0].box.y
    lines = [e.text for e in task_area(screen) if e.text and e.box.bottom <= above + 2]
    words = max(lines, key=len).split()
    yield from _fill(screen, _WORD.sub("", words[place]))


def scroll_text(_goal: str, screen: Screen) -> Steps:
    """Swipes to the end of a text and types its last word."""
    for _ in range(12):
        before = screen.digest
        screen = yield Swipe("up", at(_long_text(screen)))
        if screen.digest == before:
            break
    text = _long_text(screen)
    answer = next(field for field in fields(screen) if field.index != text.index)
    yield from _fill(screen, _WORD.sub("", (text.value or text.text).split()[-1]), answer)


def scroll_text_2(goal: str, screen: Screen) -> Steps:
    """Scrolls a text to its top or bottom."""
    for _ in range(14):
        screen = yield Scroll("down" if "bottom" in goal else "up", at(_long_text(screen)))
    yield Click(at(button(screen, "Submit")))


def copy_paste(_goal: str, screen: Screen) -> Steps:
    """A sentence copied by eye; the suite ends each with a blank, which no eye sees."""
    text = _long_text(screen)
    answer = next(field for field in fields(screen) if field.index != text.index)
    yield from _fill(screen, (text.value or text.text).strip() + " ", answer)


def find_greatest(_goal: str, screen: Screen) -> Steps:
    """Turns each card, remembers what was under it, turns the greatest again."""
    places = [card.box.centre for card in _cards(screen)]
    seen: list[int] = []
    for place in places:
        screen = yield Click(point(place, screen))
        shown = [e for e in task_area(screen) if e.text.isdigit() and abs(e.box.centre.x - place.x) < 25]
        if not shown:
            raise Lost(f"The card at {place!r} shows no number.")
        seen.append(int(shown[0].text))
    screen = yield Click(point(places[seen.index(max(seen))], screen))
    yield Click(at(button(screen, "Submit")))


def order_food(goal: str, screen: Screen) -> Steps:
    """One of each dish named, or several of one with a mark such as "vegan", from a menu that scrolls."""
    counted = re.findall(r"^Order (\d+) items that are (.+)$", goal)
    if counted:
        dishes = [next((dish for dish, marks in _menu(screen) if counted[0][1] in marks), "")] * int(counted[0][0])
    else:
        dishes = [dish.strip() for dish in goal.removeprefix("Order one of each item: ").split(", ")]
    for dish in dishes:
        screen = yield from scrolled_to(screen, lambda shown, dish=dish: _counter(shown, dish))
        # Less and more are one text: `- 1 +`. The plus is at its end.
        screen = yield Click(ByRelative(_counter(screen, dish).index, 0.88, 0.5))
    screen = yield from scrolled_to(screen, lambda shown: _below(shown, "Order!"))
    yield Click(at(_below(screen, "Order!")))


def _menu(screen: Screen) -> list[tuple[str, set[str]]]:
    """Dishes with their marks, in order; each is a text, then images, then a counter."""
    found: list[tuple[str, set[str]]] = []
    for element in screen.elements:
        if element.role == "text" and not _is_counter(element):
            found.append((element.text, set()))
        elif element.role == "image" and found:
            found[-1][1].add(element.name)
    return found


def _counter(screen: Screen, dish: str) -> Element:
    after = [e for e in screen.elements if e.index > _below(screen, dish).index and _is_counter(e)]
    if not after:
        raise Lost(f"{dish!r} cannot be counted.")
    return after[0]


def _is_counter(element: Element) -> bool:
    return element.text.startswith("-") and element.text.endswith("+")


def _below(screen: Screen, label: str) -> Element:
    """An element by its label, even where it has to be scrolled to."""
    return first((e for e in screen.elements if e.label == label and e.box.width < 120), f"The menu has no {label!r}.")


def _fill(screen: Screen, text: str, field: Element | None = None) -> Steps:
    screen = yield InputText(text=text, target=at(field or fields(screen)[0]))
    yield Click(at(button(screen, "Submit")))


def _match(screen: Screen, pattern: str) -> tuple[str, ...]:
    shown = " ".join(texts(screen))
    found = re.search(pattern, shown)
    if found is None:
        raise Lost(f"Nothing on the screen reads like {pattern!r}: {shown!r}.")
    return found.groups()


def _value_of(screen: Screen, key: str) -> str:
    cells = [e for e in task_area(screen) if e.text and e.role in ("cell", "text", "gridcell")]
    named = next((e for e in cells if e.text == key), None)
    value = None if named is None else beside(named, cells)
    if value is None:
        raise Lost(f"The table has no {key!r}: {texts(screen)!r}.")
    return value.text


def _long_text(screen: Screen) -> Element:
    found = max(fields(screen), key=lambda field: field.box.height, default=None)
    if found is None:
        raise Lost("No text area is shown.")
    return found


def _cards(screen: Screen) -> list[Element]:
    above = button(screen, "Submit").box.y
    cards = [e for e in task_area(screen) if e.box.bottom <= above and "tap" in e.affordances and e.box.width > 15]
    if len(cards) != 3:
        raise Lost(f"Three cards were expected, {len(cards)} are shown.")
    return sorted(cards, key=lambda card: card.box.x)
