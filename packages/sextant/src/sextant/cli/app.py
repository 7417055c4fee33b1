"""The Typer application. The module of a command is loaded when the command is used, not for the help."""

from collections import UserDict
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from sextant.cli.output import begin_command, boundary
from sextant.cli.version import print_version
from sextant.plugins import BROUGHT, add_commands, brings_commands, unavailable

__all__ = ["app", "main"]

ABOUT = (
    "Sextant carries out goals in web apps as a person would: it looks at the screen, acts, and believes nothing that "
    "the next screen does not show."
)

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("run", "Carry out a goal on a device with a language model."),
    "goto": ("run", "Reach a screen by exploring, or several; what was learnt of the app is kept. Needs no model."),
    "resume": ("run", "Carry on a run where it stopped, with the settings it was begun with unless others are given."),
    "login": ("login", "Sign in to an app once; later runs with the same --profile find the session there."),
    "check": (
        "check",
        "Walk saved routes again: exact as they were, moved but reached, or failed. No model is needed.",
    ),
    "brief": ("runs", "Print what the model read before a step, word for word, and its tokens by section."),
    "replay": ("runs", "Write a run as one self-contained HTML page: screens, decisions, expectations, evidence."),
    "devices": ("machine", "List the browsers that runs left running, or end one."),
    "bench": (
        "bench",
        "Measure something; the last line is one JSON object with --json. Exit 1 where a figure is missed.",
    ),
    "doctor": (
        "machine",
        (
            "Say what is present, what is missing, and the command that mends it. "
            "Exit 1 where something needed is missing."
        ),
    ),
    "version": ("version", "Print the version."),
    "trust": (
        "trust",
        "Trust a sextant.toml that is found, as it is now: what it runs, connects, reads, spends and allows applies.",
    ),
    "mcp": ("serve", "Serve the maps to an MCP client over standard input and output."),
    "program": (
        "program",
        "Programs of many steps: loops, conditions and variables over what to do on a screen.",
    ),
    "runs": ("runs", "List, show and remove runs."),
    "world": ("", "Virtual apps that know what must be remembered: make, play, check and look at them."),
    "map": (
        "map",
        "Maps of apps: draw one by looking around (`sextant map TARGET`), show, compare, read and write them.",
    ),
}
"""By name: the module in this package (empty: another package has it), and the first paragraph of its help."""


class _LoadedOnUse(UserDict[str, Any]):
    """Commands by name. `[]` loads a command's module; `row` returns its entry in the list without loading it."""

    def row(self, name: str) -> Any:
        return self.data.get(name)

    def load(self, name: str) -> None:
        if not getattr(getattr(self.row(name), "callback", None), "row", False):
            return
        commands = typer.Typer()
        module = COMMANDS[name][0]
        if module:
            import_module(f"sextant.cli.{module}").add_to(commands)
        elif not add_commands(name, commands):
            commands.command(name, hidden=True, context_settings={"ignore_unknown_options": True})(_absent(name))
        self.data.update(get_group(commands).commands)

    def __getitem__(self, name: str) -> Any:
        self.load(name)
        return super().__getitem__(name)


class Commands(TyperGroup):
    """All commands, in the order of the table."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: _LoadedOnUse = _LoadedOnUse(self.commands)

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        del ctx
        return self.commands.row(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.commands.load(args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="sextant",
    cls=Commands,
    help=ABOUT,
    epilog="Exit codes: 0 success, 1 failed or unverified, 2 usage, 3 stuck or over budget, "
    "4 device or model fault, 5 needs a person, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(help=ABOUT)
def common(
    show_version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=print_version, help="Print the version.")
    ] = False,
) -> None:
    del show_version
    begin_command()


def _absent(group: str) -> Callable[[list[str] | None], None]:
    """A command that reports that the package of its group is not installed."""

    def absent(words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None) -> None:
        with boundary("--json" in (words or ())):
            raise unavailable(group)

    return absent


def _add_row(name: str, about: str) -> None:
    def row() -> None: ...

    row.row = True  # pyright: ignore[reportFunctionMemberAccess]
    app.command(name, help=about, hidden=name in BROUGHT and not brings_commands(name))(row)


for _name, (_, _about) in COMMANDS.items():
    _add_row(_name, _about)


def main() -> None:
    """Entry point of the `sextant` command."""
    app()
