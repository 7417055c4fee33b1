"""Small JSON files in the state directory: one named table each, read leniently and replaced whole."""

import json
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

__all__ = ["read_state", "write_state"]


def read_state(path: Path, name: str) -> dict[str, Any]:
    """The table of that name; an absent or damaged file says nothing."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    table: Any = cast("dict[str, Any]", data).get(name) if isinstance(data, dict) else None
    return cast("dict[str, Any]", table) if isinstance(table, dict) else {}


def write_state(path: Path, name: str, table: Mapping[str, object]) -> None:
    """Replaces the file in one step: a crash or a full disk leaves the old one or the new one. Never raises."""
    text = json.dumps({"version": 1, name: table}, indent=2, sort_keys=True)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
        ) as file:
            new = Path(file.name)
            try:
                file.write(text)
                file.close()
                new.replace(path)
            except OSError:
                new.unlink(missing_ok=True)
                raise
