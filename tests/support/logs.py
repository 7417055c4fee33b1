"""Logs with the views that a test asks about."""

import json
from collections.abc import Callable, Mapping, Sequence

from sextant.assembly.run_folds import run_folds
from sextant.evidence import Hindsight
from sextant.prompts import FAILURES, history_fold
from sextant.prompts.failures import failures_here
from sextant.prompts.history import Archive, History, Spans, everything
from sextant.review import OPEN_ACTS, Stagnation
from sextant.review.at_most_once import repeat_objections
from sextant.state import PROGRESS, EventLog
from sextant.types.codec import json_text
from sextant.types.decisions import Decision, Objection, Profile
from sextant.types.events import Event
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Transition


def stored(parts: Mapping[str, object] | None = None) -> Snapshot:
    """The states of parts as they are committed."""
    return Snapshot({name: json_text(state) for name, state in (parts or {}).items()})


def event_log(profile: Profile = "full") -> EventLog:
    """A log as a run has it."""
    return EventLog(run_folds(profile))


class Kept:
    """A log that is asked about one of its views, and can be stored."""

    def __init__(self, profile: Profile = "full") -> None:
        self.log = event_log(profile)

    def observe(self, transition: Transition) -> None:
        self.log.append(*Hindsight(self.log).answered(transition), transition)

    def hear(self, *events: Event) -> None:
        self.log.append(*events)

    def snapshot(self) -> dict[str, str]:
        return {name: json.dumps(json.loads(text)) for name, text in self.log.states().items()}

    def restore(self, states: dict[str, str], recent: Sequence[Transition] = ()) -> None:
        self.log.restore(states, recent)


class Told(Kept):
    """What prompts tell of the steps."""

    def __init__(
        self,
        keep: int = 30,
        profile: Profile = "full",
        active: Callable[[], Spans] = everything,
        archive: Archive | None = None,
    ) -> None:
        super().__init__(profile)
        self.history = History(self.log, history_fold(profile), keep, False, active, archive)

    def text(self) -> str:
        return self.history.text()

    def recalled(self) -> str:
        return self.history.recalled()

    def looking_back(self) -> str:
        return self.history.steps.retrospect.text()

    def failures_here(self, screen: Screen, compact: bool = False) -> str:
        return failures_here(self.log[FAILURES], screen, compact)


class Acts(Kept):
    """Acts of which nobody knows what became of them."""

    def object_to(self, decision: Decision, screen: Screen) -> tuple[Objection, ...]:
        return repeat_objections(self.log[OPEN_ACTS], decision, screen)


class Repeats(Kept):
    """What was tried again and again."""

    def __init__(self, told: int = 2, limit: int = 4) -> None:
        super().__init__()
        self.rule = Stagnation(told, limit)

    def object_to(self, decision: Decision) -> tuple[Objection, ...]:
        return self.rule.objections(self.log[PROGRESS], decision)

    @property
    def stuck(self) -> str:
        return self.rule.stuck(self.log[PROGRESS])
