"""Addresses as templates: what in a URL names the screen, and what names the thing it is about. Pure functions."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from sextant.perception.words import (
    ACTIONS,
    COLLECTIONS,
    DEFAULTS,
    DESCRIBING_KEYS,
    DIRECTIONS,
    EVERYTHING,
    FILING,
    FILTERING_KEYS,
    FLEETING_KEYS,
    IDENTIFYING_KEYS,
    MAKING,
    MANAGING,
    NARROWING,
    ORDERS,
    PAGING,
    PARTS,
    PICKING_KEYS,
    SEARCHING,
    SORTING,
    STARTING,
    STATES,
    SWITCHED,
    TREES,
    UI,
    VIEWING,
    WRITTEN_KEYS,
)

HOLE: Final = "{id}"
"""Stands where an address holds a parameter."""
ORDER: Final = "{order}"
"""Stands where an address holds how a list is sorted, and would be another place without it."""

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{7,}", re.IGNORECASE)
_DATE = re.compile(r"\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?(?:T.*)?")
_VERSION = re.compile(r"v\d+(?:\.\d+)*", re.IGNORECASE)
_NUMBERED = re.compile(r"[a-z]{2,}\d{1,2}", re.IGNORECASE)
_ITEM = re.compile(r"([a-z]{2,30})(\d{1,9})", re.IGNORECASE)
_SCRIPTS = r"php\d?|aspx?|jspx?|cgi|pl|do|action|cfm"
"""The endings of files that a server runs."""
_SCRIPT_FILE = re.compile(rf"\.(?:{_SCRIPTS})$", re.IGNORECASE)
_PAGE_FILE = re.compile(rf"\.(?:x?html?|{_SCRIPTS})$", re.IGNORECASE)
_INDEX_FILE = re.compile(rf"(?:index|default|home)\.(?:x?html?|{_SCRIPTS})$", re.IGNORECASE)
_DATA_FILE = re.compile(r"[^/]+\.(?:[a-z]|[a-z0-9]{2,5})$", re.IGNORECASE)
_WORDLIKE = re.compile(r"[a-z][a-z_\-]{0,39}", re.IGNORECASE)
_MADE = re.compile(rf"(?:{'|'.join(sorted(MAKING))})[-_]?([a-z]+)", re.IGNORECASE)
_MAX_BINDING = 200


@dataclass(frozen=True, slots=True)
class Template:
    """An address without its parameters, and the parameters."""

    route: str
    binding: tuple[tuple[str, str], ...] = ()
    parametric: bool = False
    """The path or an identifying key holds a parameter: the screen is about one thing of many."""


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


def template_of(
    location: str,
    fragment_routes: bool = False,
    scoped: bool = False,
    sorted_at: int | None = None,
    numbered: Collection[str] = (),
    names: Collection[str] = (),
    trees: Collection[str] = (),
) -> Template:
    """The template of a URL or an activity name.

    `fragment_routes` says that a fragment without a slash names a screen too (`#settings` where no element has that
    id); otherwise such a fragment is a place on the page and is ignored. `scoped` says that the first segment names
    whose pages these are (a tenant, a project): it is bound, and does not make the screen one of many.
    `sorted_at` is the index of the path segment that says how a list is sorted, where the page's links tell of one.
    `numbered` are words that the page's links write both alone and with a number (`bug`, `bug7`). `names` are segments
    that the page shows to be names, `trees` small words below which it shows a path of any depth to lie.
    """
    try:
        parts = urlsplit(location)
    except ValueError:
        return Template(location[:_MAX_BINDING])
    if parts.scheme in {"data", "blob", "javascript"}:
        return Template(f"{parts.scheme}:")
    bound = _Binding()
    path = parts.path.partition(";")[0]
    route = _path(path, bound, scoped, sorted_at, numbered, names, trees)
    script = bool(_SCRIPT_FILE.search(path)) or route == "/"
    query = _query(parts.query, script, bound, _makes(route))
    fragment = _fragment(parts.fragment, fragment_routes, bound, names, trees)
    return Template(route + query + fragment, tuple(bound.pairs), bound.parametric)


def is_file(segment: str) -> bool:
    """Whether a path segment is the name of a file that is no page: `lamp.c`, `south.py`."""
    return bool(_DATA_FILE.fullmatch(segment)) and not _PAGE_FILE.search(segment)


def is_parameter(segment: str, before: str = "") -> bool:
    """Whether a path segment names a thing (an id, a date, a slug) rather than a place; `before` is its predecessor."""
    stem = _PAGE_FILE.sub("", segment)
    if _looks_generated(stem) or _looks_written(stem):
        return True
    if stem == segment and _DATA_FILE.fullmatch(segment):
        return True
    if stem[:1].isupper() and before.casefold() in COLLECTIONS | {"account", "accounts"}:
        return True
    words = [word for word in re.split(r"[-_.]", stem.casefold()) if word]
    if before.casefold() in COLLECTIONS and stem.casefold() in DEFAULTS:
        return True
    if all(word in UI for word in words):
        return False
    hyphens = stem.count("-") + stem.count("_")
    if hyphens >= 3 or (hyphens == 2 and len(stem) >= 20):
        return True
    known = ACTIONS | STATES if before.endswith("s") else ACTIONS  # `jobs/running` holds many, `tag/running` is one
    return before.casefold() in COLLECTIONS and stem.casefold() not in known


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
    if stem.casefold().startswith("special:"):
        return False
    return stem.startswith(("@", "~")) or any(c.isspace() or c in "@+,:'()!" or ord(c) > 127 for c in stem)


def _item(segment: str, before: str, numbered: Collection[str]) -> tuple[str, str, str]:
    """The word, the number and the ending of a thing that is named by its kind and its id (`bug7`); else empty.

    `oauth2` and `step3` are pages of their own. The word has to be that of a collection, or to stand alone elsewhere
    (`bug`), or the app has to write other ids so: those of a collection, or of two other words.
    """
    stem = _PAGE_FILE.sub("", segment)
    found = _ITEM.fullmatch(stem)
    if found is None or before.casefold() in COLLECTIONS | TREES:
        return "", "", ""
    word, known = found[1].casefold(), set(numbered) - PARTS
    told = word in COLLECTIONS or word in known or len(known) >= 2 or not known.isdisjoint(COLLECTIONS)
    return (found[1], found[2], segment[len(stem) :]) if told and word not in PARTS else ("", "", "")


def is_place(segment: str) -> bool:
    """Whether a path segment is made of words of interfaces, or is a collection's."""
    plain = _PAGE_FILE.sub("", segment).casefold()
    return plain in COLLECTIONS or all(word in UI for word in re.split(r"[-_.]", plain) if word)


def segments_of(path: str) -> list[str]:
    """The segments of a path as they are read here: decoded, the empty ones left out."""
    return [unquote(segment) for segment in path.partition(";")[0].split("/") if segment][:24]


def _path(
    path: str,
    bound: _Binding,
    scoped: bool = False,
    sorted_at: int | None = None,
    numbered: Collection[str] = (),
    names: Collection[str] = (),
    trees: Collection[str] = (),
) -> str:
    segments = _without_turns(segments_of(path), sorted_at, bound)
    if segments and _INDEX_FILE.fullmatch(segments[-1]):
        segments.pop()
    written: list[str] = []
    if scoped and segments:
        bound.bind("id", segments.pop(0), parametric=False)
        written.append(HOLE)
    before, below = "", -1
    while segments:
        segment = segments.pop(0)
        if segment == ORDER:  # of a thing it changes nothing: `/shelf/1/abc` is `/shelf/1`
            if written and written[-1] != HOLE:
                written.append(ORDER)
            continue
        below = 0 if segment.casefold() in MANAGING else below + 1 if below >= 0 else -1
        named = _names_below(segment, before, below) if below > 0 else is_parameter(segment, before)
        named = named or written[-1:] == [ORDER] or segment in names
        deep = _depth([segment, *segments], before, named, names, trees)
        word, number, ending = _item(segment, before, numbered)
        if word:
            bound.bind(word.casefold(), number, parametric=True)
            written.append(f"{word}{HOLE}{ending}")
            before = ""
        elif deep:
            bound.bind(before or "id", "/".join([segment, *segments[: deep - 1]]), parametric=True)
            del segments[: deep - 1]
            written.append(HOLE)
            before = ""
        else:
            written.append(segment)
            before = segment
    if len(written) == 1 and written[0].casefold() in STARTING:
        bound.bind(written[0], "", parametric=True)
        written.append(HOLE)
    return "/" + "/".join(written)


def _depth(segments: Sequence[str], before: str, named: bool, names: Collection[str], trees: Collection[str]) -> int:
    """How many of the segments below `before` are one name: none, one, or in a tree as many as the path has.

    The folders on the way to a file may have any name (`tree/app/settings/local.py`); else a word of interfaces that
    the page does not show to be a name ends the path (`wiki/Harbour/edit`).
    """
    above = before.casefold()
    files = [at + 1 for at, segment in enumerate(segments) if is_file(segment)] if above in {*FILING, *trees} else []
    deep = max(files, default=int(named or (above in trees and is_parameter(segments[0], "tree"))))
    if above in {*TREES, *trees}:
        while 0 < deep < len(segments) and (segments[deep] in names or not is_place(segments[deep])):
            deep += 1
    return deep


def _without_turns(segments: Sequence[str], sorted_at: int | None, bound: _Binding) -> list[str]:
    """Segments without those that turn a list to a page or sort it, which are bound.

    The one at `sorted_at` is told by the page's links alone, and may stand for a list of its own: it leaves `ORDER`.
    """
    left = list(segments)
    if sorted_at is not None and sorted_at < len(left):
        bound.bind("sort", left[sorted_at], parametric=False)
        left[sorted_at] = ORDER
        while sorted_at and left[sorted_at - 1].casefold() in ORDERS | SORTING:
            sorted_at -= 1
            del left[sorted_at]
    if len(left) >= 2 and left[-2].casefold() in PAGING and re.fullmatch(r"\d{1,5}", left[-1]):
        bound.bind("page", left[-1], parametric=False)
        del left[-2:]
    for at in reversed(range(1, len(left))):
        word = left[at].casefold()
        if word in SORTING and left[at + 1 : at + 2] and _WORDLIKE.fullmatch(left[at + 1]):
            bound.bind("sort", left[at + 1], parametric=False)
            del left[at : at + 2]
        elif word in DIRECTIONS:
            bound.bind("direction", left[at], parametric=False)
            del left[at]
    return left


def _names_below(segment: str, before: str, below: int) -> bool:
    """Whether a segment `below` so many others of an administration names a thing: `admin/users/alice`.

    Words name sections there (`admin/ticket/components`), except below a plural and below the sections of a section.
    """
    if is_parameter(segment):
        return True
    plural = before.endswith("s") and not before.endswith("ss")
    return (below >= 3 or (below == 2 and plural)) and not is_place(segment)


def _makes(route: str) -> bool:
    """Whether something that does not exist yet is made there: `users/new`, `newticket`."""
    last = route.rpartition("/")[2].casefold()
    made = _MADE.fullmatch(last)
    return last in MAKING or (made is not None and is_place(made[1]))


def _query(query: str, script: bool, bound: _Binding, making: bool) -> str:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return ""
    kept: set[str] = set()
    for key, value in sorted(pairs):
        filled = any(other and other_key != key for other_key, other in pairs)
        written = _pair(key, value, script, bound, making, filled)
        if written:
            kept.add(written)
    return "?" + "&".join(sorted(kept)) if kept else ""


def _pair(key: str, value: str, script: bool, bound: _Binding, making: bool, filled: bool) -> str:
    """What of a key and its value belongs to the template. `filled`: other keys say what is looked for."""
    plain = key.casefold().removesuffix("[]")
    if plain in FLEETING_KEYS or plain.startswith(("utm_", "_")):
        return ""
    if not value:
        return plain if plain in ACTIONS - FILTERING_KEYS - PICKING_KEYS else ""
    if plain in PICKING_KEYS and _picks(value) and not _describes(plain, value, making):
        inner = _Binding()
        route = _path(value, inner).lstrip("/")
        for name, held in inner.pairs:
            bound.bind(name if name != "id" else plain, held, parametric=True)
        return f"{plain}={route}"
    if plain == "step":
        return f"step={value[:20]}"
    if value.casefold() in VIEWING and _may_view(plain) and not (filled and value.casefold() in SEARCHING):
        return f"{plain}={value.casefold()}"
    if _switches(plain, value):
        bound.bind(key, value, parametric=False)
        return ""
    # What does not exist yet cannot be identified: `create?project_id=7` fills a field in.
    identifies = not making and (plain in IDENTIFYING_KEYS or plain.endswith(("_id", "-id")))
    bound.bind(key, value, parametric=identifies)
    if identifies or (script and not _narrows(plain) and plain not in PICKING_KEYS):
        return f"{plain}={HOLE}"
    return ""


def _switches(key: str, value: str) -> bool:
    """Whether a value only switches a filter: `read=no`, `user=all`. `id=no` names a thing, `trash=yes` a screen."""
    if key in VIEWING | MAKING | (ACTIONS - STATES - FILTERING_KEYS):
        return False
    names = key in IDENTIFYING_KEYS or key.endswith(("_id", "-id"))
    return value.casefold() in (EVERYTHING if names else SWITCHED)


def _narrows(key: str) -> bool:
    """Whether a key chooses what a list holds: `by-name`, `items_per_page`, `filter_state`."""
    return key in FILTERING_KEYS or not NARROWING.isdisjoint(re.split(r"[^a-z]+", key))


def _may_view(key: str) -> bool:
    """Whether a key of an unknown name may pick a view: nothing in it says that it filters or holds what is written."""
    words = set(re.split(r"[^a-z]+", key)) - {""}
    known = FILTERING_KEYS | DESCRIBING_KEYS | IDENTIFYING_KEYS | WRITTEN_KEYS
    return key not in PICKING_KEYS and words.isdisjoint(known)


def _describes(key: str, value: str, making: bool) -> bool:
    """Whether a key that may pick a screen narrows a list down instead, or fills in a form."""
    return key in DESCRIBING_KEYS and (making or value.casefold() in STATES or not is_place(value))


def _picks(value: str) -> bool:
    parts = value.strip("/").split("/")
    return len(value) <= 80 and bool(_WORDLIKE.fullmatch(_PAGE_FILE.sub("", parts[0]))) and not is_parameter(parts[0])


def _fragment(fragment: str, routes: bool, bound: _Binding, names: Collection[str], trees: Collection[str]) -> str:
    plain = fragment.removeprefix("!")
    if not plain or ("/" not in plain and not routes):
        return ""
    path, _, query = plain.partition("?")
    route = _path(path, bound, names=names, trees=trees)
    return f"#{route}{_query(query, False, bound, _makes(route))}" if route != "/" or query else ""
