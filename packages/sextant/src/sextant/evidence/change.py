"""Compares two screens, and classifies the difference.

A popup, a passing notice or a layout shift is no effect of a step; a dialog that asks something is one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.evidence.dialogs import Dialog, came_up, dialog_of
from sextant.text.clocks import mask_times
from sextant.text.legible import state_in_words
from sextant.types.screens import Condition, Element, Screen

ChangeKind = Literal["same", "content", "question", "popup", "notice", "moved", "unknown"]

_COMPARABLE: frozenset[Condition] = frozenset({"ok", "empty_hierarchy"})
_GONE: frozenset[Condition] = frozenset({"app_gone", "crashed"})
_SEEN = ("visible", "clipped")
_PICTURES = ("image", "application")
_NOTICES = ("status", "alert", "log")
_AROUND = ("banner", "complementary", "contentinfo", "navigation")  # structural: ARIA landmarks
_DRAWN_SHARE = 0.15
"""Share of the viewport from which on a picture or canvas may show a change that no element lists."""
_STEP = 8.0
"""Pixels within which two elements are on one line."""
_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Change:
    """A difference. `same`, `moved`: no effect shows; `popup`, `notice`, `unknown`: undecided.

    `element` is the new element of the later screen, where there is one.
    """

    kind: ChangeKind
    reason: str
    element: Element | None = None


Line = tuple[str, str, str, str, tuple[str, ...]]


def change_between(before: Screen, after: Screen) -> Change:
    """Compare what two screens show. Only `content` and `question` count as an effect."""
    found = _between(before, after)
    passed = [text for text in after.observation.said if text not in before.observation.said]
    if passed and found.kind in ("same", "moved"):
        return Change("notice", f"only a notice came and went: {passed[0][:_QUOTE]!r}")
    return found


def _between(before: Screen, after: Screen) -> Change:
    if before.condition in _GONE and after.condition == "ok":
        return Change("content", "the app is there again")
    if after.condition not in _COMPARABLE or before.condition != after.condition:
        condition = after.condition if after.condition != "ok" else before.condition
        return Change("unknown", f"the screen cannot be read ({condition})")
    if before.digest == after.digest:
        return _undrawn(before, after) or Change("same", "the screen is the same as before")
    if before.app != after.app or before.location != after.location:
        return Change("content", "this is another page")
    if before.modal == after.modal and _unfocused(before) == _unfocused(after):
        return _undrawn(before, after) or Change("same", "only the focus has moved")
    dialog = came_up(before, after)
    if dialog is not None:
        return _with_dialog(dialog, before, after)
    return _plainly(before, after)


def _unfocused(screen: Screen) -> list[Element]:
    """The elements without their focus state."""
    return [replace(item, states=item.states - {"focused"}) for item in screen.elements]


def _with_dialog(dialog: Dialog, before: Screen, after: Screen) -> Change:
    first = dialog.elements[0] if dialog.elements else None
    was = dialog_of(before)
    behind = _lines(_rest(after, dialog))
    if was is not None and not _lines(was.elements) <= behind | _lines(dialog.elements):
        return Change("content", f"another dialog is there now: {dialog.title[:_QUOTE]!r}", first)
    new = behind - _lines(_rest(before))
    if new and not dialog.native:
        return Change("content", *_named(before, after, new))
    if dialog.asks:
        return Change("question", f"a question came up: {dialog.title[:_QUOTE]!r}", first)
    return Change("popup", f"only a dialog came up over it: {dialog.title[:_QUOTE]!r}")


def changed_behind(before: Screen, after: Screen) -> bool:
    """Whether the page behind any dialog, before or after, shows something new."""
    return bool(_lines(_rest(after, dialog_of(after))) - _lines(_rest(before, dialog_of(before))))


def _plainly(before: Screen, after: Screen) -> Change:
    old, new = _rest(before), _rest(after)
    was, now = _lines(old), _lines(new)
    if now - was:
        over = _laid_over(before, after, now - was)
        if over is not None:
            return Change("unknown", f"something came up over it: {over.label[:_QUOTE]!r}")
        return Change("content", *_named(before, after, now - was))
    in_order = _follows(_ordered(new), _ordered(old))
    if was == now and not in_order:
        return Change("content", "things stand in another order")
    said = _lines(_notices(after)) - _lines(_notices(before))
    if was == now and said:
        return Change("notice", f"only a notice came up: {next(iter(said))[1][:_QUOTE]!r}")
    if was == now and _lines(_notices(before)) - _lines(_notices(after)):
        return Change("notice", "only a notice went away")
    if in_order and was - now <= _lines(after.elements):
        return _same_things(before, after)
    if was - now:
        gone = next(iter(was - now))
        what = next(text for text in (gone[1], gone[2], gone[3], gone[0]) if text)
        return Change("content", f"{what[:_QUOTE]!r} is no longer there")
    return Change("content", "the screen differs from the one before")


def _laid_over(before: Screen, after: Screen, new: Counter[Line]) -> Element | None:
    """The first new element, where all new elements are text that covers an otherwise unchanged page."""
    shown = [item for item in after.elements if item.visibility in _SEEN and _line(item) in new]
    if any(item.affordances or item.role == "heading" for item in shown) or not shown:
        return None
    own = {item.index for item in shown}
    rest = [item for item in _rest(after) if item.index not in own]
    seen = _lines([item for item in before.elements if item.visibility in _SEEN])
    hidden = [item for item in rest if item.visibility == "covered" and _line(item) in seen]
    over = any(item.box.intersection(below.box) is not None for item in shown for below in hidden)
    return shown[0] if over and _lines(rest) == _lines(_rest(before)) else None


def _same_things(before: Screen, after: Screen) -> Change:
    """Classify a change of positions, visibility or drawing; the elements themselves are unchanged."""
    if before.observation.scroll != after.observation.scroll:
        return Change("content", "it has been scrolled")
    sights = [[item.visibility == "covered" for item in screen.elements] for screen in (before, after)]
    if sights[0] != sights[1]:
        return Change("unknown", "the same things are there, and something covers others of them")
    moves = _displacements(before, after)
    if not moves:
        return Change("content", "it is drawn otherwise")
    if sum(moves.values()) > 1 and len(moves) == 1:
        return Change("moved", "the same things are there and have merely moved")
    return Change("unknown", "the same things are there, in other places")


def _displacements(before: Screen, after: Screen) -> Counter[tuple[int, int]]:
    """Count the displacements of elements, in steps of `_STEP` pixels. A layout shift moves all by the same."""
    places: dict[Line, list[Element]] = {}
    for item in before.elements:
        places.setdefault(_line(item), []).append(item)
    moves = Counter[tuple[int, int]]()
    for item in after.elements:
        known = places.get(_line(item))
        if not known:
            continue
        old = known.pop(0).box
        move = (round((item.box.x - old.x) / _STEP), round((item.box.y - old.y) / _STEP))
        resized = abs(item.box.width - old.width) > _STEP or abs(item.box.height - old.height) > _STEP
        moves[move] += move != (0, 0) and not resized
    return Counter({move: count for move, count in moves.items() if count})


def _undrawn(before: Screen, after: Screen) -> Change | None:
    """`unknown` where the listed elements are equal, and a large picture or canvas may have changed."""
    view = after.size.width * after.size.height
    drawn = [item for item in after.elements if item.role == "canvas" or (item.role in _PICTURES and item.affordances)]
    if after.condition == "ok" and not any(item.box.area >= _DRAWN_SHARE * view for item in drawn):
        return None
    pictures = [screen.picture.data for screen in (before, after) if screen.picture is not None]
    if len(pictures) == 2 and pictures[0] == pictures[1]:
        return None
    return Change("unknown", "nothing listed has changed, and what is merely drawn cannot be told")


def _rest(screen: Screen, dialog: Dialog | None = None) -> list[Element]:
    """The elements in view or covered, without the dialog's and without notices."""
    own = {item.index for item in dialog.elements} if dialog is not None else set[int]()
    return [
        item
        for item in screen.elements
        if item.visibility != "offscreen" and item.index not in own and not _is_notice(item, screen)
    ]


def _lines(elements: Sequence[Element]) -> Counter[Line]:
    return Counter(_line(item) for item in elements if item.label or item.affordances - {"scroll"})


def _line(item: Element) -> Line:
    text, name = mask_times(collapse(item.text)), mask_times(collapse(item.name))
    value = item.value if item.masked is None else "*" * item.masked
    return (item.role, text, name, value, tuple(sorted(item.states - {"focused"})))


def _ordered(elements: Sequence[Element]) -> list[Line]:
    """The lines in reading order: top to bottom, left to right."""
    placed = sorted(elements, key=lambda item: (round(item.box.centre.y / _STEP), item.box.x))
    return [_line(item) for item in placed if item.label]


def _follows(part: list[Line], whole: list[Line]) -> bool:
    """Whether `part` is a subsequence of `whole`."""
    rest = iter(whole)
    return all(line in rest for line in part)


def _notices(screen: Screen) -> list[Element]:
    return [item for item in screen.elements if _is_notice(item, screen)]


def _is_notice(item: Element, screen: Screen) -> bool:
    """Whether an element is a backdrop or a passing message, by role or landmark."""
    holder = None if item.parent is None else screen.element(item.parent)
    around = holder is not None and holder.role in _NOTICES
    return item.role == "backdrop" or item.role in _NOTICES or item.landmark.startswith(_NOTICES) or around


def _named(before: Screen, after: Screen, new: Counter[Line]) -> tuple[str, Element | None]:
    """What is new, in words, and the element that shows it.

    A label that was not there before is preferred, then an element of the content over one of the page's frame.
    """
    shown = [item for item in after.elements if item.visibility in _SEEN and _line(item) in new]
    said = {collapse(item.label) for item in before.elements}

    def rank(item: Element) -> tuple[bool, bool, bool, int]:
        known, around = collapse(item.label) in said, item.landmark.startswith(_AROUND)
        return (not item.label, known, around, item.index)

    best = min(shown, key=rank, default=None)
    if best is None or not best.label:
        return "the screen differs from the one before", best
    return _other(before, best) if collapse(best.label) in said else f"{best.label[:_QUOTE]!r} is new", best


def _other(before: Screen, item: Element) -> str:
    """How an element differs from the one of the same label before."""
    if item.masked:
        return masked_in_words(item)
    what = f"{item.label[:_QUOTE]!r}"
    alike = [one for one in before.elements if one.role == item.role and collapse(one.label) == collapse(item.label)]
    if len(alike) != 1:
        return f"{what} is new or other than before"
    gained = sorted(item.states - alike[0].states - {"focused"})
    lost = sorted(alike[0].states - item.states - {"focused"})
    if gained or lost:
        word = state_in_words(gained[0] if gained else lost[0])
        return f"{what} is {word} now" if gained else f"{what} is no longer {word}"
    if "editable" in item.states and item.value != alike[0].value:
        return f"{what} holds {item.value[:_QUOTE]!r} now"
    return f"{what} is other than before"


def masked_in_words(field: Element) -> str:
    """How many characters a password field holds: all that can be seen of it."""
    name = f"the field {field.label[:_QUOTE]!r}" if field.label else "the field"
    return f"{name} holds {field.masked} hidden characters" if field.masked else f"{name} is empty"
