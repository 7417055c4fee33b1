"""The elements that a person could see and touch in a scene, as the in-page perception lists them.

It follows `devices/browser/page/*.js` over the elements that `worlds/page/renderer.js` makes: one for a text, a tap, a
field or a picture; the texts within a tap are folded into it; a scroller and a dialog are elements that hold others.
Texts are listed up to one screen beyond what is shown, controls and headings up to five.
"""

from collections.abc import Callable, Iterable
from math import floor
from typing import Any, NamedTuple, cast

from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Condition, Element, ScrollExtent, State, Visibility
from sextant_worlds.engine.data import Json
from sextant_worlds.twin.accessibility import LABEL, Loose, clean, listed, sight_of

__all__ = ["new_box", "new_element"]


class _Box:
    __slots__ = ("height", "width", "x", "y")

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.__class__ = cast("Any", Box)


class _Element:
    __slots__ = (
        "affordances", "box", "drawn", "enter", "frame", "hint", "href", "index", "input_type", "landmark", "masked",
        "name", "parent", "role", "source", "states", "test_id", "text", "value", "visibility",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        box: Box,
        role: str,
        text: str,
        name: str,
        test_id: str,
        value: str,
        hint: str,
        input_type: str,
        states: frozenset[State],
        affordances: frozenset[Affordance],
        visibility: Visibility,
        parent: int | None,
        landmark: str,
        masked: int | None = None,
    ) -> None:
        self.index = index
        self.box = box
        self.role = role
        self.text = text
        self.name = name
        self.test_id = test_id
        self.value = value
        self.hint = hint
        self.href = ""
        self.input_type = input_type
        self.states = states
        self.affordances = affordances
        self.visibility = visibility
        self.parent = parent
        self.landmark = landmark
        self.frame = ""
        self.source = "hierarchy"
        self.drawn = ""
        self.enter = None
        self.masked = masked
        self.__class__ = cast("Any", Element)


new_box = cast("Callable[[float, float, float, float], Box]", _Box)
"""`Box(x, y, width, height)`."""
new_element = cast("Callable[..., Element]", _Element)
"""`Element` by place: index, box, role, text, name, test id, value, hint, input type, states, affordances, visibility,
parent, landmark, masked; the rest is as it is where nothing is said."""


# -- what a person could see and touch of a scene: the very elements that the in-page perception reads off its DOM


_STILL = ScrollExtent()
_SCROLL: frozenset[Affordance] = frozenset({"scroll"})
_NONE: frozenset[Affordance] = frozenset()
_LANDMARKS = ("banner", "main", "navigation")
_MARK = 120
"""Longest landmark."""
_TRIES = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))
_AHEAD = 5


class SceneView(NamedTuple):
    """What `observe` gives; the fields of an `Observation` of the same names."""

    elements: tuple[Element, ...]
    landmarks: tuple[str, ...]
    scroll: ScrollExtent
    condition: Condition
    sights: list[str]
    """What is in sight, a line each: what a digest is made of."""


class Rect(NamedTuple):
    """A box by its sides, in pixels of the viewport."""

    left: float
    top: float
    right: float
    bottom: float


class _Cover(NamedTuple):
    """A layer in front: where it catches touches, and whether it hides what is behind."""

    rect: Rect
    radius: int
    paints: bool
    layer: Json


def observe(scene: Json, focus: str, width: int, height: int) -> SceneView:
    """The elements of a scene as the in-page perception of a browser of that size would list them."""
    found: list[Element] = []
    sights: list[str] = []
    landmarks: list[str] = []
    view = Rect(0, 0, width, height)
    layers = scene["layers"]
    for place, layer in enumerate(layers):
        covers = _covers(layers, place, view)
        _Layer(layer, view, covers, found, sights).walk(focus)
        landmarks += _landmarks(layer, width * height)
    return SceneView(tuple(found), tuple(landmarks), _STILL, _condition(found, layers, width * height), sights)


def _covers(layers: list[Json], place: int, view: Rect) -> list[_Cover]:
    """What stands in front of a layer. A toast lets touches through, and so covers nothing."""
    found: list[_Cover] = []
    for layer in layers[place + 1 :]:
        if layer["role"] == "status":
            continue
        if layer["scrim"]:
            found.append(_Cover(view, 0, True, layer))
        else:
            x, y = layer["x"], layer["y"]
            rect = Rect(x, y, x + layer["w"], y + layer["h"])
            found.append(_Cover(rect, layer["radius"], bool(layer["ground"]), layer))
    return found


class _Layer:
    """Lists the elements of one layer."""

    def __init__(self, layer: Json, view: Rect, covers: list[_Cover], found: list[Element], sights: list[str]) -> None:
        self.layer, self.view, self.found, self.sights = layer, view, found, sights
        x, y, w, h = layer["x"], layer["y"], layer["w"], layer["h"]
        self.box = Rect(x, y, x + w, y + h)
        self.scrolls = bool(layer["scroll"])
        self.clip = _meet(view, self.box) if self.scrolls else view
        self.dx, self.dy = x, y - (layer["at"] if self.scrolls else 0)
        inner = max(layer["inner"], h)
        self.hard = Rect(self.clip.left, self.dy, self.clip.right, self.dy + inner) if self.scrolls else view
        self.dialog = layer["role"] == "dialog"
        self.listed = self.dialog or (self.scrolls and inner - h > 8 and w >= 40 and h >= 40)
        self.name = clean(layer["label"], LABEL) or (_first_heading(layer) if self.dialog or self.listed else "")
        self.mark = self._mark()
        self.covers = [cover for cover in covers if _meets(cover.rect, self.clip)]
        self.parent: int | None = None

    def _mark(self) -> str:
        if self.dialog:
            name = clean(self.name, 80)
            return clean(f"dialog: {name}" if name else "dialog", _MARK)
        role = self.layer["role"]
        if role not in _LANDMARKS:
            return ""
        label = clean(self.layer["label"], 80)
        return clean(f"{role}: {label}" if label else role, _MARK)

    def walk(self, focus: str) -> None:
        if self.listed:
            self._container()
        wide, high = self.view.right, self.view.bottom
        near, ahead = (1 - high, 2 * high - 1), (1 - _AHEAD * high, (_AHEAD + 1) * high - 1)
        dx, dy, clip, hard, parent, mark = self.dx, self.dy, self.clip, self.hard, self.parent, self.mark
        found, sights, open_ = self.found, self.sights, not self.covers
        clip_left, clip_top, clip_right, clip_bottom = clip
        for (
            x, y, w, h, far, control, role, text, name, test_id, value, hint, kind, states, can, sight, loose, masked,
        ) in listed(self.layer["nodes"], focus):  # fmt: skip
            left, top = x + dx, y + dy
            right, bottom = left + w, top + h
            over, under = ahead if far else near
            if bottom <= over or top >= under or right <= 1 - wide or left >= 2 * wide - 1:
                continue
            seen: Visibility = "visible"  # the usual case, without the rest of the geometry
            inside = top >= clip_top and bottom <= clip_bottom and left >= clip_left and right <= clip_right
            if not (open_ and inside):
                if min(right, hard.right) - max(left, hard.left) <= 1:
                    continue
                if min(bottom, hard.bottom) - max(top, hard.top) <= 1:
                    continue
                away = min(bottom, clip_bottom) - max(top, clip_top) <= 1
                if away:
                    seen = "offscreen"
                elif not (inside and self._free(left, top, right, bottom)):
                    seen = self._visibility(Rect(left, top, right, bottom), control)
            if seen != "offscreen":
                sights.append(f"{sight} {floor(left)} {floor(top)}")
            found.append(
                new_element(
                    len(found), new_box(left, top, w, h), role, text, name, test_id, value, hint, kind, states, can,
                    seen, parent, mark, masked,
                )
            )  # fmt: skip
            if loose:
                self._add_loose(loose, len(found) - 1)

    def _container(self) -> None:
        index = len(self.found)
        scrolls = self.scrolls and self.layer["inner"] - self.layer["h"] > 8
        seen = self._visibility(self.box, False, view_only=True) if scrolls else self._shown(self.box, self.view)
        role = "dialog" if self.dialog else self.layer["role"] or "region"
        can = _SCROLL if scrolls else _NONE
        self._add(self.box, role, "", self.name, can, seen, None)
        self.parent = index

    def _add_loose(self, loose: Loose, parent: int) -> None:
        """Texts too long to be folded into their control."""
        for text, (x, y, w, h) in loose:
            place = Rect(x + self.dx, y + self.dy, x + w + self.dx, y + h + self.dy)
            self._add(place, "text", text, "", _NONE, self._visibility(place, False), parent)

    def _add(
        self,
        at: Rect,
        role: str,
        text: str,
        name: str,
        can: frozenset[Affordance],
        seen: Visibility,
        parent: int | None,
    ) -> None:
        box = _box(at)
        if seen != "offscreen":
            self.sights.append(f"{sight_of(role, text, name)} {floor(box.x)} {floor(box.y)}")
        none = frozenset[State]()
        self.found.append(
            new_element(
                len(self.found), box, role, text, name, "", "", "", "", none, can, seen, parent, self.mark
            )
        )  # fmt: skip

    # ------------------------------------------------------------------ what is in sight

    def _free(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether nothing stands before any of it, and it is large enough to be drawn."""
        if right - left <= 1 or bottom - top <= 1:
            return False
        for cover in self.covers:
            over_left, over_top, over_right, over_bottom = cover.rect
            if over_left < right and left < over_right and over_top < bottom and top < over_bottom:
                return False
        return True

    def _shown(self, at: Rect, clip: Rect) -> Visibility:
        part = _meet(at, clip)
        if not _drawn(part):
            return "offscreen"
        return "clipped" if _area(part) < 0.98 * _area(at) else "visible"

    def _visibility(self, at: Rect, control: bool, view_only: bool = False) -> Visibility:
        """`control`: whatever takes its touch covers it; else only what is painted over it does."""
        clip = self.view if view_only else self.clip
        shown = self._shown(at, clip)
        if shown == "offscreen" or not self.covers:
            return shown
        part = _meet(at, clip)
        covers = [cover for cover in self.covers if _meets(cover.rect, part)]
        if not covers:
            return shown
        wide, high = part.right - part.left, part.bottom - part.top
        for sx, sy in _TRIES:
            x = min(part.left + sx * wide, self.view.right - 0.5)
            y = min(part.top + sy * high, self.view.bottom - 0.5)
            if not any(_takes(cover, x, y, control) for cover in covers):
                return shown
        return "covered"


def _takes(cover: _Cover, x: float, y: float, control: bool) -> bool:
    """Whether the layer in front takes a touch there, or for what is no control, hides it."""
    if not _inside(cover.rect, cover.radius, x, y):
        return False
    if control or cover.paints:
        return True
    layer = cover.layer
    left, top = x - layer["x"], y - layer["y"] + (layer["at"] if layer["scroll"] else 0)
    for node in reversed(layer["nodes"]):
        if node["t"] in ("paint", "icon"):
            continue
        rect = Rect(node["x"], node["y"], node["x"] + node["w"], node["y"] + node["h"])
        if _inside(rect, node.get("radius") or 0, left, top):
            return bool(node.get("fill")) or node["t"] in ("picture", "canvas")
    return False


def _inside(rect: Rect, radius: float, x: float, y: float) -> bool:
    if not (rect.left <= x < rect.right and rect.top <= y < rect.bottom):
        return False
    if not radius:
        return True
    radius = min(radius, (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2)
    dx = max(rect.left + radius - x, x - rect.right + radius, 0)
    dy = max(rect.top + radius - y, y - rect.bottom + radius, 0)
    return dx * dx + dy * dy <= radius * radius


def _meet(a: Rect, b: Rect) -> Rect:
    return Rect(max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom))


def _meets(a: Rect, b: Rect) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def _drawn(rect: Rect) -> bool:
    return rect.right - rect.left > 1 and rect.bottom - rect.top > 1


def _area(rect: Rect) -> float:
    return max(0.0, rect.right - rect.left) * max(0.0, rect.bottom - rect.top)


def _box(at: Rect) -> Box:
    return Box(round(at.left, 2), round(at.top, 2), round(at.right - at.left, 2), round(at.bottom - at.top, 2))


# ---------------------------------------------------------------------- the whole


def _first_heading(layer: Json) -> str:
    for node in layer["nodes"]:
        if node["t"] == "text" and node["role"] == "heading":
            return clean(node["text"], LABEL)
    return ""


def _landmarks(layer: Json, view: float) -> list[str]:
    """The structure that a layer adds: its landmark, a large dialog, headings of level one."""
    role, found = layer["role"], list[str]()
    if role == "dialog":
        name = clean(layer["label"], 80) or clean(_first_heading(layer), 80)
        if layer["w"] * layer["h"] >= 0.25 * view:
            found.append(f"dialog: {name}" if name else "dialog")
        return found
    if role in _LANDMARKS:
        label = clean(layer["label"], 80)
        found.append(f"{role}: {label}" if label else role)
    if role not in ("banner", "navigation"):
        found += [f"heading: {clean(node['text'], 160)}" for node in _headings(layer["nodes"])]
    return found


def _headings(nodes: Iterable[Json]) -> list[Json]:
    return [node for node in nodes if node["t"] == "text" and node["role"] == "heading" and node["level"] == 1]


def _condition(elements: list[Element], layers: list[Json], view: float) -> Condition:
    """What a screen that describes nothing is: a picture without a word, or nothing at all."""
    for element in elements:
        if element.role not in ("image", "canvas") and (element.text or element.name or element.affordances):
            return "ok"
    drawn = sum(
        node["w"] * node["h"] for layer in layers for node in layer["nodes"] if node["t"] in ("picture", "canvas")
    )
    if any(element.name for element in elements) and drawn < 0.5 * view:
        return "ok"
    if drawn >= 0.3 * view:
        return "empty_hierarchy"
    return "ok" if elements or drawn >= 0.05 * view else "blank"
