"""Saved routes: a walked route as a small file to be read, reviewed and stored with the code. Pure.

A file names elements and screens for people, and each screen also by its *shape*: the identity of `ScreenKey` without
the app's address, so that one file serves every address of the app.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sextant.addresses.origins import same_origin
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.text.legible import worded
from sextant.types.codec import comment, from_toml, toml_pairs, toml_text
from sextant.types.evidence import Predicate, ScreenIs, TextVisible
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
        app: Its app, if that is not the start's.
        texts: Of the last stop, a few texts that no other screen of the walk had.
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
        """The name of the screen for people."""
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
        """The name of the element, or the event."""
        if self.element is None:
            return self.event
        return self.element.name or worded(self.element.test_id) or self.element.role


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the last screen must show: a title or heading, and a text in view. Both may be empty."""

    title: str = ""
    text: str = ""

    @classmethod
    def of(cls, evidence: Sequence[Predicate]) -> "Arrival":
        """The arrival from the evidence of a claim."""
        title = next((one.text for one in evidence if isinstance(one, ScreenIs) and one.text), "")
        text = next((one.text for one in evidence if isinstance(one, TextVisible)), "")
        return cls(title, text)

    def evidence(self, screen: Screen) -> tuple[Predicate, ...]:
        """The predicates for a claim to have arrived on that screen."""
        shown: list[Predicate] = [ScreenIs(text=self.title) if self.title else ScreenIs(key=screen.key.id)]
        if self.text:
            shown.append(TextVisible(self.text))
        return tuple(shown)


@dataclass(frozen=True, slots=True)
class SavedRoute:
    """A walked route.

    Attributes:
        goal: The words of the goal.
        target: Where it begins, as on the command line; files are relative to the route's own folder.
        app: The app's name: an origin, a package.
        build: The build it was recorded on, if given.
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
        """The start and the target of each hop."""
        return (self.start, *(hop.lands for hop in self.hops))

    @property
    def way(self) -> str:
        """The route in a line: the labels in order."""
        return " › ".join(repr(hop.label) for hop in self.hops) or "the start itself"


def stop_of(screen: Screen, shape: str, home: str) -> Stop:
    """Convert a screen to a stop. `home` is the app in which the route begins."""
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
    """The route as TOML: equal routes give equal texts."""
    lines = ["# A route for `sextant check`; `sextant goto --save` writes such files.", ""]
    lines += toml_pairs(
        format=FORMAT,
        version=VERSION,
        goal=route.goal,
        target=route.target,
        app=route.app,
        build=route.build,
    )
    lines += ["", "[start]", *_stop_lines(route.start)]
    for number, hop in enumerate(route.hops, 1):
        lines += ["", f"# {number}. {comment(hop.label)} -> {comment(hop.lands.name)}", "[[hops]]"]
        lines += toml_pairs(event=hop.event) + ([] if hop.element is None else _ref_lines(hop.element))
        for opener in hop.openers:
            lines += ["", "[[hops.openers]]", *_ref_lines(opener)]
        lines += ["", "[hops.lands]", *_stop_lines(hop.lands)]
    lines += ["", "[arrival]", *toml_pairs(title=route.arrival.title, text=route.arrival.text)]
    return "\n".join(lines) + "\n"


def _ref_lines(ref: ElementRef) -> list[str]:
    return toml_pairs(role=ref.role, name=ref.name, test_id=ref.test_id, anchor=ref.anchor, ordinal=ref.ordinal)


def _stop_lines(stop: Stop) -> list[str]:
    lines = toml_pairs(
        screen=stop.screen,
        label=stop.label,
        title=stop.title,
        head=stop.head,
        address=stop.address,
        app=stop.app,
    )
    if stop.selected:
        lines.append(f"selected = [{', '.join(map(toml_text, stop.selected))}]")
    if stop.texts:
        lines.append(f"texts = [{', '.join(map(toml_text, stop.texts))}]")
    if stop.binding:
        bound = ", ".join(f"{toml_text(name)} = {toml_text(value)}" for name, value in stop.binding)
        lines.append(f"binding = {{ {bound} }}")
    return lines


def from_text(text: str, name: str) -> SavedRoute:
    """Parse a route file; messages call it `name`.

    Raises:
        UsageError: It is no route, or of another format version; the message names the error.
    """
    if len(text) > MOST_BYTES:
        raise _no_route(name, f"it has {len(text):,} characters")
    try:
        plain = from_toml(text)
    except ValueError as error:
        raise _no_route(name, f"it is not TOML: {error}") from error
    if plain.get("format") != FORMAT:
        raise _no_route(name, f"it does not say format = {FORMAT!r}")
    version = plain.get("version")
    if type(version) is int and version != VERSION:
        newer = "Update sextant." if version > VERSION else "Record it again with: sextant goto TARGET TEXT --save FILE"
        raise UsageError(
            f"The route {name!r} has format version {version}; this Sextant reads version {VERSION}.", newer
        )
    try:
        whole = _File.model_validate(plain)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(one + 1 if isinstance(one, int) else one) for one in first["loc"])
        raise _no_route(name, f"{where}: {first['msg']}") from error
    for number, hop in enumerate(whole.hops, 1):
        if hop.touches and not hop.role.strip():
            raise _no_route(name, f"hops.{number}.role: a text is expected")
    return SavedRoute(
        goal=whole.goal,
        target=whole.target,
        app=whole.app,
        build=whole.build,
        start=whole.start.stop(),
        hops=tuple(hop.hop() for hop in whole.hops),
        arrival=Arrival(whole.arrival.title, whole.arrival.text),
    )


def looks_like_route(text: str) -> bool:
    """Whether a file claims to be a route, even if invalid: for finding the routes of a folder."""
    return FORMAT in text[:4000]


def _no_route(name: str, why: str) -> UsageError:
    return UsageError(f"{name!r} is not a route: {why}.", "Record one with: sextant goto TARGET TEXT --save FILE")


_Said = Annotated[str, Field(pattern=r"\S")]
"""A required text."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _RefTable(_Strict):
    role: _Said
    name: str = ""
    test_id: str = ""
    anchor: str = ""
    ordinal: Annotated[int, Field(ge=0)] = 0

    def ref(self) -> ElementRef:
        return ElementRef(self.role, self.name, self.test_id, self.anchor, self.ordinal)


class _StopTable(_Strict):
    screen: _Said
    label: str = ""
    title: str = ""
    head: str = ""
    address: str = ""
    app: str = ""
    selected: list[str] = []
    texts: list[str] = []
    binding: dict[str, str] = {}

    def stop(self) -> Stop:
        return Stop(
            self.screen,
            self.label,
            self.title,
            self.head,
            self.address,
            tuple(self.binding.items()),
            self.app,
            tuple(self.selected),
            tuple(self.texts),
        )


class _HopTable(_RefTable):
    role: str = ""
    event: Annotated[str, Field(pattern=r"^(tap|double_tap|hold|back|home|open:[^\n]*)$")]
    openers: list[_RefTable] = []
    lands: _StopTable

    def hop(self) -> SavedHop:
        openers = tuple(one.ref() for one in self.openers)
        return SavedHop(self.event, self.ref() if self.touches else None, self.lands.stop(), openers)

    @property
    def touches(self) -> bool:
        return self.event in ("tap", "double_tap", "hold")


class _ArrivalTable(_Strict):
    title: str = ""
    text: str = ""


class _File(_Strict):
    format: str
    version: int
    goal: _Said
    target: _Said
    app: _Said
    build: str = ""
    hops: Annotated[list[_HopTable], Field(max_length=MOST_HOPS)] = []
    start: _StopTable
    arrival: _ArrivalTable = _ArrivalTable()
