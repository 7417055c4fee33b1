"""Finds an external agent by the name that a user gives."""

import importlib
import inspect
import re
import socket
import sys
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from sextant.actors.guest import raised_in
from sextant.actors.guest_http import HttpGuest
from sextant.errors import UsageError
from sextant.protocols import Guest

__all__ = ["GUEST_FORMS", "find_guest", "is_guest"]

GUEST_FORMS = ("python:PACKAGE.MODULE:FACTORY", "http://HOST:PORT/PATH")
"""Every form an agent of one's own may be named in, as shown to people."""

_NAME = re.compile(r"python:(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<factory>[^\W\d]\w*(?:\.[^\W\d]\w*)*)")
_DEMANDS = "It needs the methods start(goal, info) and act(view); see docs/memory-world.md."


def is_guest(name: str) -> bool:
    """Whether a name is that of an external agent."""
    return name.partition(":")[0] in ("python", "http", "https")


@cache
def find_guest(name: str) -> Guest:
    """The agent of that name: returned by a function in an importable module, or a server at an address.

    Modules are also looked for in the present folder. It is made once a process and plays one task after another.

    Raises:
        UsageError: There is no such module, function or server, or what it makes is no agent.
    """
    if not name.startswith("python:"):
        return _server(name)
    found = _NAME.fullmatch(name)
    if found is None:
        raise UsageError(f"{name!r} is not an agent.", f"Valid forms: {', '.join(GUEST_FORMS)}.")
    factory = _attribute(_module(found["module"]), found["factory"])
    if not callable(factory):
        raise UsageError(
            f"{name!r} is {type(factory).__name__!r} and cannot be called.",
            "Name a class or a function that creates the agent.",
        )
    try:
        made: Any = factory()
    except (Exception, SystemExit) as error:
        raise UsageError(
            f"{name!r} failed to create an agent: {raised_in(error)}.", "It is called without arguments."
        ) from error
    _check(made, name)
    return cast("Guest", made)


def _module(name: str) -> object:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            told = f"The module {name!r} needs {error.name!r}, which is not installed."
            raise UsageError(told, "Install it.") from error
        raise UsageError(
            f"The module {error.name!r} is neither in the present folder nor installed.",
            "Run the command in the folder of the module, or install it.",
        ) from error
    except (Exception, SystemExit) as error:
        raise UsageError(f"The module {name!r} cannot be imported: {raised_in(error)}.", "Correct it there.") from error


def _attribute(module: object, path: str) -> object:
    found = module
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError as error:
            owner = getattr(module, "__name__", "")
            raise UsageError(
                f"The module {owner!r} has no {path!r}.", "Name a class or a function that creates the agent."
            ) from error
    return found


def _check(made: object, name: str) -> None:
    for method in ("start", "act"):
        found = getattr(made, method, None)
        if not callable(found):
            raise UsageError(f"{name!r} returned a {type(made).__name__!r}, which has no method {method!r}.", _DEMANDS)
        if inspect.iscoroutinefunction(found):
            raise UsageError(f"The method {method!r} of {name!r} is asynchronous.", "Make it a plain function.")


def _server(url: str) -> Guest:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise UsageError(f"{url!r} is not an address: {error}.", "Write it as http://127.0.0.1:9000") from error
    if not host:
        raise UsageError(f"{url!r} is not an address.", "Write it as http://127.0.0.1:9000")
    try:
        socket.create_connection((host, port), timeout=10.0).close()
    except OSError as error:
        raise UsageError(f"No agent answers at {url!r}: {error}.", "Start the agent first.") from error
    return HttpGuest(url)
