"""Maps on disk: SQLite in WAL mode, one file for many apps, shared between runs and processes.

Nodes are merged and counts added in one immediate transaction, so that two processes can draw one map.
"""

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from sextant.databases import (
    ELSEWHERE,
    is_full,
    is_unwritable,
    known_objects,
    objects_of,
    open_database,
    refuse_unknown,
)
from sextant.dataclass import dataclass
from sextant.errors import JournalFault
from sextant.storage import UnsafePath, make_private
from sextant.types.codec import from_json, to_json
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition
from sextant.utg.edge_errors import EdgeError
from sextant.utg.exits import Binding, Exit, Risky
from sextant.utg.graph import (
    Edge,
    EdgeCount,
    EdgeId,
    Graph,
    GraphChange,
    Growth,
    Node,
    Revision,
    Trigger,
    counted,
    merge,
    revised,
)
from sextant.utg.recorder import MapRecorder, missing

VERSION = 4

_SCHEMA = """
CREATE TABLE IF NOT EXISTS nodes (
    app TEXT NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL, visits INTEGER NOT NULL, last_seen REAL NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (app, id)
);
CREATE TABLE IF NOT EXISTS edges (
    app TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, event TEXT NOT NULL, element TEXT, target TEXT NOT NULL,
    successes INTEGER NOT NULL, failures INTEGER NOT NULL, seconds REAL NOT NULL, last_seen REAL NOT NULL,
    source_binding TEXT NOT NULL, target_binding TEXT NOT NULL, opener TEXT, origin TEXT NOT NULL,
    errors TEXT NOT NULL DEFAULT '[]', writes TEXT NOT NULL DEFAULT '', PRIMARY KEY (app, id)
);
CREATE TABLE IF NOT EXISTS apps (app TEXT PRIMARY KEY, begun REAL NOT NULL, updated REAL NOT NULL);
CREATE INDEX IF NOT EXISTS edges_by_source ON edges (app, source);
CREATE TABLE IF NOT EXISTS pictures (
    app TEXT NOT NULL, node TEXT NOT NULL, data BLOB NOT NULL, at REAL NOT NULL, PRIMARY KEY (app, node)
);
CREATE TABLE IF NOT EXISTS notes (
    app TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (app, key)
);
"""
"""Version 1 had no pictures and no notes. Opening creates what is missing, and so migrates."""

_ADDED = {"errors": "[]", "writes": ""}
"""Columns added to edges in versions 3 and 4, with their defaults."""

_ADDED_BY = {
    name: f"ALTER TABLE edges ADD COLUMN {name} TEXT NOT NULL DEFAULT '{value}'" for name, value in _ADDED.items()
}
_VERSION_3 = _SCHEMA.replace(" writes TEXT NOT NULL DEFAULT '',", "")
_VERSION_2 = _VERSION_3.replace(" errors TEXT NOT NULL DEFAULT '[]',", "")
_KNOWN = (
    (_SCHEMA,),
    (_VERSION_3,),
    (_VERSION_3, _ADDED_BY["writes"]),
    (_VERSION_2,),
    (_VERSION_2, _ADDED_BY["errors"]),
    (_VERSION_2, _ADDED_BY["errors"], _ADDED_BY["writes"]),
)
"""Scripts of every schema that a map can have: as a version made it, or as later ones extended it."""

LARGEST_PICTURE = 256 * 1024
"""Most bytes of a thumbnail."""

_PICTURES = "SELECT node, data FROM pictures WHERE app = ? AND length(data) <= ? ORDER BY rowid"

_COLUMNS = (
    "app, id, source, event, element, target, successes, failures, seconds, last_seen, "
    "source_binding, target_binding, opener, origin, errors, writes"
)


_Errors = tuple[EdgeError, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """When one app was drawn, in Unix seconds, and its number of pictures. `sextant.utg.counts` counts the rest."""

    app: str
    begun: float
    updated: float
    pictures: int


class MapStore:
    """The maps of a user. Thread-safe; `None` as path is an in-memory store.

    Raises:
        JournalFault: The file is no map, is corrupt, or was written by a newer version.
    """

    def __init__(
        self, path: Path | None = None, clock: Callable[[], float] = time.time, patience_seconds: float = 10.0
    ) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        try:
            if path is not None:
                make_private(path.parent)
            self._db = open_database(path, patience_seconds=patience_seconds)
            refuse_unknown(objects_of(self._db), known_objects(_KNOWN))
            self._prepare()
        except sqlite3.Error as error:
            raise self._fault(error) from error
        except UnsafePath as error:
            raise JournalFault(
                f"The map {str(path)!r} cannot be used. The reason is {error.filename!r}: {error.strerror}.",
                error.remedy,
            ) from error

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        (found,) = self._db.execute("PRAGMA user_version").fetchone()
        if found > VERSION:
            raise JournalFault(
                f"The map {str(self._path)!r} was written by a newer version (schema {found}, known {VERSION}).",
                "Update sextant, or name another map file.",
            )
        if found < VERSION:
            with self._writing() as db:
                _migrate(db)

    def _fault(self, error: sqlite3.Error) -> JournalFault:
        where = repr(str(self._path)) if self._path is not None else "in memory"
        if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
            return JournalFault(
                f"The map {where} is in use by another process: {error}.",
                "Nothing was changed. Try again when that process has ended.",
            )
        if is_full(error):
            return JournalFault(f"The disk is full: the map {where} cannot be used.", f"Free some space, {ELSEWHERE}")
        if is_unwritable(error):
            return JournalFault(
                f"The map {where} cannot be written: {error}.", f"Make it and its directory writable, {ELSEWHERE}"
            )
        return JournalFault(f"The map {where} cannot be used: {error}.", "Move the file; Sextant then draws a new map.")

    def map(self, app: str, risky: Risky | None = None) -> "AppMap":
        """The map of one app, loaded; empty where none was drawn yet.

        Elements for which `risky` is True are marked on the map.
        """
        return AppMap(self, app, risky)

    def apps(self) -> tuple[str, ...]:
        """The apps that have a map."""
        with self._reading() as db:
            return tuple(row[0] for row in db.execute("SELECT app FROM apps ORDER BY app"))

    def overview(self) -> tuple[Drawn, ...]:
        """All maps, the latest first."""
        pictures = "SELECT COUNT(*) FROM pictures p WHERE p.app = a.app"
        with self._reading() as db:
            rows = db.execute(f"SELECT app, begun, updated, ({pictures}) FROM apps a ORDER BY updated DESC, app")  # noqa: S608
            return tuple(Drawn(*row) for row in rows)

    def take(self, graph: Graph, pictures: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Merge a whole map into the store, in one transaction; idempotent.

        Where both have a screen or transition, the one with more visits or outcomes is stored.
        """
        now = self._clock()
        with self._writing() as db:
            known = _loaded(db, graph.app)
            for node in graph.nodes.values():
                old = known.nodes.get(node.id)
                both = node if old is None else replace(merge(old, node), visits=max(old.visits, node.visits))
                self._put_node(db, graph.app, both)
            for edge in graph.edges.values():
                old = known.edges.get(edge.id)
                writes = edge.writes or ("" if old is None else old.writes)
                if old is None or old.successes + old.failures < edge.successes + edge.failures:
                    self._put_edge(db, graph.app, replace(edge, writes=writes))
                elif writes != old.writes:
                    self._put_edge(db, graph.app, replace(old, writes=writes))
            for node, picture in pictures.items():
                db.execute("INSERT OR IGNORE INTO pictures VALUES (?,?,?,?)", (graph.app, node, picture, 0.0))
            self._touch(db, graph.app, now)

    def forget(self, app: str) -> None:
        """Delete the map of one app."""
        with self._writing() as db:
            for table in ("nodes", "edges", "pictures", "notes", "apps"):
                db.execute(f"DELETE FROM {table} WHERE app = ?", (app,))  # noqa: S608 - names of our own

    def close(self) -> None:
        """Close the file. Idempotent."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> "MapStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def load(self, app: str) -> Graph:
        """The graph as it is on disk now."""
        with self._reading() as db:
            return _loaded(db, app)

    def save_picture(self, app: str, node: str, picture: bytes, at: float) -> None:
        """Save the thumbnail of a node, unless a newer one is stored.

        Raises:
            ValueError: It is larger than a thumbnail may be.
        """
        if len(picture) > LARGEST_PICTURE:
            raise ValueError(f"a thumbnail of {len(picture):,} bytes; {LARGEST_PICTURE:,} are allowed")
        with self._writing() as db:
            db.execute(
                "INSERT INTO pictures VALUES (?,?,?,?) ON CONFLICT (app, node) DO UPDATE SET data = excluded.data, "
                "at = excluded.at WHERE excluded.at >= pictures.at",
                (app, node, picture, at),
            )

    def pictures(self, app: str) -> dict[str, bytes]:
        """The thumbnails of an app by node, the newest of each; larger pictures, which we never store, are left out."""
        with self._reading() as db:
            return {str(node): bytes(data) for node, data in db.execute(_PICTURES, (app, LARGEST_PICTURE))}

    def note(self, app: str, key: str, value: str) -> None:
        """Store a text about a map under a key (where it was drawn, which build); the last one counts."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO notes VALUES (?,?,?) ON CONFLICT (app, key) DO UPDATE SET value = excluded.value",
                (app, key, value),
            )

    def notes(self, app: str) -> dict[str, str]:
        """The notes about a map, by key."""
        with self._reading() as db:
            rows = db.execute("SELECT key, value FROM notes WHERE app = ? ORDER BY key", (app,))
            return {str(key): str(value) for key, value in rows}

    def version(self) -> int:
        """A number that changes when another connection has written."""
        with self._reading() as db:
            return int(db.execute("PRAGMA data_version").fetchone()[0])

    def save(self, app: str, change: GraphChange) -> None:
        """Add a change to the store, in one transaction."""
        if not (change.nodes or change.counts or change.revisions):
            return
        with self._writing() as db:
            for node in change.nodes:
                self._save_node(db, app, node)
            for count in change.counts:
                self._save_count(db, app, count)
            for revision in change.revisions:
                self._save_revision(db, app, revision)
            self._touch(db, app, self._clock())

    def _touch(self, db: sqlite3.Connection, app: str, now: float) -> None:
        db.execute(
            "INSERT INTO apps VALUES (?, ?, ?) ON CONFLICT (app) DO UPDATE SET updated = excluded.updated",
            (app, now, now),
        )

    def _save_node(self, db: sqlite3.Connection, app: str, node: Node) -> None:
        row = db.execute("SELECT body FROM nodes WHERE app = ? AND id = ?", (app, node.id)).fetchone()
        self._put_node(db, app, node if row is None else merge(from_json(Node, row[0]), node))

    def _put_node(self, db: sqlite3.Connection, app: str, merged: Node) -> None:
        db.execute(
            "INSERT INTO nodes VALUES (?,?,?,?,?,?) ON CONFLICT (app, id) DO UPDATE SET label = excluded.label, "
            "visits = excluded.visits, last_seen = excluded.last_seen, body = excluded.body",
            (app, merged.id, merged.key.label, merged.visits, merged.last_seen, to_json(Node, merged)),
        )

    def _save_count(self, db: sqlite3.Connection, app: str, count: EdgeCount) -> None:
        self._put_edge(db, app, counted(self._edge(db, app, count.edge.id), count))

    def _save_revision(self, db: sqlite3.Connection, app: str, revision: Revision) -> None:
        known = self._edge(db, app, revision.edge)
        if known is not None:
            self._put_edge(db, app, revised(known, revision))

    def _edge(self, db: sqlite3.Connection, app: str, edge: EdgeId) -> Edge | None:
        query = f"SELECT {_COLUMNS} FROM edges WHERE app = ? AND id = ?"  # noqa: S608
        row = db.execute(query, (app, _identity(edge))).fetchone()
        return None if row is None else _edge(row)

    def _put_edge(self, db: sqlite3.Connection, app: str, edge: Edge) -> None:
        db.execute(
            f"INSERT INTO edges ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "  # noqa: S608
            "ON CONFLICT (app, id) DO UPDATE SET successes = excluded.successes, failures = excluded.failures, "
            "seconds = excluded.seconds, "
            "last_seen = excluded.last_seen, source_binding = excluded.source_binding, "
            "target_binding = excluded.target_binding, opener = excluded.opener, origin = excluded.origin, "
            "errors = excluded.errors, writes = excluded.writes",
            (
                app,
                _identity(edge.id),
                edge.source,
                edge.trigger.event,
                _ref_text(edge.trigger.element),
                edge.target,
                edge.successes,
                edge.failures,
                edge.seconds,
                edge.last_seen,
                to_json(Binding, edge.source_binding),
                to_json(Binding, edge.target_binding),
                _ref_text(edge.opener),
                edge.origin,
                to_json(_Errors, edge.errors),
                edge.writes,
            ),
        )

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
                raise self._translated(error) from error

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except BaseException as error:  # after any failure, release the lock for other processes
                self._roll_back()
                if isinstance(error, (sqlite3.Error, ValueError)):
                    raise self._translated(error) from error
                raise

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            return  # the original error is raised; the file recovers by its journal

    def _translated(self, error: Exception) -> JournalFault:
        if isinstance(error, sqlite3.Error):
            return self._fault(error)
        return JournalFault(
            f"The map {str(self._path)!r} has an unreadable row: {str(error)[:200]}",
            "Move the file; Sextant then draws a new map.",
        )


def _migrate(db: sqlite3.Connection) -> None:
    """Create what is missing in a transaction; a second process that opens an old file finds nothing to do."""
    for statement in _SCHEMA.split(";"):
        db.execute(statement)
    known = {column[1] for column in db.execute("PRAGMA table_info(edges)")}
    for name in _ADDED:
        if name not in known:
            db.execute(_ADDED_BY[name])
    db.execute(f"PRAGMA user_version={VERSION}")


def open_store(path: Path, clock: Callable[[], float] = time.time) -> MapStore:
    """Open the maps in a file, which is created if missing.

    Raises:
        JournalFault: The file is no map, is corrupt, or was written by a newer version.
    """
    return MapStore(path, clock)


class AppMap:
    """The map of one app: a graph that is drawn while walking, and saved to its store."""

    def __init__(self, store: MapStore, app: str, risky: Risky | None = None) -> None:
        self._store = store
        self.app = app
        self.graph = store.load(app)
        self._recorder = MapRecorder(self.graph, risky)
        self._version = store.version()

    def see(self, screen: Screen) -> None:
        """Record a look: the node, its exits, its words. It counts as a visit only where the node is new."""
        new = screen.key.id not in self.graph.nodes
        self._take(self._recorder.sighting(screen, visits=int(new)))

    def observe(self, transition: Transition) -> Growth:
        """Record a step; return the change of the map."""
        change = self._recorder.transition(transition)
        self._take(change)
        return change.growth

    def miss(self, node: str, one: Exit) -> None:
        """Record that an exit was not found on a screen where it had been seen."""
        if node in self.graph.nodes:
            self._take(missing(self.graph.nodes[node], one))

    def refresh(self) -> bool:
        """Reload what other processes have drawn; False where there was nothing new."""
        version = self._store.version()
        if version == self._version:
            return False
        self._version = version
        self.graph = self._store.load(self.app)
        self._recorder = self._recorder.on(self.graph)
        return True

    def _take(self, change: GraphChange) -> None:
        self.graph.apply(change)
        self._store.save(self.app, change)


def _loaded(db: sqlite3.Connection, app: str) -> Graph:
    graph = Graph(app)
    for (body,) in db.execute("SELECT body FROM nodes WHERE app = ? ORDER BY rowid", (app,)):
        graph.put(from_json(Node, body))
    for row in db.execute(f"SELECT {_COLUMNS} FROM edges WHERE app = ? ORDER BY rowid", (app,)):  # noqa: S608
        graph.set(_edge(row))
    return graph


def _edge(row: tuple[object, ...]) -> Edge:
    (_, _, source, event, element, target, *counts, last_seen, bound, binds, opener, origin, errors, writes) = row
    successes, failures, seconds = counts
    return Edge(
        source=str(source),
        trigger=Trigger(str(event), _ref(element)),
        target=str(target),
        source_binding=from_json(Binding, str(bound)),
        target_binding=from_json(Binding, str(binds)),
        opener=_ref(opener),
        successes=int(str(successes)),
        failures=int(str(failures)),
        seconds=float(str(seconds)),
        last_seen=float(str(last_seen)),
        origin="static" if origin == "static" else "observed",
        errors=from_json(_Errors, str(errors)),
        writes=str(writes),
    )


def _ref(text: object) -> ElementRef | None:
    return None if text is None else from_json(ElementRef, str(text))


def _ref_text(ref: ElementRef | None) -> str | None:
    return None if ref is None else to_json(ElementRef, ref)


def _identity(edge: EdgeId) -> str:
    parts = (edge.source, edge.trigger.event, _ref_text(edge.trigger.element) or "", edge.target)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
