"""Kills at random moments, many cases of them, and what they come to together. See `moments`."""

import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sextant.errors import UsageError
from sextant.types.codec import from_json, to_json
from sextant_bench.code import code_hash
from sextant_bench.crash.moments import Case, Found, case_of, play
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant_bench.statistics import median

__all__ = ["run_everywhere"]

_KILLS = 300
_RESUME_SECONDS = 2.0


def run_everywhere(options: BenchOptions) -> BenchResult:
    """Kills until there are `options.n`, 300 unless told, a third of them while a browser starts.

    `workers` cases at once, 2 unless told; `checkpoint` names a file that keeps every case with the seeds it was drawn
    from: what it holds is not played again.

    Raises:
        UsageError: The checkpoint is none.
    """
    wanted, workers = options.n or _KILLS, options.whole("workers", 2)
    kept = _Kept(options.extra.get("checkpoint", ""), options.seed)
    found = dict[int, Found]()
    with ThreadPoolExecutor(workers) as pool:
        going = dict[Future[Found], Case]()
        cases = _cases(kept.entropy, wanted)
        while not _enough(found, wanted):
            while len(going) < workers and (case := next(cases, None)) is not None:
                if case.number in kept.found:
                    found[case.number] = kept.found[case.number]
                else:
                    going[pool.submit(play, case)] = case
                if _enough(found, wanted):
                    break
            if not going:
                break
            done, _ = wait(going, return_when=FIRST_COMPLETED)
            for one in done:
                case = going.pop(one)
                found[case.number] = one.result()
                kept.keep(case, found[case.number])
                options.report(_told(case, found))
        for one in going:  # begun already: they count as well
            found[going[one].number] = one.result()
            kept.keep(going[one], found[going[one].number])
    return _result(found, wanted, kept.entropy)


def _cases(entropy: int, wanted: int) -> Iterator[Case]:
    """As many as are ever needed: each is killed once or twice, and some end before."""
    for number in count():
        if number >= 2 * wanted + 7:
            return
        yield case_of(number, entropy)


def _enough(found: dict[int, Found], wanted: int) -> bool:
    kills = sum(sum(one.kills.values()) for one in found.values())
    return kills >= wanted and sum(one.starts for one in found.values()) >= wanted // 3


def _told(case: Case, found: dict[int, Found]) -> str:
    kills = sum((Counter(one.kills) for one in found.values()), Counter[str]())
    mine = found[case.number]
    trouble = "; ".join(line[:300] for line in (*mine.lost, *mine.doubled, *mine.left, *mine.unlisted, *mine.hung))
    starts = sum(one.starts for one in found.values())
    return f"{kills.total()} kills, {starts} within a start {dict(kills)}" + (f"; {trouble}" if trouble else "")


def _result(found: dict[int, Found], wanted: int, entropy: int) -> BenchResult:
    every = list(found.values())
    kills = sum((Counter(one.kills) for one in every), Counter[str]())
    resumes = [resume for one in every for resume in one.resumes]
    gone = sorted(seconds for one in every for seconds in one.gone_after)
    hung = [line for one in every for line in one.hung]

    def told(lines: str) -> list[str]:
        return [line for one in every for line in getattr(one, lines)]

    def times(how: str) -> dict[str, Json]:
        chosen = [resume for resume in resumes if resume[0] == how]
        return {
            "n": len(chosen),
            "seconds_median": round(median([seconds for _, seconds, _ in chosen]), 3),
            "cpu_median": round(median([cpu for _, _, cpu in chosen]), 3),
        }

    return BenchResult(
        "crash",
        (
            Figure("kills", kills.total(), target=float(wanted)),
            Figure("start_kills", sum(one.starts for one in every), target=float(wanted // 3)),
            Figure("lost", len(told("lost")), target=0, better="low"),
            Figure("doubled", len(told("doubled")), target=0, better="low"),
            Figure("browsers_left", len(told("left")), target=0, better="low"),
            Figure("unlisted", len(told("unlisted")), target=0, better="low"),
            Figure("hung", len(hung), target=0, better="low"),
            Figure(
                "resume_s", _median_or_nan([seconds for _, seconds, _ in resumes]), _RESUME_SECONDS, "s", better="low"
            ),
            Figure("resume_cpu_s", _median_or_nan([cpu for _, _, cpu in resumes]), unit="s", better="low"),
        ),
        n=kills.total(),
        seeds=draw_seeds(1, entropy),
        environment=environment("playwright"),
        details={
            "kills": dict(kills),
            "cases": len(every),
            "lost": told("lost"),
            "doubled": told("doubled"),
            "left": told("left"),
            "unlisted": told("unlisted"),
            "hung": hung,
            "resumes": {how: times(how) for how in sorted({how for how, _, _ in resumes})},
            "gone_after_s": {"median": median(gone), "most": gone[-1]} if gone else {},
        },
    )


def _median_or_nan(values: list[float]) -> float:
    return round(median(values), 3) if values else math.nan


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a checkpoint: a case, what its seeds were drawn from, and the build that it was played with."""

    code: str
    entropy: int
    case: int
    found: Found


class _Kept:
    """The file that keeps the cases of this build, with the number that they were drawn from."""

    def __init__(self, name: str, seed: int | None) -> None:
        self._file = Path(name) if name else None
        self.found = dict[int, Found]()
        if self._file is not None and (not self._file.parent.is_dir() or self._file.is_dir()):
            raise UsageError(f"The checkpoint {name!r} cannot be used.", "Name a file in a folder that there is.")
        mine = [row for row in self._rows(name) if row.code == code_hash() and seed in (None, row.entropy)]
        self.entropy = mine[-1].entropy if mine else draw_seeds(1, seed).entropy
        self.found.update({row.case: row.found for row in mine if row.entropy == self.entropy})

    def _rows(self, name: str) -> list[_Row]:
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file and self._file.exists() else []
        try:
            return [from_json(_Row, line) for line in lines]
        except ValueError as e:
            raise UsageError(f"{name!r} is no checkpoint of this bench: {e}", "Name another file.") from e

    def keep(self, case: Case, found: Found) -> None:
        """Adds a case."""
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as out:
                out.write(to_json(_Row, _Row(code_hash(), self.entropy, case.number, found)) + "\n")
