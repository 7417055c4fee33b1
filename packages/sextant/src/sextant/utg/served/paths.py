"""Paths of routes: from each router's own notation to that of maps, and to the addresses that an app has them at."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["StaticRoute", "addresses", "colon_path", "folder_path", "unmet"]

_COLON = re.compile(r":([A-Za-z_]\w*)(\((?:\\.|[^()\\]|\([^()]*\))*\))?([?*+]?)")
_SQUARE = re.compile(r"\[?\[(\.\.\.)?([^\[\]=]+)(?:=\w+)?\](\]?)")
_OUTSIDE = re.compile(r"/(?![^()]*\))")
"""A slash that stands in no parentheses: `/:file(a/b)/raw`."""


@dataclass(frozen=True, slots=True)
class StaticRoute:
    """A route as the code declares it: there is such an address. It may need a login, and no touch may lead there.

    Attributes:
        path: With `{id}` for what varies, `{id?}` for what may be missing, `{id*}` for any number of parts.
        names: What the code calls it: titles, its name, entries of menus that lead there.
        component: The chunk or module that holds it, else the name of the component, which minified says little.
        redirect: Where it leads on to: an address or the name of a route.
        script: Address of the script that declares it.
        offset: The byte of the script at which it is declared.
        based: Whether something stands before it that is known at run time only.
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
        """The path without what may be missing; empty where something in it varies."""
        plain = "/".join(part for part in self.path.split("/") if not part.endswith("?}"))
        return "" if "{" in plain else plain or "/"

    @property
    def shows(self) -> bool:
        """Whether it has a screen of its own: it leads on to none, and takes not just what no other route does."""
        return not self.redirect and re.fullmatch(r"/\{\w*\*\}", self.path) is None


def colon_path(raw: str) -> str:
    """A path of React Router, Vue Router or Angular as maps write it: `/users/:id(.+)` is `/users/{id}`."""
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
    """A path of SvelteKit or Next, whose routes are folders, as maps write it: `/(shop)/[item]` is `/{item}`."""
    parts = (part for part in page.split("/") if part and part[0] != "@" and (part[0], part[-1]) != ("(", ")"))
    return "/" + "/".join(_SQUARE.sub(_folder, part) for part in parts)


def _folder(match: re.Match[str]) -> str:
    rest, name, optional = match.groups()
    return f"{{{name}{'*' if rest else '?' if optional else ''}}}"


def addresses(routes: Sequence[StaticRoute], known: Iterable[str]) -> dict[str, StaticRoute]:
    """The routes that have one address, by that address.

    Args:
        routes: All routes of the app.
        known: Addresses of screens and links of the app, as maps have them. They say what stands before all routes:
            `/#` where the app routes by fragment, `/dashboard` where it is mounted there.
    """
    base = _base(routes, list(known))
    placed = (route for route in routes if route.address and (base is not None or not route.based))
    return {f"{base or ''}{route.address}": route for route in placed}


def unmet(routes: Sequence[StaticRoute], known: Iterable[str]) -> tuple[StaticRoute, ...]:
    """The routes with a screen of their own at whose addresses none of the known ones is. Those are screens' here."""
    seen = list(known)
    base = _base(routes, seen) or ""
    met = [rest for one in seen if (rest := _behind(one, base)) is not None]
    return tuple(route for route in routes if route.shows and not any(_matches(route.path, one) for one in met))


def _base(routes: Sequence[StaticRoute], known: Sequence[str]) -> str | None:
    """What stands before all routes: nothing, a fragment, or the shortest path behind which one of them matches."""
    for address in known:
        before, mark, fragment = address.partition("#")
        if mark and fragment.startswith(("/", "!/")):
            return f"{before.partition('?')[0]}#{fragment[: fragment.index('/')]}"
    for address in known:
        parts = address.partition("?")[0].rstrip("/").split("/")
        for length in range(1, len(parts) + 1):
            rest = "/" + "/".join(parts[length:])
            for route in routes:
                telling = route.based or rest != "/" or length == 1  # else `/` would be found at the end of any path
                if telling and "*}" not in route.path and _matches(route.path, rest):
                    return "/".join(parts[:length])
    return None


def _behind(address: str, base: str) -> str | None:
    """What of an address stands behind the base, without parameters; None where it is not below it."""
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
