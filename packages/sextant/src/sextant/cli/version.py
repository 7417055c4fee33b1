"""The command `version`, and the option `--version`."""

import platform
from importlib.metadata import version as version_of

import typer

from sextant.cli.output import JsonFlag, boundary

__all__ = ["add_to", "print_version"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(version)


def version(json: JsonFlag = False) -> None:
    """Print the version."""
    with boundary(json) as out:
        own, python = version_of("sextant"), platform.python_version()
        out.result({"sextant": own, "python": python})
        if not out.as_json:
            out.say(f"sextant {own} (Python {python})")


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        version()
        raise typer.Exit
