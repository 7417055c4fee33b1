"""The Typer application, put together from its commands."""

from typing import Annotated

import typer

from sextant.cli import checking, login, machine, program, records, running, serving, trusting, world
from sextant.cli import map as maps
from sextant.cli.output import begin_command

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


running.add_to(app)
login.add_to(app)
program.add_to(app)
checking.add_to(app)
records.add_to(app)
machine.add_to(app)
trusting.add_to(app)
world.add_to(app)
serving.add_to(app)
maps.add_to(app)


def main() -> None:
    """Entry point of the `sextant` command."""
    app()
