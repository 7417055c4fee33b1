"""Kills at random moments, many cases of them, and what they come to together. See `moments`."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sextant_bench.crash.moments import KillCase, KillRecord, case_of, play
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, environment
from sextant_bench.harness import Checkpoint, Results, play_all
from sextant_bench.statistics import median

__all__ = ["run_everywhere"]

_KILLS = 300
_RESUME_SECONDS = 2.0
_FAILURES = {"lost": "lost", "doubled": "doubled", "browsers_left": "left", "unlisted": "unlisted", "hung": "hung"}
"""Each figure, and the lines of records that it counts."""


def run_everywhere(options: BenchOptions) -> BenchResult:
    """Kills until there are `options.n`, 300 unless told, a third of them while a browser starts.

    `workers` cases at once, 2 unless told; `checkpoint` names a file that keeps every case with the seeds it was drawn
    from: what it holds is not played again.

    Raises:
        UsageError: The checkpoint is none.
    """
    wanted = options.n or _KILLS
    kept = Checkpoint(options.extra.get("checkpoint", ""), KillRecord, "everywhere", options.seed)
    seeds = kept.draw(1)

    def enough(found: Sequence[KillRecord]) -> bool:
        return _kills(found).total() >= wanted and sum(one.starts for one in found) >= wanted // 3

    played = play_all(
        _cases(seeds.entropy, wanted),
        lambda case: [play(case)],
        name=lambda case: str(case.number),
        workers=options.whole("workers", 2),
        pool="threads",
        checkpoint=kept,
        report=options.report,
        progress=_progress,
        enough=enough,
    )
    return _result(played, wanted, seeds)


def _cases(entropy: int, wanted: int) -> Iterator[KillCase]:
    """As many as are ever needed: each is killed once or twice, and some end before."""
    return (case_of(number, entropy) for number in range(2 * wanted + 7))


def _kills(found: Sequence[KillRecord]) -> Counter[str]:
    return sum((Counter(one.kills) for one in found), Counter[str]())


def _progress(case: KillCase, episode: Results[KillRecord], found: Sequence[KillRecord]) -> str:
    del case
    kills, starts = _kills(found), sum(one.starts for one in found)
    lines = [line for one in episode.records for line in (*one.lost, *one.doubled, *one.left, *one.unlisted, *one.hung)]
    trouble = "".join(f"; {line[:300]}" for line in lines)
    return f"cases, {kills.total()} kills, {starts} within a start {dict(kills)}{trouble}"


def _result(played: Results[KillRecord], wanted: int, seeds: Seeds) -> BenchResult:
    every = played.records
    kills = _kills(every)
    resumes = [resume for one in every for resume in one.resumes]
    gone = sorted(seconds for one in every for seconds in one.gone_after)

    def told(lines: str) -> list[str]:
        return [line for one in every for line in getattr(one, lines)]

    def times(how: str) -> dict[str, Json]:
        chosen = [resume for resume in resumes if resume[0] == how]
        return {
            "n": len(chosen),
            "seconds_median": _median_or_nan([seconds for _, seconds, _ in chosen]),
            "cpu_median": _median_or_nan([cpu for _, _, cpu in chosen]),
        }

    return BenchResult(
        "crash",
        (
            Figure("kills", kills.total(), target=float(wanted)),
            Figure("start_kills", sum(one.starts for one in every), target=float(wanted // 3)),
            *(Figure(figure, len(told(name)), target=0, better="low") for figure, name in _FAILURES.items()),
            Figure(
                "resume_s", _median_or_nan([seconds for _, seconds, _ in resumes]), _RESUME_SECONDS, "s", better="low"
            ),
            Figure("resume_cpu_s", _median_or_nan([cpu for _, _, cpu in resumes]), unit="s", better="low"),
        ),
        n=kills.total(),
        errors=len(played.errors),
        seeds=seeds,
        environment=environment("playwright"),
        details={
            "kills": dict(kills),
            "cases": len(every),
            **{name: told(name) for name in _FAILURES.values()},
            "errors": played.errors,
            "resumes": {how: times(how) for how in sorted({how for how, _, _ in resumes})},
            "gone_after_s": {"median": median(gone), "most": gone[-1]} if gone else {},
        },
    )


def _median_or_nan(values: list[float]) -> float:
    return round(median(values), 3) if values else float("nan")
