"""`sextant bench doors`: its attacks are told apart, an open door is told, and what was not tried is none."""

from pathlib import Path
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant_bench import doors
from sextant_bench.doors.attack import Impossible, Scene, bare
from sextant_bench.doors.attacker import carry_out
from sextant_bench.doors.promises import promises, without_test
from sextant_bench.doors.room import Done, Room, unruly
from sextant_bench.doors.scenes import scenes
from sextant_bench.figures import BenchOptions

ROOT = Path(__file__).resolve().parents[2]


def test_there_are_enough_attacks_of_every_kind_and_each_has_a_name() -> None:
    attacks = [(scene.kind, one) for scene in scenes().values() for one in scene.attacks]
    assert len(attacks) >= doors.WANTED
    assert len({one.name for _, one in attacks}) == len(attacks)
    assert not [one.name for _, one in attacks if "," in one.name], "they are named on the command line with commas"
    kinds = [kind for kind, _ in attacks]
    assert min(kinds.count(kind) for kind in ("local user", "page", "model", "file", "process")) >= 20


@pytest.mark.long
def test_a_promise_without_a_test_is_found() -> None:
    said = promises((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(said) >= 40
    assert without_test(said, ROOT) == []
    page = """# Page
Before the first section nothing is promised.

## First
These hold:

- Kept: `tests/bench/test_doors.py::test_a_promise_without_a_test_is_found`,
  in two lines.
  - Not kept by anything.
- Gone: `tests/bench/test_doors.py::test_that_is_not_there`.
- Another file: `tests/bench/test_not_there.py::test_it`.

A paragraph promises, too.

| a | table |
```python
code = ["and code do not"]
```

Not promised: this.

Nor this.

## Second
A paragraph with a test, `tests/bench/test_doors.py::test_a_promise_without_a_test_is_found`,
in two lines.
"""
    found = promises(page)
    assert [one.text.partition(":")[0] for one in found] == [
        *("Kept", "Not kept by anything.", "Gone", "Another file", "A paragraph promises, too."),
        "A paragraph with a test, `tests/bench/test_doors.py",
    ]
    assert found[-1].text.endswith("in two lines.")
    assert [one.partition(": ")[2][:4] for one in without_test(found, ROOT)] == ["Not ", "Gone", "Anot", "A pa"]


def open_door(room: Room) -> str:
    (room.project / "mark").write_text("x")
    return "it came through"


def impossible(room: Room) -> str:
    raise Impossible(f"not on this machine, in {room.project.name}")


def broken(room: Room) -> str:
    raise RuntimeError(f"nothing was tried in {room.project.name}")


def endless(room: Room) -> str:
    while room.project.exists():
        pass
    return ""


def test_what_came_through_and_what_was_not_tried_is_told(tmp_path: Path) -> None:
    scene: Scene[Room] = Scene("file", "a scene", bare)
    scene.add("open", "it is open", open_door)
    scene.add("closed", "it is closed", lambda room: "" if (room.project / "mark").exists() else "in another room")
    scene.add("impossible", "it cannot be tried", impossible)
    scene.add("broken", "it fails", broken)
    scene.add("endless", "it hangs", endless, seconds=0.3)
    told: list[dict[str, Any]] = []
    carry_out(scene, scene.attacks, Room(tmp_path), told.append)
    said = {one["attack"]: one for one in told}
    assert (said["open"]["through"], said["closed"]["through"]) == ("it came through", "")
    assert said["impossible"]["skipped"].startswith("not on this machine")
    assert "nothing was tried" in said["broken"]["error"]
    assert said["endless"]["through"].startswith("not over after")
    with pytest.raises(ValueError, match="of its own"):
        scene.add("open", "it is open", open_door)


def test_a_set_up_that_fails_is_an_error_of_each_attack(tmp_path: Path) -> None:
    def stage(room: Room) -> Any:
        raise RuntimeError(f"no set-up in {room.project.name}")

    scene: Scene[Room] = Scene("file", "a scene", stage)
    scene.add("one", "it is tried", open_door)
    told: list[dict[str, Any]] = []
    carry_out(scene, scene.attacks, Room(tmp_path), told.append)
    assert ["no set-up" in one["error"] for one in told] == [True]


def test_what_no_input_may_do_to_a_command_is_an_open_door() -> None:
    for code, err, seconds, megabytes, said in (
        (0, "", 1.0, 90.0, ""),
        (2, "error: no such run", 1.0, 90.0, ""),
        (None, "", 61.0, 90.0, "still ran after 61 s"),
        (-11, "", 1.0, 90.0, "died of signal 11"),
        (1, "Traceback (most recent call last):\nValueError: x", 1.0, 90.0, "ValueError: x"),
        (0, "", 1.0, 900.0, "took 900 MB"),
        (1, "", 1.0, 90.0, "without a word"),
    ):
        told = unruly(Done(("runs",), code, "", err, seconds, megabytes))
        assert said in told
        assert bool(told) is bool(said)


@pytest.mark.long
def test_a_scene_is_carried_out_and_what_is_left_out_is_excluded() -> None:
    found = doors.run(BenchOptions(extra={"only": "runs show ..", "root": str(ROOT / "packages")}))
    figures = {figure.name: figure.value for figure in found.figures}
    assert (figures["attacks"], figures["open_doors"]) == (1, 0), found.details
    assert found.excluded == sum(len(scene.attacks) for scene in scenes().values()) - 1
    assert found.errors == 1, "a page of promises that is not there is an error, and none kept"
    assert not found.ok
    with pytest.raises(UsageError, match="no attack 'nothing'"):
        doors.run(BenchOptions(extra={"only": "nothing"}))
