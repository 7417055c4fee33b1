"""The journal keeps what it was given, in order, for one writer at a time; pictures for models it keeps small."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sextant.errors import JournalFault, UsageError
from sextant.journal import Privacy, Retention, RunRecord, RunStore, Start, asked_and_done, step_row
from sextant.journal.entries import SeenScreen
from sextant.journal.schema import DATABASE, MIGRATIONS, connect, connect_for_reading
from sextant.perception.thumbnails import halved
from sextant.types.actions import TypeText
from sextant.types.codec import to_json
from sextant.types.devices import Lease
from sextant.types.screens import Picture
from sextant.types.tasks import Task, Usage
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.logs import stored
from tests.support.screens import element, screen

STEPS = sample.steps(pictures=False)


@pytest.fixture
def journal(tmp_path: Path) -> RunStore:
    clock = sample.ticking()
    return RunStore.open(tmp_path / "journal", clock=lambda: next(clock), privacy=Privacy(mask=sample.paint_over))


@pytest.fixture
def run(journal: RunStore) -> str:
    """A whole run without pictures."""
    return sample.record(journal, pictures=False)


def as_stored(transition: Transition) -> Transition:
    """What a round trip leaves: everything but a secret's value."""
    attempts = tuple(
        replace(attempt, gesture=replace(attempt.gesture, text=attempt.gesture.secret))
        if isinstance(attempt.gesture, TypeText) and attempt.gesture.secret
        else attempt
        for attempt in transition.attempts
    )
    return replace(transition, attempts=attempts)


def test_steps_come_back_equal_and_in_order(journal: RunStore, run: str) -> None:
    with journal.read(run) as record, journal.read(run) as other:
        assert list(record.transitions()) == [as_stored(step) for step in STEPS]
        assert record.last() == STEPS[-1]
        assert record.latest(3) == tuple(map(as_stored, STEPS[-3:]))
        assert record.latest(99) == tuple(map(as_stored, STEPS))
        assert record.steps() == other.steps() == len(STEPS)
        assert record.usage() == sum((step.usage for step in STEPS), Usage())
        assert record.snapshot() == stored({"course": {"steps": len(STEPS)}, "actor": None})
        assert record.pending() == ()
        assert [p.answer for p in record.permissions()] == [True]
        assert record.notes("disclosure")[0].data["recipient"] == "api.openai.com"
        assert record.episode is not None
        assert record.episode.answer == "$63.40"
        rows = [step_row(*one) for one in asked_and_done(record)]
    (summary,) = journal.runs()
    assert (summary.run, summary.goal, summary.steps, summary.requests) == (run, sample.GOAL, 14, 13)
    assert rows[0].what == "Type the e-mail address into the field Email"
    assert (rows[3].interrupt, rows[7].verdict, rows[8].where) == ("popup", "refused", "Choose a new time")


def test_pictures_come_back_where_they_are_asked_for_and_each_is_stored_once(journal: RunStore) -> None:
    run = sample.record(journal)
    with journal.read(run) as record:
        assert next(record.transitions()).before.picture is None
        read = list(record.transitions(pictures=True))
    assert read[6].after.picture == sample.steps()[6].after.picture
    files = [path for path in (journal.root / run / "pictures").rglob("*") if path.is_file()]
    shown = {step.before.picture for step in read} | {step.after.picture for step in read}
    assert len(files) == len(shown) < 2 * len(read)


def test_an_intention_is_pending_until_its_step_is_committed(journal: RunStore) -> None:
    step = STEPS[8]
    first, second = (attempt.intent for attempt in step.attempts)
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(step, step.attempts[0]), step.before)
        assert [one.intent.id for one in log.pending()] == [first]
        log.intend(sample.intent_of(step, step.attempts[1]), step.before)
        assert [one.intent.id for one in log.pending()] == [first, second]
        log.commit(step, stored())
        assert log.pending() == ()
    with journal.read(log.run) as record:
        outcomes = [r.entry for r in record.records("outcome")]
    assert [getattr(outcome, "intent", None) for outcome in outcomes] == [first, second]


def test_settling_ends_doubt(journal: RunStore) -> None:
    step = STEPS[11]
    with sample.begin(journal) as log:
        log.intend(sample.intent_of(step, step.attempts[0]), step.before)
    with journal.resume(log.run) as log:
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

    def told() -> tuple[str, str]:
        return journal.show(run).status, journal.show(run).reason

    with journal.resume(run) as log:
        assert told() == ("running", "")
        log.record_screen(STEPS[0].before)
    assert told() == ("needs_person", "Log in first.")
    with journal.resume(run) as log:
        log.intend(sample.intent_of(STEPS[0], STEPS[0].attempts[0]), STEPS[0].before)
    assert told() == ("crashed", "")
    with journal.resume(run) as log:
        log.finish(replace(sample.episode(log.run, ()), status="interrupted"))
    assert told()[0] == "interrupted"
    with journal.resume(run) as log:
        log.commit(STEPS[0], stored())
    assert told()[0] == "crashed"


def test_a_live_run_cannot_be_resumed_or_removed(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        for use in (journal.resume, journal.rm):
            with pytest.raises(JournalFault, match=r"Another process is running .* \(pid \d+\)"):
                use(log.run)
        assert journal.show(log.run).status == "running"
        with journal.read(log.run) as record:
            assert record.steps() == 0
    journal.rm(log.run)
    assert journal.runs() == ()


def test_the_lock_of_a_dead_process_is_taken_over(journal: RunStore, run: str) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom sextant.journal.lock import RunLock\n"
        "RunLock(Path(sys.argv[1]), 0.0)\nos.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(journal.root / run)], check=False)
    assert ended.returncode == -9
    journal.resume(run).close()


def test_ids_never_collide_and_a_name_means_one_run_or_none(tmp_path: Path) -> None:
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
    first = "20261121-100000"
    assert (journal.find(first), journal.find(f"{first}-7")) == (first, f"{first}-7")
    journal.rm(first)
    for name, said in (("nothing", "no run"), (first, "no run"), ("2026", "matches 11 runs")):
        with pytest.raises(UsageError, match=said):
            journal.find(name)


@pytest.mark.parametrize("run", ["", "..", "../elsewhere", "a/b", "."])
def test_a_run_is_a_name_and_never_a_path(journal: RunStore, run: str) -> None:
    for use in (journal.rm, journal.read):
        with pytest.raises(UsageError, match="no run"):
            use(run)


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
    with journal.read(log.run) as record:
        rows = [note.data for note in record.notes("ledger")]
        assert record.steps() == len(STEPS)
    for n in range(4):
        assert [row["row"] for row in rows if row["thread"] == n] == list(range(20))


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
        assert (swept.removed, swept.skipped) == ((runs[0],), (live.run,))
        assert swept.freed_bytes > 0
        assert not any(stray.iterdir())
        keep = journal.show(runs[2]).bytes
        assert journal.gc(Retention(max_bytes=keep + 1)).removed == (runs[1],)
    with journal.read(runs[2]) as record:
        assert all(record.picture(picture.id) for picture in record.stored_pictures())


def test_a_run_that_exceeds_the_limit_alone_takes_no_other_with_it(tmp_path: Path) -> None:
    now = [sample.BEGAN]
    journal = RunStore.open(tmp_path, clock=lambda: now[0], privacy=Privacy(mask=sample.paint_over))
    runs: list[str] = []
    for _ in range(3):
        runs.append(sample.record(journal, pictures=False))
        now[0] += 86_400
    keep = sum(run.bytes for run in journal.runs())
    extra = journal.root / runs[2] / "pictures"
    extra.mkdir(mode=0o700, exist_ok=True)
    with (extra / "hole").open("wb") as file:
        file.truncate(1 << 40)
    (journal.root / runs[2] / f"{DATABASE}-summary").unlink(missing_ok=True)
    assert journal.show(runs[2]).bytes < keep
    assert journal.gc(Retention(max_bytes=keep)).removed == ()
    (extra / "hole").write_bytes(b"x" * (keep + 1))
    (journal.root / runs[2] / f"{DATABASE}-summary").unlink(missing_ok=True)
    assert journal.gc(Retention(max_bytes=keep)).removed == (runs[2],)


def test_a_directory_without_a_run_is_empty_and_collected_later(tmp_path: Path) -> None:
    (tmp_path / "20261121-000000").mkdir()
    made = (tmp_path / "20261121-000000").stat().st_mtime
    now = [made + 1]
    journal = RunStore.open(tmp_path, clock=lambda: now[0])
    assert [(run.run, run.status) for run in journal.runs()] == [("20261121-000000", "empty")]
    assert journal.gc().removed == ()
    now[0] = made + 3600
    assert journal.gc().removed == ("20261121-000000",)


def test_text_that_is_no_unicode_is_kept_as_far_as_it_goes(journal: RunStore) -> None:
    odd = replace(STEPS[0], decision=replace(STEPS[0].decision, thought="half a pair \ud83d here"))
    with sample.begin(journal) as log:
        log.commit(odd, stored({"guide": {"text": "\udc00"}}))
        log.note("interrupt", {"text": "\udfff!"})
        last = log.last()
    assert last is not None
    assert last.decision.thought == "half a pair ? here"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (f"PRAGMA user_version={len(MIGRATIONS) + 1}", "newer Sextant"),
        ("""UPDATE run SET head = replace(head, '"trace_version":1', '"trace_version":99')""", "trace version 99"),
    ],
)
def test_what_a_newer_version_wrote_is_refused_with_a_remedy(
    journal: RunStore, run: str, change: str, said: str
) -> None:
    with closing(sqlite3.connect(journal.root / run / DATABASE)) as database:
        database.execute(change)
        database.commit()
    for use in (journal.resume, journal.read):
        with pytest.raises(JournalFault, match=said) as refused:
            use(run)
        assert refused.value.remedy
    assert journal.show(run).status == "unreadable" or said != "newer Sextant"


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


def test_reading_leaves_no_trace_of_its_own(journal: RunStore, run: str) -> None:
    reading = connect_for_reading(journal.root / run / DATABASE)
    with closing(reading) as database, pytest.raises(sqlite3.OperationalError, match="readonly"):
        database.execute("DELETE FROM records")


def test_a_run_on_a_read_only_file_system_can_be_read(journal: RunStore, run: str, tmp_path: Path) -> None:
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
    assert journal.show(log.run).tokens == 240


def test_a_list_reads_only_the_requests_since_the_last_step(journal: RunStore) -> None:
    def spent(record: RunRecord, begun: str = "") -> Usage:
        connection = sqlite3.connect(journal.root / record.run / DATABASE)
        with closing(connection):
            if begun:
                connection.execute(begun)
                connection.commit()
            with journal.read(record.run) as again:
                return again.usage()

    with sample.begin(journal) as log:
        log.note("request", {"input_tokens": 100, "dollars": 0.25})
        log.commit(STEPS[0], stored())
        log.note("request", {"input_tokens": 7, "seconds": 2.0})
        assert log.usage() == spent(log) == Usage(2, 107, seconds=2.0, dollars=0.25)
        log.commit(STEPS[1], stored())
        forgotten = "UPDATE records SET body = '{}' WHERE ref = 'request'"
        assert spent(log, forgotten) == Usage(2, 107, seconds=2.0, dollars=0.25), "they were counted by then"


def test_what_an_earlier_version_counted_of_requests_is_read_from_them(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        log.note("request", {"input_tokens": 100, "dollars": 0.25})
        log.commit(STEPS[0], stored())
    with closing(sqlite3.connect(log.directory / DATABASE)) as connection:
        connection.execute("UPDATE run SET usage = ?", (to_json(Usage, STEPS[0].usage),))
        connection.commit()
    with journal.read(log.run) as record:
        assert record.usage() == Usage(1, 100, dollars=0.25)
    with journal.resume(log.run) as log:
        log.note("request", {"input_tokens": 7})
        log.commit(STEPS[1], stored())
        assert log.usage() == Usage(2, 107, dollars=0.25)


def test_after_a_salvage_the_requests_are_counted_anew(journal: RunStore) -> None:
    with sample.begin(journal) as log:
        for number in range(3):
            log.note("request", {"input_tokens": 100})
            log.commit(STEPS[number], stored())
    with closing(sqlite3.connect(log.directory / DATABASE)) as connection:
        connection.execute("DELETE FROM records WHERE seq > (SELECT min(seq) FROM records WHERE ref = 'request')")
        connection.execute("DROP INDEX records_by_kind")  # so that it is salvaged
        connection.commit()
    with journal.resume(log.run) as log:
        assert log.salvaged is not None
        log.note("request", {"input_tokens": 7})
        assert log.usage() == Usage(2, 107)


def test_seconds_are_those_of_every_leg_up_to_its_last_record(tmp_path: Path) -> None:
    now = [sample.BEGAN]
    journal = RunStore.open(tmp_path, clock=lambda: now[0])
    with journal.begin(Task("Order bread. " * 4000), Start("web:x", "model", {})) as log:
        assert log.seconds() == 0.0
        now[0] += 30
        log.note("interrupt", {})
    assert journal.show(log.run).goal == "Order bread. " * 4000, "it is kept whole"
    now[0] += 86_400
    with journal.resume(log.run) as again:
        assert again.seconds() == 30.0
        now[0] += 12
        again.note("interrupt", {})
        assert again.seconds() == 42.0


def picture(scale: float) -> Picture:
    out = BytesIO()
    Image.effect_noise((round(412 * scale), round(915 * scale)), 40).save(out, "PNG")
    return Picture(out.getvalue(), "image/png", scale)


@pytest.mark.parametrize("scale", [2.0, 1.71])
def test_a_picture_for_models_becomes_half_a_pixel_and_others_stay(scale: float) -> None:
    small = halved(picture(scale))
    assert (small.scale, small.media_type) == (0.5, "image/jpeg")
    assert Image.open(BytesIO(small.data)).size == (206, pytest.approx(458, abs=1))
    for one in (small, picture(1.0)):
        assert halved(one) is one


def test_the_journal_keeps_the_small_one_and_the_run_the_large(tmp_path: Path) -> None:
    bare = screen(element(0, "button", "Save"))
    shown = replace(bare, observation=replace(bare.observation, picture=picture(2.0)))
    journal = RunStore.open(tmp_path, lambda: 0.0, Privacy(shrink=halved))
    log = journal.begin(Task("save"), Start("web:x", "model", {}))
    log.record_screen(shown)
    (saw,) = (record.entry for record in log.records("saw", pictures=True))
    log.close()
    assert isinstance(saw, SeenScreen)
    assert saw.screen.picture is not None
    assert saw.screen.picture.scale == 0.5
    assert Image.open(BytesIO(saw.screen.picture.data)).size[0] == 206
    assert shown.picture is not None
    assert shown.picture.scale == 2.0


def test_a_run_is_removed_with_its_pictures_and_no_other(journal: RunStore) -> None:
    gone, stays = sample.record(journal), sample.record(journal)
    assert [path for path in (journal.root / gone / "pictures").rglob("*") if path.is_file()]
    before = sorted((journal.root / stays).rglob("*"))
    journal.rm(gone)
    assert not (journal.root / gone).exists()
    assert sorted((journal.root / stays).rglob("*")) == before
