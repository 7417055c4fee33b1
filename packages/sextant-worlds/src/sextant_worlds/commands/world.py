"""The group `sextant world …`. A command and its imports are loaded when it is used."""

from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

__all__ = ["add_to"]

_MODULES = {
    "new": "author",
    "show": "play",
    "check": "proof",
    "gallery": "proof",
    "utg": "utg",
    "demonstrate": "learn",
    "serve": "learn",
}
"""By command: the module of this package that holds the function of its name."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    told = "Create, play, check and view worlds: simulated phones with one task each."
    app.add_typer(typer.Typer(cls=_WorldGroup, help=told, no_args_is_help=True), name="world")


class _WorldGroup(TyperGroup):
    """The commands by name. `commands` loads them all."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        del self.commands

    def __getattr__(self, name: str) -> Any:
        if name != "commands":
            raise AttributeError(name)
        self.commands = {name: _command(name) for name in _MODULES}
        return self.commands

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        del ctx
        return _command(cmd_name) if cmd_name in _MODULES else None


@cache
def _command(name: str) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command(name)(getattr(import_module(f"sextant_worlds.commands.{_MODULES[name]}"), name))
    return get_command(alone)
