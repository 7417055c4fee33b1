"""`sextant bench verify`: are the executor's verdicts true while the device fails on purpose?

The whole loop plays tasks of worlds on twins, with an oracle that decides from screens alone. Every fault of
`devices/faults` happens in a tenth of the steps, each by itself; in one more row all of them happen at once. Behind the
faults the truth is known: the gesture that was meant is carried out on a copy of the world as it stood before the step,
and the step worked where what that would have changed has changed in the real one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from sextant.devices.faults.plan import FAULTS, FaultId, FaultPlan
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.harness import Results, play_all, scratch
from sextant_bench.statistics import grouped
from sextant_bench.verify.episode import JudgedEpisode, JudgedStep, play
from sextant_bench.verify.expectations import STYLES, Style
from sextant_bench.verify.metrics import Judgements, baselines_of, confusion, figures_of, listing, tally, telling
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
    """The judged steps of one row on one world."""

    row: _Row
    played: JudgedEpisode


def run(options: BenchOptions) -> BenchResult:
    """Plays `options.n` worlds (40) in every row.

    Raises:
        UsageError: An option is malformed.
    """
    seeds = draw_seeds(options.n or WORLDS, options.seed)
    rate, faults = options.share("rate", RATE), options.some_of("faults", FAULTS, "fault")
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    kinds: list[tuple[Style, bool]] = [*((style, False) for style in STYLES), ("mixed", True)]
    rows = [_Row(seed, fault, *kind) for kind in kinds for fault in (*faults, _ALL, _NONE) for seed in seeds.all]
    played = play_all(
        rows,
        partial(_played, rate=rate),
        name=lambda row: f"{row.name}, world {row.seed}",
        workers=options.whole("workers", 2),
        report=options.report,
        progress=_progress,
        every=max(1, len(rows) // 40),
    )
    return _result(played, seeds, rate, faults)


def world_of(seed: int) -> World:
    """A task without surprises of its own, every other one in Chinese: what fails is the device alone."""
    recipe = TaskRecipe(longest=30, locale="zh" if seed % 2 else "en")
    return build(seed, Dials(popups=0, delay=0, transience=0), recipe)


def _plan(row: _Row, rate: float) -> FaultPlan:
    if row.fault == _ALL:
        return FaultPlan(dict.fromkeys(FAULTS, MIXED), row.seed)
    return FaultPlan({fault: rate for fault in FAULTS if fault == row.fault}, row.seed)


def _played(row: _Row, rate: float) -> list[_Found]:
    with scratch("verify") as folder:
        return [_Found(row, play(world_of(row.seed), _plan(row, rate), row.style, folder, row.blind))]


def _progress(row: _Row, episode: Results[_Found], found: Sequence[_Found]) -> str:
    del row, episode
    so_far = tally(step for one in found for step in one.played.steps)
    return (
        f"episodes; {so_far.steps} steps, accuracy {so_far.accuracy:.4f}, "
        f"false success {so_far.false_success:.4f}, undecided {so_far.undecided:.3f}"
    )


def _result(played: Results[_Found], seeds: Seeds, rate: float, faults: Sequence[FaultId]) -> BenchResult:
    """Steps under faults make the figures; those where nothing fails stand beside them."""
    found = played.records
    by = {style: {fault: _steps(found, fault, style) for fault in (*faults, _ALL)} for style in STYLES}
    blind = {fault: _steps(found, fault, "mixed", blind=True) for fault in (*faults, _ALL)}
    judged = Judgements(_flat(by["mixed"]), _flat(by["wrong"]), _flat(by["generic"]), _flat(blind))
    mixed = judged.telling
    untouched = telling(_steps(found, _NONE, "mixed"))
    details: dict[str, Json] = {
        "faults": {name: _told_of(telling(steps)) for name, steps in by["mixed"].items()},
        "wrong_expectations": {name: _told_of(telling(steps)) for name, steps in by["wrong"].items()},
        "generic": {name: _told_of(steps) for name, steps in by["generic"].items()},
        "blind": {name: _told_of(telling(steps)) for name, steps in blind.items()},
        "without_faults": _told_of(untouched),
        "confusion": confusion(mixed),
        "episodes": _episodes(found),
        "wrong": [_wrong(step) for step in (*mixed, *judged.wrong, *judged.blind) if _is_wrong(step)][:_TOLD],
        "errors": played.errors,
    }
    return BenchResult(
        "verify",
        (*figures_of(judged), *_doubled(found)),
        n=len(mixed),
        errors=len(played.errors),
        excluded=len(FAULTS) - len(faults),
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


def _flat(by: Mapping[str, Sequence[JudgedStep]]) -> list[JudgedStep]:
    return [step for steps in by.values() for step in steps]


def _doubled(found: Sequence[_Found]) -> Iterator[Figure]:
    """Acts done beyond what the tasks want, by the world's own count."""
    played = [(one.row, one.played.duplicated) for one in found]
    for name, blind in (("duplicated_irreversible", False), ("duplicated_blind", True)):
        yield Figure(name, sum(count for row, count in played if row.blind == blind), 0, "acts", "low")


def _steps(found: Sequence[_Found], fault: str, style: Style, blind: bool = False) -> list[JudgedStep]:
    wanted = (fault, style, blind)
    rows = [one for one in found if (one.row.fault, one.row.style, one.row.blind) == wanted]
    return [step for one in sorted(rows, key=lambda one: one.row.seed) for step in one.played.steps]


def _told_of(steps: Sequence[JudgedStep]) -> dict[str, Json]:
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
    for name, own in grouped(found, lambda one: one.row.name).items():
        statuses = Counter(one.played.status for one in own)
        idle, resumed = (sum(getattr(one.played, what) for one in own) for what in ("idle", "resumed"))
        ended[name] = {**statuses, "idle": idle, "resumed": resumed}
    return ended


def _is_wrong(step: JudgedStep) -> bool:
    return step.said != "uncertain" and (step.said == "effective") != step.worked


def _wrong(step: JudgedStep) -> list[Json]:
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
