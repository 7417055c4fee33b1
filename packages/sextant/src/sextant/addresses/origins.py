"""Origins of addresses: scheme, host and port, in one form, and whether one is among others. Pure functions."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_HOSTLESS = frozenset({"file", "data", "blob"})
_ADDRESS = re.compile(r"https?://[^\s<>\"'`(){}|\\^]+", re.IGNORECASE)
_ENDS = ".,;:!?"
"""What ends a sentence and no address."""


def origin_of(address: str) -> str:
    """`https://host:port` of an address, host in lower case and default ports left out.

    What has no host (a package name, `about:blank`) is its own origin; the apps of a world (`world:shop`) have one.
    """
    if address.startswith("world:"):
        return "world:"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return address
    if not parts.scheme or not parts.hostname:
        return address
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = "" if port is None or port == _PORTS.get(parts.scheme) else f":{port}"
    return f"{parts.scheme}://{host}{shown}"


def origin_of_page(address: str) -> str:
    """The origin of a page, as a device tells it: `file://` of any file; else that of its address."""
    scheme, colon, _ = address.partition(":")
    return f"{scheme}://" if colon and scheme in _HOSTLESS else origin_of(address)


def same_origin(address: str, origin: str) -> bool:
    """Whether two addresses, packages or origins are of one origin."""
    return origin_of(address) == origin_of(origin)


def among(address: str, origins: Iterable[str], wild: bool = True) -> bool:
    """Whether an address is of one of the origins; `*` among them is any if `wild`, else none."""
    return any((wild and origin == "*") or same_origin(address, origin) for origin in origins)


def named_in(text: str) -> tuple[str, ...]:
    """The origins that a text names in full, with scheme and host; each once."""
    found = (origin_of(address.rstrip(_ENDS)) for address in _ADDRESS.findall(text))
    return tuple(dict.fromkeys(origin for origin in found if "://" in origin))


def of_site(address: str, site: str, origin: str) -> bool:
    """Whether an address is of a site and no less private than an origin of it.

    `site` is the registrable domain (`shop.co.uk`), as the browser's list of public suffixes has it; `localhost` and
    numbers have none.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    same = bool(site) and (host == site or host.endswith(f".{site}"))
    return same and (parts.scheme == "https" or parts.scheme == urlsplit(origin).scheme == "http")
