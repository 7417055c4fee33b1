"""Converts a view hierarchy to the elements that a person could see and touch.

A control is a view that receives touches. Its name is made of the texts inside it, as for a screen reader. Layouts are
not listed. No rule depends on words of a natural language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.covered_elements import marked_covered
from sextant.devices.android.roles import DRAWN, FORM_ROLES, LISTS, is_field, is_title, role_of
from sextant.devices.android.views import Bounds, Hierarchy, View, clean, meaningful
from sextant.devices.browser.snapshot import Assembled
from sextant.text.legible import shortened
from sextant.text.values import is_number
from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Condition, Element, ScrollExtent, State, Visibility

__all__ = ["DescribedView", "ViewFrame", "describe", "held_by"]

_LABEL: Final = 300
"""Longest name. If the texts inside a control are longer, they are listed as separate elements."""
_TEXT: Final = 1200
_BACKDROP: Final = 0.9
"""Share of a window. A control at least this large that contains other controls is only their background."""
_SAME: Final = 0.5
"""Share of a control. If a control inside it covers at least this share, both are listed as one."""
_DRAWING: Final = 0.3
"""Share of the screen. If views without a description cover at least this share, the tree counts as missing."""
_PICTURE: Final = 40.0
"""Smallest side of a picture without a name that is listed, in viewport pixels."""
_SLIVER: Final = 4.0
"""An element whose visible part is narrower than this is offscreen, in viewport pixels."""
_CONTROLS: Final = FORM_ROLES | {"button", "tab"}
_SCROLL: Final[frozenset[Affordance]] = frozenset({"scroll"})


@dataclass(frozen=True, slots=True)
class ViewFrame:
    """The size of the screen in Android pixels. `scale` is viewport pixels per Android pixel."""

    width: int
    height: int
    scale: float = 1.0

    @property
    def bounds(self) -> Bounds:
        return Bounds(0, 0, self.width, self.height)

    def box(self, bounds: Bounds) -> Box:
        """Converts a rectangle to viewport pixels."""
        return Box(
            round(bounds.left * self.scale, 2),
            round(bounds.top * self.scale, 2),
            round(bounds.width * self.scale, 2),
            round(bounds.height * self.scale, 2),
        )


@dataclass(frozen=True, slots=True)
class DescribedView:
    """The result of `describe`: the fields of the same names in an `Observation`."""

    elements: tuple[Element, ...] = ()
    unlisted: tuple[Element, ...] = ()
    landmarks: tuple[str, ...] = ()
    title: str = ""
    condition: Condition = "ok"
    page: Box | None = None
    """The area in which the page itself scrolls."""
    scroll: ScrollExtent | None = None
    """How far it scrolls, where the page of a web view reports it."""


def describe(
    hierarchy: Hierarchy, frame: ViewFrame, pages: Mapping[View, Assembled] = MappingProxyType({})
) -> DescribedView:
    """Lists the elements of a hierarchy in document order, with landmarks, title and condition.

    The elements of `pages` replace what the hierarchy has below their web views; their boxes are in pixels of the
    viewport.
    """
    lister = _Lister(frame, pages)
    for window in hierarchy.windows:
        lister.window(window)
    elements = tuple(marked_covered(lister.elements, lister.page_of))
    titles = [mark.partition(": ")[2] for mark in lister.landmarks if mark.startswith("heading: ")]
    titles += [page.title for page in pages.values()]
    return DescribedView(
        elements=elements,
        unlisted=tuple(lister.unlisted),
        landmarks=tuple(lister.landmarks),
        title=titles[0] if titles else "",
        condition=_condition(elements, lister.drawn / max(1, frame.bounds.area)),
        page=lister.page,
        scroll=lister.scroll,
    )


@dataclass(slots=True)
class _Place:
    """Facts about a view, from the views below it.

    Attributes:
        targets: The nearest controls below it.
        words: Whether it has text outside these controls.
        holder: Its parent.
    """

    targets: list[View] = field(default_factory=lambda: list[View]())
    words: bool = False
    holder: View | None = None


class _Lister:
    """Lists the elements of the windows of one screen."""

    def __init__(self, frame: ViewFrame, pages: Mapping[View, Assembled]) -> None:
        self.frame, self._pages = frame, pages
        self.page_of: dict[int, View] = {}
        """The web view of each element that is a page's."""
        self.scroll: ScrollExtent | None = None
        self.elements: list[Element] = []
        self.unlisted: list[Element] = []
        self.landmarks: list[str] = []
        self.page: Box | None = None
        self.drawn = 0
        self._places: dict[int, _Place] = {}
        self._targets: set[int] = set()
        self._window = frame.bounds

    def window(self, top: View) -> None:
        """Adds the elements of one window."""
        self._window = top.bounds.within(self.frame.bounds) if top.bounds.area else self.frame.bounds
        self._survey(top, None, None)
        self._walk(top, None, "", folded=False)

    # ------------------------------------------------------------------ controls

    def _survey(self, view: View, holder: View | None, control: View | None) -> _Place:
        place = self._places[id(view)] = _Place(holder=holder)
        own = self._takes_touches(view, holder, control)
        for child in view.children:
            below = self._survey(child, view, view if own else control)
            place.words = place.words or (below.words and id(child) not in self._targets)
            place.targets += [child] if id(child) in self._targets else below.targets
        place.words = place.words or bool(_word(view))
        if own and not self._is_backdrop(view, place):
            self._targets.add(id(view))
        return place

    def _takes_touches(self, view: View, holder: View | None, control: View | None) -> bool:
        if not self._shown(view):
            return False
        if is_field(view) or "clickable" in view.flags:
            return True
        if role_of(view) == "slider" and "focusable" in view.flags:
            return True  # Android's sliders follow a finger and take no click
        if "checkable" in view.flags:
            return control is None
        listed = holder is not None and holder.kind.endswith(LISTS) and "enabled" not in view.off
        return listed and control is None and "scrollable" not in view.flags

    def _is_backdrop(self, view: View, place: _Place) -> bool:
        """Whether a control is only the background of other controls, or a duplicate of the one inside it.

        If instead the inner control is the duplicate, it is removed from the controls.
        """
        if is_field(view):
            return False
        area = self._seen(view).area
        if place.targets and (area >= _BACKDROP * self._window.area or self._says_nothing(view)):
            return True
        if not place.targets and area >= _BACKDROP * self._window.area and len(view.children) > 1:
            return place.words
        if len(place.targets) != 1:
            return False
        (inner,) = place.targets
        if self._seen(inner).area < _SAME * area:
            return False
        if self._says_less(view, inner):
            return True
        if not self._places[id(inner)].words and role_of(inner) not in FORM_ROLES:
            self._targets.discard(id(inner))  # the text is outside the inner one: the outer one is the control
            place.targets = self._places[id(inner)].targets
        return False

    def _says_nothing(self, view: View) -> bool:
        """Whether a control has neither text nor a picture outside the controls inside it."""
        return not any(_word(one) or (role_of(one) == "image" and not one.children) for one in self._inside(view))

    def _says_less(self, outer: View, inner: View) -> bool:
        """Whether all text of the outer control is also in the inner one."""
        own = {clean(_word(one), _LABEL) for one in self._inside(outer, inner)} - {""}
        return not own or own <= {clean(_word(one), _LABEL) for one in inner.walk()}

    def _shown(self, view: View) -> bool:
        if view.off & {"visible-to-user", "displayed"}:
            return False
        return self._seen(view).area > 0

    def _seen(self, view: View) -> Bounds:
        return view.bounds.within(self.frame.bounds)

    # ------------------------------------------------------------------ the walk

    def _walk(self, view: View, parent: int | None, region: str, *, folded: bool) -> None:
        if view.bounds.area and not self._shown(view):
            return
        if view in self._pages:
            self._web_page(view, self._pages[view], parent, region)
            return
        if id(view) in self._targets:
            parent, folded = self._control(view, parent, region)
        elif role_of(view) == "dialog" or view.pane:
            name = clean(view.description or view.pane or _first_title(view), 80)
            region = f"dialog: {name}" if name else "dialog"
            self.landmarks.append(region)
            if role_of(view) == "dialog":
                parent = self._add(view, "dialog", "", name, parent, region)
        elif "scrollable" in view.flags:
            parent = self._scroller(view, parent, region)
        elif not folded:
            parent = self._text(view, parent, region)
        for child in view.children:
            self._walk(child, parent, region, folded=folded)

    def _web_page(self, view: View, found: Assembled, parent: int | None, region: str) -> None:
        """List the elements of a page, which has judged itself which of them are covered by others."""
        start = len(self.elements)
        for one in found.elements:
            index = start + one.index
            self.page_of[index] = view
            above = parent if one.parent is None else start + one.parent
            enter = None if one.enter is None else start + one.enter
            self.elements.append(replace(one, index=index, parent=above, enter=enter, landmark=one.landmark or region))
        self.landmarks += found.landmarks
        self.unlisted += found.unlisted
        if self.page is None and found.scroll != ScrollExtent():
            self.page, self.scroll = self.frame.box(self._seen(view)), found.scroll
        if found.condition == "empty_hierarchy":
            self.drawn += self._seen(view).area

    def _scroller(self, view: View, parent: int | None, region: str) -> int | None:
        """Lists a scroll container, except the page itself. Returns the parent of its children."""
        if role_of(view) == "document" or view.resource_id == "android:id/content":
            if self.page is None:
                self.page = self.frame.box(self._seen(view))
            return parent
        name = clean(view.description, _LABEL)
        return self._add(view, role_of(view) or "region", "", name, parent, region, _SCROLL)

    def _text(self, view: View, parent: int | None, region: str) -> int | None:
        """Lists a text, a picture or a canvas; layouts are skipped. Returns the parent of its children."""
        role = role_of(view)
        if not self._shown(view):
            return parent
        leaf = not any(self._shown(child) for child in view.children)
        if role in DRAWN:
            if leaf and view.bounds.area and not _word(view):
                self.drawn += self._seen(view).area
            if leaf and role == "canvas":
                self._add(view, role, "", clean(view.description, _LABEL), parent, region)
            return parent
        text, name = clean(view.text, _TEXT), clean(view.description, _LABEL)
        if not (meaningful(text) or meaningful(name)):
            if role == "image" and leaf and self._is_picture(view):
                self._add(view, role, "", "", parent, region)
            return parent
        if not leaf and not view.text and any(_word(one) for child in view.children for one in child.walk()):
            return parent
        if is_title(view):
            role = "heading"
            self.landmarks.append(shortened(f"heading: {text or name}", 160))
        if role in _CONTROLS:
            name = name or text
        elif name == text:
            name = ""
        self._add(view, role or "text", text, name, parent, region)
        return parent

    def _is_picture(self, view: View) -> bool:
        box = self.frame.box(self._seen(view))
        return box.width >= _PICTURE and box.height >= _PICTURE

    def _control(self, view: View, parent: int | None, region: str) -> tuple[int | None, bool]:
        """Lists a control. Returns the parent of its children, and whether their texts are already in its name."""
        inside = list(self._inside(view))
        role, states = _role_and_states(view, [one for one in inside if "checkable" in one.flags])
        if role == "textbox":
            return self._field(view, states, parent, region), True
        texts = [text for one in inside if meaningful(text := clean(one.text, _TEXT))]
        words = [word for one in inside if meaningful(word := clean(_word(one), _TEXT))]
        text, name = " ".join(texts), clean(view.description, _LABEL) or " ".join(_once(words))
        if len(text) > _LABEL:
            text, folded = "", False
        else:
            folded = True
        value = ""
        if role in ("combobox", "slider"):
            value, name = _value_and_name(role, text, clean(view.description, _LABEL))
            text = ""
        if not name and role in FORM_ROLES:
            name = self._beside(view)
        if not name and not inside[1:] and self._seen(view).area >= _SAME * self._window.area:
            role = "canvas"
            self.drawn += self._seen(view).area
        for one in inside[1:]:
            self._note_cut(one)
        touches: frozenset[Affordance] = frozenset() if "disabled" in states else frozenset({"tap"})
        index = self._add(view, role, text, clean(name, _LABEL), parent, region, touches, states)
        self.elements[index] = replace(self.elements[index], value=value)
        return index, folded

    def _field(self, view: View, states: frozenset[State], parent: int | None, region: str) -> int:
        held, hint = held_by(view)
        value, hint = clean(held, _TEXT), clean(hint, _LABEL)
        secret = "password" in states
        name = clean(view.description, _LABEL) or hint or self._beside(view)
        touches: frozenset[Affordance] = frozenset() if "disabled" in states else frozenset({"tap", "type"})
        index = self._add(view, "textbox", "", name, parent, region, touches, states)
        self.elements[index] = replace(
            self.elements[index],
            value="" if secret else value,
            hint=hint,
            input_type="password" if secret else "text",
            masked=len(value) if secret else None,
        )
        return index

    def _inside(self, control: View, without: View | None = None) -> Iterator[View]:
        """The control and the views below it, except other controls with their content, and the view `without`."""
        waiting = [control]
        while waiting:
            view = waiting.pop()
            if view is without or (view is not control and (id(view) in self._targets or not self._shown(view))):
                continue
            yield view
            waiting.extend(reversed(view.children))

    def _beside(self, view: View) -> str:
        """The label beside a control: the first text in the nearest layout that has text and no other control."""
        holder = self._places[id(view)].holder
        while holder is not None:
            place = self._places[id(holder)]
            if len(place.targets) > 1 or id(holder) in self._targets:
                return ""
            if place.words:
                words = (clean(_word(one), _LABEL) for one in self._inside(holder))
                return next((word for word in words if meaningful(word)), "")
            holder = place.holder
        return ""

    def _note_cut(self, view: View) -> None:
        """Lists the whole texts of a view whose element has them cut, to be searched for private values."""
        if (len(view.text) > _TEXT or len(view.description) > _LABEL) and "password" not in view.flags:
            whole = f"{view.description} {view.text}".strip()
            self.unlisted.append(Element(len(self.unlisted), self.frame.box(view.bounds), "text", text=whole))

    def _add(
        self,
        view: View,
        role: str,
        text: str,
        name: str,
        parent: int | None,
        region: str,
        touches: frozenset[Affordance] = frozenset(),
        states: frozenset[State] | None = None,
    ) -> int:
        seen = self._seen(view)
        box = self.frame.box(seen)
        if "scrollable" in view.flags:
            touches |= _SCROLL
        self._note_cut(view)
        shown: Visibility = "visible" if seen.area >= 0.98 * view.bounds.area else "clipped"
        if touches and min(box.width, box.height) < _SLIVER:
            shown = "offscreen"
        self.elements.append(
            Element(
                index=len(self.elements),
                box=self.frame.box(view.bounds),
                role=role,
                text=text,
                name=name,
                test_id=_test_id(view),
                states=_states(view) if states is None else states,
                affordances=touches,
                visibility=shown,
                parent=parent,
                landmark=region,
            )
        )
        return len(self.elements) - 1


def held_by(view: View) -> tuple[str, str]:
    """The text in a field, and its hint. Android reports the hint of an empty field as its text.

    If it does not report whether the field shows its hint, a text that equals the hint counts as the hint.
    """
    if "showing-hint" in view.flags or (view.text == view.hint and "showing-hint" not in view.off):
        return "", view.hint or view.text
    return view.text, view.hint


def _value_and_name(role: str, text: str, description: str) -> tuple[str, str]:
    """The value of a list or slider, and its name. What a slider says is its value only if it is a number."""
    value = text
    if role == "slider":
        value = next((one for one in (text, description) if is_number(one)), "")
    return value, next((one for one in (description, text) if one != value), "")


def _role_and_states(view: View, checkable: Sequence[View]) -> tuple[str, frozenset[State]]:
    """The role and states of a control. A row with a single switch takes the role and states of the switch."""
    role = role_of(view)
    if role in ("", "list", "grid", "radiogroup", "text", "image", "document", "progressbar") and not is_field(view):
        donors = [one for one in checkable if one is not view]
        if "checkable" not in view.flags and len(donors) == 1:
            donor = donors[0]
            return role_of(donor) or "checkbox", _states(view) | (_states(donor) - {"disabled", "focused", "selected"})
        role = "checkbox" if "checkable" in view.flags else "button"
    return role, _states(view)


def _states(view: View) -> frozenset[State]:
    states = set[State]()
    if "enabled" in view.off:
        states.add("disabled")
    if "focused" in view.flags:
        states.add("focused")
    if "selected" in view.flags:
        states.add("selected")
    if is_field(view):
        states.add("editable")
        if "password" in view.flags:
            states.add("password")
        if "content-invalid" in view.flags:
            states.add("invalid")
    elif "checkable" in view.flags:
        pressed = view.kind.endswith("ToggleButton")
        if "checked" in view.flags:
            states.add("pressed" if pressed else "checked")
        else:
            states.add("unpressed" if pressed else "unchecked")
    return frozenset(states)


def _test_id(view: View) -> str:
    """The name in its resource id: `save` of `pkg:id/save`."""
    return view.resource_id.rpartition(":id/")[2]


def _word(view: View) -> str:
    """The text that a screen reader reads for this view, without its children."""
    return view.description or ("" if "password" in view.flags else view.text)


def _first_title(view: View) -> str:
    return next((one.text for one in view.walk() if is_title(one) and one.text), "")


def _once(words: Iterable[str]) -> Iterator[str]:
    """The words without consecutive duplicates."""
    last = ""
    for word in words:
        if word != last:
            yield word
        last = word


def _condition(elements: Sequence[Element], drawn: float) -> Condition:
    if any(one.role not in ("image", "canvas") and (one.label or one.affordances) for one in elements):
        return "ok"
    if drawn >= _DRAWING:
        return "empty_hierarchy"
    return "ok" if any(one.label for one in elements) else "blank"
