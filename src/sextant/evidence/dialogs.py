"""What lies over a screen: a dialog, a sheet, a popup. What it says, what closes it, and whether it wants an answer.

Told from roles and landmarks, from a native modal, and where an app names nothing, from a panel that covers most of
what could be touched.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sextant.evidence.dialog_words import (
    Saying,
    closes_by_id,
    names_a_deed,
    says,
    tells_of_an_error,
    wants_an_answer,
)
from sextant.types.geometry import Box, Point
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

_SEEN = ("visible", "clipped")
_ROLES = ("dialog", "alertdialog")
_NOTICES = ("status", "alert", "log")
_COVERED = 0.6
"""From this share of covered controls on, something lies over the screen."""
_LEAST_AREA = 0.1
"""A panel known by its place alone covers at least this share of the viewport."""
_CORNER = 72.0
"""Pixels: largest side of a cross, and how far from the corner of its panel it may stand."""
_MENU = 3
"""So many things to choose from are a menu, and no popup."""
_RANK: tuple[Saying, ...] = ("decline", "close", "acknowledge", "cancel")
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")


@dataclass(frozen=True, slots=True)
class Dialog:
    """What lies over the rest of a screen.

    Attributes:
        title: How it is headed: its name, its first heading, or its first words.
        text: Everything it says, its buttons aside.
        box: Where it stands, in pixels of the viewport.
        elements: What stands in it and is in sight, in document order.
        closers: What takes it away without doing what it offers, the safest first.
        offers: What else can be touched in it.
        asks: Whether it wants an answer about something that is to be done (a question to confirm, a form, a menu): the
            task's own, never to be closed for being in the way.
        error: Whether it says that something did not work.
        blocking: Whether what lies behind cannot be touched.
        native: Whether the device itself put it there.
    """

    title: str
    text: str
    box: Box
    elements: tuple[Element, ...]
    closers: tuple[Element, ...] = ()
    offers: tuple[Element, ...] = ()
    asks: bool = False
    error: bool = False
    blocking: bool = True
    native: bool = False

    @property
    def closer(self) -> Element | None:
        """What closes it and does nothing else; None where nothing in sight does."""
        return self.closers[0] if self.closers else None

    def concerns(self, *words: str) -> bool:
        """Whether it speaks of any of these: the label of what was touched, what was typed, a record's name."""
        said = " ".join((self.title, self.text, *(element.label for element in self.offers)))
        return bool(_content(words) & _content([said]))

    def shared(self, text: str) -> int:
        """How many words that carry meaning it has in common with a text."""
        said = " ".join((self.title, self.text, *(element.label for element in self.offers)))
        return len(_content([text]) & _content([said]))

    @property
    def only_tells(self) -> bool:
        """Whether nothing can be done about it but to have read it: what it says is for whoever acted."""
        return (
            bool(self.closers) and not self.offers and all(says(item.label) == "acknowledge" for item in self.closers)
        )

    def same(self, other: "Dialog") -> bool:
        """Whether both are one dialog at two looks."""
        return collapse(self.title) == collapse(other.title) and collapse(self.text) == collapse(other.text)


def dialog_of(screen: Screen) -> Dialog | None:
    """The topmost dialog, sheet or popup of a screen; None where nothing lies over it."""
    if screen.condition != "ok":
        return None
    if screen.modal is not None:
        return _native(screen)
    holder = _topmost(screen)
    if holder is not None:
        return _made(screen, _within(screen, holder), holder.box, holder.name)
    named = _by_landmark(screen)
    if named:
        title = named[0].landmark.partition(":")[2].strip()
        return _made(screen, named, _around(named), title)
    panel = _panel(screen)
    return _made(screen, panel, _around(panel), "") if panel else None


def came_up(before: Screen, after: Screen) -> Dialog | None:
    """The dialog of `after` that was not there before; None where there is none, or the same one still."""
    now = dialog_of(after)
    was = dialog_of(before)
    return None if now is None or (was is not None and was.same(now)) else now


def _native(screen: Screen) -> Dialog:
    modal = screen.modal
    assert modal is not None
    drawn = [element for element in screen.elements if element.source == "modal"] or list(screen.elements)
    inside = tuple(element for element in drawn if element.visibility in _SEEN)
    controls = [element for element in inside if element.affordances and element.role not in _ROLES]
    closers = _closers(controls, _around(inside) if inside else _view(screen), modal.kind != "alert")
    return Dialog(
        modal.message,
        modal.message,
        _around(inside) if inside else _view(screen),
        inside,
        closers,
        tuple(element for element in controls if element not in closers),
        asks=modal.kind != "alert",
        error=modal.kind == "alert" and tells_of_an_error(modal.message),
        native=True,
    )


def _topmost(screen: Screen) -> Element | None:
    """The last dialog in document order that is in sight and holds something."""
    view = _view(screen)
    for element in reversed(screen.elements):
        if element.role not in _ROLES or element.visibility not in _SEEN:
            continue
        part = element.box.intersection(view)
        if part is not None and any(item.index != element.index for item in _within(screen, element)):
            return element
    return None


def _within(screen: Screen, holder: Element) -> tuple[Element, ...]:
    """What stands in the dialog and is in sight; the dialog itself comes first."""
    inside = {holder.index}
    for element in screen.elements:
        if element.parent in inside:
            inside.add(element.index)
    return tuple(item for item in screen.elements if item.index in inside and item.visibility in _SEEN)


def _by_landmark(screen: Screen) -> tuple[Element, ...]:
    seen = [item for item in screen.elements if item.visibility in _SEEN and item.landmark.startswith(_ROLES)]
    return tuple(item for item in seen if item.landmark == seen[-1].landmark)


def _panel(screen: Screen) -> tuple[Element, ...]:
    """What stands in front of a screen most of whose controls are covered, where no role says so."""
    shown = [item for item in screen.elements if item.visibility != "offscreen" and item.box.area > 0]
    covered = [item for item in shown if item.visibility == "covered" and item.affordances]
    if len(covered) < 2:
        return ()
    seen = [item for item in shown if item.visibility in _SEEN and item.role not in _NOTICES]
    front = [item for item in seen if item.index > covered[-1].index]
    front = front or [item for item in seen if item.index < covered[0].index]
    over = [item for item in front if any(item.box.intersection(below.box) is not None for below in covered)]
    if not over:
        return ()
    box = _around(over)
    inside = [item for item in front if box.contains(item.box.centre)]
    free = [item for item in seen if item.affordances and not box.contains(item.box.centre)]
    if not any(item.affordances - {"scroll"} for item in inside) or len(covered) < _COVERED * (
        len(covered) + len(free)
    ):
        return ()
    part = box.intersection(_view(screen))
    large = part is not None and part.area >= _LEAST_AREA * screen.size.width * screen.size.height
    return tuple(inside) if large else ()


def _made(screen: Screen, inside: Sequence[Element], box: Box, name: str) -> Dialog:
    controls = [item for item in inside if item.affordances - {"scroll"} and "disabled" not in item.states]
    touched = {item.index for item in controls}
    texts = [item.text or item.name for item in inside if item.index not in touched and item.role not in _ROLES]
    heading = next((item.label for item in inside if item.role == "heading"), "")
    title = name or heading or next((text for text in texts if text), "")
    text = " ".join(dict.fromkeys(part for part in (title, *texts) if part))
    fields = [item for item in controls if item.affordances & {"type", "select"} or _is_choice(item)]
    buttons = [item for item in controls if item not in fields]
    question = wants_an_answer(text) or _names_deed(text, buttons)
    closers = _closers(buttons, box, question)
    offers = tuple(item for item in controls if item not in closers)
    asks = question or _asks(fields, offers, closers)
    return Dialog(
        title,
        text,
        box,
        tuple(inside),
        closers,
        offers,
        asks=asks,
        error=not asks and tells_of_an_error(text),
        blocking=_blocking(screen, inside),
    )


def _names_deed(text: str, buttons: Sequence[Element]) -> bool:
    """Whether it asks to do something that apps ask about, or has a button that would do it.

    Beside `Not now` or `No thanks` such a button is an offer: who asks about a deed lets it be cancelled.
    """
    if any(says(item.label) == "decline" for item in buttons):
        buttons = ()
    asked = [part for part in re.split(r"(?<=[.!?。！？])", text) if part.rstrip().endswith(("?", "？"))]
    return names_a_deed(" ".join(asked)) or any(names_a_deed(item.label) for item in buttons if not says(item.label))


def _asks(fields: Sequence[Element], offers: Sequence[Element], closers: Sequence[Element]) -> bool:
    meanings = {says(item.label) for item in closers}
    if "decline" in meanings:
        return False
    if fields or len(offers) >= _MENU:
        return True
    if meanings == {"cancel"}:
        return bool(offers)
    return not closers and len(offers) > 1


def _closers(controls: Iterable[Element], box: Box, question: bool) -> tuple[Element, ...]:
    """What closes, the safest first. Where it asks, `OK` is the yes, and so it is where something else says no."""
    found: list[tuple[int, Element]] = []
    for item in controls:
        meaning = says(item.label)
        if not meaning and _closing_sign(item, box):
            meaning = "close"
        if meaning:
            found.append((_RANK.index(meaning), item))
    asked = question or any(_RANK[rank] == "cancel" for rank, _ in found)
    kept = [(rank, item) for rank, item in found if not (asked and _RANK[rank] == "acknowledge")]
    return tuple(item for _, item in sorted(kept, key=lambda pair: pair[0]))


def _closing_sign(item: Element, box: Box) -> bool:
    """A wordless control that programmers named so, or a small one in an upper corner of the panel.

    The name of one with words says nothing: `cancel` is also the name of what cancels an order.
    """
    if not _wordless(item.label) or item.href:
        return False
    return closes_by_id(item.test_id) or (_is_small(item.box) and _in_corner(item.box.centre, box))


def _wordless(label: str) -> bool:
    return len(label) <= 2 and not any(sign.isalnum() and sign not in "xX" for sign in label)


def _is_small(box: Box) -> bool:
    return 0 < box.width <= _CORNER and 0 < box.height <= _CORNER


def _in_corner(point: Point, box: Box) -> bool:
    beside = min(abs(point.x - box.x), abs(point.x - box.right))
    return beside <= _CORNER and abs(point.y - box.y) <= _CORNER


def _is_choice(item: Element) -> bool:
    return item.role in ("checkbox", "radio", "switch", "slider", "spinbutton", "combobox", "option")


def _blocking(screen: Screen, inside: Sequence[Element]) -> bool:
    own = {item.index for item in inside}
    behind = [item for item in screen.elements if item.index not in own and item.affordances - {"scroll"}]
    behind = [item for item in behind if item.visibility != "offscreen"]
    covered = sum(item.visibility == "covered" for item in behind)
    return covered >= _COVERED * len(behind)


def _around(elements: Iterable[Element]) -> Box:
    boxes = [item.box for item in elements]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _view(screen: Screen) -> Box:
    return Box(0, 0, screen.size.width, screen.size.height)


_SMALL_WORDS = re.compile(
    "the|and|you|your|for|this|that|with|not|now|all|are|can|will|have|has|from|but|what|new|its|our|was|how|"
    "der|die|das|und|ein|eine|mit|von|ist|den|dem|sie|les|une|des|pour|los|las|una|con|per|che"
)


def _content(texts: Iterable[str]) -> set[str]:
    """The words that carry meaning; of scripts without spaces, pairs of characters."""
    found = set[str]()
    for text in map(collapse, texts):
        found.update(word for word in re.findall(r"[^\W\d_]{3,}|\d+", text) if not _SMALL_WORDS.fullmatch(word))
        for run in _NO_SPACES.findall(text):
            found.update(run[at : at + 2] for at in range(len(run) - 1))
    return found
