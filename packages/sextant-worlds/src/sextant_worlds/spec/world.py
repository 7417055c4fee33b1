"""A whole world: phone, apps, scenario, task. Loading and saving."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from sextant import storage
from sextant.errors import UsageError
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.base import VERSION, Id, SpecModel
from sextant_worlds.spec.phone import PhoneSpec
from sextant_worlds.spec.scenario import Scenario
from sextant_worlds.spec.tasks import TaskSpec

_MAX_BYTES = 8_000_000


class World(SpecModel):
    """Everything there is to know of a world. What an agent may see of it is `served` by `sextant_worlds.engine`."""

    version: Literal[1] = VERSION
    id: Id
    seed: int
    phone: PhoneSpec
    apps: tuple[AppSpec, ...] = Field(min_length=1)
    scenario: Scenario = Scenario()
    task: TaskSpec

    def app(self, app: str) -> AppSpec:
        """The app of that id.

        Raises:
            KeyError: There is none.
        """
        for found in self.apps:
            if found.id == app:
                return found
        raise KeyError(app)


@lru_cache(maxsize=4)
def loads(text: str, source: str = "the world") -> World:
    """A world from JSON; the same object for the last texts, so that its twins share what they have computed.

    Raises:
        UsageError: It is too large, no JSON, of another version, or a field is wrong; the message names the field.
    """
    if len(text) > _MAX_BYTES:
        raise UsageError(f"{source} is larger than {_MAX_BYTES // 1_000_000} MB.", "Check that the file is a world.")
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{source} is not JSON: {error}.", "Correct the file, or create it again.") from error
    if not isinstance(data, dict):
        raise UsageError(f"{source} is not a world.", "Create one: sextant world new")
    found = cast("dict[str, Any]", data).get("version")
    if found != VERSION:
        raise UsageError(
            f"{source} has format version {found!r}; this Sextant reads version {VERSION}.",
            "Create it again with the same options: sextant world new --seed N --template T --dial D=V",
        )
    try:
        return World.model_validate(data)
    except ValidationError as error:
        raise UsageError(f"{source} is not a valid world: {_first(error)}", "Correct this field.") from error


def load(path: Path) -> World:
    """A world from a file.

    Raises:
        UsageError: It cannot be read, or is not a valid world.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"{str(path)!r} cannot be read: {why}.", "Give the path of a world's JSON file.") from error
    return loads(text, repr(str(path)))


def dumps(world: World) -> str:
    """The world as JSON, equal for equal worlds."""
    return json.dumps(world.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def save(world: World, path: Path) -> None:
    """Writes the whole file or nothing."""
    write_whole(path, dumps(world))


def write_whole(path: Path, text: str) -> None:
    """A text file that is there whole or not at all; what stood there before stays until then.

    Raises:
        UsageError: It cannot be written there.
    """
    try:
        storage.write_whole(path, text.encode())
    except OSError as error:
        raise UsageError(
            f"{str(path)!r} cannot be written: {error.strerror or error}.", "Choose another --out."
        ) from error


def _first(error: ValidationError) -> str:
    told = [f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors()]
    more = f" (and {len(told) - 3} more)" if len(told) > 3 else ""
    return "; ".join(told[:3]) + more
