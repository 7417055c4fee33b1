"""Damaged journals and full disks, as somebody at a terminal meets them."""

import json
import os
import resource
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sextant.journal.schema import DATABASE, connect
from tests.cli import toy
from tests.cli.test_commands import run
from tests.cli.test_running import run_script

pytestmark = pytest.mark.long

SEXTANT = Path(sys.executable).with_name("sextant")
PAGES = 60


def long_way(directory: Path) -> str:
    """A device whose every page leads on to the next."""
    links = [{"label": f"On to {n + 1}", "role": "link", "goes": f"page-{n + 1}"} for n in range(PAGES)]
    pages: dict[str, object] = {f"page-{n}": {"title": f"Page {n}", "widgets": [link]} for n, link in enumerate(links)}
    pages[f"page-{PAGES}"] = {"title": "The end", "widgets": [{"label": "The end", "role": "heading"}]}
    path = directory / "long.json"
    path.write_text(json.dumps({"name": "long", "start": "page-0", "pages": pages}), encoding="utf-8")
    return f"scripted:{path}"


def database_of(state: Path, name: str) -> Path:
    (path,) = state.rglob(f"{name}/{DATABASE}")
    return path


def test_resuming_a_damaged_run_says_what_was_kept(tmp_path: Path, state: Path, device: str) -> None:
    name = run_script(tmp_path, device, [toy.OPEN_SETTINGS], "--json").json["run"]
    with closing(connect(database_of(state, name))) as database:
        database.execute("UPDATE records SET crc = crc + 1 WHERE kind = 'saw'")
    again = f"scripted:{toy.script_file(tmp_path, toy.TO_PRIVACY, name='again')}"
    ran = run("resume", name, "--model", again)
    assert ran.code == 0, ran.err
    assert "damaged and is repaired: 1 of 1 steps are kept, 1 records could not be read" in ran.err
    aside = next(word.rstrip(".") for word in ran.err.split() if word.startswith(f"{DATABASE}.damaged"))
    assert database_of(state, name).with_name(aside).exists()


def test_a_repaired_run_says_what_it_lost_wherever_it_is_told(tmp_path: Path, state: Path, device: str) -> None:
    name = run_script(tmp_path, device, toy.TO_PRIVACY, "--json").json["run"]
    with closing(connect(database_of(state, name))) as database:
        database.execute(
            "UPDATE records SET crc = crc + 1 WHERE kind = 'transition' AND seq IN "
            "(SELECT seq FROM records WHERE kind = 'transition' LIMIT 1)"
        )
    shown = run("runs", "show", name)
    assert "damaged and is repaired" in shown.out
    assert ", 1 step lost" in run("runs").out
    assert [one["lost_steps"] for one in run("runs", "--json").json["runs"]] == [1]


def test_a_run_whose_state_is_lost_is_not_begun_from_the_middle(tmp_path: Path, state: Path, device: str) -> None:
    name = run_script(tmp_path, device, [toy.OPEN_SETTINGS], "--json").json["run"]
    with closing(connect(database_of(state, name))) as database:
        database.execute("UPDATE snapshots SET crc = crc + 1")
    ran = run("resume", name)
    assert ran.code == 2
    assert "has only a trace" in ran.err
    assert "is repaired" in ran.err
    assert run("runs", "show", name).code == 0


def test_a_full_disk_stops_the_run_with_its_last_step_on_disk(tmp_path: Path, state: Path) -> None:
    on = {"does": "go on", "action": {"type": "click", "index": 0}}
    model = f"scripted:{toy.script_file(tmp_path, [on], then='repeat')}"
    words = ["run", "walk on to the end", "--device", long_way(tmp_path), "--model", model, "--json"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    full = subprocess.run(
        [SEXTANT, *words], capture_output=True, text=True, check=False, timeout=60, preexec_fn=limit, env=os.environ
    )
    assert full.returncode == 4, full.stderr
    problem = json.loads(full.stdout)["error"]
    assert problem["kind"] == "JournalFault"
    assert problem["message"].startswith("The disk is full: writing")
    assert "Traceback" not in full.stderr
    shown = sum(" -> " in line for line in full.stderr.splitlines())
    assert shown > 0
    assert f"Everything up to step {shown - 1} is on disk." in problem["message"]
    (kept,) = run("runs", "--json").json["runs"]
    assert (kept["status"], kept["steps"], kept["resumable"]) == ("crashed", shown, True)
    assert f"sextant resume {kept['run']}" in problem["remedy"]
    here = {"action": {"type": "status", "goal_status": "complete"}, "expect": [{"type": "screen_is", "text": "Page"}]}
    again = f"scripted:{toy.script_file(tmp_path, [on, here], name='again')}"
    ended = run("resume", kept["run"], "--model", again, "--json")
    assert (ended.json["status"], ended.json["verified_by"]) == ("success", "evidence"), ended.err
    assert ended.json["steps"] == shown + 2
