"""The harness of every suite: plays cases, each to its records, keeps them in a file, and counts what went wrong."""

import json
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, cast

from pydantic import TypeAdapter

from sextant.errors import UsageError
from sextant_bench.code import code_hash
from sextant_bench.figures import Seeds, draw_seeds

__all__ = ["Checkpoint", "Results", "play_all", "scratch"]

CaseT = TypeVar("CaseT")
RecordT = TypeVar("RecordT")

CASE_SECONDS = 3600.0
"""A case that takes longer is given up: an error of the bench."""
_BEGINS = '{"asked"'


@dataclass(frozen=True, slots=True)
class Results(Generic[RecordT]):
    """The records of one case or of several, and what the bench itself could not play."""

    records: Sequence[RecordT] = ()
    errors: Sequence[str] = ()


Play = Callable[[CaseT], Sequence[RecordT] | Results[RecordT]]
"""Plays one case. What it raises is an error of the bench. For worker processes it has to be pickled."""
Progress = Callable[[CaseT, Results[RecordT], Sequence[RecordT]], str]
"""The line that is reported when a case is done: of the case, what it came to, and all records so far."""


class Checkpoint(Generic[RecordT]):
    """A file of records by case: what it holds of this build, of the same question and seed, is not played again.

    A line is a JSON object with `asked`, `seed`, `case` and `records`. Without a name nothing is kept.

    Attributes:
        seed: The one asked for; where none is, that of the last line of the same build and question.
        cases: The records that are kept, by case.

    Raises:
        UsageError: The file cannot be read or written, or is no checkpoint.
    """

    def __init__(
        self, name: str, record: type[RecordT], asked: str = "", seed: int | None = None, code: str = ""
    ) -> None:
        self._file = Path(name) if name else None
        self._asked, self.seed = f"{code or code_hash()} {asked}", seed
        rows: Any = tuple.__class_getitem__((record, ...))
        self._lock = threading.Lock()
        self._rows: TypeAdapter[Sequence[RecordT]] = TypeAdapter(rows)
        mine = [] if self._file is None else [*self._read(self._file)]
        if mine and seed is None:
            self.seed = mine[-1][0]
        self.cases: dict[str, Sequence[RecordT]] = {case: rows for known, case, rows in mine if known == self.seed}

    def draw(self, count: int) -> Seeds:
        """So many seeds, drawn by that seed; what is kept from now on is kept with it."""
        seeds = draw_seeds(count, self.seed)
        self.seed = seeds.entropy
        return seeds

    def keep(self, case: str, records: Sequence[RecordT]) -> None:
        """Adds the records of a case."""
        if self._file is not None:
            rows = [asdict(cast("Any", one)) for one in records]
            line = {"asked": self._asked, "seed": self.seed, "case": case, "records": rows}
            with self._lock, self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path) -> Iterator[tuple[int | None, str, Sequence[RecordT]]]:
        """The lines that hold for this run: their seed, case and records. A last line that is cut off is taken out."""
        try:
            file.open("a").close()
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as e:
            why = e.strerror if isinstance(e, OSError) else "it is no text"
            raise UsageError(
                f"The checkpoint {str(file)!r} cannot be used: {why}.", "Name a file in a folder that there is."
            ) from e
        lines = text.splitlines()
        if lines and lines[-1].startswith(_BEGINS) and not text.endswith("\n"):
            file.write_text("".join(f"{line}\n" for line in lines[:-1]), encoding="utf-8")
            del lines[-1]
        for number, line in enumerate(lines, 1):
            try:
                told = cast("dict[str, Any]", json.loads(line))
                if told["asked"] == self._asked and self.seed in (None, told["seed"]):
                    yield told["seed"], str(told["case"]), self._rows.validate_python(told["records"])
            except (ValueError, KeyError, TypeError) as e:
                raise UsageError(f"Line {number} of {str(file)!r} is no checkpoint: {e}", "Name another file.") from e


def play_all(
    cases: Iterable[CaseT],
    play: Play[CaseT, RecordT],
    *,
    name: Callable[[CaseT], str] = str,
    workers: int = 1,
    pool: Literal["processes", "threads"] = "processes",
    checkpoint: Checkpoint[RecordT] | None = None,
    report: Callable[[str], None] = lambda line: None,  # noqa: ARG005
    progress: Progress[CaseT, RecordT] | str = "",
    every: int = 1,
    enough: Callable[[Sequence[RecordT]], bool] = lambda records: False,  # noqa: ARG005
    seconds: float = CASE_SECONDS,
) -> Results[RecordT]:
    """Plays the cases, `workers` at once, and gives their records in the order of the cases.

    A case that raises, or takes longer than `seconds`, is an error and takes no other down. What the checkpoint holds
    is not played again; a case with an error is not kept.

    Args:
        cases: Taken one by one, until there are no more or there is `enough`.
        play: What becomes of one.
        name: How a case is told in errors and in the checkpoint.
        workers: Cases at once. With one they are played in this process.
        pool: What they are played in.
        checkpoint: Where records are kept.
        report: Takes one line of progress.
        progress: Makes that line, or says what is counted; by default the case is named.
        every: So many cases a line.
        enough: Whether the records so far will do; what has begun by then counts as well.
        seconds: How long a case may take.
    """
    found: dict[int, Results[RecordT]] = {}
    done: list[RecordT] = []
    total = len(cases) if isinstance(cases, Sequence) else 0

    def ended(number: int, case: CaseT, episode: Results[RecordT]) -> None:
        found[number] = episode
        done.extend(episode.records)
        if checkpoint is not None and not episode.errors and name(case) not in checkpoint.cases:
            checkpoint.keep(name(case), episode.records)
        if len(found) % every == 0:
            count = f"{len(found)}/{total}" if total else f"{len(found)}"
            errors = "".join(f"; error: {error}" for error in episode.errors)
            told = (progress or name(case)) if isinstance(progress, str) else progress(case, episode, done)
            report(f"{count} {told}{errors}".rstrip())

    with _pool(workers if total != 1 else 1, pool) as executor:
        going: dict[Future[Results[RecordT]], tuple[int, CaseT]] = {}
        for number, case in enumerate(cases):
            if checkpoint is not None and name(case) in checkpoint.cases:
                found[number] = Results(checkpoint.cases[name(case)])
                done.extend(found[number].records)
            elif executor is None:
                ended(number, case, _tried(play, seconds, name(case), case))
            else:
                going[executor.submit(partial(_tried, play, seconds, name(case)), case)] = number, case
                while len(going) >= workers:
                    _collect(going, ended, name)
            if enough(done):
                break
        while going:
            _collect(going, ended, name)
    ordered = [found[number] for number in sorted(found)]
    return Results(
        [record for one in ordered for record in one.records], [error for one in ordered for error in one.errors]
    )


@contextmanager
def scratch(suite: str) -> Generator[Path]:
    """A folder that is gone afterwards, in memory if there is such a place: journals of episodes are read by nobody."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of its own is made in it
    with tempfile.TemporaryDirectory(prefix=f"sextant-{suite}-", dir=memory) as folder:
        yield Path(folder)


@contextmanager
def _pool(workers: int, pool: Literal["processes", "threads"]) -> Generator[Executor | None]:
    if workers <= 1:
        yield None
        return
    made = ThreadPoolExecutor(workers) if pool == "threads" else ProcessPoolExecutor(workers, get_context("spawn"))
    with made as executor:
        yield executor


def _collect(
    going: dict[Future[Results[RecordT]], tuple[int, CaseT]],
    ended: Callable[[int, CaseT, Results[RecordT]], None],
    name: Callable[[CaseT], str],
) -> None:
    """Waits for the next cases to be done. Of a process that ended there is only that it did."""
    for future in wait(going, return_when=FIRST_COMPLETED).done:
        number, case = going.pop(future)
        problem = future.exception()
        gone = f"{name(case)}: {type(problem).__name__}: {problem}"
        ended(number, case, future.result() if problem is None else Results(errors=(gone,)))


class _OverTime(BaseException):
    """A case has taken too long. It is no `Exception`, so that nothing that is measured takes it for its own."""


def _tried(play: Play[CaseT, RecordT], seconds: float, name: str, case: CaseT) -> Results[RecordT]:
    """The boundary of a case: what the bench cannot play is an error of the bench."""
    try:
        with _deadline(seconds):
            found = play(case)
    except _OverTime:
        return Results(errors=(f"{name}: it took longer than {seconds:g} s",))
    except Exception as problem:  # noqa: BLE001 - a crashed case is an error of the bench, counted and named
        return Results(errors=(f"{name}: {type(problem).__name__}: {problem}",))
    return found if isinstance(found, Results) else Results(found)


@contextmanager
def _deadline(seconds: float) -> Generator[None]:
    """Ends what takes longer, in the main thread of a process; other threads have no such alarm."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: object) -> None:
        del number, frame
        raise _OverTime

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
