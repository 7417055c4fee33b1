"""Converts route paths from each router's notation to that of maps, and to the app's addresses."""

import re
import time
from collections.abc import Iterable, Sequence

from sextant.dataclass import dataclass

__all__ = ["StaticRoute", "colon_path", "folder_path", "unmet"]

_COLON = re.compile(r":([A-Za-z_]\w*)(\((?:\\.|[^()\\]|\([^()]*\))*\))?([?*+]?)")
_SQUARE = re.compile(r"\[?\[(\.\.\.)?([^\[\]=]+)(?:=\w+)?\](\]?)")
_PARAMETER = re.compile(r"\{[^{}]*\}")
_SECONDS = 3.0
_OUTSIDE = re.compile(r"/(?![^()]*\))")
"""A slash outside parentheses: `/:file(a/b)/raw`."""


@dataclass(frozen=True, slots=True)
class StaticRoute:
    """A route that the code declares. It may need a login, and no touch may lead there.

    Attributes:
        path: With `{id}` for a parameter, `{id?}` for an optional part, `{id*}` for any number of parts.
        names: Its names in the code: titles, its name, menu entries.
        component: The chunk or module of its component, else the component's name, which may be minified.
        redirect: The target of a redirect: an address or the name of a route.
        script: Address of the script that declares it.
        offset: The byte of the script at which it is declared.
        based: Whether it has a prefix that is known at run time only.
    """

    path: str
    names: tuple[str, ...] = ()
    component: str = ""
    redirect: str = ""
    script: str = ""
    offset: int = 0
    based: bool = False

    @property
    def shows(self) -> bool:
        """Whether it has a screen of its own: it is neither a redirect nor a catch-all."""
        return not self.redirect and re.fullmatch(r"/\{\w*\*\}", self.path) is None


def colon_path(raw: str) -> str:
    """Convert a path of React Router, Vue Router or Angular: `/users/:id(.+)` becomes `/users/{id}`."""
    parts = (
        "{*}" if set(part) <= {"*"} else _COLON.sub(_parameter, part).removesuffix("?")
        for part in _OUTSIDE.split(raw)
        if part
    )
    return "/" + "/".join(parts)


def _parameter(match: re.Match[str]) -> str:
    name, pattern, sign = match.groups()
    rest = sign in ("*", "+") or (pattern or "").startswith("(.*")
    return f"{{{name}{'*' if rest else sign}}}"


def folder_path(page: str) -> str:
    """Convert a path of SvelteKit or Next, whose routes are folders: `/(shop)/[item]` becomes `/{item}`."""
    parts = (part for part in page.split("/") if part and part[0] != "@" and (part[0], part[-1]) != ("(", ")"))
    return "/" + "/".join(_SQUARE.sub(_folder, part) for part in parts)


def _folder(match: re.Match[str]) -> str:
    rest, name, optional = match.groups()
    return f"{{{name}{'*' if rest else '?' if optional else ''}}}"


def unmet(
    routes: Sequence[StaticRoute], known: Iterable[str], seconds: float = _SECONDS
) -> tuple[StaticRoute, ...] | None:
    """The routes with a screen of their own that match none of the known addresses of screens.

    None if the comparison takes longer: a page may declare what it likes.
    """
    seen = list(known)
    end = time.monotonic() + seconds
    base = _base(routes, seen, end) or ""
    rests = [rest for one in seen if (rest := _behind(one, base)) is not None]
    found: list[StaticRoute] = []
    for route in routes:
        if time.monotonic() > end:
            return None
        if route.shows and not any(_matches(route.path, rest) for rest in rests):
            found.append(route)
    return tuple(found)


def _base(routes: Sequence[StaticRoute], known: Sequence[str], end: float) -> str | None:
    """The prefix of all routes: none, a fragment, or the shortest path after which one of them matches.

    None also if it is not found by `end` (monotonic).
    """
    for address in known:
        before, mark, fragment = address.partition("#")
        if mark and fragment.startswith(("/", "!/")):
            return f"{before.partition('?')[0]}#{fragment[: fragment.index('/')]}"
    for address in known:
        parts = address.partition("?")[0].rstrip("/").split("/")
        for length in range(1, len(parts) + 1):
            if time.monotonic() > end:
                return None
            rest = "/" + "/".join(parts[length:])
            for route in routes:
                telling = route.based or rest != "/" or length == 1  # else `/` would match at the end of any path
                if telling and "*}" not in route.path and _matches(route.path, rest):
                    return "/".join(parts[:length])
    return None


def _behind(address: str, base: str) -> str | None:
    """The part of an address after the base, without parameters; None where it is not below the base."""
    if not address.startswith(base):
        return None
    path = address.removeprefix(base).partition("?")[0]
    return path.partition("#")[0] or "/"


def _matches(pattern: str, path: str) -> bool:
    """Whether a path has the form of a pattern. Takes at most the product of their lengths, whatever they hold."""
    parts = path.rstrip("/").split("/")[1:]
    ends = {0}
    """The numbers of parts that the pattern's first parts may take."""
    for wanted in filter(None, pattern.split("/")):
        if wanted.endswith("*}"):
            ends = set(range(min(ends), len(parts) + 1))
        elif wanted.endswith("?}"):
            ends |= {end + 1 for end in ends if end < len(parts) and parts[end]}
        else:
            ends = {end + 1 for end in ends if end < len(parts) and _matches_part(wanted, parts[end])}
        if not ends:
            return False
    return len(parts) in ends


def _matches_part(wanted: str, part: str) -> bool:
    """Whether a part holds the pattern's literal pieces in their order, with a character at least per parameter."""
    first, *pieces = _PARAMETER.split(wanted)
    if not pieces:
        return part == first
    if not part.startswith(first):
        return False
    at, last = len(first), pieces.pop()
    for piece in pieces:
        found = part.find(piece, at + 1)
        if found < 0:
            return False
        at = found + len(piece)
    return len(part) - len(last) > at and part.endswith(last)
