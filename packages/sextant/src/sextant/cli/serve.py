"""Commands that serve other programs: mcp."""

from typing import Annotated

import typer

from sextant.cli.options import ConfigFile, Set, settings_of
from sextant.cli.output import boundary
from sextant.integrations.mcp import serve

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command()(mcp)


def mcp(
    device: Annotated[
        str,
        typer.Option(
            "--device", "-d", metavar="DEVICE", help="Device to observe. Without one, the client describes its screens."
        ),
    ] = "",
    config: ConfigFile = None,
    assignments: Set = None,
) -> None:
    """Serve the maps to an MCP client over standard input and output."""
    with boundary(False) as _:
        serve(settings_of(config, assignments), device)
