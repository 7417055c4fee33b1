"""Commands about maps: `map TARGET` draws one, the others show, compare, read and write them."""

from typing import Any

import typer
from typer.core import TyperGroup

from sextant.cli import map_files
from sextant.cli.map_draw import draw

__all__ = ["DRAW", "MapGroup", "add_to"]

DRAW = "draw"
"""The command that `sextant map TARGET` runs."""


class MapGroup(TyperGroup):
    """The group of map commands; without a command's name it draws: `sextant map web:URL`."""

    default = DRAW

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # Typer vendors Click without a public name
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [DRAW, *args]
        return super().parse_args(ctx, args)


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    group = typer.Typer(
        cls=MapGroup,
        help="Draw the map of an app (`sextant map TARGET`), show, compare, import and export maps.",
        no_args_is_help=True,
    )
    group.command(DRAW)(draw)
    map_files.add_to(group)
    app.add_typer(group, name="map")
