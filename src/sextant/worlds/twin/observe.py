"""What a person could see and touch of a scene: the very elements that the in-page perception reads off its DOM.

It follows `devices/browser/page/*.js` over the elements that `worlds/page/renderer.js` makes: one for a text, a tap, a
field or a picture; the texts within a tap are folded into it; a scroller and a dialog are elements that hold others.
Texts are listed up to one screen beyond what is shown, controls and headings up to five.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple, cast
from unicodedata import category

from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Condition, Element, ScrollExtent, State, Visibility
from sextant.worlds.engine.data import METRICS, Json
from sextant.worlds.engine.text import thousandths

_STILL = ScrollExtent()
_TAP: frozenset[Affordance] = frozenset({"tap"})
_TYPE: frozenset[Affordance] = frozenset({"tap", "type"})
_SCROLL: frozenset[Affordance] = frozenset({"scroll"})
_NONE: frozenset[Affordance] = frozenset()
_CHECKABLE = ("checkbox", "radio", "switch")
_LANDMARKS = ("banner", "main", "navigation")
_SHAPES = ("avatar", "photo")
"""Pictures that are vectors; all others are canvases, which perception lists however small they are."""
_TEXT, _LABEL, _MARK = 1200, 300, 120
"""Longest text, name or hint, and landmark."""
_BEHIND = ("paint", "icon")
_BIG = 40
"""Side of a picture that is listed without a name."""
_TRIES = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))
_AHEAD = 5


class Seen(NamedTuple):
    """What `observe` gives; the fields of an `Observation` of the same names."""

    elements: tuple[Element, ...]
    landmarks: tuple[str, ...]
    scroll: ScrollExtent
    condition: Condition


class Rect(NamedTuple):
    """A box by its sides, in pixels of the viewport."""

    left: float
    top: float
    right: float
    bottom: float


class Said(NamedTuple):
    """What a node says, wherever it stands. `box` is relative to the node's layer; `loose`: texts not folded in."""

    node: Json
    role: str
    text: str
    name: str
    value: str
    hint: str
    kind: str
    states: frozenset[State]
    affordances: frozenset[Affordance]
    box: tuple[float, float, float, float]
    far: bool
    control: bool = False
    loose: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()


class _Cover(NamedTuple):
    """A layer in front: where it catches touches, and whether it hides what is behind."""

    rect: Rect
    radius: int
    paints: bool
    layer: Json


_SAID: dict[tuple[int, bool], Said | None] = {}
_MAX_KEPT = 3000


def observe(scene: Json, focus: str, width: int, height: int) -> Seen:
    """The elements of a scene as the in-page perception of a browser of that size would list them."""
    if len(_SAID) > _MAX_KEPT:
        _SAID.clear()
    found: list[Element] = []
    landmarks: list[str] = []
    view = Rect(0, 0, width, height)
    layers = scene["layers"]
    for place, layer in enumerate(layers):
        covers = _covers(layers, place, view)
        _Layer(layer, view, covers, found).walk(focus)
        landmarks += _landmarks(layer, width * height)
    return Seen(tuple(found), tuple(landmarks), _STILL, _condition(found, layers, width * height))


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

    def __init__(self, layer: Json, view: Rect, covers: list[_Cover], found: list[Element]) -> None:
        self.layer, self.view, self.found = layer, view, found
        x, y, w, h = layer["x"], layer["y"], layer["w"], layer["h"]
        self.box = Rect(x, y, x + w, y + h)
        self.scrolls = bool(layer["scroll"])
        self.clip = _meet(view, self.box) if self.scrolls else view
        self.dx, self.dy = x, y - (layer["at"] if self.scrolls else 0)
        inner = max(layer["inner"], h)
        self.hard = Rect(self.clip.left, self.dy, self.clip.right, self.dy + inner) if self.scrolls else view
        self.dialog = layer["role"] == "dialog"
        self.listed = self.dialog or (self.scrolls and inner - h > 8 and w >= 40 and h >= 40)
        self.name = _clean(layer["label"], _LABEL) or (_first_heading(layer) if self.dialog or self.listed else "")
        self.mark = self._mark()
        self.covers = [cover for cover in covers if _meets(cover.rect, self.clip)]
        self.parent: int | None = None

    def _mark(self) -> str:
        if self.dialog:
            name = _clean(self.name, 80)
            return _clean(f"dialog: {name}" if name else "dialog", _MARK)
        role = self.layer["role"]
        if role not in _LANDMARKS:
            return ""
        label = _clean(self.layer["label"], 80)
        return _clean(f"{role}: {label}" if label else role, _MARK)

    def walk(self, focus: str) -> None:
        if self.listed:
            self._container()
        wide, high = self.view.right, self.view.bottom
        near, ahead = (1 - high, 2 * high - 1), (1 - _AHEAD * high, (_AHEAD + 1) * high - 1)
        dx, dy, clip, hard, parent, mark = self.dx, self.dy, self.clip, self.hard, self.parent, self.mark
        found, open_ = self.found, not self.covers
        for node in self.layer["nodes"]:
            if node["t"] in _BEHIND:
                continue
            said = _said(node, node["k"] == focus)
            if said is None:
                continue
            x, y, w, h = said.box
            left, top = x + dx, y + dy
            over, under = ahead if said.far else near
            if top + h <= over or top >= under or left + w <= 1 - wide or left >= 2 * wide - 1:
                continue
            seen: Visibility = "visible"  # the usual case, without the rest of the geometry
            right, bottom = left + w, top + h
            inside = top >= clip.top and bottom <= clip.bottom and left >= clip.left and right <= clip.right
            if not (open_ and inside):
                if min(right, hard.right) - max(left, hard.left) <= 1:
                    continue
                if min(bottom, hard.bottom) - max(top, hard.top) <= 1:
                    continue
                away = min(bottom, clip.bottom) - max(top, clip.top) <= 1
                seen = "offscreen" if away else self._visibility(Rect(left, top, right, bottom), said.control)
            found.append(
                Element(
                    len(found), Box(left, top, w, h), said.role, said.text, said.name, node["id"], said.value,
                    said.hint, "", said.kind, said.states, said.affordances, seen, parent, mark,
                )
            )  # fmt: skip
            if said.loose:
                self._add_loose(said, len(found) - 1)

    def _container(self) -> None:
        index = len(self.found)
        scrolls = self.scrolls and self.layer["inner"] - self.layer["h"] > 8
        seen = self._visibility(self.box, False, view_only=True) if scrolls else self._shown(self.box, self.view)
        self.found.append(
            Element(
                index=index,
                box=_box(self.box),
                role="dialog" if self.dialog else self.layer["role"] or "region",
                name=self.name,
                affordances=_SCROLL if scrolls else _NONE,
                visibility=seen,
                landmark=self.mark,
            )
        )
        self.parent = index

    def _add_loose(self, said: Said, parent: int) -> None:
        """Texts too long to be folded into their control."""
        for text, box in said.loose:
            place = Rect(box[0] + self.dx, box[1] + self.dy, box[0] + box[2] + self.dx, box[1] + box[3] + self.dy)
            self.found.append(
                Element(
                    index=len(self.found),
                    box=_box(place),
                    role="text",
                    text=text,
                    parent=parent,
                    landmark=self.mark,
                    visibility=self._visibility(place, False),
                )
            )

    # ------------------------------------------------------------------ what is in sight

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


# ---------------------------------------------------------------------- what nodes say


def _said(node: Json, focused: bool) -> Said | None:
    key = (id(node), focused)
    known = _SAID.get(key)
    if known is not None and known.node is node:
        return known
    made = _say(node, focused)
    if made is not None:  # the node is held by what is kept of it, so that its id stays its own
        _SAID[key] = made
    return made


def _say(node: Json, focused: bool) -> Said | None:
    match node["t"]:
        case "text":
            return _say_text(node)
        case "tap":
            return _say_tap(node)
        case "field":
            return _say_field(node, focused)
        case "picture":
            name = _clean(node["name"], _LABEL)
            big = node["w"] >= _BIG and node["h"] >= _BIG
            return _graphic(node, "image", name) if name or big or node["draw"] not in _SHAPES else None
        case "canvas":
            return _graphic(node, "canvas", _clean(node["name"], _LABEL))
        case _:
            return None


def _graphic(node: Json, role: str, name: str) -> Said:
    return Said(node, role, "", name, "", "", "", frozenset(), _NONE, _place(node), False)


def _say_text(node: Json) -> Said | None:
    text = _clean(node["text"], _TEXT)
    if not _meaningful(text):
        return None
    role = "heading" if node["role"] == "heading" else "text"
    return Said(node, role, text, "", "", "", "", frozenset(), _NONE, _letters(node), role == "heading")


def _say_tap(node: Json) -> Said:
    texts = [part for part in node["parts"] if part["t"] == "text" and part["text"]]
    read = " ".join([part["text"] for part in texts])
    told = [part for part in texts if _meaningful(part["text"])]
    whole = read if len(told) == len(texts) else " ".join([part["text"] for part in told])
    text = _clean(whole, _TEXT) if told else ""
    loose: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()
    if len(text) > _LABEL:
        loose = tuple([(_clean(part["text"], _TEXT), _within(node, _letters(part))) for part in told])
        text = ""
    role, states = node["role"], node["states"]
    if role in _CHECKABLE and "checked" not in states and "unchecked" not in states:
        states = [*states, "unchecked"]
    name = _clean(node["name"] or read, _LABEL)
    affordances = _NONE if "disabled" in states else _TAP
    return Said(
        node, role, text, name, "", "", "", _states(tuple(states)), affordances, _place(node), True, True, loose
    )


def _say_field(node: Json, focused: bool) -> Said:
    secret, long = bool(node["secret"]), bool(node["long"])
    states = ("editable", *(("password",) if secret else ()), *(("focused",) if focused else ()))
    hint = _clean(node["hint"], _LABEL)
    role = "textbox" if secret or long else node["role"]
    kind = "" if long else "password" if secret else "search" if role == "searchbox" else "text"
    value = "" if secret else _clean(node["value"], _TEXT)
    return Said(
        node, role if node["role"] != "spinbutton" else "spinbutton", "", _clean(node["name"], _LABEL) or hint,
        value, hint, kind, _states(states), _TYPE, _place(node), True, True,
    )  # fmt: skip


@lru_cache(256)
def _states(states: tuple[str, ...]) -> frozenset[State]:
    return cast("frozenset[State]", frozenset(states))


def _place(node: Json) -> tuple[float, float, float, float]:
    return (node["x"], node["y"], node["w"], node["h"])


def _within(node: Json, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return (box[0] + node["x"], box[1] + node["y"], box[2], box[3])


def _letters(at: Json) -> tuple[float, float, float, float]:
    """Where the letters of a text stand: as high as its font, as wide as its widest line."""
    size, weight = at["size"], at["weight"]
    above, below = _extent(size)
    width = max(starmap(_advance, [(line, weight) for line in at["lines"]])) * size / 1000
    free = at["w"] - width
    x = at["x"] + (free if at["align"] == "r" else free / 2 if at["align"] == "c" else 0)
    y = at["y"] + (at["lh"] - above - below) // 2
    return (round(x, 2), y, round(width, 2), (len(at["lines"]) - 1) * at["lh"] + above + below)


@lru_cache(64)
def _extent(size: int) -> tuple[int, int]:
    """Pixels above and below the base line, as browsers round them."""
    return (int(METRICS["ascent"] * size / 1000 + 0.5), int(METRICS["descent"] * size / 1000 + 0.5))


@lru_cache(8_000)
def _advance(line: str, weight: int) -> int:
    return thousandths(line, weight)


@lru_cache(8_000)
def _clean(text: str, limit: int) -> str:
    """White space collapsed, no control characters, cut to the limit with an ellipsis."""
    plain = " ".join(text.replace("\u200b", " ").replace("\ufeff", " ").split())
    if len(plain) > limit:
        plain = plain[: limit - 1] + "…"
    if plain.isprintable():
        return plain
    return " ".join("".join([c if c.isprintable() or c in "\u200c\u200d" else " " for c in plain]).split())


@lru_cache(8_000)
def _meaningful(text: str) -> bool:
    """Whether there is a letter, a number or a symbol in it."""
    return text[:1].isalnum() or any(category(character)[0] in "LNS" for character in text)


# ---------------------------------------------------------------------- the whole


def _first_heading(layer: Json) -> str:
    for node in layer["nodes"]:
        if node["t"] == "text" and node["role"] == "heading":
            return _clean(node["text"], _LABEL)
    return ""


def _landmarks(layer: Json, view: float) -> list[str]:
    """The structure that a layer adds: its landmark, a large dialog, headings of level one."""
    role, found = layer["role"], list[str]()
    if role == "dialog":
        name = _clean(layer["label"], 80) or _clean(_first_heading(layer), 80)
        if layer["w"] * layer["h"] >= 0.25 * view:
            found.append(f"dialog: {name}" if name else "dialog")
        return found
    if role in _LANDMARKS:
        label = _clean(layer["label"], 80)
        found.append(f"{role}: {label}" if label else role)
    if role not in ("banner", "navigation"):
        found += [f"heading: {_clean(node['text'], 160)}" for node in _headings(layer["nodes"])]
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
