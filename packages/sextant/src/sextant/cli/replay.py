"""The command `replay`: apart from the others about runs, because it alone needs what makes pages."""

from pathlib import Path
from typing import Annotated

import typer

from sextant.cli.options import ConfigFile, JsonFlag, RunName
from sextant.cli.output import boundary
from sextant.cli.runs import journal_of, size_in_words
from sextant.cli.viewer import show_file
from sextant.journal.replay import write_replay

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(replay)


def replay(
    run: RunName = "last",
    destination: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="HTML file to write. Default: sextant-RUN.html in this directory.",
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Write a run as one self-contained HTML page."""
    with boundary(json) as out:
        journal = journal_of(config)
        name = journal.find(run)
        path = (destination or Path(f"sextant-{name}.html")).absolute()
        with journal.read(name) as record, record.reporting_damage():
            size = write_replay(record, path, live=journal.show(name).status == "running")
        opened = open_page and show_file(path)
        out.result({"run": name, "file": str(path), "bytes": size, "opened": opened})
        out.say(f"{path} ({size_in_words(size)})")
        if opened:
            return
        if open_page:
            out.say_aside("No browser could be opened here.")
        out.say(f"next: open it in a browser{'' if open_page else f', or sextant replay {name} --open'}")
