"""Files are touched by name, never through links: real links, pipes, other users and swaps."""

import os
import shlex
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import httpx2
import pytest

from sextant.devices.browser.profile_lock import ProfileLock, is_held_by_device
from sextant.errors import JournalFault, UsageError
from sextant.journal import Retention, RunStore
from sextant.journal.lock import RunLock, is_live
from sextant.journal.replay import write_replay
from sextant.journal.schema import connect, connect_for_reading
from sextant.models.cassettes import RecordingTransport
from sextant.models.state_file import read_state, write_state
from sextant.storage import Folder, UnsafePath, make_private, remove_tree, write_private, write_whole
from sextant.utg.store import MapStore
from tests.journal import sample
from tests.support.strangers import as_nobody, given_away, needs_root


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A person's directory, which nothing here may touch."""
    made = tmp_path / "letters"
    (made / "ab").mkdir(parents=True)
    (made / "love.txt").write_text("dear")
    (made / "ab" / f"ab{'0' * 62}.png").write_bytes(b"a photograph")
    return made


def intact(letters: Path) -> bool:
    found = {str(path.relative_to(letters)) for path in letters.rglob("*")}
    return found == {"love.txt", "ab", f"ab/ab{'0' * 62}.png"} and (letters / "love.txt").read_text() == "dear"


def open_journal(tmp_path: Path) -> RunStore:
    return RunStore.open(tmp_path / "runs", clock=lambda: sample.BEGAN + 400 * 86_400)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The directory of a run that has ended."""
    journal = RunStore.open(tmp_path / "runs", clock=lambda: sample.BEGAN)
    return journal.root / sample.record(journal)


# --- the collector ---------------------------------------------------------------------------------------------------


def test_gc_removes_nothing_through_a_linked_picture_directory(tmp_path: Path, run: Path, letters: Path) -> None:
    remove_tree(run / "pictures")
    (run / "pictures").symlink_to(letters)
    for retention in (Retention(), Retention(max_age_seconds=1)):
        swept = open_journal(tmp_path).gc(retention)
        assert (swept.removed, swept.skipped) == ((), (run.name,))
    assert intact(letters)


def test_gc_removes_nothing_through_a_linked_shelf(tmp_path: Path, run: Path, letters: Path) -> None:
    shelf = run / "pictures" / "ab"
    if shelf.exists():
        remove_tree(shelf)
    shelf.symlink_to(letters / "ab")
    assert open_journal(tmp_path).gc().skipped == (run.name,)
    assert intact(letters)
    assert open_journal(tmp_path).gc(Retention(max_age_seconds=1)).removed == (run.name,)  # and the link with it
    assert intact(letters)


def test_a_linked_directory_is_no_run(tmp_path: Path, run: Path, letters: Path) -> None:
    (run.parent / "20200101-000000").symlink_to(letters)
    journal = open_journal(tmp_path)
    assert [one.run for one in journal.runs()] == [run.name]
    assert journal.gc(Retention(max_age_seconds=1)).removed == (run.name,)
    with pytest.raises(UsageError, match="There is no run"):
        journal.rm("20200101-000000")
    assert intact(letters)


def test_gc_takes_no_ordinary_directory_for_an_empty_run(tmp_path: Path, run: Path, letters: Path) -> None:
    """A journal.directory that holds a person's folders too."""
    letters.rename(run.parent / "letters")
    mine = run.parent / "20200101-000000"
    mine.mkdir()
    (mine / "thesis.tex").write_text("years")
    journal = open_journal(tmp_path)
    swept = journal.gc(Retention(max_age_seconds=1))
    assert swept.removed == (run.name,)
    assert set(swept.skipped) == {"letters", mine.name}
    assert intact(run.parent / "letters")
    with pytest.raises(JournalFault, match="not part of a run"):
        journal.rm(mine.name)
    assert (mine / "thesis.tex").read_text() == "years"


def test_sweeping_matches_whole_names(tmp_path: Path, run: Path) -> None:
    shelf = run / "pictures" / "ab"
    shelf.mkdir(exist_ok=True)
    kept = (f"ab{'0' * 62}.png.bak", "IMG_1.png", f"ab{'0' * 62}.tiff", "thesis.partial")
    for name in (*kept, f"ab{'0' * 62}.png"):
        (shelf / name).write_bytes(b"x")
    open_journal(tmp_path).gc()
    assert {name for name in kept if (shelf / name).exists()} == set(kept)
    assert not (shelf / f"ab{'0' * 62}.png").exists()


@needs_root
def test_a_run_of_another_user_is_left_alone_and_the_rest_collected(tmp_path: Path, run: Path) -> None:
    journal = RunStore.open(tmp_path / "runs", clock=lambda: sample.BEGAN + 86_400)
    theirs = given_away(journal.root / sample.record(journal, pictures=False))
    swept = open_journal(tmp_path).gc(Retention(max_age_seconds=1, max_bytes=1))
    assert (swept.removed, swept.skipped) == ((run.name,), (theirs.name,))
    with pytest.raises(JournalFault, match="belongs to another user") as caught:
        open_journal(tmp_path).rm(theirs.name)
    assert "chown" in caught.value.remedy


# --- locks and databases ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_lock_overwrites_nothing(run: Path, letters: Path, link: Callable[[Path, Path], None]) -> None:
    (run / "lock").unlink()
    link(run / "lock", letters / "love.txt")
    with pytest.raises(JournalFault, match="link") as caught:
        RunLock(run, 0.0)
    assert caught.value.remedy
    assert not is_live(run)
    assert intact(letters)


def test_a_lock_is_taken_while_others_look_whether_it_is_held(tmp_path: Path) -> None:
    run, profile = tmp_path / "run", tmp_path / "profile"
    run.mkdir()
    RunLock(run, 0.0).release()
    ProfileLock(profile).release()
    program = (
        "import sys\nfrom pathlib import Path\nfrom sextant.devices.browser.profile_lock import is_held_by_device\n"
        "from sextant.journal.lock import is_live\nrun, profile = map(Path, sys.argv[1:])\nprint(flush=True)\n"
        "while True:\n    is_live(run)\n    is_held_by_device(profile)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(run), str(profile)], stdout=subprocess.PIPE) as looking:
        try:
            assert looking.stdout is not None
            looking.stdout.readline()
            for _ in range(300):
                assert not is_held_by_device(profile)
                RunLock(run, 0.0).release()
                ProfileLock(profile).release()
            with RunLock(run, 0.0), pytest.raises(JournalFault, match="Another process"):
                RunLock(run, 0.0)
        finally:
            looking.kill()


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", ["lock", "run.sqlite"])
def test_a_pipe_in_the_place_of_a_file_is_refused_and_not_waited_for(tmp_path: Path, run: Path, name: str) -> None:
    (run / name).unlink()
    os.mkfifo(run / name)
    with pytest.raises(JournalFault, match="not a regular file"):
        RunLock(run, 0.0)
    assert [one.run for one in open_journal(tmp_path).runs()] == [run.name]
    assert open_journal(tmp_path).gc(Retention(max_age_seconds=1, max_bytes=1)).skipped == (run.name,)


def test_a_database_is_not_opened_through_a_link(tmp_path: Path, run: Path) -> None:
    """One that is not ours would be migrated: every fresh SQLite file has version 0."""
    theirs = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(theirs)) as database:
        database.execute("CREATE TABLE places(url)")
        database.commit()
    before = theirs.read_bytes()
    (run / "run.sqlite").unlink()
    (run / "run.sqlite").symlink_to(theirs)
    for opening in (connect, connect_for_reading):
        with pytest.raises(JournalFault, match="a link"):
            opening(run / "run.sqlite")
    assert [one.status for one in open_journal(tmp_path).runs()] == ["unreadable"]
    assert theirs.read_bytes() == before


# --- what is stored is for the user alone ----------------------------------------------------------------------------


def test_what_is_stored_is_for_the_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        journal = RunStore.open(tmp_path / "state" / "deep" / "runs", clock=lambda: sample.BEGAN)
        run = sample.record(journal)
        write_state(tmp_path / "state" / "told.json", "told", {"a": ["b"]})
        with journal.read(run) as record:
            write_replay(record, tmp_path / "state" / "page.html")
        MapStore(tmp_path / "state" / "maps" / "maps.sqlite").close()
        RecordingTransport(tmp_path / "state" / "exchanges.jsonl", httpx2.AsyncHTTPTransport())
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in (tmp_path / "state").rglob("*")}
    assert {path for path, mode in modes.items() if mode & 0o077} == set()
    assert {"run.sqlite", "lock", "page.html", "maps.sqlite", "exchanges.jsonl"} <= {path.name for path in modes}
    assert read_state(tmp_path / "state" / "told.json", "told") == {"a": ["b"]}


@needs_root
def test_another_user_reads_nothing_that_is_stored(tmp_path: Path, run: Path) -> None:
    for place in (tmp_path, *tmp_path.parents):
        if "pytest-of-" in str(place):
            place.chmod(0o755)  # so that nothing but the run's own modes keeps others out
    run.parent.chmod(0o755)
    for path in (run / "run.sqlite", run / "lock"):
        assert not as_nobody(path.read_bytes)
    assert as_nobody(tmp_path.stat)


# --- folders ---------------------------------------------------------------------------------------------------------


def test_a_file_that_a_person_named_is_never_written_through_a_link(tmp_path: Path, letters: Path) -> None:
    (tmp_path / "out.html").symlink_to(letters / "love.txt")
    assert write_whole(tmp_path / "out.html", b"page") == 4
    write_private(tmp_path / "state.json", b"{}")
    (tmp_path / "again.json").symlink_to(letters / "love.txt")
    write_private(tmp_path / "again.json", b"{}")
    assert (tmp_path / "out.html").read_bytes() == b"page"
    assert intact(letters)
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".partial")]


@needs_root
def test_a_directory_of_others_or_for_all_is_refused(tmp_path: Path) -> None:
    make_private(tmp_path / "mine")
    (tmp_path / "mine").chmod(0o777)
    with pytest.raises(UnsafePath, match="other users can write") as caught:
        Folder.open(tmp_path / "mine")
    assert shlex.split(caught.value.remedy.partition(": ")[2]) == ["chmod", "go-w", str(tmp_path / "mine")]
    (tmp_path / "mine").chmod(0o1777)
    Folder.open(tmp_path / "mine").close()  # as /tmp is: others cannot take our names away
    with pytest.raises(UnsafePath, match="another user"):
        Folder.open(given_away(tmp_path / "mine"))


@needs_root
@pytest.mark.parametrize("whose", ["another user", "other users can write"])
def test_no_run_is_begun_in_a_directory_of_others(tmp_path: Path, whose: str) -> None:
    root = tmp_path / "runs"
    root.mkdir()
    if whose == "another user":
        given_away(root)
    else:
        root.chmod(0o777)
    with pytest.raises(JournalFault, match=whose), RunStore.open(root).adopt():
        pytest.fail("a run was begun")
    assert list(root.iterdir()) == []


@needs_root
def test_a_file_that_another_user_laid_into_a_shared_directory_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    for place in (tmp_path, *tmp_path.parents):
        if "pytest-of-" in str(place):
            place.chmod(0o755)
    shared.chmod(0o1777)
    assert as_nobody(lambda: (shared / "lock").write_text("mine"))
    with Folder.open(shared) as folder, pytest.raises(UnsafePath, match="another user"):
        folder.file("lock", os.O_RDWR | os.O_CREAT)
    with Folder.open(shared) as folder, pytest.raises(UnsafePath, match="another user"):
        folder.check_file("lock")


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../love.txt", "a\0b"])
def test_a_name_leads_nowhere_else(letters: Path, name: str) -> None:
    with Folder.open(letters) as folder:
        acts: tuple[Callable[[str], object], ...] = (folder.remove, folder.remove_tree, folder.child)
        for act in acts:
            with pytest.raises(UnsafePath):
                act(name)
        with pytest.raises(UnsafePath):
            folder.write(name, b"")
    assert intact(letters)


def test_a_descriptor_stays_with_the_directory_that_was_checked(tmp_path: Path, letters: Path) -> None:
    make_private(tmp_path / "ours")
    (tmp_path / "ours" / "love.txt").write_text("a copy")
    with Folder.open(tmp_path / "ours") as folder:
        (tmp_path / "ours").rename(tmp_path / "away")
        (tmp_path / "ours").symlink_to(letters)
        folder.write("more.txt", b"x")
        folder.remove("love.txt")
    assert [path.name for path in (tmp_path / "away").iterdir()] == ["more.txt"]
    assert intact(letters)


def test_no_name_below_a_directory_of_ours_is_a_link(tmp_path: Path, letters: Path) -> None:
    root = tmp_path / "root"
    make_private(root / "own" / "deeper")
    (root / "linked").symlink_to(letters.parent)
    with Folder.open(root / "own" / "deeper" / "new", make=True, below=root) as made:
        made.write("file", b"x")
    assert stat.S_IMODE((root / "own" / "deeper" / "new").stat().st_mode) == 0o700
    through = root / "linked" / "letters"
    for touch in (
        lambda: Folder.open(through, below=root),
        lambda: Folder.open(through / "new", make=True, below=root),
        lambda: write_private(through / "love.txt", b"gone", below=root),
        lambda: remove_tree(through, below=root),
    ):
        with pytest.raises(UnsafePath, match="it is a link"):
            touch()
    assert intact(letters)


def test_a_swap_between_check_and_use_reaches_nothing_else(tmp_path: Path, letters: Path) -> None:
    """Somebody exchanges the directory for a link, over and over, while it is removed."""
    make_private(tmp_path / "place")
    over = threading.Event()
    victim, link = tmp_path / "place" / "victim", tmp_path / "place" / "link"
    link.symlink_to(letters)

    def swap() -> None:
        spare = tmp_path / "place" / "spare"
        while not over.is_set():
            for source, target in ((victim, spare), (link, victim), (victim, link), (spare, victim)):
                with suppress(OSError):
                    source.rename(target)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _ in range(300):
            try:
                make_private(victim)
                (victim / "ab").mkdir(exist_ok=True)
                (victim / "love.txt").write_text("a copy") if not victim.is_symlink() else None
                remove_tree(victim)
            except OSError:
                continue
            finally:
                (letters / "love.txt").write_text("dear")  # this test's own writing follows the link
    finally:
        over.set()
        thread.join()
    assert intact(letters)


def test_a_file_is_not_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("text")
    (tmp_path / "link").symlink_to("own")
    with Folder.open(tmp_path) as folder, pytest.raises(UnsafePath):
        folder.file("link", os.O_RDONLY)
