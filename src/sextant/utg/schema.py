"""The tables of a file of maps, and how an older file comes to have them."""

import sqlite3

__all__ = ["VERSION", "migrate"]

VERSION = 3

_SCHEMA = """
CREATE TABLE IF NOT EXISTS nodes (
    app TEXT NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL, visits INTEGER NOT NULL, last_seen REAL NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (app, id)
);
CREATE TABLE IF NOT EXISTS edges (
    app TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, event TEXT NOT NULL, element TEXT, target TEXT NOT NULL,
    successes INTEGER NOT NULL, failures INTEGER NOT NULL, seconds REAL NOT NULL, last_seen REAL NOT NULL,
    source_binding TEXT NOT NULL, target_binding TEXT NOT NULL, opener TEXT, origin TEXT NOT NULL,
    errors TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (app, id)
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
"""Version 1 had no pictures and no notes. What is added is made where it is missing, so that opening migrates."""

_ADDED = "ALTER TABLE edges ADD COLUMN errors TEXT NOT NULL DEFAULT '[]'"
"""What edges lacked before version 3."""


def migrate(db: sqlite3.Connection) -> None:
    """Makes what is missing, within a transaction: of two processes that open an old file one finds nothing to do."""
    for statement in _SCHEMA.split(";"):
        db.execute(statement)
    if "errors" not in {column[1] for column in db.execute("PRAGMA table_info(edges)")}:
        db.execute(_ADDED)
    db.execute(f"PRAGMA user_version={VERSION}")
