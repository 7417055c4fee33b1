"""Turns the raw results of the in-page pass, one per frame, into the elements of one observation. Pure functions.

A driver evaluates `PAGE_JS` (the text of a function of one argument, see `PageOptions`) in an isolated world of every
frame; it answers with one JSON string and never throws. Wrap each answer in a `FrameSnapshot`, parents before children,
and `assemble` them. Equal strings mean that nothing visible in that frame has changed. `NODE_JS` evaluated in the same
world gives the DOM element behind an `ElementOrigin` of the latest pass.
"""

import json
from collections.abc import Sequence
from dataclasses import field, replace
from importlib.resources import files
from typing import Any, Final, TypedDict, cast, get_args
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.text.legible import shortened
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Condition, Element, ScrollExtent, State, Visibility


def _page_function() -> str:
    folder = files("sextant.devices.browser").joinpath("page")
    parts = (
        "dom",
        "roles",
        "names",
        "skeleton",
        "walk",
        "controls",
        "labels",
        "ticks",
        "drawn",
        "backdrop",
        "answer",
    )  # structural: names of files
    body = "\n".join(folder.joinpath(f"{part}.js").read_text(encoding="utf-8") for part in parts)
    return f"(options) => {{\n{body}\n}}"


PAGE_JS: Final = _page_function()
"""`(options) => string`: one pass over the frame it is evaluated in. It changes nothing and never throws."""

NODE_JS: Final = "(node) => (globalThis.__sextantSeen ? __sextantSeen.node(node) : null)"
"""`(node) => Element | null`: the DOM element of that number in the latest pass of the same world."""

_MAX_ELEMENTS = 3000
_MAX_FRAMES = 60
_MAX_TEXT = 2000
_GRAPHICS = frozenset({"canvas", "image", "video", "iframe"})
_FACTS = {
    "chrome": "chrome",
    "first": "first",
    "form": "forms",
    "menu": "menus",
    "name": "names",
    "numbered": "numbered",
    "picking": "picking",
    "step": "steps",
    "way": "ways",
}
_STATES = frozenset(get_args(State))
_AFFORDANCES = frozenset(get_args(Affordance))
_VISIBILITIES = frozenset(get_args(Visibility))


class PageOptions(TypedDict, total=False):
    """Bounds of one pass; each has a default in `page.js`."""

    nodes: int
    """DOM nodes visited (20,000)."""
    elements: int
    """Elements returned (1,500); visible and touchable ones are preferred."""
    ahead: float
    """How many viewports beyond the fold controls and headings are still listed as `offscreen` (5)."""


@dataclass(frozen=True, slots=True)
class FrameSnapshot:
    """One frame's answer to `PAGE_JS`.

    `parent` is the position of the parent frame in the sequence given to `assemble`, None for the main frame.
    """

    raw: str = field(repr=False)
    url: str = ""
    name: str = ""
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class ElementOrigin:
    """Where an element came from: position of the frame, number for `NODE_JS`, box within the frame."""

    frame: int
    node: int
    box: Box


@dataclass(frozen=True, slots=True)
class Assembled:
    """What all frames show together; the fields of an `Observation` of the same names."""

    title: str
    size: Size
    elements: tuple[Element, ...]
    places: tuple[ElementOrigin, ...]
    """`places[i]` belongs to `elements[i]`."""
    landmarks: tuple[str, ...]
    scroll: ScrollExtent
    condition: Condition
    facts: dict[str, str]
    """The screen's skeleton for identity, one entry a line: `headings`, `picks`, `forms`, `menus`, `steps`, `chrome`,
    `ways`, `first`, `picking`, `numbered`, `names`, `fragment`. It covers the whole document, wherever it is scrolled
    to. To be merged into the observation's facts."""
    truncated: bool = False
    """Whether a bound was reached; the most important elements are listed."""
    ratio: float = 1.0
    """Pixels of the screen per pixel of the boxes."""
    hidden: bool = False
    """Whether the page is in the background."""
    unlisted: tuple[Element, ...] = ()
    """The whole texts of the elements that list them cut."""
    errors: tuple[str, ...] = ()
    """Failures inside a frame's pass; that frame is then missing."""


@dataclass(frozen=True, slots=True)
class _Transform:
    """Maps a frame's layout pixels to the device's viewport; `clip` is the part that the frame may fill."""

    scale_x: float
    scale_y: float
    dx: float
    dy: float
    clip: Box
    covers: tuple[Box, ...] = ()
    hidden: bool = False
    label: str = ""
    owner: int | None = None
    """Index of the iframe's element in the assembled list."""

    def box(self, box: Box) -> Box:
        return Box(
            round(box.x * self.scale_x + self.dx, 2),
            round(box.y * self.scale_y + self.dy, 2),
            round(box.width * self.scale_x, 2),
            round(box.height * self.scale_y, 2),
        )


def assemble(frames: Sequence[FrameSnapshot], size: Size) -> Assembled:
    """Merge the elements of all frames; boxes in CSS pixels of the visible part of the page.

    That is the coordinate system of `Input.dispatchTouchEvent`. Its extent is the result's `size`: that of the page,
    which differs from the device's if the page is zoomed (a page laid out for a desk is shown whole on a phone); `size`
    is the fallback. Elements of a frame follow the iframe that holds it. Malformed parts are left out; nothing that a
    page returns makes this raise.
    """
    parsed = [_parse(frame.raw) for frame in frames[:_MAX_FRAMES]]
    size = _visible_size(parsed[0], size) if parsed else size
    gathered = _Gathered(size, frames, parsed)
    if parsed:
        gathered.add(0, _top_transform(parsed[0], size))
    return gathered.result()


class _Gathered:
    """Collects the elements of a tree of frames, depth first."""

    def __init__(self, size: Size, frames: Sequence[FrameSnapshot], parsed: Sequence[dict[str, Any]]) -> None:
        self._size = size
        self._frames = frames
        self._parsed = parsed
        self._elements: list[Element] = []
        self._places: list[ElementOrigin] = []
        self._landmarks: list[str] = []
        self._facts: dict[str, list[str]] = {}
        self._done: set[int] = set()
        self._unlisted: list[Element] = []
        self._errors: list[str] = []
        self._painted = 0.0

    def add(self, frame: int, transform: _Transform) -> None:
        if frame in self._done:
            return
        self._done.add(frame)
        raw = self._parsed[frame]
        if "error" in raw:
            self._errors.append(_text(raw.get("error"), 600))
            return
        self._painted = max(self._painted, _number(raw.get("painted")) if not frame else 0.0)
        self._remember(raw, transform)
        holders = {_integer(entry.get("el"), -1): entry for entry in _dicts(raw.get("frames"))}
        taken: dict[int, int] = {}
        for entry in _dicts(raw.get("els")):
            if len(self._elements) >= _MAX_ELEMENTS:
                break
            self._take(frame, entry, transform, taken)
            holder = holders.get(_integer(entry.get("n"), -2))
            if holder is not None and self._elements:
                self._descend(frame, holder, transform)
        self._note_enter(raw, taken)

    def _note_enter(self, raw: dict[str, Any], taken: dict[int, int]) -> None:
        """Link fields to the button that Enter presses; it often follows the field, so all must be collected first."""
        for entry in _dicts(raw.get("els")):
            field, button = taken.get(_integer(entry.get("n"), -1)), taken.get(_integer(entry.get("e"), -1))
            if field is not None and button is not None:
                self._elements[field] = replace(self._elements[field], enter=button)

    def _take(self, frame: int, entry: dict[str, Any], transform: _Transform, taken: dict[int, int]) -> None:
        box = _box(entry.get("b"))
        number = _integer(entry.get("n"), -1)
        if box is None or number < 0:
            return
        index = len(self._elements)
        parent = taken.get(_integer(entry.get("p"), -1), transform.owner)
        element = _element(entry, index, transform.box(box), parent, transform.label)
        self._elements.append(_settle_visibility(element, transform))
        self._places.append(ElementOrigin(frame, number, box))
        taken[number] = index
        whole = " ".join(_strings(entry.get("x")))
        if whole and "password" not in element.states:
            self._unlisted.append(Element(len(self._unlisted), element.box, "text", text=whole))

    def _descend(self, frame: int, holder: dict[str, Any], transform: _Transform) -> None:
        child = _child(frame, holder, self._frames, self._parsed, self._done)
        content, clip = _box(holder.get("b")), _box(holder.get("c"))
        if child is None or content is None or clip is None:
            return
        owner = self._elements[-1]
        view = _numbers(self._parsed[child].get("view"))
        outer = transform.box(content)
        visible = transform.box(clip).intersection(transform.clip)
        scale_x = outer.width / view[2] if view[2] > 0 else 1.0
        scale_y = outer.height / view[3] if view[3] > 0 else 1.0
        covers = tuple(transform.box(found) for found in (_box(raw) for raw in _list(holder.get("k"))) if found)
        position = str(_integer(holder.get("pos"), child))
        label = transform.label or f"{_origin(self._frames[frame].url)}#"
        origin, _, above = label.rpartition("#")
        path = f"{above}.{position}" if transform.label else position
        if not self._frames[child].url.startswith("about:"):  # such a document inherits the origin of its creator
            origin = _origin(self._frames[child].url)
        self.add(
            child,
            _Transform(
                scale_x,
                scale_y,
                outer.x,
                outer.y,
                visible or Box(0, 0, 0, 0),
                transform.covers + covers,
                transform.hidden or owner.visibility == "covered",
                f"{origin}#{path}",
                owner.index,
            ),
        )
        if holder.get("turned") is True and any("password" in one.states for one in self._elements[owner.index + 1 :]):
            # its fields are elsewhere than their boxes: the whole frame is private
            self._elements[owner.index] = replace(owner, states=owner.states | {"password"})

    def _remember(self, raw: dict[str, Any], transform: _Transform) -> None:
        """Store a frame's skeleton if it is the main frame or fills at least 40 % of the viewport."""
        if transform.clip.area < 0.4 * self._size.width * self._size.height:
            return
        for entry in _list(raw.get("skeleton"))[:400]:
            parts = [_text(part, 160) for part in _list(entry)]
            match parts:
                case ["landmark", role, name]:
                    self._landmarks.append(_labelled(role, name))
                case ["dialog", name]:
                    self._landmarks.append(_labelled("dialog", name))
                case ["heading", level, text]:
                    if level == "1":
                        self._landmarks.append(_labelled("heading", text))
                    self._facts.setdefault("headings", []).append(f"{level}:{text}")
                case ["pick", kind, label]:
                    self._facts.setdefault("picks", []).append(f"{kind}:{label}")
                case [kind, text] if kind in _FACTS:
                    self._facts.setdefault(_FACTS[kind], []).append(text)
                case _:
                    pass
        fragment = _text(raw.get("fragment"), 20)
        if fragment and not transform.label:
            self._facts["fragment"] = [fragment]

    def result(self) -> Assembled:
        main = self._parsed[0] if self._parsed else {}
        extent = _numbers(main.get("scroll"))
        return Assembled(
            title=_text(main.get("title"), 300),
            size=self._size,
            elements=tuple(self._elements),
            places=tuple(self._places),
            landmarks=tuple(self._landmarks[:200]),
            scroll=ScrollExtent(*(max(0.0, value) for value in extent)),
            condition=_condition(self._elements, self._painted),
            facts={kind: "\n".join(dict.fromkeys(lines)) for kind, lines in sorted(self._facts.items())},
            truncated=any(raw.get("truncated") is True for raw in self._parsed),
            ratio=_number(main.get("ratio")) or 1.0,
            hidden=main.get("hidden") is True,
            unlisted=tuple(self._unlisted),
            errors=tuple(self._errors),
        )


def _element(entry: dict[str, Any], index: int, box: Box, parent: int | None, frame: str) -> Element:
    states = cast("frozenset[State]", _STATES.intersection(_strings(entry.get("s"))))
    affordances = cast("frozenset[Affordance]", _AFFORDANCES.intersection(_strings(entry.get("f"))))
    seen = _text(entry.get("z"), 20)
    return Element(
        index=index,
        box=box,
        role=_text(entry.get("r"), 40).lower() or "generic",
        text=_text(entry.get("t")),
        name=_text(entry.get("a"), 400),
        test_id=_text(entry.get("d"), 200),
        value="" if "password" in states else _text(entry.get("v")),
        hint=_text(entry.get("h"), 400),
        href=_text(entry.get("u"), 800),
        input_type=_text(entry.get("i"), 40),
        states=states,
        affordances=affordances,
        visibility=cast("Visibility", seen if seen in _VISIBILITIES else "visible"),
        parent=parent,
        landmark=_text(entry.get("l"), 160),
        frame=frame,
        drawn=_text(entry.get("w"), 40),
        masked=_count(entry.get("m")) if "password" in states else None,
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _settle_visibility(element: Element, transform: _Transform) -> Element:
    """Correct the visibility in a child frame, which may be clipped, scrolled away or covered as a whole."""
    if element.visibility == "offscreen" or not element.frame:
        return element
    part = element.box.intersection(transform.clip)
    if part is None:
        return replace(element, visibility="offscreen")
    if transform.hidden or any(cover.contains(part.centre) for cover in transform.covers):
        return replace(element, visibility="covered")
    if element.visibility == "visible" and part.area < 0.98 * element.box.area:
        return replace(element, visibility="clipped")
    return element


def _child(
    parent: int,
    holder: dict[str, Any],
    frames: Sequence[FrameSnapshot],
    parsed: Sequence[dict[str, Any]],
    done: set[int],
) -> int | None:
    """Return the frame of an iframe element: by position among its siblings, else by name, else by address."""
    children = [
        place
        for place in range(len(parsed))
        if frames[place].parent == parent and place not in done and place != parent
    ]
    position = _integer(holder.get("pos"), -1)
    if position >= 0:
        for place in children:
            if _integer(parsed[place].get("pos"), -1) == position:
                return place
    unplaced = [place for place in children if _integer(parsed[place].get("pos"), -1) < 0]
    name, source = _text(holder.get("name")), _text(holder.get("src"))
    for place in unplaced:
        if (name and frames[place].name == name) or (source and frames[place].url == source):
            return place
    return unplaced[0] if len(unplaced) == 1 else None


def _visible_size(raw: dict[str, Any], given: Size) -> Size:
    view = _numbers(raw.get("view"))
    return Size(view[2], view[3]) if view[2] >= 1 and view[3] >= 1 else given


def _top_transform(raw: dict[str, Any], size: Size) -> _Transform:
    view = _numbers(raw.get("view"))
    return _Transform(1.0, 1.0, -view[0], -view[1], Box(0, 0, size.width, size.height))


def _condition(elements: Sequence[Element], painted: float) -> Condition:
    described = any(
        element.role not in _GRAPHICS and (element.text or element.name or element.value or element.affordances)
        for element in elements
    )
    named = any(element.name or element.text for element in elements)
    if described or (named and painted < 0.5):
        return "ok"
    if painted >= 0.05 or elements:
        return "empty_hierarchy" if painted >= 0.3 else "ok"
    return "blank"


def _parse(raw: str) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except (ValueError, TypeError, RecursionError):
        return {"error": "The in-page pass did not answer with JSON."}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {"error": "The in-page pass gave no object."}


def _labelled(kind: str, name: str) -> str:
    return f"{kind}: {name}" if name else kind


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "frame"
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else (parts.scheme or "frame")


def _list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _dicts(value: object) -> list[dict[str, Any]]:
    return [cast("dict[str, Any]", entry) for entry in _list(value) if isinstance(entry, dict)]


def _strings(value: object) -> list[str]:
    return [entry for entry in _list(value) if isinstance(entry, str)]


def _text(value: object, limit: int = _MAX_TEXT) -> str:
    """Return printable text: white space collapsed, no lone surrogates, no control characters."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    plain = str(value)[: limit * 2].encode("utf-8", "replace").decode("utf-8")
    plain = " ".join(
        "".join(c if c.isprintable() or c.isspace() or c in "\u200c\u200d" else " " for c in plain).split()
    )
    return shortened(plain, limit)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0.0
    number = float(value)
    return number if -1e9 < number < 1e9 else 0.0


def _integer(value: object, default: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _numbers(value: object) -> list[float]:
    found = [_number(entry) for entry in _list(value)[:4]]
    return found + [0.0] * (4 - len(found))


def _box(value: object) -> Box | None:
    if len(_list(value)) != 4:
        return None
    x, y, width, height = _numbers(value)
    return Box(x, y, max(width, 0.0), max(height, 0.0))
