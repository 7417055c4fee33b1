"""Address templates: which parts of a URL name the screen, and which the item it is about. Pure functions.

No word list decides. A path segment is a parameter by its shape (ids, dates, hashes, user text), or because the page
shows it to be a name (`shown.py`). A query value is a parameter, except for keys by which the navigation selects pages,
and for values that are paths.
"""

import re
from collections.abc import Collection
from dataclasses import field
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from sextant.dataclass import dataclass

HOLE: Final = "{id}"
"""Replaces a parameter in a template."""

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{7,}", re.IGNORECASE)
_DATE = re.compile(r"\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?(?:T.*)?")
_VERSION = re.compile(r"v\d+(?:\.\d+)*", re.IGNORECASE)
_NUMBERED = re.compile(r"[a-z]{2,}\d{1,2}", re.IGNORECASE)
_ITEM = re.compile(r"([a-z]{2,30})(\d{1,9})", re.IGNORECASE)
_SCRIPTS = r"php\d?|aspx?|jspx?|cgi|pl|do|action|cfm"  # structural: endings of files that a server runs
_PAGE_FILE = re.compile(rf"\.(?:x?html?|{_SCRIPTS})$", re.IGNORECASE)
_INDEX_FILE = re.compile(rf"(?:index|default|home)\.(?:x?html?|{_SCRIPTS})$", re.IGNORECASE)
_WORDLIKE = re.compile(r"[a-z][a-z_\-]{0,39}", re.IGNORECASE)
_DATA_FILE = re.compile(r"[^/]+\.(?:[a-z]|[a-z0-9]{2,5})$", re.IGNORECASE)
_KINDS = 2
"""Least number of words with a number appended (`bug7`) for such numbers to count as ids."""
_SLUG, _LONG_SLUG = 3, 20
"""Hyphens of a title slug in an address; one fewer is enough from this length on."""
_TOKEN = 20
_MAX_BINDING = 200


@dataclass(frozen=True, slots=True)
class Template:
    """An address without its parameters, and the parameters."""

    route: str
    binding: tuple[tuple[str, str], ...] = ()
    parametric: bool = False
    """Whether the path has a parameter: the screen is about one item of many."""


@dataclass
class _Binding:
    pairs: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    parametric: bool = False

    def bind(self, name: str, value: str, parametric: bool) -> None:
        names = {taken for taken, _ in self.pairs}
        unique, count = name, 2
        while unique in names:
            unique, count = f"{name}{count}", count + 1
        self.pairs.append((unique, value[:_MAX_BINDING]))
        self.parametric = self.parametric or parametric

    def extend(self, value: str) -> None:
        """Append a segment to the last parameter: a path of names."""
        name, begun = self.pairs[-1]
        self.pairs[-1] = (name, f"{begun}/{value}"[:_MAX_BINDING])


def template_of(
    location: str,
    fragment_routes: bool = False,
    scoped: bool = False,
    numbered: Collection[str] = (),
    names: Collection[str] = (),
    trees: Collection[str] = (),
    picking: Collection[str] = (),
) -> Template:
    """Return the template of a URL or an activity name.

    `fragment_routes`: a fragment without a slash names a screen, too (`#settings` if no element has that id); otherwise
    it is a position on the page and is ignored. `scoped`: the first segment names an owner (a tenant, a project); it is
    bound, and does not make the screen one of many. `numbered`: words that the page's links write both alone and with a
    number (`bug`, `bug7`). `names`: segments that the page shows to be names. `trees`: segments after which a path of
    any depth follows. `picking`: query keys by which its navigation selects pages.
    """
    try:
        parts = urlsplit(location)
    except ValueError:
        return Template(location[:_MAX_BINDING])
    if parts.scheme in {"data", "blob", "javascript"}:
        return Template(f"{parts.scheme}:")
    bound = _Binding()
    shown = _Shown(frozenset(numbered), frozenset(names), frozenset(word.casefold() for word in trees))
    route = _path(segments_of(parts.path), bound, shown, scoped)
    route += _query(parts.query, bound, picking)
    plain = parts.fragment.removeprefix("!")
    if plain and ("/" in plain or fragment_routes):
        path, _, query = plain.partition("?")
        inner = _path(segments_of(path), bound, shown)
        route += f"#{inner}{_query(query, bound, picking)}" if inner != "/" else ""
        if inner == "/":
            _query(query, bound, ())
    return Template(route, tuple(bound.pairs), bound.parametric)


@dataclass(frozen=True, slots=True)
class _Shown:
    numbered: frozenset[str]
    names: frozenset[str]
    trees: frozenset[str]


def is_file(segment: str) -> bool:
    """Whether a path segment is the name of a file that is no page: `lamp.c`, `south.py`."""
    return bool(_DATA_FILE.fullmatch(segment)) and not _PAGE_FILE.search(segment)


def is_parameter(segment: str) -> bool:
    """Whether a path segment is a parameter by its shape: an id, a date, a file, user text, a long slug."""
    stem = _PAGE_FILE.sub("", segment)
    if _looks_generated(stem) or _looks_written(stem) or is_file(segment):
        return True
    hyphens = stem.count("-") + stem.count("_")
    return hyphens >= _SLUG or (hyphens == _SLUG - 1 and len(stem) >= _LONG_SLUG)


def segments_of(path: str) -> list[str]:
    """Return the decoded segments of a path without empty ones, at most 24."""
    return [unquote(segment) for segment in path.partition(";")[0].split("/") if segment][:24]


def _looks_generated(stem: str) -> bool:
    """Whether it is a number, uuid, hash, date, or a short id as programs make them."""
    if stem.isdigit() or _UUID.fullmatch(stem) or _DATE.fullmatch(stem):
        return True
    digits = sum(character.isdigit() for character in stem)
    if not digits:
        return len(stem) >= 16 and stem.isalpha() and not stem.islower() and not stem.istitle() and _mixed(stem)
    if _VERSION.fullmatch(stem) or _NUMBERED.fullmatch(stem):
        return False
    if _HEX.fullmatch(stem) or digits >= 3:
        return True
    return "-" in stem or "_" in stem or (len(stem) >= 8 and _mixed(stem)) or stem[0].isdigit()


def _mixed(stem: str) -> bool:
    """Whether upper and lower case alternate more often than in words joined by capitals."""
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(stem))
    return turns >= len(stem) / 3


def _looks_written(stem: str) -> bool:
    """Whether people wrote it: it has spaces, addresses or other scripts, on which programs do not route."""
    return stem.startswith(("@", "~")) or any(c.isspace() or c in "@+,:'()!" or ord(c) > 127 for c in stem)


def _item(segment: str, numbered: Collection[str]) -> tuple[str, str, str]:
    """Split a segment of kind and id (`bug7`) into word, number and ending; else three empty texts.

    `oauth2` and `step3` are pages: the word must occur alone elsewhere (`bug`), or two other words must.
    """
    stem = _PAGE_FILE.sub("", segment)
    found = _ITEM.fullmatch(stem)
    if found is None or (found[1].casefold() not in numbered and len(numbered) < _KINDS):
        return "", "", ""
    return found[1], found[2], segment[len(stem) :]


def _path(segments: list[str], bound: _Binding, shown: _Shown, scoped: bool = False) -> str:
    if segments and _INDEX_FILE.fullmatch(segments[-1]):
        segments = segments[:-1]
    written: list[str] = []
    if scoped and segments:
        bound.bind("id", segments[0], parametric=False)
        written, segments = [HOLE], segments[1:]
    before = ""
    while segments:
        segment, *segments = segments
        word, number, ending = _item(segment, shown.numbered)
        if before.casefold() in shown.trees:
            segment, segments = "/".join((segment, *segments)), []
        elif word:
            bound.bind(word.casefold(), number, parametric=True)
            written.append(f"{word}{HOLE}{ending}")
            before = ""
            continue
        elif not is_parameter(segment) and segment not in shown.names:
            written.append(segment)
            before = segment
            continue
        # Consecutive names below a word are one path: `tree/main/docs/pictures`. Without a word above them
        # each is an item: `ada/ships`.
        if written[-1:] == [HOLE] and len(written) > 1 and written[-2] != HOLE and not before:
            bound.extend(segment)
            continue
        bound.bind(before or "id", segment, parametric=True)
        written.append(HOLE)
        before = ""
    return "/" + "/".join(written)


def _query(query: str, bound: _Binding, picking: Collection[str]) -> str:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return ""
    routed: set[str] = set()
    for key, value in sorted(pairs):
        if (key in picking and not is_parameter(value)) or _is_path(value):
            routed.add(f"{key}={value[:80]}")
        elif not _is_token(value):
            bound.bind(key, value, parametric=False)
    return "?" + "&".join(sorted(routed)) if routed else ""


def _is_token(value: str) -> bool:
    """Whether a value is a session token, which identifies no item and must not be stored."""
    return len(value) >= _TOKEN and not _UUID.fullmatch(value) and _looks_generated(value)


def _is_path(value: str) -> bool:
    """Whether a query value is a route: `r=site/login`."""
    segments = value.strip("/").split("/")
    return len(segments) > 1 and all(_WORDLIKE.fullmatch(one) and not is_parameter(one) for one in segments)
