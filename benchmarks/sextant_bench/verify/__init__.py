"""`sextant bench verify`: are the executor's verdicts true while the device fails on purpose?

The whole loop plays tasks of worlds on twins, with an oracle that decides from screens alone. Every fault of
`devices/faults` happens in a tenth of the steps, each by itself; in one more row all of them happen at once. Behind the
faults the truth is known: the gesture that was meant is carried out on a copy of the world as it stood before the step,
and the step worked where what that would have changed has changed in the real one.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from sextant.devices.faults.plan import FAULTS, FaultId, FaultPlan
from sextant.errors import SextantError, UsageError
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.verify.playing import Judged, Played, play
from sextant_bench.verify.stating import STYLES, Style
from sextant_bench.verify.tallies import Judgements, baselines_of, confusion, figures_of, listing, tally, telling
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World

__all__ = ["run", "world_of"]

WORLDS = 40
RATE = 0.1
MIXED = 0.02
"""Of each fault where all happen at once: something fails in about a quarter of the steps."""
_ALL = "mixed"
_NONE = "none"
_TOLD = 60
"""Most wrong verdicts that are told one by one."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What is played on one world: under which fault, with whose expectations."""

    seed: int
    fault: str
    style: Style
    blind: bool = False

    @property
    def name(self) -> str:
        """What is played, whatever the world."""
        return f"{self.fault} {self.style}" + (" blind" if self.blind else "")


@dataclass(frozen=True, slots=True)
class _Found:
    """The judged steps of one row on one world, or why there are none."""

    row: _Row
    played: Played | None
    error: str = ""


def run(options: BenchOptions) -> BenchResult:
    """Plays `options.n` worlds (40) in every row.

    Raises:
        UsageError: An option is malformed.
    """
    seeds = draw_seeds(options.n or WORLDS, options.seed)
    rate, faults = options.share("rate", RATE), _faults(options)
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    kinds: list[tuple[Style, bool]] = [*((style, False) for style in STYLES), ("mixed", True)]
    rows = [_Row(seed, fault, *kind) for kind in kinds for fault in (*faults, _ALL, _NONE) for seed in seeds.all]
    found: list[_Found] = []
    begun = time.perf_counter()
    for one in _results(rows, rate, options.whole("workers", 2)):
        found.append(one)
        if len(found) % max(1, len(rows) // 40) == 0:
            options.report(_progress(found, len(rows), time.perf_counter() - begun))
    return _result(found, seeds, rate, faults, len(FAULTS) - len(faults))


def world_of(seed: int) -> World:
    """A task without surprises of its own, every other one in Chinese: what fails is the device alone."""
    recipe = TaskRecipe(longest=30, locale="zh" if seed % 2 else "en")
    return build(seed, Dials(popups=0, delay=0, transience=0), recipe)


def _faults(options: BenchOptions) -> tuple[FaultId, ...]:
    wanted = [name.strip() for name in options.extra.get("faults", "").split(",") if name.strip()]
    unknown = sorted(set(wanted) - set(FAULTS))
    if unknown:
        raise UsageError(f"There is no fault {unknown[0]!r}.", f"Faults: {', '.join(FAULTS)}.")
    return tuple(fault for fault in FAULTS if not wanted or fault in wanted)


def _plan(row: _Row, rate: float) -> FaultPlan:
    if row.fault == _ALL:
        return FaultPlan(dict.fromkeys(FAULTS, MIXED), row.seed)
    return FaultPlan({fault: rate for fault in FAULTS if fault == row.fault}, row.seed)


def _results(rows: Sequence[_Row], rate: float, workers: int) -> Iterator[_Found]:
    if workers == 1:
        yield from (_one(row, rate) for row in rows)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_one, row, rate) for row in rows]):
            yield done.result()


def _one(row: _Row, rate: float) -> _Found:
    try:
        with tempfile.TemporaryDirectory(prefix="sextant-verify-", dir=_memory()) as scratch:
            return _Found(row, play(world_of(row.seed), _plan(row, rate), row.style, Path(scratch), row.blind))
    except SextantError as error:
        return _Found(row, None, f"{row.name}, world {row.seed}: {error}")


def _memory() -> str | None:
    """Where files are kept in memory, if there is such a place: the journals of episodes are read by nobody."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of its own is made in it


def _progress(found: Sequence[_Found], rows: int, seconds: float) -> str:
    so_far = tally(step for one in found if one.played is not None for step in one.played.steps)
    return (
        f"{len(found)}/{rows} episodes, {seconds:.0f} s; {so_far.steps} steps, accuracy {so_far.accuracy:.4f}, "
        f"false success {so_far.false_success:.4f}, undecided {so_far.undecided:.3f}"
    )


def _result(found: Sequence[_Found], seeds: Seeds, rate: float, faults: Sequence[FaultId], left: int) -> BenchResult:
    """Steps under faults make the figures; those where nothing fails stand beside them."""
    by = {style: {fault: _steps(found, fault, style) for fault in (*faults, _ALL)} for style in STYLES}
    blind = {fault: _steps(found, fault, "mixed", blind=True) for fault in (*faults, _ALL)}
    judged = Judgements(_flat(by["mixed"]), _flat(by["wrong"]), _flat(by["generic"]), _flat(blind))
    mixed = judged.telling
    untouched = telling(_steps(found, _NONE, "mixed"))
    errors = [one.error for one in found if one.error]
    details: dict[str, Json] = {
        "faults": {name: _told_of(telling(steps)) for name, steps in by["mixed"].items()},
        "wrong_expectations": {name: _told_of(telling(steps)) for name, steps in by["wrong"].items()},
        "generic": {name: _told_of(steps) for name, steps in by["generic"].items()},
        "blind": {name: _told_of(telling(steps)) for name, steps in blind.items()},
        "without_faults": _told_of(untouched),
        "confusion": confusion(mixed),
        "episodes": _episodes(found),
        "wrong": [_wrong(step) for step in (*mixed, *judged.wrong, *judged.blind) if _is_wrong(step)][:_TOLD],
        "errors": [*errors],
    }
    return BenchResult(
        "verify",
        (*figures_of(judged), *_doubled(found)),
        n=len(mixed),
        errors=len(errors),
        excluded=left,
        seeds=seeds,
        baselines=baselines_of(mixed),
        environment={**environment(), **_configuration(rate)},
        details=details,
        listings=(
            listing(
                {**{name: telling(steps) for name, steps in by["mixed"].items()}, _NONE: untouched},
                "By fault, half the expectations the oracle's own",
            ),
            listing(
                {name: telling(steps) for name, steps in by["wrong"].items()}, "By fault, what is expected is wrong"
            ),
            listing(by["generic"], "By fault, nothing expected but a change"),
            listing({name: telling(steps) for name, steps in blind.items()}, "By fault, nothing told of receipt"),
        ),
    )


def _flat(by: Mapping[str, Sequence[Judged]]) -> list[Judged]:
    return [step for steps in by.values() for step in steps]


def _doubled(found: Sequence[_Found]) -> Iterator[Figure]:
    """Acts done beyond what the tasks want, by the world's own count."""
    played = [(one.row, one.played.duplicated) for one in found if one.played is not None]
    for name, blind in (("duplicated_irreversible", False), ("duplicated_blind", True)):
        yield Figure(name, sum(count for row, count in played if row.blind == blind), 0, "acts", "low")


def _steps(found: Sequence[_Found], fault: str, style: Style, blind: bool = False) -> list[Judged]:
    wanted = (fault, style, blind)
    rows = [one for one in found if (one.row.fault, one.row.style, one.row.blind) == wanted and one.played is not None]
    rows.sort(key=lambda one: one.row.seed)
    return [step for one in rows if one.played is not None for step in one.played.steps]


def _told_of(steps: Sequence[Judged]) -> dict[str, Json]:
    own = tally(steps)
    counted: dict[str, Json] = {
        "struck": sum(bool(step.faults) for step in steps),
        "worked_at_first": sum(step.at_first for step in steps),
        "told_by_screen": sum(step.by == "screen" for step in steps),
    }
    return {**asdict(own), **counted, "confusion": confusion(steps)}


def _episodes(found: Sequence[_Found]) -> dict[str, Json]:
    """How the episodes ended, by row; steps that meant to do nothing (waits) are judged by nobody."""
    ended: dict[str, Json] = {}
    played = [(one.row, one.played) for one in found if one.played is not None]
    for name in dict.fromkeys(row.name for row, _ in played):
        mine = [item for row, item in played if row.name == name]
        statuses = {status: sum(item.status == status for item in mine) for status in {item.status for item in mine}}
        ended[name] = {**statuses, "idle": sum(item.idle for item in mine), "resumed": sum(i.resumed for i in mine)}
    return ended


def _is_wrong(step: Judged) -> bool:
    return step.said != "uncertain" and (step.said == "effective") != step.worked


def _wrong(step: Judged) -> list[Json]:
    told: list[Json] = [step.world, step.step, step.kind, step.what[:80], step.interrupt, [*step.faults], step.said]
    told.append(step.stated)
    return [*told, step.worked, step.by, [[*verdict] for verdict in step.verdicts]]


def _configuration(rate: float) -> dict[str, str]:
    return {
        "code": code_hash(),
        "actor": "an oracle that decides from screens (simulated, knows the answer)",
        "rate": f"{rate:g} of the steps, each fault by itself; {MIXED:g} of each where all happen at once",
        "expectations": "half the oracle's own, half as a model would say them, some of those vague or wrong; "
        "apart: all of them wrong, and changed and no more",
    }
