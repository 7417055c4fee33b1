"""Saved routes: a walked way as a small file that people read, review and keep beside the code. Pure.

A file names elements and screens as a person would, and each screen by its *shape* besides: the identity of
`ScreenKey` without the app's address, so that one file serves every place the app is served from.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sextant.errors import UsageError
from sextant.types.evidence import Predicate, ScreenIs, TextVisible
from sextant.types.origins import same_origin
from sextant.types.screens import ElementRef, Screen
from sextant.utg.exits import Binding
from sextant.utg.faces import face_of, local
from sextant.utg.graph import identity

FORMAT = "sextant-route"
VERSION = 1
MOST_HOPS = 200
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen on a route.

    Attributes:
        screen: Its shape: equal on every address of the app.
        label: The template of its address, for people.
        title: The title of page or window.
        head: The heading of level one, or the name of the dialog.
        selected: Labels of selected tabs and navigation entries.
        address: Path and query without the origin.
        binding: The parameters that its template bound, without the heading.
        app: Where it belongs to another app than the start does.
        texts: A few texts that stood on it and on no other screen of the walk: of the last stop.
    """

    screen: str
    label: str = ""
    title: str = ""
    head: str = ""
    address: str = ""
    binding: Binding = ()
    app: str = ""
    selected: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What a person would call it."""
        return self.head or self.title or self.label or self.address or self.screen


@dataclass(frozen=True, slots=True)
class SavedHop:
    """One action of a route and the screen it leads to. `openers` may have to be touched first, the outermost last."""

    event: str
    element: ElementRef | None
    lands: Stop
    openers: tuple[ElementRef, ...] = ()

    @property
    def label(self) -> str:
        """What is touched, or which event it is."""
        if self.element is None:
            return self.event
        return self.element.name or self.element.test_id or self.element.role


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the last screen has to show: a title or heading, and a text in sight. Both may be empty."""

    title: str = ""
    text: str = ""

    @classmethod
    def of(cls, evidence: Sequence[Predicate]) -> "Arrival":
        """What a claim to have arrived cited."""
        title = next((one.text for one in evidence if isinstance(one, ScreenIs) and one.text), "")
        text = next((one.text for one in evidence if isinstance(one, TextVisible)), "")
        return cls(title, text)

    def evidence(self, screen: Screen) -> tuple[Predicate, ...]:
        """The predicates that a claim to have arrived on that screen cites."""
        shown: list[Predicate] = [ScreenIs(text=self.title) if self.title else ScreenIs(key=screen.key.id)]
        if self.text:
            shown.append(TextVisible(self.text))
        return tuple(shown)


@dataclass(frozen=True, slots=True)
class SavedRoute:
    """A route that was walked.

    Attributes:
        goal: The words that were asked for.
        target: Where it begins, as on the command line; files in it are relative to the route's own folder.
        app: What the app calls itself: an origin, a package.
        build: The build it was recorded on, if somebody said so.
    """

    goal: str
    target: str
    app: str
    start: Stop
    hops: tuple[SavedHop, ...] = ()
    arrival: Arrival = Arrival()
    build: str = ""

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The start and where each hop leads."""
        return (self.start, *(hop.lands for hop in self.hops))

    @property
    def way(self) -> str:
        """The route in a line: the labels in their order."""
        return " › ".join(repr(hop.label) for hop in self.hops) or "the start itself"


def stop_of(screen: Screen, shape: str, home: str) -> Stop:
    """A screen as a stop. `home` is the app that the route begins in."""
    face = face_of(screen)
    return Stop(
        screen=shape,
        label=screen.key.label,
        title=face.title,
        head=face.heads[0] if face.heads else "",
        address=local(screen),
        binding=identity(screen.binding),
        app="" if same_origin(screen.app, home) else screen.app,
        selected=face.selected,
    )


# ---- the file


def to_text(route: SavedRoute) -> str:
    """The route as a file's text (TOML): equal routes give equal texts."""
    lines = ["# A route for `sextant check`; `sextant goto --save` writes such files.", ""]
    lines += _pairs(
        format=FORMAT,
        version=VERSION,
        goal=route.goal,
        target=route.target,
        app=route.app,
        build=route.build,
    )
    lines += ["", "[start]", *_stop_lines(route.start)]
    for number, hop in enumerate(route.hops, 1):
        lines += ["", f"# {number}. {_one_line(hop.label)} -> {_one_line(hop.lands.name)}", "[[hops]]"]
        lines += _pairs(event=hop.event) + ([] if hop.element is None else _ref_lines(hop.element))
        for opener in hop.openers:
            lines += ["", "[[hops.openers]]", *_ref_lines(opener)]
        lines += ["", "[hops.lands]", *_stop_lines(hop.lands)]
    lines += ["", "[arrival]", *_pairs(title=route.arrival.title, text=route.arrival.text)]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _ref_lines(ref: ElementRef) -> list[str]:
    return _pairs(role=ref.role, name=ref.name, test_id=ref.test_id, anchor=ref.anchor, ordinal=ref.ordinal)


def _stop_lines(stop: Stop) -> list[str]:
    lines = _pairs(
        screen=stop.screen,
        label=stop.label,
        title=stop.title,
        head=stop.head,
        address=stop.address,
        app=stop.app,
    )
    if stop.selected:
        lines.append(f"selected = [{', '.join(map(_quoted, stop.selected))}]")
    if stop.texts:
        lines.append(f"texts = [{', '.join(map(_quoted, stop.texts))}]")
    if stop.binding:
        bound = ", ".join(f"{_quoted(name)} = {_quoted(value)}" for name, value in stop.binding)
        lines.append(f"binding = {{ {bound} }}")
    return lines


def _pairs(**values: str | int) -> list[str]:
    """`key = value` lines of what is neither empty nor zero."""
    return [f"{key} = {value if isinstance(value, int) else _quoted(value)}" for key, value in values.items() if value]


def _quoted(text: str) -> str:
    whole = text.encode("utf-8", "replace").decode()  # half a character that an app has cut off is not written
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def from_text(text: str, name: str) -> SavedRoute:
    """The route that a file's text holds; `name` is the file's, for messages.

    Raises:
        UsageError: It is no route, or one of another version of the format; the message says what is wrong with it.
    """
    if len(text) > MOST_BYTES:
        raise _no_route(name, f"it has {len(text):,} characters")
    try:
        whole = _Table(tomllib.loads(text), name, "")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _no_route(name, f"it is not TOML: {error}") from error
    if whole.get("format") != FORMAT:
        raise _no_route(name, f"it does not say format = {FORMAT!r}")
    version = whole.number("version")
    if version != VERSION:
        newer = "Update sextant." if version > VERSION else "Record it anew with: sextant goto TARGET TEXT --save FILE"
        raise UsageError(f"The route {name!r} is of version {version} of the format; known is {VERSION}.", newer)
    hops = whole.tables("hops")
    if len(hops) > MOST_HOPS:
        raise _no_route(name, f"it has {len(hops)} hops; {MOST_HOPS} are allowed")
    route = SavedRoute(
        goal=whole.text("goal", needed=True),
        target=whole.text("target", needed=True),
        app=whole.text("app", needed=True),
        build=whole.text("build"),
        start=_stop_in(whole.table("start")),
        hops=tuple(_hop_in(hop) for hop in hops),
        arrival=_arrival_in(whole.table("arrival")),
    )
    whole.nothing_else()
    return route


def looks_like_route(text: str) -> bool:
    """Whether a file means to be a route, be it broken: for finding the routes of a folder."""
    return FORMAT in text[:4000]


def _no_route(name: str, why: str) -> UsageError:
    return UsageError(f"{name!r} is no route: {why}.", "Record one with: sextant goto TARGET TEXT --save FILE")


class _Table:
    """A table of the file; what is taken out of it is checked, and what nobody takes is an error."""

    def __init__(self, values: Mapping[str, object], name: str, path: str) -> None:
        self._values, self._name, self._path = dict(values), name, path

    def get(self, key: str) -> object:
        return self._values.pop(key, None)

    def text(self, key: str, needed: bool = False) -> str:
        value = self.get(key)
        if value is None and not needed:
            return ""
        if not isinstance(value, str) or (needed and not value.strip()):
            raise self._wrong(key, "a text is expected")
        return value

    def number(self, key: str) -> int:
        value = self._values.pop(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(key, "a whole number is expected")
        return value

    def table(self, key: str) -> "_Table":
        value = self._values.pop(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key, "a table is expected")
        return _Table(cast("dict[str, object]", value), self._name, f"{self._path}{key}.")

    def tables(self, key: str) -> tuple["_Table", ...]:
        value = self._values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in cast("list[object]", value)):
            raise self._wrong(key, "tables are expected")
        found = cast("list[dict[str, object]]", value)
        return tuple(_Table(one, self._name, f"{self._path}{key}.{place}.") for place, one in enumerate(found, 1))

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._values.pop(key, [])
        found = cast("list[object]", value) if isinstance(value, list) else [None]
        texts = tuple(one for one in found if isinstance(one, str))
        if len(texts) != len(found):
            raise self._wrong(key, "a list of texts is expected")
        return texts

    def binding(self) -> Binding:
        bound = self.table("binding")
        return tuple((name, bound.text(name)) for name in tuple(bound._values))

    def nothing_else(self) -> None:
        for key in self._values:
            raise self._wrong(key, "this version of the format knows no such key")

    def _wrong(self, key: str, why: str) -> UsageError:
        return _no_route(self._name, f"{self._path}{key}: {why}")


def _stop_in(table: _Table) -> Stop:
    stop = Stop(
        screen=table.text("screen", needed=True),
        label=table.text("label"),
        title=table.text("title"),
        head=table.text("head"),
        address=table.text("address"),
        selected=table.texts("selected"),
        texts=table.texts("texts"),
        binding=table.binding(),
        app=table.text("app"),
    )
    table.nothing_else()
    return stop


def _hop_in(table: _Table) -> SavedHop:
    event = table.text("event", needed=True)
    if event not in ("tap", "double_tap", "hold", "back", "home") and not event.startswith("open:"):
        raise table._wrong("event", f"{event!r} is no event that a route may hold")  # pyright: ignore[reportPrivateUsage]
    openers = tuple(_ref_in(opener) for opener in table.tables("openers"))
    lands = _stop_in(table.table("lands"))
    element = _ref_in(table) if event in ("tap", "double_tap", "hold") else None
    table.nothing_else()
    return SavedHop(event, element, lands, openers)


def _ref_in(table: _Table) -> ElementRef:
    ref = ElementRef(
        role=table.text("role", needed=True),
        name=table.text("name"),
        test_id=table.text("test_id"),
        anchor=table.text("anchor"),
        ordinal=table.number("ordinal"),
    )
    table.nothing_else()
    return ref


def _arrival_in(table: _Table) -> Arrival:
    arrival = Arrival(table.text("title"), table.text("text"))
    table.nothing_else()
    return arrival
