"""Reads the routes that served scripts declare: the static UI Transition Graph of a web app.

Supported: the tables of React Router (objects and elements), Vue Router and Angular, and the manifests of React Router
as a framework, of SvelteKit and of Next. A table is recognised by its shape, since bundlers drop names: an object with
a path and a component.
"""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

from sextant.dataclass import dataclass
from sextant.errors import SextantError
from sextant.protocols import PageReader
from sextant.utg.served.javascript import HOLE, CallSite, Code, ParsingTimeout, ScriptSource
from sextant.utg.served.paths import StaticRoute, colon_path, folder_path
from sextant.utg.served.syntax import FUNCTIONS, arguments, calls

__all__ = ["ServedRoutes", "StaticRoutes", "read_routes"]

_POLL = 0.1
_POLLS = 300
_SECONDS = 15.0
_LONGEST = 200
_DEEPEST = 20
_VIEWS = ("element", "Component", "component", "components", "loadComponent", "lazy", "loadChildren", "render")
_LEADS = ("redirect", "redirectTo")
_BELOW = ("children", "routes", "loadChildren")
_TOLD = ("handle", "meta", "data")
"""Properties of a route that routers reserve for the app's own data."""
_TITLES = re.compile(r"(?:title|label|crumb|caption)$", re.IGNORECASE)  # structural: names of properties
_LABELS = ("label", "title", "name", "text", "children", "caption")
_TARGETS = ("to", "path", "href", "url", "link", "route")
_CODE = FUNCTIONS | {"identifier", "member_expression", "call_expression", "object", "class", "ternary_expression"}
_STRINGS = frozenset({"string", "template_string"})
_MARKS = re.compile("|".join((*_VIEWS, *_LEADS)).encode())
_NO_PATH = re.compile(r"[\s<>\"^`]|://|^[#.]|/\.\.?(?:/|$)")
_FRAMEWORK = re.compile(rb"__(?:reactRouter|remix)Manifest")
_LOADS = re.compile(r"\.(?:e|bind)$")
"""How webpack loads a chunk and takes a module out of it: `n.e(4).then(n.bind(n, 7))`."""
_APP_PAGE = re.compile(r"/_next/static/chunks/app(/.*)?/page-[^/]*\.js$")
_NO_PAGE = re.compile(r"^/_(?:app|document|error|not-found)$")


@dataclass(frozen=True, slots=True)
class StaticRoutes:
    """The result of reading.

    Attributes:
        routes: In the order of the scripts.
        complete: Whether all was read within the time.
        unplaced: Number of routes below an unknown one.
    """

    routes: tuple[StaticRoute, ...] = ()
    complete: bool = True
    unplaced: int = 0


def read_routes(scripts: Mapping[str, str], seconds: float = _SECONDS) -> StaticRoutes:
    """Read the routes that scripts declare, by address; it ends after so many seconds."""
    reader = _Reader(Code(scripts, seconds))
    complete = True
    try:
        reader.read()
    except ParsingTimeout:
        complete = False
    return StaticRoutes(tuple(reader.found.values()), complete, reader.unplaced)


class _Reader:
    def __init__(self, code: Code) -> None:
        self.found: dict[tuple[str, bool], StaticRoute] = {}
        self.unplaced = 0
        self._code = code

    def read(self) -> None:
        """Read manifests first, which is fast, then tables, then the routes' names in menus."""
        sources = [*self._code.sources.values()]
        for source in sources:
            self._read_manifests(source)
        self._read_tables([one for source in sources for one in self._candidates(source)])
        for source in sources:
            self._read_menus(source)

    def _add(self, route: StaticRoute) -> None:
        """Add a route; several declarations of one path are merged."""
        key = route.path, route.based
        old = self.found.get(key)
        if old is not None:
            names = (*old.names, *route.names)
            component, redirect = old.component or route.component, old.redirect or route.redirect
            route = replace(old, names=names, component=component, redirect=redirect)
        self.found[key] = replace(route, names=tuple(dict.fromkeys(route.names)))

    # -- tables of routes ---------------------------------------------------------------------------------------

    def _candidates(self, source: ScriptSource) -> Iterator[CallSite]:
        """The objects with a path."""
        if _MARKS.search(source.data):
            yield from self._holders(source, b"path")

    def _holders(self, source: ScriptSource, keys: bytes) -> Iterator[CallSite]:
        """The objects with one of the properties."""
        pattern = rb"[{,\s]['\"]?(" + keys + rb")['\"]?\s*:"
        if re.search(pattern, source.data) is None:
            return  # the script need not be parsed
        for node in self._code.hits(source, pattern):
            pair = node.parent if node.type == "property_identifier" else node.parent and node.parent.parent
            if pair is not None and pair.type == "pair" and pair.parent is not None:
                yield CallSite(source, pair.parent)

    def _read_tables(self, candidates: Sequence[CallSite]) -> None:
        routes = {_place(one): one for one in candidates if self._is_route(one)}
        below = {_place(child) for one in routes.values() for child in self._children(one)}
        lost = {_place(child) for one in candidates if _place(one) not in routes for child in self._children(one)}
        self.unplaced, below = len(lost - below), below | lost
        groups: dict[tuple[str, int], list[CallSite]] = {}
        for place, one in routes.items():
            if place not in below:
                groups.setdefault(_list(one), []).append(one)
        for group in groups.values():
            # Relative paths are top-level if there is no other table; else their parent is unknown.
            if len(groups) > 1 and not any(map(self._is_rooted, group)):
                self.unplaced += len(group)
                continue
            for one in group:
                self._declare(one)

    def _is_rooted(self, route: CallSite) -> bool:
        path = self._path(route)
        return not path or path.startswith(("/", "*", HOLE))

    def _path(self, route: CallSite) -> str:
        return self._code.text(self._code.pairs(route).get("path"))

    def _is_route(self, at: CallSite) -> bool:
        """Whether an object has a path, and a component, a redirect, or child routes."""
        pairs = self._code.pairs(at)
        if "path" not in pairs or not _is_path(self._code.text(pairs["path"])):
            return False
        if any(pairs[key].node.type in _CODE for key in _VIEWS if key in pairs):
            return True
        if any(pairs[key].node.type in _CODE | _STRINGS for key in _LEADS if key in pairs):
            return True
        return any(True for _ in self._children(at))

    def _children(self, route: CallSite) -> Iterator[CallSite]:
        pairs = self._code.pairs(route)
        for key in _BELOW:
            for one in self._code.items(pairs.get(key)):
                yield from self._routes_in(one)

    def _routes_in(self, at: CallSite) -> Iterator[CallSite]:
        """A route itself, or the routes inside a layout, a fragment or another element without a path."""
        pairs = self._code.pairs(at)
        index = "index" in pairs and any(key in pairs for key in _VIEWS)
        if self._is_route(at) if "path" in pairs else index:
            yield at
        elif "path" not in pairs and "children" in pairs:
            yield from self._children(at)

    def _declare(self, route: CallSite, base: str = "", chunk: str = "", depth: int = 0) -> None:
        """Add a route and its children. `chunk` is its chunk unless it names another."""
        pairs = self._code.pairs(route)
        own = self._code.text(pairs["path"]) if "path" in pairs else ""
        whole = own if own.startswith(("/", HOLE)) else f"{base.rstrip('/')}/{own}"
        children = [*self._children(route)] if depth < _DEEPEST else []
        redirect = self._redirect(pairs)
        if redirect or not children or any(key in pairs for key in _VIEWS if key not in _BELOW):
            names, component = self._names(pairs), self._component(pairs, chunk)
            alias = [self._code.text(pairs["alias"])] if "alias" in pairs else []
            for raw in filter(_is_path, [whole, *alias]):
                path, where = colon_path(raw.lstrip(HOLE)), (route.source.address, route.node.start_byte)
                self._add(StaticRoute(path, names, component, redirect, *where, based=raw.startswith(HOLE)))
        within = self._chunk(pairs["loadChildren"]) if "loadChildren" in pairs else chunk
        for child in children:
            self._declare(child, whole, within, depth + 1)

    def _redirect(self, pairs: Mapping[str, CallSite]) -> str:
        for value in (pairs[key] for key in _LEADS if key in pairs):
            inner = self._code.pairs(value) if value.node.type == "object" else {}
            text = self._code.text(inner.get("path") or inner.get("name") or value)
            if HOLE not in text:
                return text
        return ""

    # # -- properties of a route ------------------------------------------------------------------------------------

    def _names(self, pairs: Mapping[str, CallSite]) -> tuple[str, ...]:
        titles = [pairs["title"]] if "title" in pairs else []
        for key in _TOLD:
            value = self._code.seen(pairs.get(key))
            inner = self._code.pairs(value) if value is not None and value.node.type == "object" else {}
            titles += [one for name, one in inner.items() if _TITLES.search(name)]
        if "name" in pairs:
            titles.append(pairs["name"])
        element = pairs.get("element")
        if element is not None and element.node.type == "call_expression":
            shown = map(self._code.pairs, self._code.items(element))
            titles += [one["title"] for one in shown if "title" in one]
        return tuple(filter(None, map(self._label, titles)))

    def _label(self, at: CallSite) -> str:
        """The text for people: of a function its return value, of a translation its default text, else its key."""
        value = self._code.seen(at)
        if value is not None and value.node.type in FUNCTIONS:
            at = self._code.applied(value) or at
        text = self._code.text(at)
        if at.node.type == "call_expression" and not text.strip(HOLE):
            defaults = (self._code.pairs(one).get("defaultMessage") for one in self._code.items(at))
            keys = (at.at(one) for one in arguments(at.node)[:1] if one.type in _STRINGS)
            text = next((self._code.text(one) for one in (*defaults, *keys) if one is not None), "")
        words = " ".join(text.replace(HOLE, " ").split())[:_LONGEST]
        return words if len(words) > 1 or HOLE not in text else ""

    def _component(self, pairs: Mapping[str, CallSite], chunk: str) -> str:
        """The chunk of the component, also through a variable (`lazy(() => import(…))`), else its name.

        `chunk` is the default.
        """
        name = ""
        for value in (pairs[key] for key in _VIEWS if key in pairs):
            given = [one for _, given in calls(value.node, 30) for one in given]
            names = [value.at(one) for one in (value.node, *given) if one.type == "identifier"]
            for one in (value, *map(self._code.seen, names[:3])):
                if one is not None and (own := self._chunk(one)):
                    return own
            name = name or next((one.raw for one in names if one is not None), "")
        return chunk or name

    def _chunk(self, at: CallSite) -> str:
        number = ""
        for function, given in calls(at.node):
            if function.type == "import" and given:
                return self._code.text(at.at(given[0])).replace(HOLE, "").removeprefix("./")
            if given and given[-1].type == "number" and _LOADS.search(CallSite(at.source, function).raw):
                number = self._code.text(at.at(given[-1]))
        return number

    def _read_menus(self, source: ScriptSource) -> None:
        """Names of routes beside their address in other objects: `{label: "Plots", to: "/plots"}`."""
        known = {route.path: route for route in self.found.values() if "{" not in route.path}
        if not any(path.encode() in source.data for path in known if path != "/"):
            return
        for entry in self._holders(source, "|".join(_TARGETS).encode()):
            pairs = self._code.pairs(entry)
            targets = (known.get(self._code.text(pairs[key])) for key in _TARGETS if key in pairs)
            route = next(filter(None, targets), None)
            if route is not None and not any(key in pairs for key in (*_VIEWS, *_LEADS)):
                labels = (self._label(pairs[name]) for name in _LABELS if name in pairs)
                if label := next(filter(None, labels), ""):
                    self._add(replace(route, names=(label,)))

    # -- manifests ----------------------------------------------------------------------------------------------

    def _read_manifests(self, source: ScriptSource) -> None:
        page = _APP_PAGE.search(unquote(source.address))  # Next's app folder has a script for each page
        if page is not None and not _NO_PAGE.match(page[1] or "/"):
            self._add(StaticRoute(folder_path(page[1] or "/"), (), source.address, "", source.address))
        if b"__BUILD_MANIFEST" in source.data:
            for holder in self._holders(source, b"sortedPages"):
                self._read_next(holder)
        if _FRAMEWORK.search(source.data):
            for holder in self._holders(source, b"routes"):
                self._read_framework(holder)
        if b" as dictionary" in source.data and (root := self._code.root(source)) is not None:
            self._read_sveltekit(CallSite(source, root))

    def _read_next(self, manifest: CallSite) -> None:
        pairs = self._code.pairs(manifest)
        pages = pairs.get("sortedPages")
        for node in () if pages is None else pages.node.named_children:
            page = self._code.text(manifest.at(node))
            files = pairs[page].node.named_children if page in pairs else []
            chunks = [text for one in files if HOLE not in (text := self._code.text(manifest.at(one)))]
            if page in pairs and not _NO_PAGE.match(page):  # else it is an API route without a page
                where = manifest.source.address, node.start_byte
                self._add(StaticRoute(folder_path(page), (), chunks[-1] if chunks else "", "", *where))

    def _read_framework(self, manifest: CallSite) -> None:
        """React Router as a framework: its routes by id, each with the id of its parent."""
        told = self._code.pairs(manifest).get("routes")
        routes = {} if told is None else self._code.pairs(told)
        known = {key: self._code.pairs(one) for key, one in routes.items() if one.node.type == "object"}
        for key, pairs in known.items():
            if "module" not in pairs or ("index" not in pairs and not self._text_of(pairs, "path")):
                continue
            parts, above = [self._text_of(pairs, "path")], self._text_of(pairs, "parentId")
            while above in known and len(parts) < _DEEPEST:
                parts.append(self._text_of(known[above], "path"))
                above = self._text_of(known[above], "parentId")
            raw = "/".join(reversed([part for part in parts if part]))
            if _is_path(raw):
                where = manifest.source.address, routes[key].node.start_byte
                self._add(StaticRoute(colon_path(raw), (), self._text_of(pairs, "module"), "", *where))

    def _text_of(self, pairs: Mapping[str, CallSite], key: str) -> str:
        return self._code.text(pairs[key]) if key in pairs else ""

    def _read_sveltekit(self, module: CallSite) -> None:
        pages, nodes = self._code.member(module, "dictionary"), self._code.member(module, "nodes")
        if pages is None or pages.node.type != "object":
            return
        for page, value in self._code.pairs(pages).items():
            if not page.startswith("/") or value.node.type != "array" or not value.node.named_children:
                continue
            leaf = CallSite(value.source, value.node.named_children[0]).raw
            number = int(leaf.lstrip("~-")) - leaf.startswith("-") if leaf.lstrip("~-").isdecimal() else 0
            load = None if nodes is None else self._code.member(nodes, str(number))
            where = value.source.address, value.node.start_byte
            self._add(StaticRoute(folder_path(page), (), "" if load is None else self._chunk(load), "", *where))


def _is_path(text: str) -> bool:
    """Whether a text may be the path of a route: known except for a prefix, and of no other site."""
    known = text.lstrip(HOLE)
    if HOLE in known or len(known) > _LONGEST or _NO_PATH.search(known):
        return False
    return known == text or known.startswith("/")


def _place(at: CallSite) -> tuple[str, int]:
    return at.source.address, at.node.start_byte


def _list(at: CallSite) -> tuple[str, int]:
    """The position of the array that contains a route, or of the route itself."""
    holder = at.node.parent
    return (at.source.address, holder.start_byte) if holder is not None and holder.type == "array" else _place(at)


class ServedRoutes:
    """The routes that the code of one app declares.

    Args:
        reader: Returns the scripts.
    """

    def __init__(self, reader: PageReader) -> None:
        self._reader = reader
        self._found: StaticRoutes | None = None
        self._thread: threading.Thread | None = None

    def take(self, seconds: float = 0.0) -> StaticRoutes | None:
        """The routes; None until they are read. The first call starts reading; `seconds` is the longest wait."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="sextant-routes", daemon=True)
            self._thread.start()
        if seconds:
            self._thread.join(seconds)
        return self._found

    def _read(self) -> None:
        pause = threading.Event()
        try:
            scripts = self._reader.scripts()
            for _ in range(_POLLS):
                if scripts is not None:
                    break
                pause.wait(_POLL)
                scripts = self._reader.scripts()
        except SextantError:  # the device is gone, and the app with it
            return
        self._found = read_routes({one.address: one.text for one in scripts or ()})
