"""`sextant bench android`: the Android device over Debian's adb, on worlds that the bridge shows as phones.

Bridges run in a process of their own; adb has a server of its own. The twin draws no pictures: each screen is drawn
once as boxes and labels, 1,080 pixels wide.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from sextant_bench.adb_fuzz import KINDS, Kind
from sextant_bench.android.bridges import BridgeProcess, Driver, adb_server
from sextant_bench.android.cable import pull_cables
from sextant_bench.android.contract import CHECKS, CheckRecord, check
from sextant_bench.android.elements import Sameness, same_in
from sextant_bench.android.hostile import attack
from sextant_bench.android.looks import punctual_looks, times
from sextant_bench.android.tasks import TaskRecord, play_task
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.harness import Play, RecordT, play_all
from sextant_bench.statistics import median, percentile, share
from sextant_worlds.author.splits import SPLITS

__all__ = ["PARTS", "run"]

PARTS = ("looks", "elements", "contract", "bridges", "pulls", "tasks")
DRIVERS: tuple[Driver, ...] = ("uiautomator2", "plain")
_LOOKS = 60
_WORLDS = 12
_PULLS = 40
_PUNCTUAL = 5
"""Looks of all bridges, in multiples of the looks that are timed."""


@dataclass
class _Found:
    """What the parts came to."""

    options: BenchOptions
    seeds: Seeds
    figures: list[Figure] = field(default_factory=list[Figure])
    details: dict[str, Json] = field(default_factory=dict[str, Json])
    errors: list[str] = field(default_factory=list[str])
    n: int = 0
    excluded: int = 0

    def played(self, cases: Sequence[str], play: Play[str, RecordT], most: int | None = None) -> Sequence[RecordT]:
        """The records of the cases that `--limit` leaves, and at most so many."""
        kept = cases[: self.options.limit][:most]
        self.excluded += len(cases) - len(kept)
        found = play_all(kept, play, report=self.options.report)
        self.errors += found.errors
        self.n += len(found.records)
        return found.records

    def add(self, name: str, value: float, target: float | None = None, unit: str = "", low: bool = False) -> None:
        self.figures.append(Figure(name, value, target, unit, "low" if low else "high"))


def run(options: BenchOptions) -> BenchResult:
    """Measures the parts one after another. `options.n` is the number of timed looks with each driver.

    Raises:
        UsageError: adb is not installed, or an option is malformed.
    """
    parts = options.some_of("only", PARTS, "part")
    hostile = options.whole("fuzz_seconds", 0, 0)
    kinds = options.some_of("fuzz_only", KINDS, "kind")
    found = _Found(options, draw_seeds(1, options.seed), excluded=len(PARTS) - len(parts))
    with adb_server(), BridgeProcess() as process:
        for part in parts:
            options.report(part)
            _PLAYS[part](found, process)
    if hostile:
        _fuzz(found, hostile, kinds)
    return BenchResult(
        name="android",
        figures=tuple(found.figures),
        n=found.n,
        errors=len(found.errors),
        excluded=found.excluded,
        seeds=found.seeds,
        environment=environment("adbutils", "uiautomator2"),
        details={**found.details, "errors": found.errors},
    )


def _looks(found: _Found, process: BridgeProcess) -> None:
    for driver in DRIVERS:
        came = times(process, driver, found.options.n or _LOOKS)
        plain = "plain_" if driver == "plain" else ""
        found.add(f"{plain}look_ms", _ms(came.looks), 1200 if plain else 350, "ms", low=True)
        found.add(f"{plain}look_p95_ms", 1000 * percentile(came.looks, 95), unit="ms", low=True)
        found.add(f"{plain}bridge_ms", _ms(came.bridge), unit="ms", low=True)
        found.add(f"{plain}tap_ms", _ms(came.taps), 80, "ms", low=True)
        found.add(f"{plain}step_ms", _ms(came.steps), unit="ms", low=True)
        found.n += len(came.looks)


def _elements(found: _Found, process: BridgeProcess) -> None:
    worlds = [f"lite/{number}" for number in range(_WORLDS)]
    for driver in DRIVERS:

        def play(name: str, driver: Driver = driver) -> Sequence[Sameness]:
            return (same_in(process, name, driver),)

        total = sum(found.played(worlds, play, found.options.n), Sameness())
        plain = "plain_" if driver == "plain" else ""
        found.add(f"{plain}same_elements", share(total.same, total.all), 0.99)
        found.details[f"{plain}elements"] = {
            "all": total.all,
            "screens": total.screens,
            "different": total.different,
        }


def _contract(found: _Found, process: BridgeProcess) -> None:
    records: list[CheckRecord] = []
    for driver in DRIVERS:

        def play(name: str, driver: Driver = driver) -> Sequence[CheckRecord]:
            return (check(process, name, driver),)

        records += found.played(CHECKS, play)
    found.add("conformance", share(sum(one.passed for one in records), len(records)), 1.0)
    found.details["failed_checks"] = [asdict(one) for one in records if not one.passed]


def _bridges(found: _Found, process: BridgeProcess) -> None:
    looks = punctual_looks(process, "uiautomator2", (found.options.n or _LOOKS) * _PUNCTUAL)
    found.n += len(looks)
    found.add("bridges", share(sum(looks), len(looks)), 1.0)


def _pulls(found: _Found, process: BridgeProcess) -> None:
    options = found.options
    pulls, seconds = options.whole("pulls", _PULLS), options.whole("seconds", 600)
    came = pull_cables(process, pulls, seconds, found.seeds.entropy, options.report)
    found.n += came.touches
    found.add("pulls", came.pulls, _PULLS)
    found.add("lost", came.lost, 0, low=True)
    found.add("doubled", came.doubled, 0, low=True)
    found.add("unfinished_runs", len(came.ends), 0, low=True)
    found.details["pulls"] = asdict(came)


def _tasks(found: _Found, process: BridgeProcess) -> None:
    worlds = [f"lite/{number}" for number in range(SPLITS["lite"] or 0)]

    def play(name: str) -> Sequence[TaskRecord]:
        return (play_task(process, name, "uiautomator2"),)

    records = found.played(worlds, play, found.options.n)
    found.add("success", share(sum(one.success for one in records), len(records)), 1.0)
    found.details["failed_tasks"] = [asdict(one) for one in records if not one.success]


def _fuzz(found: _Found, seconds: int, kinds: Sequence[Kind]) -> None:
    came = attack(seconds, found.seeds.entropy, found.options.report, kinds)
    found.n += came.sessions
    found.add("hostile_sessions", came.sessions)
    found.add("hostile_faults", len(came.faults) + came.threads_left, 0, low=True)
    found.add("hostile_hangs", came.hangs, 0, low=True)
    found.add("strangers", len(came.strangers), 0, low=True)
    found.add("hostile_peak_mb", came.peak_mb, 200, "MB", low=True)
    found.details["hostile"] = {"faults": came.faults[:20], "strangers": came.strangers, "grown_mb": came.grown_mb}


def _ms(seconds: Sequence[float]) -> float:
    return 1000 * median(seconds)


_PLAYS = {
    "looks": _looks,
    "elements": _elements,
    "contract": _contract,
    "bridges": _bridges,
    "pulls": _pulls,
    "tasks": _tasks,
}
