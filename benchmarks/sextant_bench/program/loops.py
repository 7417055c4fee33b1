"""Loops carried out by the whole real loop, with reuse and without: how often the (simulated) model is asked."""

from dataclasses import dataclass
from pathlib import Path

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.scripted import ScriptedApp, ScriptedDevice
from sextant.settings import JournalSettings, ProgramChoices, Settings
from sextant.types.codec import to_json
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_bench.program.clerk import Clerk
from sextant_bench.program.office import ITEMS, Loop, approved, right
from sextant_bench.stage import in_place

__all__ = ["Carried", "carry_out"]

_MOST = 400


@dataclass(frozen=True, slots=True)
class Carried:
    """A loop carried out.

    Attributes:
        calls: Times the model was asked, revisions among them.
        steps: Of the run; `reused` of them were decided from a recording.
        right: Invoices that are as the program wants them.
        twice: Approvals beyond the first of an invoice.
    """

    loop: str
    reuse: bool
    calls: int
    steps: int
    reused: int
    revisions: int
    right: int
    twice: int
    answered: bool
    status: str
    reason: str

    @property
    def per_step(self) -> float:
        return self.calls / self.steps

    @property
    def whole(self) -> bool:
        """Whether every invoice is right, none was approved twice, and the result is."""
        return self.right == ITEMS and not self.twice and self.answered


def carry_out(
    loop: Loop,
    reuse: bool,
    scratch: Path,
    steps: list[Transition] | None = None,
    device: ScriptedDevice | None = None,
) -> Carried:
    """One run of a loop from its beginning to its end; `steps` takes every step down."""
    device, clerk = device or loop.device(), Clerk()
    file = scratch / f"{loop.name}.json"
    file.write_text(to_json(ScriptedApp, loop.app()), encoding="utf-8")
    settings = Settings(
        program=ProgramChoices(loop.program, reuse=reuse),
        budget=Budget(max_steps=_MOST),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(scratch / "runs"),
    )

    taken = list[Transition]() if steps is None else steps
    hooks = Hooks(on_step=taken.append, probes=Probes(device=in_place(device), actor=lambda: clerk))
    request = RunRequest(
        "write its own name into the note of every invoice, and approve every invoice",
        f"scripted:{file}",
        played_by="clerk (simulated)",
    )
    episode = build_run(request, settings, AbsentPerson(), hooks).go()
    return _carried(loop, reuse, clerk, episode, right(device), sum(max(0, n - 1) for n in approved(device).values()))


def _carried(loop: Loop, reuse: bool, clerk: Clerk, episode: Episode, good: int, twice: int) -> Carried:
    try:
        answered = float(episode.answer) == loop.total
    except ValueError:
        answered = False
    return Carried(
        loop=loop.name,
        reuse=reuse,
        calls=clerk.calls,
        steps=episode.steps,
        reused=episode.counters.get("reused", 0),
        revisions=episode.counters.get("revisions", 0),
        right=good,
        twice=twice,
        answered=answered,
        status=episode.status,
        reason=episode.reason,
    )
