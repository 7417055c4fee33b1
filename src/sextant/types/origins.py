"""Origins of addresses: scheme, host and port, in one form. Pure functions."""

from collections.abc import Iterable
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


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


def same_origin(address: str, origin: str) -> bool:
    """Whether two addresses, packages or origins are of one origin."""
    return origin_of(address) == origin_of(origin)


def among(address: str, origins: Iterable[str]) -> bool:
    """Whether an address is of one of the origins; `*` among them is any."""
    return any(origin == "*" or same_origin(address, origin) for origin in origins)
