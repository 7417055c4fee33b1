"""`Companion`: a guide for an external agent; it receives screens and actions, and returns text for a prompt."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from sextant.guides.map import MapGuide
from sextant.integrations.described_screen import DescribedScreen, screen_of
from sextant.perception.perceive import Perceiver
from sextant.prompts import render
from sextant.protocols import Guide, GuideView, Perceive
from sextant.types.actions import Action
from sextant.types.decisions import Act, Decision, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.utg.selection import Selector
from sextant.utg.store import open_store

__all__ = ["Companion"]


class Companion:
    """Call `tell` before each action for the guidance, and `did` after it.

    Args:
        goal: The agent's goal, in words.
        guide: The guide.
        perceive: Makes screens of descriptions.
        close: Frees the guide's resources.
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
        """A companion with the maps in a file, which is created if missing.

        Args:
            goal: The agent's goal.
            path: The file, such as the `maps.sqlite` beside Sextant's own runs.
            profile: `compact` for small models: the next action alone.
            app: Name of the map; empty: the app of the first screen.

        Raises:
            JournalFault: The file is no map, or is corrupt.
        """
        store = open_store(path)
        return cls(goal, MapGuide(store, Selector(), profile, app), close=store.close)

    def tell(self, screen: DescribedScreen | Screen) -> str:
        """The guidance for this screen, as text for a prompt; empty where there is none.

        The app's own words are fenced as data. The step since the last screen is added to the map first.
        """
        seen = screen if isinstance(screen, Screen) else screen_of(screen, self._perceive)
        self.saw(seen)
        view = GuideView(Task(self._goal), Act(self._goal), seen, (), self._step)
        return render(self._guide.sections(view))

    def did(self, action: Action | None) -> None:
        """Note an action on the last screen; None: an action without a name on a map.

        Of several actions between two screens it is unknown which one led on: they are not added.
        """
        self._done.append(action)

    def saw(self, screen: Screen) -> None:
        """Add the step since the last screen to the map, without guidance."""
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
        """Close the maps. Idempotent."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
