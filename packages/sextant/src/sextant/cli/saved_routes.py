"""Saves the routes of `sextant goto --save` as files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sextant.assembly import Run
from sextant.assembly.run import Hooks
from sextant.cli.output import Json, Output, counted
from sextant.qa.route_keeper import KeptRoute, RouteFilesKeeper
from sextant.qa.route_recording import ArrivedWalk
from sextant.settings import Settings
from sextant.types.transitions import Transition

__all__ = ["BuildLabel", "RouteKeeper", "Save"]

_PANEL = "Route"

Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Save the route for `sextant check`.", rich_help_panel=_PANEL),
]
BuildLabel = Annotated[
    str, typer.Option("--build", metavar="LABEL", help="Name of the recorded build.", rich_help_panel=_PANEL)
]


@dataclass(frozen=True, slots=True)
class RouteKeeper:
    """Saves the routes of a run, with the settings to confirm them with."""

    keeping: "RouteFilesKeeper"
    settings: "Settings"

    def keep(self, out: Output, transitions: "Sequence[Transition]", run: "Run") -> Json:
        """Write the routes, print their names, and return them as JSON.

        Raises:
            SextantError: A route could not be confirmed, or a file cannot be written.
        """
        walked = ArrivedWalk(transitions, run.device.name)
        written = self.keeping.keep(walked, run.stops(), self.settings, Hooks(on_note=out.say_aside))
        described: list[Json] = [_described(out, one) for one in written]
        return described if len(self.keeping.goals) > 1 else described[0]

    @property
    def names(self) -> str:
        """The files, as typed in a shell."""
        return " ".join(map(str, self.keeping.files))


def _described(out: Output, saved: "KeptRoute") -> Json:
    hops = counted(len(saved.route.hops), "hop")
    again = f"; repeated as {saved.run}" if saved.run else ""
    out.say(f"saved {saved.file}: {saved.route.way} ({hops}{again})")
    return {"file": str(saved.file), "hops": [hop.label for hop in saved.route.hops], "confirmed_by": saved.run}
