"""Small JSON files in the state directory, one named table each: read leniently, replaced atomically."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from sextant.storage import read_private, write_private

__all__ = ["read_state", "write_state"]


def read_state(path: Path, name: str) -> dict[str, Any]:
    """Return the table of that name; empty if the file is missing, damaged or another user's."""
    try:
        data: Any = json.loads(read_private(path))
    except (OSError, ValueError):
        return {}
    table: Any = cast("dict[str, Any]", data).get(name) if isinstance(data, dict) else None
    return cast("dict[str, Any]", table) if isinstance(table, dict) else {}


def write_state(path: Path, name: str, table: Mapping[str, object]) -> None:
    """Replace the file atomically. Never raises."""
    text = json.dumps({"version": 1, name: table}, indent=2, sort_keys=True)
    with suppress(OSError):
        write_private(path, text.encode())
