"""The Typer application, put together from its commands."""

from collections.abc import Callable
from typing import Annotated

import typer

from sextant.cli import check, login, machine, program, records, run, serve, trust
from sextant.cli import map as maps
from sextant.cli.output import begin_command, boundary
from sextant.plugins import BROUGHT, add_commands, unavailable

__all__ = ["app", "main"]

ABOUT = (
    "Sextant carries out goals in web apps as a person would: it looks at the screen, acts, and believes nothing that "
    "the next screen does not show."
)

app = typer.Typer(
    name="sextant",
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
        bool, typer.Option("--version", is_eager=True, callback=machine.print_version, help="Print the version.")
    ] = False,
) -> None:
    del show_version
    begin_command()


def _absent(group: str) -> Callable[[list[str] | None], None]:
    """What stands for the commands of a package that is not installed."""

    def absent(words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None) -> None:
        with boundary("--json" in (words or ())):
            raise unavailable(group)

    return absent


run.add_to(app)
login.add_to(app)
program.add_to(app)
check.add_to(app)
records.add_to(app)
machine.add_to(app)
trust.add_to(app)
for group in BROUGHT:
    if not add_commands(group, app):
        app.command(group, hidden=True, context_settings={"ignore_unknown_options": True})(_absent(group))
serve.add_to(app)
maps.add_to(app)


def main() -> None:
    """Entry point of the `sextant` command."""
    app()
