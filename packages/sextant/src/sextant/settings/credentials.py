"""Reads secrets: the named ones, and the credentials of a target's address, which are held in memory only."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from urllib.parse import unquote

from sextant.addresses.origins import origin_of
from sextant.settings.schema import Settings
from sextant.settings.values import held, held_value
from sextant.types.secrets import Binding, Credentials

__all__ = ["PASSWORD", "USER", "credentials_of", "offered", "secret_values", "without_credentials"]

USER, PASSWORD = "login_user", "login_password"  # names of secrets, no values
_WEB = "web:"
_IGNORED = re.compile(r"^[\x00-\x20]+|[\x00-\x20]+$|[\t\n\r]")
_SIGNED_IN = re.compile(r"(?P<scheme>https?):[/\\]*(?P<user>[^/\\?#:]*)(?::(?P<password>[^/\\?#]*))?@", re.IGNORECASE)
"""User and password as browsers read them: in any case, with any number of slashes (WHATWG URL, sec. 4.4)."""


def without_credentials(target: str) -> str:
    """Strip user and password from a device or an address, and hold them in memory for its origin."""
    kind, address = (_WEB, target[len(_WEB) :]) if target.startswith(_WEB) else ("", target)
    address = _IGNORED.sub("", address)
    found = _SIGNED_IN.match(address)
    if found is None:
        return target
    bare = f"{found['scheme'].lower()}://{address[found.end() :]}"
    origin = origin_of(bare)
    for name, value in ((USER, found["user"]), (PASSWORD, found["password"])):
        held(f"{name} {origin}", unquote(value or ""), Binding(origin))
    return kind + bare


def credentials_of(address: str) -> Credentials | None:
    """The credentials held for the origin of an address; None where there are none."""
    origin = origin_of(address.removeprefix(_WEB))
    user, password = (held_value(f"{name} {origin}") for name in (USER, PASSWORD))
    return None if user is None or password is None else Credentials(user, password)


def offered(settings: Settings, device: str) -> Settings:
    """Add the credentials held for the device's address to the secrets; secrets of the user take precedence."""
    origin = origin_of(device.removeprefix(_WEB))
    values = {name: held_value(f"{name} {origin}") for name in (USER, PASSWORD)}
    own = {
        name: held(f"{name} {origin}", value, Binding(origin))
        for name, value in values.items()
        if value and name not in settings.secrets
    }
    return replace(settings, secrets={**settings.secrets, **own}) if own else settings


def secret_values(settings: Settings, waits: bool = True) -> Callable[[], list[tuple[str, str]]]:
    """Read the named secrets that are available now, and return what lists all values read so far, with their names.

    `waits`: also read those that may block, as a pipe does.
    """
    for reference in settings.secrets.values():
        with suppress(KeyError, OSError):
            if waits or not reference.waits:
                reference.read(os.environ)
    return lambda: [(name, value) for name, one in settings.secrets.items() for value in one.seen]
