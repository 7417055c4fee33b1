"""What `sextant goto --save` keeps: the routes that were walked, as files."""

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
    typer.Option("--save", metavar="FILE", help="Keep the route for `sextant check`.", rich_help_panel=_PANEL),
]
BuildLabel = Annotated[
    str, typer.Option("--build", metavar="LABEL", help="The build it is recorded on.", rich_help_panel=_PANEL)
]


@dataclass(frozen=True, slots=True)
class RouteKeeper:
    """Keeps the routes of a run, with the settings to confirm them with."""

    keeping: "RouteFilesKeeper"
    settings: "Settings"

    def keep(self, out: Output, transitions: "Sequence[Transition]", run: "Run") -> Json:
        """Writes the routes and says so; gives what programs are told.

        Raises:
            SextantError: A way could not be confirmed, or a file cannot be written.
        """
        walked = ArrivedWalk(transitions, run.device.name)
        kept = self.keeping.keep(walked, run.stops(), self.settings, Hooks(on_note=out.say_aside))
        told: list[Json] = [_told(out, one) for one in kept]
        return told if len(self.keeping.goals) > 1 else told[0]

    @property
    def names(self) -> str:
        """The files, as they are typed in a shell."""
        return " ".join(map(str, self.keeping.files))


def _told(out: Output, kept: "KeptRoute") -> Json:
    hops = counted(len(kept.route.hops), "hop")
    again = f"; walked once more as {kept.run}" if kept.run else ""
    out.say(f"saved {kept.file}: {kept.route.way} ({hops}{again})")
    return {"file": str(kept.file), "hops": [hop.label for hop in kept.route.hops], "confirmed_by": kept.run}
