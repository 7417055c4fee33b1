"""The journal keeps what it was given, in order, and for one writer at a time."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.errors import JournalFault, UsageError
from sextant.journal import Note, Permission, Privacy, Retention, RunStore, Start, asked_and_done, step_row
from sextant.journal.schema import DATABASE, MIGRATIONS, connect, connect_for_reading
from sextant.types.actions import TypeText
from sextant.types.devices import Injection, Lease
from sextant.types.tasks import Task, Usage
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.logs import stored

STEPS = sample.steps(pictures=False)


@pytest.fixture
def journal(tmp_path: Path) -> RunStore:
    clock = sample.ticking()
    return RunStore.open(tmp_path / "journal", clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))


def as_stored(transition: Transition) -> Transition:
    """What a round trip leaves: everything but a secret's value."""
    attempts = tuple(
        replace(attempt, gesture=replace(attempt.gesture, text=attempt.gesture.secret))
        if isinstance(attempt.gesture, TypeText) and attempt.gesture.secret
        else attempt
        for attempt in transition.attempts
    )
    return replace(transition, attempts=attempts)


def test_steps_come_back_equal_and_in_order(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    with journal.read(run) as record:
        assert list(record.transitions()) == [as_stored(step) for step in STEPS]
        assert record.last() == STEPS[-1]
        assert record.latest(3) == tuple(map(as_stored, STEPS[-3:]))
        assert record.latest(99) == tuple(map(as_stored, STEPS))
        assert record.steps() == len(STEPS)
        assert record.usage() == sum((step.usage for step in STEPS), Usage())
        assert record.snapshot() == stored({"course": {"steps": len(STEPS)}, "actor": None})
        assert record.pending() == ()
        assert [p.answer for p in record.permissions()] == [True]
        assert record.notes("disclosure")[0].data["recipient"] == "api.openai.com"
        assert record.episode is not None
        assert record.episode.answer == "$63.40"


def test_pictures_come_back_where_they_are_asked_for(journal: RunStore) -> None:
    run = sample.record(journal)
    made = sample.steps()
    with journal.read(run) as record:
        assert next(record.transitions()).before.picture is None
        read = list(record.transitions(pictures=True))
    assert read[6].after.picture == made[6].after.picture
    # Shared screens are stored once: no more pictures than distinct screens.
    files = [path for path in (journal.root / run / "pictures").rglob("*") if path.is_file()]
    shown = {step.before.picture for step in read} | {step.after.picture for step in read}
    assert len(files) == len(shown) < 2 * len(read)


def test_an_intention_is_pending_until_its_step_is_committed(journal: RunStore) -> None:
    step = STEPS[0]
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(step, step.attempts[0]), step.before)
        assert [pending.intent.id for pending in log.pending()] == ["001-1"]
        log.commit(step, stored())
        assert log.pending() == ()


def test_an_outcome_waits_for_the_next_write(journal: RunStore) -> None:
    first = STEPS[8]
    assert len(first.attempts) == 2
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(first, first.attempts[0]), first.before)
        log.outcome(first.attempts[0].intent, Injection(0.5, 0.2))
        assert len(log.pending()) == 1
        log.intend(sample.intent_of(first, first.attempts[1]), first.before)
        assert [pending.intent.id for pending in log.pending()] == [first.attempts[1].intent]
        log.outcome(first.attempts[1].intent, RuntimeError("the tab crashed"))
        run = log.run
    with journal.read(run) as record:
        outcomes = [r.entry for r in record.records("outcome")]
        assert [getattr(outcome, "error", None) for outcome in outcomes] == ["", "the tab crashed"]
        assert record.pending() == ()


def test_settling_ends_doubt(journal: RunStore) -> None:
    step = STEPS[11]
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(step, step.attempts[0]), step.before)
        run = log.run
    with journal.resume(run) as log:
        (pending,) = log.pending()
        assert pending.intent.irreversible
        assert pending.intent.decision == step.decision
        assert pending.before.digest == step.before.digest
        log.settle(pending.intent.id, True, "page", "The banner stands there.")
        assert log.pending() == ()


def test_a_run_goes_on_where_it_stopped(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        sample.write(log, STEPS[:5])
        run = log.run
    assert journal.show(run).status == "crashed"
    with journal.resume(run) as log:
        assert log.last() == as_stored(STEPS[4])
        assert log.snapshot() == stored({"course": {"steps": 5}, "actor": None})
        log.lease(Lease("web:x", {"port": "9444"}))
        for step in STEPS[5:]:
            log.commit(step, stored({"course": {"steps": step.step}}))
        log.finish(sample.episode(run, STEPS))
        assert log.leased == Lease("web:x", {"port": "9444"})
    summary = journal.show(run)
    assert (summary.status, summary.steps, summary.agent_claimed) == ("success", len(STEPS), "complete")
    with journal.read(run) as record:
        assert len(list(record.raw("leg"))) == 2
        assert record.snapshot() == stored({"course": {"steps": len(STEPS)}, "actor": None})


def test_a_run_that_is_taken_up_keeps_its_result_until_it_does_something(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        log.finish(replace(sample.episode(log.run, ()), status="needs_person", reason="Log in first."))
        run = log.run
    with journal.resume(run) as log:
        assert (journal.show(run).status, journal.show(run).reason) == ("running", "")
        log.saw(STEPS[0].before)
    assert (journal.show(run).status, journal.show(run).reason) == ("needs_person", "Log in first.")
    with journal.resume(run) as log:
        log.intend(sample.intent_of(STEPS[0], STEPS[0].attempts[0]), STEPS[0].before)
    assert (journal.show(run).status, journal.show(run).reason) == ("crashed", "")
    with journal.resume(run) as log:
        log.finish(replace(sample.episode(log.run, ()), status="interrupted"))
    assert journal.show(run).status == "interrupted"
    with journal.resume(run) as log:
        log.commit(STEPS[0], stored())
    assert journal.show(run).status == "crashed"


def test_a_live_run_cannot_be_resumed_or_removed(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        with pytest.raises(JournalFault, match=r"Another process is running .* \(pid \d+\)"):
            journal.resume(log.run)
        with pytest.raises(JournalFault, match="Another process"):
            journal.rm(log.run)
        assert journal.show(log.run).status == "running"
        with journal.read(log.run) as record:
            assert record.steps() == 0
    journal.rm(log.run)
    assert journal.runs() == ()


def test_the_lock_of_a_dead_process_is_taken_over(journal: RunStore, tmp_path: Path) -> None:
    with sample.begin(journal) as log:
        run = log.run
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom sextant.journal.lock import RunLock\n"
        "RunLock(Path(sys.argv[1]), 0.0)\nos.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(journal.root / run)], check=False)
    assert ended.returncode == -9
    with journal.resume(run) as log:
        assert log.run == run


def test_ids_never_collide_and_the_newest_is_last(tmp_path: Path) -> None:
    journal = RunStore.open(tmp_path, clock=lambda: sample.BEGAN)
    ids: list[str] = []

    def begin() -> None:
        with sample.begin(journal) as log:
            ids.append(log.run)

    threads = [threading.Thread(target=begin) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(ids)) == 12
    assert journal.find("last") == journal.find() == "20261121-100000-12"
    assert journal.find("20261121-100000-7") == "20261121-100000-7"


def test_find_says_what_is_wrong(journal: RunStore) -> None:
    with pytest.raises(UsageError, match="no run"):
        journal.find("nothing")
    for _ in range(2):
        sample.begin(journal).close()
    with pytest.raises(UsageError, match="matches 2 runs"):
        journal.find("2026")


def test_the_name_of_a_run_that_is_gone_means_no_other_one(journal: RunStore) -> None:
    for _ in range(2):
        sample.begin(journal).close()
    first, second = "20261121-100000", "20261121-100000-2"
    assert (journal.find(first), journal.find(f"{first}-")) == (first, second)
    journal.rm(first)
    with pytest.raises(UsageError, match="no run"):
        journal.find(first)


@pytest.mark.parametrize("run", ["", "..", "../elsewhere", "a/b", "."])
def test_a_run_is_a_name_and_never_a_path(journal: RunStore, run: str) -> None:
    with pytest.raises(UsageError, match="no run"):
        journal.rm(run)
    with pytest.raises(UsageError, match="no run"):
        journal.read(run)


def test_writers_in_several_threads_do_not_mix(journal: RunStore) -> None:
    with sample.begin(journal) as log:

        def take_notes(thread: int) -> None:
            for row in range(20):
                log.note("ledger", {"thread": thread, "row": row})

        threads = [threading.Thread(target=take_notes, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        sample.write(log, STEPS)
        for thread in threads:
            thread.join()
        run = log.run
    with journal.read(run) as record:
        rows = [note.data for note in record.notes("ledger")]
        assert len(rows) == 80
        for n in range(4):
            assert [row["row"] for row in rows if row["thread"] == n] == list(range(20))
        assert record.steps() == len(STEPS)


def test_gc_removes_by_age_and_size_and_sweeps_what_nothing_names(tmp_path: Path) -> None:
    now = [sample.BEGAN]
    journal = RunStore.open(tmp_path, clock=lambda: now[0], privacy=Privacy(mask=sample.paint_over))
    runs: list[str] = []
    for _ in range(3):
        runs.append(sample.record(journal))
        now[0] += 86_400
    stray = journal.root / runs[2] / "pictures" / "ab"
    stray.mkdir(exist_ok=True)
    (stray / f"ab{'0' * 62}.png").write_bytes(b"nobody names me")
    (stray / "half.png.123.partial").write_bytes(b"cut off")
    with sample.begin(journal) as live:
        swept = journal.gc(Retention(max_age_seconds=2.5 * 86_400))
        assert swept.removed == (runs[0],)
        assert swept.skipped == (live.run,)
        assert swept.freed_bytes > 0
        assert not any(stray.iterdir())
        keep = journal.show(runs[2]).bytes
        assert journal.gc(Retention(max_bytes=keep + 1)).removed == (runs[1],)
    with journal.read(runs[2]) as record:
        assert all(record.picture(picture.id) for picture in record.stored_pictures())


def test_a_directory_without_a_run_is_empty_and_collected_later(tmp_path: Path) -> None:
    (tmp_path / "20261121-000000").mkdir()
    made = (tmp_path / "20261121-000000").stat().st_mtime
    now = [made + 1]
    journal = RunStore.open(tmp_path, clock=lambda: now[0])
    assert [(run.run, run.status) for run in journal.runs()] == [("20261121-000000", "empty")]
    assert journal.gc().removed == ()
    now[0] = made + 3600
    assert journal.gc().removed == ("20261121-000000",)


def test_lines_for_the_terminal(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    (summary,) = journal.runs()
    assert (summary.run, summary.goal, summary.steps, summary.requests) == (run, sample.GOAL, 14, 13)
    with journal.read(run) as record:
        rows = [step_row(*one) for one in asked_and_done(record)]
    assert rows[0].what == "Type the e-mail address into the field Email"
    assert rows[3].interrupt == "popup"
    assert rows[7].verdict == "refused"
    assert rows[8].where == "Choose a new time"


def test_text_that_is_no_unicode_is_kept_as_far_as_it_goes(journal: RunStore) -> None:
    step = STEPS[0]
    odd = replace(step, decision=replace(step.decision, thought="half a pair \ud83d here"))
    with sample.begin(journal) as log:
        log.commit(odd, stored({"guide": {"text": "\udc00"}}))
        log.note("interrupt", {"text": "\udfff!"})
        last = log.last()
    assert last is not None
    assert last.decision.thought == "half a pair ? here"


def test_a_newer_schema_is_refused_with_a_remedy(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    with closing(sqlite3.connect(journal.root / run / DATABASE)) as database:
        database.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    assert journal.show(run).status == "unreadable"
    for use in (journal.resume, journal.read):
        with pytest.raises(JournalFault, match="newer Sextant"):
            use(run)


def test_a_newer_trace_is_refused_with_a_remedy(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    with closing(sqlite3.connect(journal.root / run / DATABASE)) as database:
        database.execute("""UPDATE run SET head = replace(head, '"trace_version":1', '"trace_version":99')""")
        database.commit()
    with pytest.raises(JournalFault, match="trace version 99"):
        journal.read(run)


def test_an_older_schema_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    connect(path, MIGRATIONS).close()
    later = (*MIGRATIONS, "ALTER TABLE run ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")
    with closing(connect(path, later)) as database:
        database.execute("INSERT INTO run(id, trace_version, head, began, updated) VALUES('r', 1, '{}', 0, 0)")
        assert database.execute("SELECT mood FROM run").fetchone() == ("calm",)
        assert database.execute("PRAGMA user_version").fetchone() == (len(later),)
    broken = (*later, "ALTER TABLE run ADD COLUMN x TEXT; ALTER TABLE nowhere ADD COLUMN y TEXT")
    with pytest.raises(JournalFault):
        connect(path, broken)
    with closing(connect(path, later)) as database:
        assert "x" not in [row[1] for row in database.execute("PRAGMA table_info(run)")]


def test_reading_leaves_no_trace_of_its_own(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    with (
        closing(connect_for_reading(journal.root / run / DATABASE)) as database,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        database.execute("DELETE FROM records")


def test_entries_of_every_kind_are_read_back(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        log.saw(STEPS[0].before)
        log.permission("Allow?", False, "policy", "unattended")
        log.note("hand_over", {"reason": "captcha"})
        entries = [record.entry for record in log.records("permission", "note")]
        assert entries == [
            Permission("Allow?", False, "policy", "unattended"),
            Note("hand_over", {"reason": "captcha"}),
        ]
        screen = log.screen_by_digest(STEPS[0].before.digest)
        assert screen == STEPS[0].before


def test_a_goal_of_fifty_kilobytes_is_kept_whole(journal: RunStore) -> None:
    goal = "Order bread. " * 4000
    with journal.begin(Task(goal), Start("web:x", "model", {})) as log:
        run = log.run
    assert journal.show(run).goal == goal


def test_two_may_read_one_run_at_once(journal: RunStore) -> None:
    run = sample.record(journal, pictures=False)
    with journal.read(run) as one, journal.read(run) as other:
        assert one.steps() == other.steps()


def test_a_run_on_a_read_only_file_system_can_be_read(journal: RunStore, tmp_path: Path) -> None:
    run = sample.record(journal, pictures=False)
    (journal.root / run / "lock").unlink()
    mounted = tmp_path / "read-only"
    mounted.mkdir()
    bind = ["mount", "--bind", str(journal.root), str(mounted)]
    if subprocess.run(bind, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(mounted)], check=True)
        shared = RunStore.open(mounted)
        with shared.read(run) as record:
            assert record.steps() == len(STEPS)
        assert shared.show(run).status == "success"
        with pytest.raises(JournalFault, match="cannot be used"):
            shared.resume(run)
    finally:
        subprocess.run(["umount", str(mounted)], check=True)


def test_usage_is_that_of_the_requests_where_they_were_written_down(journal: RunStore) -> None:
    asked = {"input_tokens": 100, "output_tokens": 20, "cached_tokens": 30, "image_tokens": 5, "static_tokens": 40}
    with sample.begin(journal) as log:
        log.note("request", {**asked, "seconds": 1.5, "dollars": 0.25, "outcome": "malformed"})
        log.note("request", {**asked, "seconds": 0.5, "dollars": None, "outcome": "ok"})
        log.note("malformed", {"input_tokens": 999})
        log.commit(STEPS[0], stored())
        assert log.usage() == Usage(2, 200, 40, 60, 10, 80, 2.0, 0.25)
        run = log.run
    assert journal.show(run).tokens == 240


def test_seconds_are_those_of_every_leg_up_to_its_last_record(tmp_path: Path) -> None:
    now = [sample.BEGAN]
    journal = RunStore.open(tmp_path, clock=lambda: now[0])
    log = sample.begin(journal)
    assert log.seconds() == 0.0
    now[0] += 30
    log.note("interrupt", {})
    log.close()
    now[0] += 86_400
    with journal.resume(log.run) as again:
        assert again.seconds() == 30.0
        now[0] += 12
        again.note("interrupt", {})
        assert again.seconds() == 42.0
