"""Converts route paths from each router's notation to that of maps, and to the app's addresses."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["StaticRoute", "addresses", "colon_path", "folder_path", "unmet"]

_COLON = re.compile(r":([A-Za-z_]\w*)(\((?:\\.|[^()\\]|\([^()]*\))*\))?([?*+]?)")
_SQUARE = re.compile(r"\[?\[(\.\.\.)?([^\[\]=]+)(?:=\w+)?\](\]?)")
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
    def address(self) -> str:
        """The path without optional parts; empty where it has parameters."""
        plain = "/".join(part for part in self.path.split("/") if not part.endswith("?}"))
        return "" if "{" in plain else plain or "/"

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


def addresses(routes: Sequence[StaticRoute], known: Iterable[str]) -> dict[str, StaticRoute]:
    """The routes with one address, by that address.

    Args:
        routes: All routes of the app.
        known: Addresses of screens and links on the map. They show the prefix of all routes: `/#` where the app routes
            by fragment, `/dashboard` where it is mounted there.
    """
    base = _base(routes, list(known))
    placed = (route for route in routes if route.address and (base is not None or not route.based))
    return {f"{base or ''}{route.address}": route for route in placed}


def unmet(routes: Sequence[StaticRoute], known: Iterable[str]) -> tuple[StaticRoute, ...]:
    """The routes with a screen of their own that match none of the known addresses of screens."""
    seen = list(known)
    base = _base(routes, seen) or ""
    met = [rest for one in seen if (rest := _behind(one, base)) is not None]
    return tuple(route for route in routes if route.shows and not any(_matches(route.path, one) for one in met))


def _base(routes: Sequence[StaticRoute], known: Sequence[str]) -> str | None:
    """The prefix of all routes: none, a fragment, or the shortest path after which one of them matches."""
    for address in known:
        before, mark, fragment = address.partition("#")
        if mark and fragment.startswith(("/", "!/")):
            return f"{before.partition('?')[0]}#{fragment[: fragment.index('/')]}"
    for address in known:
        parts = address.partition("?")[0].rstrip("/").split("/")
        for length in range(1, len(parts) + 1):
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
    return _compiled(pattern).fullmatch(path.rstrip("/")) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    said = ""
    for part in filter(None, pattern.split("/")):
        if part.endswith("*}"):
            said += r"(?:/.+)?"
        elif part.endswith("?}"):
            said += r"(?:/[^/]+)?"
        else:
            said += "/" + "".join(r"[^/]+" if "{" in one else re.escape(one) for one in re.split(r"(\{[^{}]*\})", part))
    return re.compile(said)
