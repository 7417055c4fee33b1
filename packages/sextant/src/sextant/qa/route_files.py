"""Finds, reads and writes route files, and rewrites the targets at which routes begin."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from sextant.addresses.parts import clean_location
from sextant.errors import UsageError
from sextant.qa.script_files import FORMAT as SCRIPT
from sextant.storage import write_whole
from sextant.utg.files.saved import SavedRoute, from_text, looks_like_route, to_text

__all__ = ["based", "find_routes", "is_script", "load_route", "opened_target", "save_route", "stored_target"]


def find_routes(names: Sequence[str]) -> tuple[Path, ...]:
    """Expand names to files of routes and scripts: files themselves, and all of both below folders, sorted by name.

    Raises:
        UsageError: A name is neither, or a folder has no route.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            routes = [one for one in sorted(path.rglob("*.toml")) if one.is_file() and _means_a_test(one)]
            if not routes:
                raise UsageError(f"The folder {name!r} contains no route.", _RECORD)
            found |= dict.fromkeys(routes)
        elif path.is_file():
            found[path] = None
        else:
            raise UsageError(f"The file {name!r} does not exist.", "Name route files, or folders with route files.")
    return tuple(found)


_RECORD = 'Record one with: sextant goto TARGET "some text" --save routes/NAME.toml'


_COMPARE = "compare two maps with: sextant map diff OLD NEW"
_MAP = re.compile(r"\s*(?:\{|(?:strict\s+)?(?:di)?graph\b[^\n=]*\{)")
"""The beginning of a map (JSON or DOT); a route, which is TOML, never begins so."""
_MAPPED = re.compile(r'"app"\s*:\s*"(https?://[^"\s]+)"')


def is_script(path: Path) -> bool:
    """Whether a file claims to be a script and no route, even if invalid."""
    head = _head(path) or ""
    return SCRIPT in head and not looks_like_route(head)


def _means_a_test(path: Path) -> bool:
    head = _head(path)  # a file that cannot be read is reported when it is read
    return head is None or looks_like_route(head) or SCRIPT in head


def _head(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(4000)
    except OSError:
        return None


def load_route(path: Path) -> SavedRoute:
    """Read a route file.

    Raises:
        UsageError: It cannot be read, is no route (but a map, say), or has another format version.
    """
    try:
        text = path.read_text(encoding="utf-8")
        if _MAP.match(text):
            app = _MAPPED.search(text)
            record = _RECORD if app is None else _RECORD.replace("TARGET", f"web:{app[1]}")
            raise UsageError(f"This is a map, not a route: {str(path)!r}.", f"{record}; {_COMPARE}")
        return from_text(text, path.name)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror}.", "Check the path.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name!r} is not a route: it is not text.", _RECORD) from error


def save_route(path: Path, route: SavedRoute) -> None:
    """Write a route file, atomically.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        write_whole(path, to_text(route).encode())
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}.", "Name another file.") from error


_LOCAL = ("world", "scripted")


def stored_target(target: str, folder: Path) -> str:
    """A target as it is saved: without user and password, files relative to the route's folder.

    Raises:
        UsageError: Another machine could not find the saved target.
    """
    kind, _, rest = target.partition(":")
    if kind == "web":
        parts = urlsplit(rest)
        if parts.scheme == "file":
            raise UsageError(
                "A route over files of this machine cannot be repeated, so it is not saved.",
                "Serve the files, and use web:http://localhost:PORT.",
            )
        host = parts.netloc.rpartition("@")[2]
        fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
        return f"web:{urlunsplit((parts.scheme, host, parts.path, _without_secrets(parts.query), fragment))}"
    name, plus, how = rest.partition("+") if kind == "world" else (rest, "", "")
    if kind in _LOCAL and Path(name).exists():
        relative = os.path.relpath(Path(name).absolute(), folder.absolute())
        return f"{kind}:{Path(relative).as_posix()}{plus}{how}"
    return target


def _without_secrets(query: str) -> str:
    """Drop the parameters of an address that look like secrets."""
    pairs = [pair for pair in query.split("&") if pair and clean_location(f"http://host/?{pair}").endswith(f"?{pair}")]
    return "&".join(pairs)


def opened_target(target: str, folder: Path) -> str:
    """A saved target as on the command line: files are resolved against the route's folder.

    Raises:
        UsageError: It is neither a page nor a file: a route may come from others, and chooses no phone.
    """
    kind, _, rest = target.partition(":")
    if kind not in ("web", *_LOCAL):
        raise UsageError(
            f"A route file cannot choose the device {target!r}.", "Name it: --device android:SERIAL, for example."
        )
    name, plus, how = rest.partition("+") if kind == "world" else (rest, "", "")
    if kind in _LOCAL and not Path(name).is_absolute() and (folder / name).exists():
        return f"{kind}:{folder / name}{plus}{how}"
    return target


def based(target: str, base_url: str) -> str:
    """Replace the scheme, host and port of a target.

    Raises:
        UsageError: One of the two is no address of a page, or the base has more than scheme, host and port.
    """
    base = urlsplit(base_url)
    if base.scheme not in ("http", "https") or not base.netloc or base.path not in ("", "/") or base.query:
        raise UsageError(
            f"--base-url takes scheme, host and port, got {base_url!r}.", "Write it as http://staging.example:8080"
        )
    kind, _, rest = target.partition(":")
    if kind != "web":
        raise UsageError(f"--base-url needs a web: device; the route begins at {target!r}.", "Use --device instead.")
    return f"web:{urlunsplit((base.scheme, base.netloc, *urlsplit(rest)[2:]))}"
