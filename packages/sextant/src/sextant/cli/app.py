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
    "Sextant operates web apps through their screens, as a person does. After each action it checks the next screen."
)

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("run", "Carry out a task on a device with a language model."),
    "goto": ("run", "Navigate to a screen, or several, and draw a map of the app. Needs no model."),
    "resume": ("run", "Continue a run where it stopped. Its own settings apply unless you give others."),
    "login": ("login", "Sign in to an app once. Later commands with the same --profile use the session."),
    "record": ("record", "Record what you do on a device as a run, until Ctrl-C."),
    "check": (
        "check",
        "Repeat saved routes and scripts. Each is exact, moved or failed. Needs no model.",
    ),
    "brief": ("runs", "Print the prompt of a step word for word, and its tokens by section."),
    "replay": ("replay", "Write a run as one self-contained HTML page."),
    "devices": ("machine", "List the browsers that runs left open, or end one."),
    "bench": (
        "bench",
        "Run a benchmark. Exit code 1 if a figure misses its target.",
    ),
    "doctor": (
        "machine",
        "List what is installed, what is missing, and how to install it. Exit code 1 if a necessary part is missing.",
    ),
    "version": ("version", "Print the version."),
    "trust": (
        "trust",
        "Trust the present content of a sextant.toml that Sextant finds, so that all its settings apply.",
    ),
    "mcp": ("serve", "Serve the maps to an MCP client over standard input and output."),
    "bridge": ("bridge", "Serve a world or a web page as an Android device for adb, until Ctrl-C."),
    "program": (
        "program",
        "Write, check and run programs: tasks with loops, conditions and variables.",
    ),
    "runs": ("runs", "List, show and remove runs."),
    "world": ("", "Create, play, check and view worlds: simulated phones with one task each."),
    "map": (
        "map",
        "Draw the map of an app (`sextant map TARGET`), show, compare, import and export maps.",
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
