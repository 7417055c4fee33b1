"""What the task state keeps between steps: bounded data, JSON-able."""

from dataclasses import dataclass, field

from sextant.guides.task_state.pages import PagesState
from sextant.guides.task_state.requirements import Requirement
from sextant.guides.task_state.step import Kind
from sextant.guides.task_state.way import WayState

__all__ = ["PARTS", "LastStep", "State", "milestone"]

PARTS = ("summary", "tracker", "transition")
"""The three views, as settings name them behind `task-state.`."""

_KEPT = 8
"""So many of the latest failures and refused updates are kept."""


@dataclass(slots=True)
class LastStep:
    """What the last own step did (TSR: action_effective, last_step_result, next_action_focus).

    Attributes:
        effective: True, False, or None where it cannot be told.
        result: What the screen says of it; holds words of the app.
        unsure: The step of which it cannot be told whether it took effect, while nothing else was done; -1 for none.
        act: That act, for telling the same again.
        look_for: What would show that it worked; holds words of the model.
        checked: Whether somebody has looked since, and said what they saw.
        interrupt: What came in between since.
    """

    step: int = -1
    kind: Kind = ""
    effective: bool | None = None
    what: str = ""
    result: str = ""
    cause: str = ""
    unsure: int = -1
    act: str = ""
    look_for: str = ""
    checked: bool = False
    interrupt: str = ""


@dataclass(slots=True)
class State:
    """All that a run remembers of its task besides the ledger, which says what is shown.

    Attributes:
        requirements: Those of the instruction, and what a model found out on the way.
        said: Steps at which a requirement was said to be done, by its id.
        unneeded: Requirements that are not needed, with the words of the screen that say so.
        believed: Ids of what updates called done, where they are taken at their word.
        dropped: Ids of what updates left out, where they are taken at their word.
        summary, subgoal, focus: A model's words.
        flags: How often updates were refused, by reason.
        refused: The latest refused updates, in words.
        failures: The latest steps that were uncertain, failed or were not carried out.
        before: What stood on the screen before the last act; None where nothing was done yet.
        pages: The pages that were seen, and what stood there at first.
        switched: The step after which another app was in front; -1 where none was.
    """

    requirements: tuple[Requirement, ...] = ()
    said: dict[str, int] = field(default_factory=dict[str, int])
    unneeded: dict[str, str] = field(default_factory=dict[str, str])
    believed: list[str] = field(default_factory=list[str])
    dropped: list[str] = field(default_factory=list[str])
    summary: str = ""
    subgoal: str = ""
    focus: str = ""
    flags: dict[str, int] = field(default_factory=dict[str, int])
    refused: list[str] = field(default_factory=list[str])
    failures: list[int] = field(default_factory=list[int])
    before: str | None = None
    pages: PagesState = field(default_factory=PagesState)
    switched: int = -1
    app: str = ""
    way: WayState = field(default_factory=WayState)
    last: LastStep = field(default_factory=LastStep)

    def flag(self, reason: str, what: str = "") -> None:
        """Counts a refused update and keeps what it was."""
        self.flags[reason] = self.flags.get(reason, 0) + 1
        self.refused = [*self.refused, f"{reason}: {what}" if what else reason][-_KEPT:]

    def failed(self, step: int) -> None:
        self.failures = [*self.failures, step][-_KEPT:]


def milestone(item: str) -> str:
    """Id of the claim that a requirement is met, or a line carried out."""
    return f"milestone:{item}"
