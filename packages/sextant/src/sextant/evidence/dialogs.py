"""Finds the dialog over a screen, its close control, and whether it asks for an answer.

Decided by structure alone: roles, landmarks, a native modal, or a panel that covers most controls. What the text of a
dialog means is left to the actor.
"""

from collections.abc import Iterable, Sequence

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen

_SEEN = ("visible", "clipped")
_ROLES = ("dialog", "alertdialog")
_BESIDE = ("status", "alert", "log", "backdrop")
"""Roles that may lie over a page and belong to no dialog."""
_COVERED = 0.6
"""Share of covered controls from which on something lies over the screen."""
_LEAST_AREA = 0.1
"""Least share of the viewport of a panel that is recognised by its place alone."""
_CORNER = 72.0
"""Pixels: largest side of a close control, and its largest distance from the panel's corner."""
_MENU = 3
"""From this many choices on it is a menu, not a popup."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """What lies over the rest of a screen.

    Attributes:
        title: Its name, its first heading, or its first text.
        text: All its text without its controls.
        box: In pixels of the viewport.
        elements: Its elements in view, in document order.
        closers: The one control in a corner that closes it; of a native alert its button.
        offers: Its other controls.
        asks: Whether it wants an answer: it has fields, two or more answers, a menu, the role of an alert dialog, or is
            a native question. Left to the actor; never closed as an obstacle.
        blocking: Whether what lies behind cannot be touched.
        native: Whether the device itself shows it.
    """

    title: str
    text: str
    box: Box
    elements: tuple[Element, ...]
    closers: tuple[Element, ...] = ()
    offers: tuple[Element, ...] = ()
    asks: bool = False
    blocking: bool = True
    native: bool = False

    @property
    def closer(self) -> Element | None:
        """The control that only closes it; None where structure shows none."""
        return self.closers[0] if self.closers else None

    def same(self, other: "Dialog") -> bool:
        """Whether both are the same dialog, by title and text."""
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
    """The dialog of `after` that `before` did not show; None where there is none."""
    now = dialog_of(after)
    was = dialog_of(before)
    return None if now is None or (was is not None and was.same(now)) else now


def _native(screen: Screen) -> Dialog:
    modal = screen.modal
    assert modal is not None
    drawn = [element for element in screen.elements if element.source == "modal"] or list(screen.elements)
    inside = tuple(element for element in drawn if element.visibility in _SEEN)
    controls = tuple(element for element in inside if element.affordances and element.role not in _ROLES)
    box = _around(inside) if inside else _view(screen)
    asks = modal.kind != "alert" or len(controls) > 1
    closers = () if asks else controls
    offers = controls if asks else ()
    return Dialog(modal.message, modal.message, box, inside, closers, offers, asks=asks, native=True)


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
    """The dialog and its descendants in view; the dialog itself comes first."""
    inside = {holder.index}
    for element in screen.elements:
        if element.parent in inside:
            inside.add(element.index)
    return tuple(item for item in screen.elements if item.index in inside and item.visibility in _SEEN)


def _by_landmark(screen: Screen) -> tuple[Element, ...]:
    seen = [item for item in screen.elements if item.visibility in _SEEN and item.landmark.startswith(_ROLES)]
    return tuple(item for item in seen if item.landmark == seen[-1].landmark)


def _panel(screen: Screen) -> tuple[Element, ...]:
    """The elements in front of a screen most of whose controls are covered, where no role names a dialog."""
    shown = [item for item in screen.elements if item.visibility != "offscreen" and item.box.area > 0]
    covered = [item for item in shown if item.visibility == "covered" and item.affordances]
    if len(covered) < 2:
        return ()
    seen = [item for item in shown if item.visibility in _SEEN and item.role not in _BESIDE]
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
    closers = _closers(controls, box, [item for item in inside if item.role not in _ROLES])
    offers = tuple(item for item in controls if item not in closers)
    return Dialog(
        title,
        text,
        box,
        tuple(inside),
        closers,
        offers,
        asks=any(item.role == "alertdialog" for item in inside) or _asks(offers),
        blocking=_blocking(screen, inside),
    )


def _asks(offers: Sequence[Element]) -> bool:
    """Whether there is a field or a choice. Links lead elsewhere, and are no answers."""
    fields = any(item.affordances & {"type", "select", "upload"} or _is_choice(item) for item in offers)
    answers = [item for item in offers if not item.href]
    return fields or len(answers) > 1 or len(offers) >= _MENU


def _closers(controls: Sequence[Element], box: Box, content: Sequence[Element]) -> tuple[Element, ...]:
    """The one small control in an upper corner of the panel or of its content; none where there are several."""
    panels = (box, _around(content)) if content else (box,)
    corner = [
        item for item in controls if _is_small(item.box) and any(_in_corner(item.box.centre, one) for one in panels)
    ]
    return tuple(corner) if len(corner) == 1 and _only_a_sign(corner[0]) else ()


def _only_a_sign(item: Element) -> bool:
    """Whether it is drawn without words, has no link and submits nothing. Its accessible name is ignored."""
    drawn = item.text.strip()
    wordless = drawn in ("x", "X") or (len(drawn) <= 2 and not any(sign.isalnum() for sign in drawn))
    leads_nowhere = not item.href and item.input_type != "submit"
    return wordless and leads_nowhere and item.affordances <= {"tap"} and not _is_choice(item)


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
