"""Addresses as templates: what in a URL names the screen, and what names the thing it is about. Pure functions.

No word decides. A segment of the path is a parameter by its shape (ids, dates, hashes, what people write), or because
the page shows it to be a name (`shown.py`). A query is a parameter, but for keys by which the navigation picks its
pages, and for values that are paths themselves.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

HOLE: Final = "{id}"
"""Stands where an address holds a parameter."""

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
"""An id is written onto the word for its kind (`bug7`) where so many words are."""
_SLUG, _LONG_SLUG = 3, 20
"""Hyphens of a title in an address; two are enough in one of that length."""
_TOKEN = 20
_MAX_BINDING = 200


@dataclass(frozen=True, slots=True)
class Template:
    """An address without its parameters, and the parameters."""

    route: str
    binding: tuple[tuple[str, str], ...] = ()
    parametric: bool = False
    """The path holds a parameter: the screen is about one thing of many."""


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
        """The last parameter goes on: a path of names."""
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
    """The template of a URL or an activity name.

    `fragment_routes` says that a fragment without a slash names a screen too (`#settings` where no element has that
    id); otherwise such a fragment is a place on the page and is ignored. `scoped` says that the first segment names
    whose pages these are (a tenant, a project): it is bound, and does not make the screen one of many. `numbered` are
    words that the page's links write both alone and with a number (`bug`, `bug7`). `names` are segments that the page
    shows to be names, `trees` words below which it shows a path of any depth to lie, `picking` keys of the query by
    which its navigation picks pages.
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
    """Whether a path segment names a thing by its shape: an id, a date, a file, what somebody wrote, a long slug."""
    stem = _PAGE_FILE.sub("", segment)
    if _looks_generated(stem) or _looks_written(stem) or is_file(segment):
        return True
    hyphens = stem.count("-") + stem.count("_")
    return hyphens >= _SLUG or (hyphens == _SLUG - 1 and len(stem) >= _LONG_SLUG)


def segments_of(path: str) -> list[str]:
    """The segments of a path as they are read here: decoded, the empty ones left out."""
    return [unquote(segment) for segment in path.partition(";")[0].split("/") if segment][:24]


def _looks_generated(stem: str) -> bool:
    """Numbers, uuids, hashes, dates, short ids as programs make them."""
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
    """Upper and lower case change more often than in words joined by capitals."""
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(stem))
    return turns >= len(stem) / 3


def _looks_written(stem: str) -> bool:
    """What people write and programs would not route on: spaces, addresses, other scripts."""
    return stem.startswith(("@", "~")) or any(c.isspace() or c in "@+,:'()!" or ord(c) > 127 for c in stem)


def _item(segment: str, numbered: Collection[str]) -> tuple[str, str, str]:
    """The word, the number and the ending of a thing that is named by its kind and its id (`bug7`); else empty.

    `oauth2` and `step3` are pages of their own: the word has to stand alone elsewhere (`bug`), or two others have to.
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
        # Names that follow one another below a word are one path: `tree/main/docs/pictures`. Without a word above them
        # each is a thing of its own: `ada/ships`.
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
    kept: set[str] = set()
    for key, value in sorted(pairs):
        if (key in picking and not is_parameter(value)) or _is_path(value):
            kept.add(f"{key}={value[:80]}")
        elif not _is_token(value):
            bound.bind(key, value, parametric=False)
    return "?" + "&".join(sorted(kept)) if kept else ""


def _is_token(value: str) -> bool:
    """Whether a value stands for a visit and for no thing, as a session's key does: nobody may keep it."""
    return len(value) >= _TOKEN and not _UUID.fullmatch(value) and _looks_generated(value)


def _is_path(value: str) -> bool:
    """Whether a value of a query routes by itself: `r=site/login`."""
    segments = value.strip("/").split("/")
    return len(segments) > 1 and all(_WORDLIKE.fullmatch(one) and not is_parameter(one) for one in segments)
