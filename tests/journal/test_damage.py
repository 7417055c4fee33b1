"""Killed writers, damaged files, full disks: what was committed stays."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sextant.errors import JournalFault
from sextant.journal import Privacy, Retention, RunStore
from sextant.journal.pictures import PictureStore
from sextant.journal.salvage import check, salvage
from sextant.journal.schema import DATABASE, connect
from sextant.types.screens import Picture
from tests.journal import sample
from tests.support.logs import stored

pytestmark = pytest.mark.long

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
WRITER = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from sextant.journal import RunStore, Privacy
from tests.journal import sample
from tests.support.logs import stored

root, point, at = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
clock = sample.ticking()
journal = RunStore.open(root, clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))

def die():
    os.kill(os.getpid(), signal.SIGKILL)

class DyingDisk:
    # Dies in the middle of the write that it is told of.
    def __init__(self):
        self.left = at
        self.real = os.write
    def __call__(self, descriptor, data):
        self.left -= 1
        if self.left == 0:
            self.real(descriptor, bytes(data)[: len(data) // 2])
            die()
        return self.real(descriptor, data)

log = sample.begin(journal)
print(log.run, flush=True)
if point == "picture":
    os.write = DyingDisk()
for step in sample.steps(pictures=point in ("none", "picture")):
    if step.step == 1:
        log.record_screen(step.before)
    for attempt in step.attempts:
        log.intend(sample.intent_of(step, attempt), step.before)
        if point == "intent" and step.step == at:
            die()
    if point == "before_commit" and step.step == at:
        die()
    log.commit(step, stored({"course": {"steps": step.step}}))
    print(step.step, flush=True)
    if point == "after_commit" and step.step == at:
        die()
"""


def run_writer(root: Path, point: str, at: int) -> tuple[int, list[str], str]:
    """Exit status, lines, errors of a process that writes the sample run."""
    ended = subprocess.run(
        [sys.executable, "-c", WRITER, str(root), point, str(at)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return ended.returncode, ended.stdout.split(), ended.stderr


def open_journal(root: Path) -> RunStore:
    clock = sample.ticking(sample.BEGAN + 3600)
    return RunStore.open(root, clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))


@pytest.mark.parametrize(
    ("point", "at", "committed", "pending"),
    [
        ("intent", 1, 0, ["001-1"]),
        ("intent", 9, 8, ["009-1"]),
        ("before_commit", 9, 8, ["009-1", "009-2"]),
        ("after_commit", 9, 9, []),
    ],
)
def test_a_killed_writer_loses_no_committed_step(
    tmp_path: Path, point: str, at: int, committed: int, pending: list[str]
) -> None:
    code, lines, errors = run_writer(tmp_path, point, at)
    assert code == -signal.SIGKILL, errors
    run = lines[0]
    assert lines[1:] == [str(n + 1) for n in range(committed)]
    assert check(tmp_path / run)
    with open_journal(tmp_path).resume(run) as log:
        assert [step.step for step in log.transitions()] == list(range(1, committed + 1))
        assert [doubtful.intent.id for doubtful in log.pending()] == pending
        assert log.snapshot() == (stored({"course": {"steps": committed}}) if committed else None)
        assert log.salvaged is None


def test_a_writer_killed_in_a_picture_leaves_no_row_without_its_file(tmp_path: Path) -> None:
    code, lines, errors = run_writer(tmp_path, "picture", 4)
    assert code == -signal.SIGKILL, errors
    journal = open_journal(tmp_path)
    run = lines[0]
    assert list((tmp_path / run / "pictures").rglob("*.partial"))
    with journal.read(run) as record:
        assert record.steps() == 3
        assert [p.id for p in record.stored_pictures() if record.picture(p.id) is None] == []
    journal.gc()
    assert not list((tmp_path / run / "pictures").rglob("*.partial"))


def test_two_processes_write_two_runs_at_once(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), "none", "0"],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    runs = open_journal(tmp_path).runs()
    assert [run.steps for run in runs] == [len(sample.steps(pictures=False))] * 2


def damaged_copy(tmp_path: Path) -> tuple[RunStore, str, Path]:
    """A run of 40 steps, checkpointed, to be damaged."""
    journal = open_journal(tmp_path / "journal")
    with sample.begin(journal) as log:
        sample.write(log, sample.many(40, pictures=False))
        run = log.run
    return journal, run, tmp_path / "journal" / run / DATABASE


def test_a_truncated_journal_keeps_its_good_part_and_says_so(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    os.truncate(path, path.stat().st_size // 2)
    assert not check(path.parent)
    with journal.resume(run) as log:
        assert log.salvaged is not None
        kept = list(log.transitions())
        assert 0 < len(kept) < 40
        assert log.salvaged["steps"] == len(kept) == log.steps()
        assert log.salvaged["lost_steps"] == 40 - len(kept)
        aside = path.parent / log.salvaged["damaged"]
        assert aside.exists()
    assert journal.show(run).status == "crashed"
    with journal.read(run) as record:
        assert len(record.notes("salvaged")) == 1


@pytest.mark.parametrize("offset", [0, 16, 40, 100, 2000])
def test_a_damaged_first_page_is_replaced(tmp_path: Path, offset: int) -> None:
    journal, run, path = damaged_copy(tmp_path)
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xff" * 64)
    with journal.read(run) as record:
        assert len(list(record.transitions())) == 40


def test_a_flipped_bit_in_a_body_costs_that_row_only(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    with closing(connect(path)) as database:
        database.execute(
            "UPDATE records SET body = replace(body, 'Tap “Sign in”', 'Tap “Sign im”') "
            "WHERE kind = 'transition' AND step = 3"
        )
    with journal.read(run) as record:
        assert record.salvaged is not None
        assert record.salvaged["lost_records"] == 1
        assert [step.step for step in record.transitions()] == [n for n in range(1, 41) if n != 3]


def test_a_lost_screen_leaves_a_placeholder(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    with closing(connect(path)) as database:
        database.execute("UPDATE screens SET crc = crc + 1 WHERE seq = 3")
    with journal.read(run) as record:
        steps = list(record.transitions())
        assert len(steps) == 40
        assert any(step.after.condition == "blank" for step in steps)


def test_noise_anywhere_never_loses_what_stands_elsewhere(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    whole = path.read_bytes()
    dice = random.Random(11)
    for _ in range(8):
        for leftover in path.parent.glob(f"{DATABASE}*"):
            leftover.unlink()
        noisy = bytearray(whole)
        page = dice.randrange(len(whole) // 4096) * 4096
        noisy[page : page + 4096] = dice.randbytes(4096)
        path.write_bytes(bytes(noisy))
        with journal.read(run) as record:
            assert len(list(record.transitions())) >= 15
            for step in record.transitions():
                assert step.before is not None


MENDER = """
import os, signal, sys
from pathlib import Path
from tests.journal.test_damage import open_journal

root, run, left = Path(sys.argv[1]), sys.argv[2], [int(sys.argv[3])]
moving = ("os.rename", "os.link", "os.remove", "shutil.copyfile")

def audit(event, arguments):
    if event in moving and "run.sqlite" in str(arguments[0]):
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(audit)
open_journal(root).read(run).close()
"""


def test_a_mender_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    _, lines, _ = run_writer(tmp_path / "killed", "after_commit", 9)
    run, damaged = lines[0], tmp_path / "damaged"
    with closing(connect(tmp_path / "killed" / run / DATABASE)) as database:
        database.execute("UPDATE records SET crc = crc + 1 WHERE kind = 'leg'")
        shutil.copytree(tmp_path / "killed", damaged)
    killed = 0
    for moment in range(20):
        root = tmp_path / f"killed-{moment}"
        shutil.copytree(damaged, root)
        mender = [sys.executable, "-c", MENDER, str(root), run, str(moment)]
        ended = subprocess.run(mender, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60)
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        killed += 1
        later = RunStore.open(root, clock=lambda: time.time() + 86_400)
        assert later.show(run).status != "empty"
        assert later.gc(Retention(max_age_seconds=1e9)).removed == ()
        with open_journal(root).resume(run) as log:
            assert [step.step for step in log.transitions()] == list(range(1, 10)), moment
            assert log.salvaged is not None
            assert (root / run / log.salvaged["damaged"]).exists()
    assert killed >= 5


def test_a_damaged_file_that_was_set_aside_and_never_replaced_is_found_again(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    path.rename(path.with_name(f"{DATABASE}.damaged-20261121-100000"))
    later = RunStore.open(journal.root, clock=lambda: time.time() + 86_400)
    assert later.show(run).status == "damaged"
    assert later.gc().removed == ()
    with journal.read(run) as record:
        assert record.steps() == 40


def test_a_file_that_is_no_journal_is_named_and_left(tmp_path: Path) -> None:
    journal, run, path = damaged_copy(tmp_path)
    path.write_bytes(b"not a database, " * 1000)
    assert journal.show(run).status == "damaged"
    with pytest.raises(JournalFault, match="no row can be read") as fault:
        journal.resume(run)
    assert f"runs rm {run}" in fault.value.remedy
    assert path.read_bytes().startswith(b"not a database")
    journal.rm(run)


def test_writing_goes_on_when_there_is_space_again(tmp_path: Path) -> None:
    made = sample.steps(pictures=False)
    journal = open_journal(tmp_path)
    with sample.begin(journal) as log:
        sample.write(log, made[:2])
        path = journal.root / log.run / DATABASE
        # The limit is the connection's own; no other way leads to a full database without root.
        log._db.execute(f"PRAGMA max_page_count={path.stat().st_size // 4096 + 12}")  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(JournalFault, match="The disk is full") as fault:
            sample.write(log, made[2:])
        assert f"sextant resume {log.run}" in fault.value.remedy
        assert "is on disk" in str(fault.value)
        done = log.steps()
        log._db.execute("PRAGMA max_page_count=100000")  # pyright: ignore[reportPrivateUsage]
        for step in made[done:]:
            log.commit(step, stored({"course": {"steps": step.step}}))
        assert [step.step for step in log.transitions()] == list(range(1, len(made) + 1))


def test_a_root_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalFault, match="cannot be used") as fault:
        RunStore.open(tmp_path / "file" / "journal")
    assert fault.value.exit_code == 4


def test_a_picture_that_is_not_what_its_name_says_is_not_shown(tmp_path: Path) -> None:
    store, (first, other) = PictureStore(tmp_path), (_png(4), _png(5))
    identity = store.put(Picture(first, "image/png", 1.0))
    assert store.get(identity, "image/png") == first
    (path,) = tmp_path.rglob("*.png")
    for data in (other, b"no picture"):
        path.write_bytes(data)
        assert store.get(identity, "image/png") is None


def _png(side: int) -> bytes:
    drawn = BytesIO()
    Image.new("RGB", (side, side)).save(drawn, "PNG")
    return drawn.getvalue()


def test_what_only_the_write_ahead_log_holds_is_salvaged_too(tmp_path: Path) -> None:
    _, lines, _ = run_writer(tmp_path, "after_commit", 9)
    path = tmp_path / lines[0] / DATABASE
    assert path.with_name(f"{DATABASE}-wal").stat().st_size > path.stat().st_size
    path.write_bytes(b"\xff" * 4096)
    assert salvage(tmp_path / lines[0], sample.BEGAN).steps == 9
    with open_journal(tmp_path).resume(lines[0]) as log:
        assert log.salvaged is not None
        assert [step.step for step in log.transitions()] == list(range(1, 10))
        assert log.head.task == sample.TASK
