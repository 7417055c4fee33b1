"""Saves the route of a walk to each stop that it reached, as a file of its own."""

from collections.abc import Sequence
from pathlib import Path

from sextant.assembly.run import Hooks
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.program import StopEnd
from sextant.qa.route_files import load_route, save_route, stored_target
from sextant.qa.route_recording import ArrivedWalk, saved
from sextant.qa.walked_route import RouteFacts
from sextant.settings import Settings
from sextant.utg.files.saved import SavedRoute

__all__ = ["RouteFile", "RouteFilesKeeper"]


@dataclass(frozen=True, slots=True)
class RouteFile:
    """A written route; `run` is the walk that confirmed it, empty where the first walk took exactly this route."""

    file: Path
    route: SavedRoute
    run: str


@dataclass(frozen=True, slots=True)
class RouteFilesKeeper:
    """Route files to be written after a walk.

    Attributes:
        files: One file a goal.
        target: The target that is opened.
        stored: The target as it is saved.
        goals: The words of the goals.
        build: The build it is recorded on, if given.
    """

    files: tuple[Path, ...]
    target: str
    stored: str
    goals: tuple[str, ...]
    build: str

    @classmethod
    def planned(cls, file: Path, target: str, goals: Sequence[str], build: str) -> "RouteFilesKeeper":
        """Check before the walk that its routes can be saved.

        The route to a single goal is written to `file`, those to several to `NAME-1.toml`, `NAME-2.toml` … beside it.

        Raises:
            UsageError: The target cannot be saved, or a file exists and is no route.
        """
        if file.suffix != ".toml":
            raise UsageError(f"A route is saved in a .toml file, not in {str(file)!r}.", f"Try --save {file}.toml")
        numbered = (file.with_stem(f"{file.stem}-{number}") for number in range(1, len(goals) + 1))
        files = (file,) if len(goals) == 1 else tuple(numbered)
        for one in files:
            if one.is_dir():
                raise UsageError(f"{str(one)!r} is a folder.", "Name a file in it.")
            if one.exists():
                load_route(one)  # only a route may be overwritten
        return cls(files, target, stored_target(target, file.parent), tuple(goals), build)

    def keep(
        self, walked: ArrivedWalk, ended: Sequence[StopEnd], settings: "Settings", hooks: Hooks | None = None
    ) -> tuple[RouteFile, ...]:
        """Write the route to each stop that was reached, each from the start.

        Without `ended` the walk had one goal, and its last step claims it.

        Raises:
            SextantError: A route could not be confirmed, or a file cannot be written.
        """
        if not ended:
            return (self._kept(0, walked, settings, hooks),)
        files: list[RouteFile] = []
        for end in ended:
            if end.reached:
                upto = [one for one in walked.transitions if one.step <= end.step]
                files.append(self._kept(self.goals.index(end.stop), ArrivedWalk(upto, walked.device), settings, hooks))
        return tuple(files)

    def _kept(self, number: int, walked: ArrivedWalk, settings: "Settings", hooks: Hooks | None) -> RouteFile:
        app = walked.transitions[0].before.app if walked.transitions else ""
        facts = RouteFacts(self.goals[number], self.stored, app, self.build)
        made = saved(walked, facts, self.target, settings, hooks)
        save_route(self.files[number], made.route)
        return RouteFile(self.files[number], made.route, made.run)
