"""What `sextant goto --save` keeps: the route that was walked, as a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sextant.cli.output import Json, Output, counted
from sextant.errors import UsageError

if TYPE_CHECKING:
    from sextant.settings import Settings
    from sextant.types.transitions import Transition

__all__ = ["BuildLabel", "Keeping", "Save"]

_PANEL = "Route"

Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Keep the route for `sextant check`.", rich_help_panel=_PANEL),
]
BuildLabel = Annotated[
    str, typer.Option("--build", metavar="LABEL", help="The build it is recorded on.", rich_help_panel=_PANEL)
]


@dataclass(frozen=True, slots=True)
class Keeping:
    """A route to be kept once it has been walked.

    Attributes:
        file: Where.
        target: What is opened.
        stored: The target as it is saved.
        goal: The words that were asked for.
        build: The build it is recorded on, if somebody said so.
    """

    file: Path
    target: str
    stored: str
    goal: str
    build: str

    @classmethod
    def planned(cls, file: Path | None, target: str, goal: str, build: str) -> "Keeping | None":
        """Checks before the walk that what comes of it can be kept; None where nothing is to be.

        Raises:
            UsageError: The target cannot be saved, or the file is something else than a route.
        """
        from sextant.build.route_files import load_route, stored_target

        if file is None:
            return None
        if file.suffix != ".toml":
            raise UsageError(f"A route is kept in a .toml file, got {str(file)!r}.", f"Try --save {file}.toml")
        if file.is_dir():
            raise UsageError(f"{str(file)!r} is a folder.", "Name a file in it.")
        if file.exists():
            load_route(file)  # only a route gives way to another
        return cls(file, target, stored_target(target, file.parent), goal, build)

    def keep(self, out: Output, transitions: "Sequence[Transition]", device: str, settings: "Settings") -> Json:
        """Writes the route and says so; gives what programs are told.

        Raises:
            SextantError: The way could not be confirmed, or the file cannot be written.
        """
        from sextant.build.recording import Walked, saved
        from sextant.build.route_files import save_route
        from sextant.build.run import Hooks
        from sextant.build.saving import Facts

        app = transitions[0].before.app if transitions else ""
        facts = Facts(self.goal, self.stored, app, self.build)
        hooks = Hooks(on_note=out.say_aside)
        made = saved(Walked(transitions, device), facts, self.target, settings, hooks)
        save_route(self.file, made.route)
        hops = counted(len(made.route.hops), "hop")
        again = f"; walked once more as {made.run}" if made.run else ""
        out.say(f"saved {self.file}: {made.route.way} ({hops}{again})")
        return {
            "file": str(self.file),
            "hops": [hop.label for hop in made.route.hops],
            "confirmed_by": made.run,
        }

    @property
    def next_command(self) -> str:
        """What to do with the file."""
        return f"sextant check {self.file}"
