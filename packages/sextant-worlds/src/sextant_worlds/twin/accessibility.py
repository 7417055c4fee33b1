"""What each node of a layer reports to perception: role, name, text, value, states."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple, cast
from unicodedata import category

from sextant.types.screens import Affordance, State
from sextant_worlds.engine.data import METRICS, Json
from sextant_worlds.engine.text import thousandths

__all__ = ["LABEL", "Loose", "NodeText", "clean", "listed", "sight_of"]

LABEL = 300
"""Longest name or hint."""
_TEXT = 1200
_TAP: frozenset[Affordance] = frozenset({"tap"})
_TYPE: frozenset[Affordance] = frozenset({"tap", "type"})
_NONE: frozenset[Affordance] = frozenset()
_SHAPES = ("avatar", "photo")
"""Pictures that are vectors; all others are canvases, which perception lists however small they are."""
_BIG = 40
"""Side of a picture that is listed without a name."""
_MAX_KEPT = 192
"""Layers, three of a page."""

Loose = tuple[tuple[str, tuple[float, float, float, float]], ...]
"""Texts that are not folded into their control, with their boxes."""


class NodeText(NamedTuple):
    """What a node says. The box is relative to the node's layer; `sight` is all that a digest takes of it."""

    x: float
    y: float
    width: float
    height: float
    far: bool
    control: bool
    role: str
    text: str
    name: str
    test_id: str
    value: str
    hint: str
    kind: str
    states: frozenset[State]
    affordances: frozenset[Affordance]
    sight: str
    loose: Loose
    masked: int | None = None


class _Listed(NamedTuple):
    """What the nodes of a layer say; it holds them, so that no others have their identity."""

    nodes: Sequence[Json]
    said: tuple[NodeText, ...]
    focus: str


_LISTED: dict[int, _Listed] = {}


def listed(nodes: Sequence[Json], focus: str) -> tuple[NodeText, ...]:
    """What each of a layer's nodes says that says anything, in order. Nodes are never changed once they are shown."""
    known = _LISTED.get(id(nodes))
    if known is not None and known.nodes is nodes and known.focus == focus:
        return known.said
    said: list[NodeText] = []
    for node in nodes:
        made = _say(node, node["k"] == focus)
        if made is not None:
            said.append(made)
    if len(_LISTED) >= _MAX_KEPT:
        for old in list(_LISTED)[: _MAX_KEPT // 2]:  # another thread may have dropped it meanwhile
            _LISTED.pop(old, None)
    found = _LISTED[id(nodes)] = _Listed(nodes, tuple(said), focus)
    return found.said


@lru_cache(4_000)
def sight_of(
    role: str, text: str, name: str, value: str = "", states: frozenset[State] = frozenset(), test_id: str = ""
) -> str:
    """What of it a digest takes, its place apart."""
    return repr((role, text, name, value, sorted(states) if states else (), test_id))


def _made(
    node: Json,
    box: tuple[float, float, float, float],
    role: str,
    text: str = "",
    name: str = "",
    value: str = "",
    hint: str = "",
    kind: str = "",
    states: frozenset[State] = frozenset(),
    affordances: frozenset[Affordance] = _NONE,
    far: bool = False,
    control: bool = False,
    loose: Loose = (),
) -> NodeText:
    x, y, w, h = box
    own = node["id"]
    sight = sight_of(role, text, name, value, states, own)
    return NodeText(
        x, y, w, h, far, control, role, text, name, own, value, hint, kind, states, affordances, sight, loose
    )  # fmt: skip


def _say(node: Json, focused: bool) -> NodeText | None:
    match node["t"]:
        case "text":
            return _say_text(node)
        case "tap":
            return _say_tap(node)
        case "field":
            return _say_field(node, focused)
        case "picture":
            name = clean(node["name"], LABEL)
            big = node["w"] >= _BIG and node["h"] >= _BIG
            return _graphic(node, "image", name) if name or big or node["draw"] not in _SHAPES else None
        case "canvas":
            return _graphic(node, "canvas", clean(node["name"], LABEL))
        case _:
            return None


def _graphic(node: Json, role: str, name: str) -> NodeText:
    return _made(node, _place(node), role, name=name)


def _say_text(node: Json) -> NodeText | None:
    text = clean(node["text"], _TEXT)
    if not _meaningful(text):
        return None
    role = "heading" if node["role"] == "heading" else "text"
    return _made(node, _letters(node), role, text, far=role == "heading")


class _Words(NamedTuple):
    text: str
    name: str
    states: frozenset[State]
    sight: str
    loose: bool


def _say_tap(node: Json) -> NodeText:
    texts = [part for part in node["parts"] if part["t"] == "text" and part["text"]]
    role, own = node["role"], node["id"]
    words = _words(tuple([part["text"] for part in texts]), node["name"], role, tuple(node["states"]), own)
    loose: Loose = ()
    if words.loose:
        told = [part for part in texts if _meaningful(part["text"])]
        loose = tuple([(clean(part["text"], _TEXT), _within(node, _letters(part))) for part in told])
    return NodeText(
        node["x"], node["y"], node["w"], node["h"], True, True, role, words.text, words.name, own, "", "", "",
        words.states, _NONE if "disabled" in words.states else _TAP, words.sight, loose,
    )  # fmt: skip


@lru_cache(2_000)
def _words(texts: tuple[str, ...], called: str, role: str, states: tuple[str, ...], own: str) -> _Words:
    """What a control says. Texts too long to be folded into it are `loose`."""
    read = " ".join(texts)
    told = [text for text in texts if _meaningful(text)]
    text = clean(read if len(told) == len(texts) else " ".join(told), _TEXT) if told else ""
    loose = len(text) > LABEL
    if loose:
        text = ""
    name, held = clean(called or read, LABEL), _states(states)
    return _Words(text, name, held, sight_of(role, text, name, "", held, own), loose)


def _say_field(node: Json, focused: bool) -> NodeText:
    secret, long = bool(node["secret"]), bool(node["long"])
    states = ("editable", *(("password",) if secret else ()), *(("focused",) if focused else ()))
    hint = clean(node["hint"], LABEL)
    role = "textbox" if secret or long else node["role"]
    kind = "" if long else "password" if secret else "search" if role == "searchbox" else "text"
    value = "" if secret else clean(node["value"], _TEXT)
    said = _made(
        node, _place(node), role if node["role"] != "spinbutton" else "spinbutton", "",
        clean(node["name"], LABEL) or hint, value, hint, kind, _states(states), _TYPE, True, True,
    )  # fmt: skip
    masked = len(str(node["value"])) if secret and not long else None
    return said if masked is None else said._replace(masked=masked, sight=f"{said.sight} {masked}")


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
def clean(text: str, limit: int) -> str:
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
