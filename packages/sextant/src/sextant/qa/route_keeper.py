"""What is kept of a walk: the way to each stop that it reached, as a route file of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sextant.assembly.run import Hooks
from sextant.errors import UsageError
from sextant.program import StopEnd
from sextant.qa.route_files import load_route, save_route, stored_target
from sextant.qa.route_recording import ArrivedWalk, saved
from sextant.qa.walked_route import Facts
from sextant.settings import Settings
from sextant.utg.files.saved import SavedRoute

__all__ = ["KeptRoute", "RouteFilesKeeper"]


@dataclass(frozen=True, slots=True)
class KeptRoute:
    """A route that was written; `run` is the walk that confirmed it, empty where the walk itself took just this way."""

    file: Path
    route: SavedRoute
    run: str


@dataclass(frozen=True, slots=True)
class RouteFilesKeeper:
    """Routes to be kept once they have been walked.

    Attributes:
        files: Where, a file a goal.
        target: What is opened.
        stored: The target as it is saved.
        goals: The words that were asked for.
        build: The build it is recorded on, if somebody said so.
    """

    files: tuple[Path, ...]
    target: str
    stored: str
    goals: tuple[str, ...]
    build: str

    @classmethod
    def planned(cls, file: Path, target: str, goals: Sequence[str], build: str) -> "RouteFilesKeeper":
        """Checks before the walk that what comes of it can be kept.

        The way to a single goal goes into `file` itself, those to several into `NAME-1.toml`, `NAME-2.toml` … beside.

        Raises:
            UsageError: The target cannot be saved, or a file is something else than a route.
        """
        if file.suffix != ".toml":
            raise UsageError(f"A route is kept in a .toml file, got {str(file)!r}.", f"Try --save {file}.toml")
        numbered = (file.with_stem(f"{file.stem}-{number}") for number in range(1, len(goals) + 1))
        files = (file,) if len(goals) == 1 else tuple(numbered)
        for one in files:
            if one.is_dir():
                raise UsageError(f"{str(one)!r} is a folder.", "Name a file in it.")
            if one.exists():
                load_route(one)  # only a route gives way to another
        return cls(files, target, stored_target(target, file.parent), tuple(goals), build)

    def keep(
        self, walked: ArrivedWalk, ended: Sequence[StopEnd], settings: "Settings", hooks: Hooks | None = None
    ) -> tuple[KeptRoute, ...]:
        """Writes the route to each stop that was reached, each from the start.

        Without `ended` the walk had one goal, and its last step claims it.

        Raises:
            SextantError: A way could not be confirmed, or a file cannot be written.
        """
        if not ended:
            return (self._kept(0, walked, settings, hooks),)
        kept: list[KeptRoute] = []
        for end in ended:
            if end.reached:
                upto = [one for one in walked.transitions if one.step <= end.step]
                kept.append(self._kept(self.goals.index(end.stop), ArrivedWalk(upto, walked.device), settings, hooks))
        return tuple(kept)

    def _kept(self, number: int, walked: ArrivedWalk, settings: "Settings", hooks: Hooks | None) -> KeptRoute:
        app = walked.transitions[0].before.app if walked.transitions else ""
        facts = Facts(self.goals[number], self.stored, app, self.build)
        made = saved(walked, facts, self.target, settings, hooks)
        save_route(self.files[number], made.route)
        return KeptRoute(self.files[number], made.route, made.run)
