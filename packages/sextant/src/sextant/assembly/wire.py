"""Builds runs, and restores resumed ones."""

from collections.abc import Callable
from dataclasses import field
from typing import assert_never

from pydantic import ValidationError

from sextant.agent import Agent
from sextant.assembly.run import REOPENED, ResourceClosers, Run, RunGuides, RunInfo
from sextant.assembly.seams import RunPlan, Seams
from sextant.dataclass import dataclass
from sextant.errors import JournalFault, NeedsPerson
from sextant.execution import Settlement, confirmed_by_person, settle_intent
from sextant.journal import RunLog, RunRecord
from sextant.journal.entries import Note
from sextant.protocols import CourseStatus, Device
from sextant.settings.schema import GUIDES
from sextant.state.event_log import RECENT
from sextant.state.migrations import migrated
from sextant.text.legible import on_one_line
from sextant.types.devices import Intent
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Budget
from sextant.types.transitions import Transition

__all__ = ["Wiring"]


@dataclass(frozen=True, slots=True)
class Wiring(RunPlan):
    """Builds runs from a plan, and closes their resources."""

    _closers: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    def wire(self, device: Device, log: RunLog, budget: Budget, first: Screen | None = None) -> Run:
        """Builds a new run."""
        return self._run(Seams(self, device, log, budget, self._closers.append), log, first)

    def resume(self, device: Device, log: RunLog, budget: Budget) -> Run:
        """Builds a resumed run: restores its state, and decides the outcomes of open intentions.

        Raises:
            JournalFault: The stored state is damaged.
        """
        seams = Seams(self, device, log, budget, self._closers.append)
        if (stored := log.snapshot()) is not None:
            with log.reporting_damage():
                self._restore(seams.agent, stored, log)
        return self._run(seams, log, self._settle(seams, log))

    def close(self) -> None:
        """Frees models and maps."""
        for closer in self._closers:
            closer()
        self._closers.clear()

    def _run(self, seams: Seams, log: RunLog, first: Screen | None) -> Run:
        agent, course, stops = seams.agent, seams.course, seams.stops
        beside = RunGuides()
        if self.kind == "model":
            preset, wanted = self.settings.context.preset, self.settings.guides.use
            beside = RunGuides("" if preset == "none" else preset, tuple(name for name in GUIDES if name in wanted))
        about = RunInfo(
            beside,
            course if isinstance(course, CourseStatus) else None,
            seams.maps.file,
            tuple if stops is None else lambda: stops.ended,
            unattended=not self.person.attended,
        )
        return Run(
            agent, seams.observer, log, ResourceClosers(seams.close_model, self.close), first, about, self.ending
        )

    # -- what an earlier leg left

    def _restore(self, agent: Agent, stored: Snapshot, log: RunLog) -> None:
        try:
            agent.restore(migrated(stored), _latest(log, self.settings.context.pictures - 1))
        except (LookupError, TypeError, ValueError) as error:  # whatever a part raises that cannot read its state
            raise JournalFault(
                f"The state of the run {log.run!r} is damaged: {_damage_note(error)}.",
                f"Look at it with: sextant replay {log.run}, and begin it anew.",
            ) from error

    def _settle(self, seams: Seams, log: RunLog) -> Screen | None:
        """Decides the outcomes of intentions without a committed step: of each step, that of the last attempt."""
        screen: Screen | None = None
        pending = log.pending()
        last = {item.intent.step: item.intent.id for item in pending}
        for item in pending:
            intent = item.intent
            if last[intent.step] != intent.id:
                log.settle(intent.id, None, "device", "another attempt of the same step followed")
                continue
            settled = settle_intent(intent, item.before, seams.observer, _reopened(log))
            screen = settled.screen
            self.hooks.on_note(f"Step {intent.step}: {settled.outcome.replace('_', ' ')}, {settled.reason}.")
            transition, happened, by = self._outcome(settled, log)
            if happened and transition is not None:
                seams.agent.record_step(transition)
            log.settle(intent.id, happened, by, settled.reason)
        return screen

    def _outcome(self, settled: Settlement, log: RunLog) -> tuple[Transition | None, bool | None, str]:
        """The description of the step, whether it happened, and the source of that answer."""
        match settled.outcome:
            case "happened":
                return settled.transition, True, "page"
            case "not_injected":
                return None, False, "device"
            case "unknown" if not settled.intent.irreversible:
                return None, None, "page"
            case "unknown":
                happened = self._ask_person(settled.intent.description, log)
                return confirmed_by_person(settled), happened, "person"
            case _:
                assert_never(settled.outcome)

    def _ask_person(self, what: str, log: RunLog) -> bool:
        """A person's answer whether an action has happened. No answer settles nothing."""
        told = self.person.happened(what or "the last act", "The screen does not show it.")
        if told is None:
            raise NeedsPerson(
                f"The screen does not show whether this action happened: {what or 'the last act'}.",
                f"Check the app, then resume at a terminal and answer the question: sextant resume {log.run}",
            )
        log.permission(f"did this happen: {what}", told, "person")
        return told


def _damage_note(error: Exception) -> str:
    """The error of a part that could not restore its state, on one line."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return on_one_line(f"{type(error).__name__}: {error}")[:300]


def _latest(log: RunLog, pictures: int) -> tuple[Transition, ...]:
    """The latest steps, the last few with their pictures."""
    steps = log.latest(RECENT)
    return (*steps[:-pictures], *log.latest(pictures, pictures=True)) if pictures > 0 else steps


def _reopened(record: RunRecord) -> bool:
    """Whether the device was opened again after the first intention without an outcome.

    What is gone from such a page may be gone for that reason, also for a later leg that finds the page as it is.
    """
    pending = {item.intent.id for item in record.pending()}
    begun = False
    for one in record.records("intent", "note"):
        entry = one.entry
        begun = begun or (isinstance(entry, Intent) and entry.id in pending)
        if begun and isinstance(entry, Note) and entry.kind == REOPENED:
            return True
    return False
