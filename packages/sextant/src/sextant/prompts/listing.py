"""A screen as text: one line an element, the index first."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.prompts.positions import places
from sextant.prompts.text import MAX_LABEL, cut, in_quotes
from sextant.text.legible import LINE_BREAK, on_one_line, quoted, state_in_words, with_breaks, worded
from sextant.types.decisions import Profile
from sextant.types.screens import Element, Screen

_MAX_READ = 600
"""Characters of a text that is there to be read, and not part of what stands around each page."""
_SPARE = 3000
"""Characters by which all of those together may be longer than labels."""
_AROUND = frozenset({"banner", "complementary", "contentinfo", "navigation", "search"})  # structural: ARIA roles
_SENTENCE = re.compile(r"""[.!?][)\]"'”’»]*(?=\s)|[。！？][」』]*""")
"""The end of a sentence."""
_MAX_TOLD = 1000
_NAMED = 8
"""Covered elements that are mentioned."""
_TAKES = {"date": "date", "datetime-local": "date and time", "month": "month", "time": "time", "week": "week"}
"""What fields of a browser's own take, by their input type: their role does not tell."""
_UNTOLD = frozenset({"editable", "password"})


@dataclass(frozen=True, slots=True)
class ListingLine:
    """An element and its line. `said` is the line without the index and the role."""

    element: Element
    text: str

    @property
    def said(self) -> str:
        return self.text.removeprefix(f"[{self.element.index}] {self.element.role} ")


Place = Callable[[Element], str]
"""Where an element is in a picture, in words; empty where it is out of view."""


def listed(
    screen: Screen, max_elements: int = 150, compact: bool = False, place: Place | None = None
) -> list[ListingLine]:
    """The lines of a screen's elements, in document order, without indentation."""
    chosen = _choose(screen, max_elements)
    where = places(screen, chosen)
    room = _rooms(chosen, 0 if compact else _SPARE)
    lines = [ListingLine(one, line_of(one, compact, where.get(one.index, ""), room[one.index])) for one in chosen]
    if place is None:
        return lines
    return [replace(line, text=f"{line.text} {at}") if (at := place(line.element)) else line for line in lines]


def list_screen(screen: Screen, profile: Profile, max_elements: int = 150, place: Place | None = None) -> str:
    """The screen as text: its head, then its elements in document order, nested by indentation.

    What can be touched comes before what can only be read when the bound is reached; what lies outside the view is
    named by its label so that it can be scrolled to. Password values are never there.
    """
    compact = profile == "compact"
    lines = [*([] if compact else _head(screen)), *_passed(screen)]
    chosen = listed(screen, 40 if compact else max_elements, compact, place)
    depths = _depths(screen)
    for line in chosen:
        indent = "" if compact else "  " * min(depths.get(line.element.index, 0), 3)
        lines.append(indent + line.text)
    if keys := keys_on(screen):
        lines.append(_keyboard(keys))
    covered = [element for element in screen.elements if _tells(element) and element.visibility == "covered"]
    if covered and not compact:
        lines.append(_covered(covered))
    left_out = sum(1 for element in screen.elements if _tells(element)) - len(chosen) - len(covered) - len(keys)
    if left_out > 0 and not compact:
        lines.append(f"({left_out} further elements are not listed)")
    values = [] if compact else [one.element.value for one in chosen if "password" not in one.element.states]
    if any(with_breaks(value) != value for value in values):
        lines.append(f"({LINE_BREAK} in a value stands for a line break)")
    if not screen.elements:
        lines.append(f"(no elements are described: {screen.condition})")
    return "\n".join(lines)


def line_of(element: Element, compact: bool = False, place: str = "", most: int | None = None) -> str:
    """One element: `[3] button "Save" (disabled)`; `place` tells one without words from others.

    Its label has at most so many characters, by default as many as a text of its kind may have.
    """
    label = element.name or element.text or element.hint or worded(element.test_id)
    most = _most(element) if most is None else most
    parts = [f"[{element.index}] {element.role} {quoted(_whole(label, most), most)}"]
    if place:
        parts.append(place)
    if compact:
        return " ".join(parts)
    if element.text and element.name and short(element.text) != short(label):
        parts.append(f"text {in_quotes(element.text)}")
    if "password" in element.states:
        parts.append(f"(password, {_hidden(element)})")
    elif element.value and short(element.value) != short(label):
        parts.append(f"= {in_quotes(with_breaks(element.value))}")
    if element.hint and short(element.hint) != short(label):
        parts.append(f"hint {in_quotes(element.hint)}")
    if remarks := _remarks(element):
        parts.append(f"({', '.join(remarks)})")
    return " ".join(parts)


def _remarks(element: Element) -> list[str]:
    """The states of an element, and all else that its line says in brackets."""
    remarks = [state_in_words(state) for state in sorted(element.states - _UNTOLD)]
    if element.visibility != "visible":
        remarks.append(
            {"offscreen": "out of view", "covered": "covered", "clipped": "partly in view"}[element.visibility]
        )
    if "upload" in element.affordances:
        remarks.append("takes a file")
    if taken := _TAKES.get(element.input_type):
        remarks.append(f"takes a {taken}")
    if element.role == "canvas":
        remarks.append(f"drawn, {element.box.width:.0f} x {element.box.height:.0f} pixels, touched at a point of it")
    if element.drawn:
        remarks.append(element.drawn)
    return remarks


def _hidden(field: Element) -> str:
    """The known facts about the value of a password field."""
    if field.masked is None:
        return "value hidden"
    return f"holds {field.masked} hidden characters" if field.masked else "empty"


def _head(screen: Screen) -> list[str]:
    lines = [
        f"Screen: {short(screen.title or screen.key.label) or 'untitled'} — {_one_line(readable(screen.location))}"
    ]
    if screen.modal is not None:
        lines.append(
            f"A {screen.modal.kind} dialog is open and blocks the rest: {quoted(screen.modal.message, _MAX_TOLD)}"
        )
    if screen.condition != "ok":
        lines.append(f"Condition: {screen.condition.replace('_', ' ')}")
    scroll = screen.observation.scroll
    sides = {
        "above": scroll.above,
        "below": scroll.below,
        "to the left": scroll.left,
        "to the right": scroll.right,
    }
    if more := [side for side, pixels in sides.items() if pixels > 1]:
        *first, last = more
        lines.append(f"There is more {', '.join(first)}{' and ' if first else ''}{last}; scroll to see it.")
    if not screen.observation.settled:
        lines.append("The screen is still loading: it was changing when it was read, and more may come.")
    return lines + [f"Note: {_one_line(note)}" for note in screen.observation.notes]


def _passed(screen: Screen) -> list[str]:
    """The passing messages of the page, one on each line."""
    return [f"The page said {in_quotes(text)}; it is gone by now." for text in screen.observation.said]


def _covered(elements: Sequence[Element]) -> str:
    """One line for all covered elements."""
    named = [in_quotes(one.label) for one in elements if one.label and one.interactable]
    more = "" if len(named) <= _NAMED else f" and {len(named) - _NAMED} more"
    told = f", among them {', '.join(named[:_NAMED])}{more}" if named else ""
    if len(elements) == 1:
        return f"({named[0] if named else '1 element'} is covered by another and cannot be touched)"
    return f"({len(elements)} elements are covered by others and cannot be touched{told})"


def _keyboard(keys: Sequence[Element]) -> str:
    """One line for the keys of a drawn keyboard, each with its index."""
    told = (f"[{one.index}] {one.label if len(one.label) == 1 else in_quotes(one.label)}" for one in keys)
    return f"(the page draws an on-screen keyboard; its keys: {', '.join(told)})"


def _choose(screen: Screen, bound: int) -> list[Element]:
    keys = {one.index for one in keys_on(screen)}
    telling = [
        element
        for element in screen.elements
        if _tells(element) and element.visibility != "covered" and element.index not in keys
    ]
    if len(telling) <= bound:
        return telling
    ranked = sorted(telling, key=lambda element: (_rank(element), element.index))[:bound]
    return sorted(ranked, key=lambda element: element.index)


def _tells(element: Element) -> bool:
    """Whether an element gets a line: it has text, or can be touched."""
    return bool(element.label or element.value) or element.markable


def _rank(element: Element) -> int:
    seen = element.visibility in ("visible", "clipped")
    if element.affordances - {"scroll"} or element.role == "canvas":
        return 0 if seen else 2
    return 1 if seen else 3


def _most(element: Element) -> int:
    """The most characters of its label; more for elements that are only text."""
    around = element.landmark.partition(":")[0] in _AROUND
    named = element.name not in ("", element.text)
    return MAX_LABEL if element.affordances or named or around else _MAX_READ


def _rooms(elements: Sequence[Element], spare: int) -> dict[int, int]:
    """The characters for each label, by index; visible elements come first if there are too few for all."""
    rooms: dict[int, int] = {}
    for one in sorted(elements, key=lambda one: (one.visibility == "offscreen", one.index)):
        more = max(0, min(len(one.label), _most(one)) - MAX_LABEL)
        rooms[one.index] = MAX_LABEL + (more if more <= spare else 0)
        spare -= more if more <= spare else 0
    return rooms


def _whole(text: str, most: int) -> str:
    """The text on one line, cut to so many characters, if possible after a sentence."""
    flat = on_one_line(text)
    if len(flat) <= most:
        return flat
    ends = [found.end() for found in _SENTENCE.finditer(flat[: most - 1]) if most / 2 < found.end() < most - 1]
    return f"{flat[: ends[-1]]} …" if ends else flat


def _depths(screen: Screen) -> dict[int, int]:
    depths: dict[int, int] = {}
    for element in screen.elements:
        depths[element.index] = 0 if element.parent is None else depths.get(element.parent, -1) + 1
    return depths


def _one_line(text: str) -> str:
    """The message of a dialog or the device on one line, which may be longer than a label."""
    return cut(on_one_line(text), _MAX_TOLD)


def short(text: str) -> str:
    """A label on one line; one that is cut ends in `…`."""
    return cut(on_one_line(text), MAX_LABEL)


_LETTERS = 20
"""Fewer letters are a game or a pad for numbers."""
_ROWS, _IN_A_ROW = 3, 5


def keys_on(screen: Screen) -> Sequence[Element]:
    """The keys of the drawn keyboard, in document order; empty if there is none.

    Its letters stand there once each, in rows, and lead nowhere. What can be touched among or right beside them
    belongs to it.
    """
    seen = [one for one in screen.elements if one.interactable and one.visibility in ("visible", "clipped")]
    takes = [one for one in seen if "type" not in one.affordances and not one.href]
    letters = [one for one in takes if len(one.label) == 1 and one.label.isalpha()]
    if len(letters) < _LETTERS or len({one.label.casefold() for one in letters}) < len(letters):
        return ()
    height = max(one.box.height for one in letters)
    lines: list[list[Element]] = []
    for one in sorted(letters, key=lambda one: one.box.centre.y):
        if not lines or one.box.centre.y > lines[-1][0].box.centre.y + height / 2:
            lines.append([])
        lines[-1].append(one)
    if sum(len(line) >= _IN_A_ROW for line in lines) < _ROWS:
        return ()
    top, bottom = min(one.box.y for one in letters) - height, max(one.box.bottom for one in letters) + height * 1.5
    left, right = min(one.box.x for one in letters) - height, max(one.box.right for one in letters) + height

    def among(one: Element) -> bool:
        centre, low = one.box.centre, one.box.height <= height * 1.5
        above = centre.y < top + height and len(one.label) > 1  # a row of digits, but no button over the keyboard
        return low and left < centre.x < right and top < centre.y < bottom and not above

    return [one for one in takes if among(one)]
