"""`Companion`: a guide beside an agent that is not Sextant's. It is told screens and deeds, and gives words to read."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from sextant.assembly.guides import open_selector
from sextant.guides.route import MapGuide
from sextant.integrations.told import ToldScreen, screen_of
from sextant.perception.perceive import Perceiver
from sextant.prompts import render
from sextant.protocols import Guide, GuideView, Perceive
from sextant.types.actions import Action
from sextant.types.decisions import Act, Decision, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.utg.store import open_store

__all__ = ["Companion"]


class Companion:
    """Before each action: `tell` gives what the guide says of the present screen. After it: `did` says what was done.

    Args:
        goal: What the agent is after, in words.
        guide: What it has beside it.
        perceive: Makes screens of what is told.
        close: Frees what the guide holds.
    """

    def __init__(
        self,
        goal: str,
        guide: Guide,
        perceive: Perceive | None = None,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._goal, self._guide, self._close = goal, guide, close
        self._perceive: Perceive = perceive or Perceiver()
        self._last: Screen | None = None
        self._done: list[Action | None] = []
        self._step = 0

    @classmethod
    def on_maps(cls, goal: str, path: Path, profile: Profile = "full", app: str = "") -> "Companion":
        """One with the maps in a file, which is made where there is none.

        Args:
            goal: What the agent is after.
            path: The file, such as the `maps.sqlite` beside Sextant's own runs.
            profile: `compact` for small models: the next action alone.
            app: Name of the map; empty: the app of the first screen.

        Raises:
            JournalFault: The file is no map, or is corrupt.
        """
        store = open_store(path)
        return cls(goal, MapGuide(store, open_selector(), profile, app), close=store.close)

    def tell(self, screen: ToldScreen | Screen) -> str:
        """What the guide has to say on this screen, as text for a prompt; empty where it has nothing to say.

        The app's own words in it stand behind a bar, as data. What was done since the last screen is drawn first.
        """
        seen = screen if isinstance(screen, Screen) else screen_of(screen, self._perceive)
        self.saw(seen)
        view = GuideView(Task(self._goal), Act(self._goal), seen, (), self._step)
        return render(self._guide.sections(view))

    def did(self, action: Action | None) -> None:
        """Takes note of what was done on the screen that was told last; None: something that has no name on a map.

        Of several actions between two screens nobody can say which one led on: they are not drawn.
        """
        self._done.append(action)

    def saw(self, screen: Screen) -> None:
        """Draws what was done since the last screen, without asking for words."""
        last, done = self._last, self._done
        self._last, self._done = screen, []
        action = done[0] if len(done) == 1 else None
        if last is None or action is None:
            return
        self._step += 1
        moved = last.key.id != screen.key.id or last.digest != screen.digest
        decision = Decision(action, last.digest, actor="told")
        self._guide.observe(Transition(self._step, last, decision, screen, "effective" if moved else "ineffective"))

    def close(self) -> None:
        """Frees the maps. Idempotent."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
