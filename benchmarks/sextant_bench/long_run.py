"""`sextant bench long-run`: what a long run keeps in memory: all guides and a program, in the real loop.

A scripted model walks through a world. `resident` is the growth of the process in bytes a step over the second half,
the world's own memory of what it has drawn included; `kept` is what the run's parts hold, by the size of every object
that can be reached from them; `snapshot` is what is written at each step for a resume.
"""

import gc
import resource
import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import AbsentPerson, Hooks, Probes
from sextant.errors import UsageError
from sextant.models.scripted import ScriptedModel
from sextant.settings import JournalSettings
from sextant.settings.sources import settings_of
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from sextant_bench.context import walker as walking
from sextant_bench.context.stage import stage_of
from sextant_bench.context.walker import Leg, ModelWalker, program_of
from sextant_bench.figures import BenchOptions, BenchResult, Figure, environment
from sextant_bench.harness import scratch
from sextant_bench.stage import ActorBetween, AskedClock, as_given, wired_on
from sextant_worlds.actors.brief_text import read_brief
from sextant_worlds.twin.device import TwinDevice

__all__ = ["run"]

_MOST_BYTES = 2048
_STEPS = 5000
_SHARED = (ModuleType, type, BuiltinFunctionType, CodeType, FrameType)
_GUIDES = ("map", "task-state", "belief", "memory", "program")


@dataclass
class _Mark:
    """What is known of the process at a step."""

    step: int
    resident: int
    kept: int
    snapshot: int
    cpu_seconds: float


def run(options: BenchOptions) -> BenchResult:
    """Walks `--n` steps, 5,000 unless told, and compares the second half with the first. There are no targets.

    Raises:
        UsageError: The run ended early.
    """
    steps = max(options.n or _STEPS, 20)
    with scratch("long-run") as folder:
        first, half, last = _walked(steps, (steps // 10, steps // 2, steps), folder)
    taken = last.step - half.step
    most = _MOST_BYTES if steps >= _STEPS else None  # of a short run, much is what its parts keep from the start
    early = 1000 * (half.cpu_seconds - first.cpu_seconds) / (half.step - first.step)
    return BenchResult(
        "long-run",
        (
            Figure("steps", last.step),
            Figure("kept_bytes_a_step", round((last.kept - half.kept) / taken), None, "bytes", "low"),
            Figure("resident_bytes_a_step", round((last.resident - half.resident) / taken), most, "bytes", "low"),
            Figure("resident_megabytes", round(last.resident / 1e6), None, "MB", "low"),
            Figure("cpu_ms_a_step", round(1000 * (last.cpu_seconds - half.cpu_seconds) / taken, 1), None, "ms", "low"),
            Figure("cpu_ms_a_step_first_half", round(early, 1), None, "ms", "low"),
        ),
        n=last.step,
        environment={**environment(), "actor": "scripted walker (simulated)"},
        details={"snapshot_bytes": {str(one.step): one.snapshot for one in (first, half, last)}},
    )


class _Stepping(ActorBetween):
    """The actor, which says to the walker at which step it is."""

    def __init__(self, actor: ModelActor, walker: ModelWalker) -> None:
        super().__init__(actor)
        self._walker = walker

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self._walker.step = brief.step
        return super().decide(brief, objections, rejected)


def _resident_bytes() -> int:
    """What of the process is in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _kept_bytes(root: object, without: object) -> int:
    """The sizes of all objects that can be reached from one, but for another, code and what modules hold."""
    seen, waiting, total = {id(root), id(without)}, deque([root]), 0
    while waiting:
        one = waiting.popleft()
        total += sys.getsizeof(one)
        for other in _reached(one):
            if id(other) not in seen and not isinstance(other, _SHARED) and not _is_of_a_module(other):
                seen.add(id(other))
                waiting.append(other)
    return total


def _reached(one: object) -> Iterable[object]:
    if isinstance(one, FunctionType):
        return one.__closure__ or ()
    return [one.__self__] if isinstance(one, MethodType) else gc.get_referents(one)


def _is_of_a_module(one: object) -> bool:
    return isinstance(one, Mapping) and "__builtins__" in one


def _walked(steps: int, marks: Sequence[int], folder: Path) -> list[_Mark]:
    """A run of so many steps, looked at after those of `marks`."""
    walking.read_brief = read_brief.__wrapped__  # a thousand remembered readings are the model's memory, not the run's
    stage, found = stage_of(1), list[_Mark]()
    turn = (Leg("open"), Leg("back"), Leg("switch"))
    walker = ModelWalker(stage, (turn * (steps // len(turn) + 1))[:steps])
    model = ScriptedModel(walker)
    settings = settings_of("all", {"program.reuse": False, "program.turns": 10_000, "program.steps": 10_000})
    source = program_of(stage).replace("range(400)", f"range({steps})")
    settings = replace(
        settings,
        program=replace(settings.program, source=source),
        budget=Budget(max_steps=steps),
        policy=Policy(allowed_acts=("*",)),
        journal=JournalSettings(folder / "runs"),
    )
    made = list[Any]()  # a run, looked into: what its parts hold is what is measured
    script: Any = model.script

    def on_step(transition: Transition) -> None:
        script._exchanges.clear()  # a test reads them; a model keeps none
        if transition.step + 1 in marks:
            gc.collect()
            parts = made[0]._agent
            state = sum(map(len, parts.snapshot().states.values()))
            spent = time.process_time()
            found.append(_Mark(transition.step + 1, _resident_bytes(), _kept_bytes(parts, device), state, spent))

    actor = ModelActor(model, "full", as_given, dict.fromkeys(_GUIDES, BaseModel))
    probes = Probes(actor=lambda: _Stepping(actor, walker), updater=lambda: model)
    device = TwinDevice(stage.world)
    device.open()
    hooks = Hooks(clock=AskedClock(), probes=probes, on_step=on_step)
    made.append(wired_on(device, stage.goal, settings, AbsentPerson(), hooks))
    episode = made[0].go()
    if len(found) < len(marks):
        raise UsageError(f"The run ended early: {episode.status}, {episode.reason}", "Ask for fewer steps with --n.")
    return found
