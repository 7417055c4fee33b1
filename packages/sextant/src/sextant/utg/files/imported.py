"""Imports graphs: DOT, from ICCBot or by hand, and three kinds of JSON; bounded, untrusted input.

JSON may be a map by `sextant.utg.files.exported`, a plain graph (`nodes` and `edges`), or a node-link graph of NetworkX
(`nodes` and `links`).
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.types.codec import from_json
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.faces import Face
from sextant.utg.files.dot import DotNode, read_dot
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Trigger

MOST_BYTES = 32 * 1024 * 1024
MOST_NODES = 200_000
MOST_EDGES = 1_000_000
LONGEST_NAME = 2000
HIGHEST_COST = 10**9

FORMAT = "sextant-map"
VERSION = 1

_LEGEND = "cluster_legend"
_ENTRY_FILL = "orange"
_EXPORTED_FILLS = frozenset({"pink", "lightpink"})


@dataclass(frozen=True, slots=True)
class PlainNode:
    """A screen or component. `kind` is the legend's meaning of its colour: `activity`, `fragment`, `service`."""

    id: str
    label: str = ""
    kind: str = ""
    entry: bool = False
    """The app starts here."""
    exported: bool = False
    """Other apps can open it."""

    @property
    def name(self) -> str:
        return self.label or self.id


@dataclass(frozen=True, slots=True)
class PlainEdge:
    """A transition stated by the file."""

    source: str
    target: str
    label: str = ""
    cost: int = 1


@dataclass(frozen=True, slots=True)
class PlainGraph:
    """An imported graph: nodes by id, parallel edges, and notes about irregularities."""

    nodes: tuple[PlainNode, ...]
    edges: tuple[PlainEdge, ...]
    notes: tuple[str, ...] = ()

    @property
    def entry(self) -> str:
        """The node marked as the start of the app; empty where none is."""
        return next((node.id for node in self.nodes if node.entry), "")


def read_text(path: Path) -> str:
    """Read the text of a graph file.

    Raises:
        UsageError: It cannot be read, is too large, or is no text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror}.", "Name a DOT or JSON file.") from error
    if len(data) > MOST_BYTES:
        raise UsageError(f"{str(path)!r} is larger than {MOST_BYTES // 2**20} MiB.", "Import a part of it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{str(path)!r} is not UTF-8 text.", "Name a DOT or JSON file.") from error


def read_graph(path: Path) -> PlainGraph:
    """Read the plain graph of a DOT or JSON file, told apart by the text.

    Raises:
        UsageError: It is neither, or exceeds the limits of this module.
    """
    text = read_text(path)
    return parse_json(text) if _is_json(text) else parse_dot(text)


def read_map(path: Path, app: str = "") -> Graph:
    """Read the map of a file: an exported one unchanged, any other graph as a static map of `app`.

    Raises:
        UsageError: It is no graph, a map of another app, or one of a newer version.
    """
    return read_map_file(path, app).graph


def read_map_file(path: Path, app: str = "") -> "ReadMap":
    """The same with notes and pictures, and with the plain graph if the file has one.

    Raises:
        UsageError: It is no graph, a map of another app, or one of a newer version.
    """
    text = read_text(path)
    if _is_json(text) and _plain_json(text).get("format") == FORMAT:
        return parse_map_file(text, app)
    plain = parse_json(text) if _is_json(text) else parse_dot(text)
    return ReadMap(map_of(plain, app or path.stem), plain=plain)


def parse_dot(text: str) -> PlainGraph:
    """Parse a plain graph from DOT. Of ICCBot's legend only the meaning of the colours is used.

    Raises:
        UsageError: It is no DOT, or too large.
    """
    kinds: dict[str, str] = {}
    nodes: dict[str, PlainNode] = {}
    edges: list[PlainEdge] = []
    twice = Counter[str]()
    for one in read_dot(text):
        if _LEGEND in one.within:
            if isinstance(one, DotNode) and one.attributes.get("style") != "filled":
                kinds[one.attributes.get("color", "")] = _kind(one.name)
        elif isinstance(one, DotNode):
            node = _dot_node(one, kinds)
            known = nodes.setdefault(node.id, node)
            twice[node.id] += known != node
        else:
            edges.append(PlainEdge(one.source, one.target, one.attributes.get("label", ""), _dot_cost(one.attributes)))
        _bounded(len(nodes), len(edges))
    return _graph(nodes, edges, [name for name, count in twice.items() if count])


def _kind(legend: str) -> str:
    return legend.strip("_").casefold().replace("reciever", "receiver")


def _dot_node(node: DotNode, kinds: Mapping[str, str]) -> PlainNode:
    fill = node.attributes.get("fillcolor", "")
    kind = node.attributes.get("kind") or kinds.get(node.attributes.get("color", ""), "")
    return PlainNode(node.name, node.attributes.get("label", ""), kind, fill == _ENTRY_FILL, fill in _EXPORTED_FILLS)


def _dot_cost(attributes: Mapping[str, str]) -> int:
    text = attributes.get("cost", "1")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= HIGHEST_COST):
        raise UsageError(
            f"An edge has an invalid cost: {text[:40]!r}.", f"Costs are whole numbers from 0 to {HIGHEST_COST}."
        )
    return int(text)


class _JsonNode(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)
    id: Annotated[str, Field(max_length=LONGEST_NAME)]
    label: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    kind: str = ""
    entry: bool = False
    exported: bool = False


class _JsonEdge(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)
    source: Annotated[str, Field(max_length=LONGEST_NAME)]
    target: Annotated[str, Field(max_length=LONGEST_NAME)]
    label: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    cost: Annotated[int, Field(ge=0, le=HIGHEST_COST)] = 1


class _JsonGraph(BaseModel):
    model_config = ConfigDict(extra="ignore")
    nodes: Annotated[list[_JsonNode], Field(max_length=MOST_NODES)] = []
    edges: Annotated[list[_JsonEdge], Field(max_length=MOST_EDGES)] | None = None
    links: Annotated[list[_JsonEdge], Field(max_length=MOST_EDGES)] | None = None
    directed: Literal[True] = True


def parse_json(text: str) -> PlainGraph:
    """Parse a plain graph from JSON: `{"nodes": [{"id": …}], "edges": [{"source": …, "target": …, "cost": 1}]}`.

    Missing ends of edges are added, and of equal ids the first is taken; the notes say so.

    Raises:
        UsageError: It is no such JSON, or too large.
    """
    plain = _plain_json(text)
    if plain.get("format") == FORMAT:
        return plain_of(parse_map(text), sending=False)
    try:
        read = _JsonGraph.model_validate(plain)
    except ValidationError as error:
        raise _malformed(error) from error
    given = read.edges if read.edges is not None else read.links
    if given is None:
        raise UsageError("This JSON has no `edges`.", 'Write {"nodes": [{"id": "a"}], "edges": [{"source": …}]}.')
    nodes: dict[str, PlainNode] = {}
    twice: dict[str, None] = {}
    for one in read.nodes:
        if one.id in nodes:  # even an equal node: two screens may have been given one id
            twice[one.id] = None
        nodes.setdefault(one.id, PlainNode(one.id, one.label, one.kind, one.entry, one.exported))
    edges = [PlainEdge(one.source, one.target, one.label, one.cost) for one in given]
    strangers = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target) if end not in nodes)
    read_as = _graph(nodes, edges, twice)
    if not strangers or len(strangers) == len(read_as.nodes):
        return read_as
    some = ", ".join(repr(name[:40]) for name in list(strangers)[:3])
    note = f"{len(strangers)} ends of edges are not among the nodes, and were added: {some}."
    return replace(read_as, notes=(*read_as.notes, note))


@dataclass(frozen=True, slots=True)
class MapFile:
    """The lossless file format of a map. Pictures are thumbnails by node."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"ser_json_bytes": "base64", "val_json_bytes": "base64"}

    app: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    format: str = FORMAT
    version: int = VERSION
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class ReadMap:
    """An imported map with its notes and thumbnails, and the plain graph where the file had one."""

    graph: Graph
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    plain: PlainGraph | None = None


def parse_map(text: str, app: str = "") -> Graph:
    """Parse a map written by `sextant.utg.files.exported.map_json`.

    Raises:
        UsageError: It is none, one of a newer version, or of another app than `app`.
    """
    return parse_map_file(text, app).graph


def parse_map_file(text: str, app: str = "") -> ReadMap:
    """The same with notes and pictures.

    Raises:
        UsageError: It is none, one of a newer version, or of another app than `app`.
    """
    version = _plain_json(text).get("version")
    if not isinstance(version, int) or version > VERSION:
        raise UsageError(f"This map has the version {version!r}, not {VERSION}.", "Update Sextant, or export it again.")
    try:
        read = from_json(MapFile, text)
    except ValidationError as error:
        raise _malformed(error) from error
    _bounded(len(read.nodes), len(read.edges))
    if app and read.app != app:
        raise UsageError(f"This is a map of {read.app!r}, not of {app!r}.", "Import it for its own app.")
    graph = Graph(read.app)
    for node in read.nodes:
        if node.id in graph.nodes:
            raise UsageError(f"The screen {node.id[:80]!r} occurs twice in this map.", "Export the map again.")
        graph.put(node)
    for edge in read.edges:
        _checked(edge, graph)
        graph.set(edge)
    pictures = {node: data for node, data in read.pictures.items() if node in graph.nodes}
    return ReadMap(graph, read.notes, pictures)


def _checked(edge: Edge, graph: Graph) -> None:
    ends = f"An edge from {edge.source[:80]!r} to {edge.target[:80]!r}"
    if edge.target not in graph.nodes or (edge.source != ANYWHERE and edge.source not in graph.nodes):
        raise UsageError(f"{ends} leads to a screen that is not on the map.", "Export the map again.")
    if min(edge.successes, edge.failures) < 0 or not (math.isfinite(edge.seconds) and edge.seconds >= 0):
        raise UsageError(f"{ends} has invalid counts or seconds.", "Correct the file.")


def map_of(plain: PlainGraph, app: str) -> Graph:
    """Convert a plain graph to a static map, which begins with the start of the app.

    An edge without a label is named after its target. Edges of one label and source are rivals.
    """
    graph = Graph(app)
    names = {node.id: node.name for node in plain.nodes}
    for node in sorted(plain.nodes, key=lambda node: not node.entry):
        graph.put(Node(ScreenKey(app, node.id, node.name), Face(title=node.name), origin="static"))
    ordinals: dict[tuple[str, str], dict[str, int]] = {}
    for edge in plain.edges:
        name = edge.label or names[edge.target]
        ordinal = 0
        if not edge.label:  # unlabelled edges to screens of one name are no rivals
            targets = ordinals.setdefault((edge.source, name), {})
            ordinal = targets.setdefault(edge.target, len(targets))
        trigger = Trigger("tap", ElementRef("link", name, ordinal=ordinal))
        graph.set(Edge(edge.source, trigger, edge.target, origin="static"))
    return graph


def plain_of(graph: Graph, sending: bool = True) -> PlainGraph:
    """Convert a map to a plain graph; edges from anywhere leave every node.

    Without `sending`, writing edges are left out.
    """
    nodes = tuple(PlainNode(node.id, node.key.label or node.face.name) for node in graph.nodes.values())
    edges: list[PlainEdge] = []
    for edge in graph.edges.values():
        if edge.writes and not sending:
            continue  # never planned with
        sources = graph.nodes if edge.source == ANYWHERE else (edge.source,)
        edges += [PlainEdge(source, edge.target, _label(edge), graph.cost(edge)) for source in sources]
    return PlainGraph(nodes, tuple(edges))


def _label(edge: Edge) -> str:
    name = edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event
    return f"{name} (sends {edge.writes})" if edge.writes else name


def _graph(nodes: dict[str, PlainNode], edges: Iterable[PlainEdge], twice: Iterable[str]) -> PlainGraph:
    all_edges = tuple(edges)
    for edge in all_edges:
        for end in (edge.source, edge.target):
            nodes.setdefault(end, PlainNode(end))
    _bounded(len(nodes), len(all_edges))
    longest = max((len(name) for name in nodes), default=0)
    if longest > LONGEST_NAME:
        raise UsageError(f"A node has a name with {longest} characters.", f"The limit is {LONGEST_NAME}.")
    notes = tuple(f"{name!r} is declared more than once; the first is kept." for name in twice)
    return PlainGraph(tuple(nodes.values()), all_edges, notes)


def _bounded(nodes: int, edges: int) -> None:
    if nodes > MOST_NODES or edges > MOST_EDGES:
        raise UsageError(f"The graph has more than {MOST_NODES} nodes or {MOST_EDGES} edges.", "Import a part of it.")


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _plain_json(text: str) -> dict[str, object]:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"This is not valid JSON: {str(error)[:200]}.", "Check it with `jq`.") from error
    if not isinstance(plain, dict):
        raise UsageError("This JSON is not a graph: an object is expected.", "Write `nodes` and `edges`.")
    return plain  # pyright: ignore[reportUnknownVariableType] - JSON objects have text for keys


def _malformed(error: ValidationError) -> UsageError:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return UsageError(f"This JSON is not a graph: {where[:100]}: {first['msg'][:200]}.", "See docs/planning.md.")
