"""The command `trust`: which found settings files may set more than harmless values."""

import os
from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.options import JsonFlag
from sextant.cli.output import Json, Output, boundary
from sextant.errors import UsageError
from sextant.settings import FILE_NAME, find_file, trusted, untrusted_values
from sextant.settings.schema import shown
from sextant.settings.trust import own_bytes

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(trust)


def trust(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]", help="The file or its folder. Default: the file that Sextant finds from here."
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the files that are trusted.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="End the trust in the file.")] = False,
    json: JsonFlag = False,
) -> None:
    """Trust the present content of a sextant.toml that Sextant finds, so that all its settings apply.

    Any change of the file ends the trust. A file named with --config needs no trust.
    """
    with boundary(json) as out:
        if listed and (forget or path is not None):
            raise UsageError("--list takes no other argument.", "Omit the rest.")
        if listed:
            _list(out)
        elif forget:
            _forget(out, _file_of(path))
        else:
            _trust(out, _file_of(path))


def _file_of(path: Path | None) -> Path:
    """The settings file of the argument, or the one found here.

    Raises:
        UsageError: No file is named, and none would be found here.
    """
    if path is not None:
        return (path / FILE_NAME if path.is_dir() else path).absolute()
    found = find_file(Path.cwd())
    if found is None:
        raise UsageError(f"Sextant finds no {FILE_NAME} from here.", "Name the file: sextant trust PATH")
    return found


def _trust(out: Output, file: Path) -> None:

    data = own_bytes(file)
    values = {name: shown(name, value) for name, value in untrusted_values(file, data, os.environ).items()}
    trusted(os.environ).add(file, data)
    out.result({"trusted": str(file), "settings": {**values}})
    out.say(f"trusted: {file}")
    for name, value in values.items():
        out.say(f"  {name} = {value}")
    if not values:
        out.say("The file needs no trust, because all its settings are harmless.")


def _forget(out: Output, file: Path) -> None:

    gone = trusted(os.environ).forget(file)
    out.result({"forgotten": [str(file)] if gone else []})
    out.say(f"no longer trusted: {file}" if gone else f"was not trusted: {file}")


def _list(out: Output) -> None:

    store = trusted(os.environ)
    rows = [(place, store.standing(Path(place))) for place in sorted(store.entries())]
    found: list[Json] = [{"file": place, "standing": standing} for place, standing in rows]
    out.result({"trusted": found})
    if out.as_json:
        return
    if rows:
        out.table(("file", "status"), rows)
    else:
        out.say("No settings file is trusted.")
