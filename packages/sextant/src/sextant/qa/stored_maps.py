"""Finds, lists, imports, exports and deletes stored maps."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import field, replace
from pathlib import Path

from sextant.addresses.origins import origin_of
from sextant.assembly.maps import map_name, maps_file, open_maps, open_vectors
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.settings import Settings
from sextant.utg.broken_links import BrokenLink
from sextant.utg.counts import ORIGINS, origins_noted, tally
from sextant.utg.files.exported import map_dot, map_json
from sextant.utg.files.imported import PlainGraph, read_map_file
from sextant.utg.graph import Edge, Graph, Node
from sextant.utg.store import Drawn, MapStore

__all__ = ["DrawnMap", "FoundMap", "ImportResult", "drawn_maps", "find_map", "forget_map", "import_map", "map_text"]

_SUFFIXES = (".json", ".dot", ".gv")
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class FoundMap:
    """A map with its notes and pictures. `plain` is the graph of a file in another format than ours."""

    graph: Graph
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    plain: PlainGraph | None = None


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """The stored map of one app, counted as by `sextant.utg.counts`. Times are Unix seconds."""

    app: str
    begun: float
    updated: float
    screens: int
    transitions: int
    error_pages: int
    broken_links: tuple[BrokenLink, ...]
    pictures: int


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import: the counts now, and how many are new."""

    app: str
    screens: int
    transitions: int
    new_screens: int
    new_transitions: int
    notes: tuple[str, ...]


def find_map(name: str, settings: Settings) -> FoundMap:
    """Find a map by name: a file (JSON or DOT), or a target whose map is stored.

    Raises:
        UsageError: There is no such map, or there are several; the remedy lists them.
        JournalFault: The store is corrupt, held by another process, or of a newer version.
    """
    path = Path(name)
    if path.is_file() or (path.suffix in _SUFFIXES and "://" not in name):
        read = read_map_file(path)
        return FoundMap(read.graph, read.notes, read.pictures, read.plain)
    with _store(settings) as store:
        app = _app_of(name, store)
        return FoundMap(store.load(app), store.notes(app), store.pictures(app))


def drawn_maps(settings: Settings) -> tuple[DrawnMap, ...]:
    """The stored maps, the latest first."""
    with _store(settings) as store:
        return tuple(_counted(store, one) for one in store.overview())


def _counted(store: MapStore, drawn: Drawn) -> DrawnMap:
    count = tally(store.load(drawn.app), origins_noted(store.notes(drawn.app)))
    return DrawnMap(
        drawn.app,
        drawn.begun,
        drawn.updated,
        count.screens,
        count.transitions,
        count.error_pages,
        count.broken,
        drawn.pictures,
    )


def forget_map(name: str, settings: Settings) -> str:
    """Delete a map from the store, and the vectors of all texts, and return its app.

    Raises:
        UsageError: There is no such map.
        JournalFault: The store cannot be written.
    """
    with _store(settings) as store:
        app = _app_of(name, store, exactly=True)
        store.forget(app)
    with closing(open_vectors(settings)) as vectors:
        vectors.clear()
    return app


def import_map(
    path: Path, settings: Settings, app: str = "", merge: bool = False, across: bool = False, static: bool = False
) -> ImportResult:
    """Import the map of a file into the store.

    A map of ours is stored as it was exported, any other graph as static knowledge: nothing of it was observed.

    Args:
        path: JSON or DOT.
        settings: Where the store is.
        app: The app, as `map` and `goto` name it; by default as in the file, or the file's name.
        merge: Add to an existing map.
        across: Accept a map of another app as one of `app`.
        static: Import everything as static knowledge, whatever was observed.

    Raises:
        UsageError: The file cannot be used, or there is a map of that app already.
        JournalFault: The store cannot be written; nothing was imported.
    """
    read = read_map_file(path)
    wanted = _canonical(app) or (read.graph.app if read.plain is None else path.stem)
    if app and read.plain is None and read.graph.app != wanted and not across:
        raise UsageError(
            f"{str(path)!r} is a map of {read.graph.app!r}, not of {wanted!r}.",
            "Omit --app, or add --force if it is the same app at another address.",
        )
    graph = _adopted(read.graph, wanted, static)
    if not graph.nodes:
        raise UsageError(f"{str(path)!r} contains no screen.", "Import a file with at least one screen.")
    with open_maps(settings) as store:
        before = store.load(wanted)
        if before.nodes and not merge:
            raise UsageError(
                f"A map of {wanted!r} with {len(before.nodes)} screens already exists.",
                f"Add --merge to extend it, or delete it first: sextant map forget {wanted}",
            )
        store.take(graph, read.pictures)
        origins = (*origins_noted(store.notes(wanted)), *origins_noted(read.notes))
        if read.plain is None and read.graph.app != wanted:
            origins += (read.graph.app,)  # the same app, seen at another address
        noted = {ORIGINS: " ".join(dict.fromkeys(origins))} if origins else {}
        for key, value in {**read.notes, **noted}.items():
            store.note(wanted, key, value)
        now, then = tally(store.load(wanted), origins), tally(before, origins)
    return ImportResult(
        wanted,
        now.screens,
        now.transitions,
        now.screens - then.screens,
        now.transitions - then.transitions,
        read.plain.notes if read.plain is not None else (),
    )


def map_text(found: FoundMap, form: str, pictures: bool) -> str:
    """Export the map as text, `json` or `dot`.

    Raises:
        UsageError: There is no such format, or it cannot contain pictures.
    """
    if form == "json":
        return map_json(found.graph, found.notes, found.pictures if pictures else {})
    if form != "dot":
        raise UsageError(f"There is no format {form!r}.", "Choose json or dot.")
    if pictures:
        raise UsageError("DOT files cannot contain pictures.", "Omit --pictures, or choose --format json.")
    return map_dot(found.graph)


def _adopted(graph: Graph, app: str, static: bool) -> Graph:
    """The map under another app name; with `static`, as if nothing on it was observed."""
    if graph.app == app and not static:
        return graph
    adopted = Graph(app)
    for node in graph.nodes.values():
        adopted.put(_unseen_node(node) if static else node)
    for edge in graph.edges.values():
        adopted.set(_unseen_edge(edge) if static else edge)
    return adopted


def _unseen_node(node: Node) -> Node:
    return replace(node, visits=0, last_seen=0.0, origin="static")


def _unseen_edge(edge: Edge) -> Edge:
    return replace(edge, successes=0, failures=0, seconds=0.0, last_seen=0.0, origin="static")


def _store(settings: Settings) -> MapStore:
    """Open the store for reading; an empty one in memory where there is none."""
    return open_maps(settings) if maps_file(settings).exists() else MapStore()


def _canonical(name: str) -> str:
    """The app name under which the map of a target is stored; the name itself where it is no target."""
    kind, _, rest = name.partition(":")
    if kind == "web" and "://" in rest:
        return origin_of(rest)
    if "://" in name:
        return origin_of(name)
    return map_name(name) or name


def _app_of(name: str, store: MapStore, exactly: bool = False) -> str:
    apps = store.apps()
    wanted = _canonical(name)
    if wanted in apps:
        return wanted
    within = [] if exactly else [app for app in apps if wanted and wanted.casefold() in app.casefold()]
    if len(within) == 1:
        return within[0]
    if within:
        raise UsageError(f"{name[:200]!r} matches {len(within)} maps: {_listed(within)}.", "Give the full name.")
    if not apps:
        raise UsageError(
            f"There is no map {name[:200]!r}. No map is stored yet.", "Draw one: sextant map web:http://localhost:8000"
        )
    raise UsageError(
        f"There is no map {name[:200]!r}.",
        f"There are maps of {_listed(apps)}. `sextant map TARGET` draws one; name a file by its path.",
    )


def _listed(apps: Sequence[str]) -> str:
    more = f" and {len(apps) - _SHOWN} more (sextant map list)" if len(apps) > _SHOWN else ""
    return ", ".join(map(repr, apps[:_SHOWN])) + more
