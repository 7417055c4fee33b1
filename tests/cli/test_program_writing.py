"""Programs from a model on the command line: written to a file, written before a run, mended within one."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import Ran, run

GOAL = "open the privacy policy"
WRITTEN = (
    'step("in toy, open Settings")\ntitle = step("in toy, open the privacy policy and read its title")\nreturn title'
)
BACK: toy.Reply = {"program": {"branch": "now.no"}, **toy.OPEN_SETTINGS}
"""The first step of a resumed run: this device begins at its start again."""


def answered(quote: str, branch: str, reply: toy.Reply) -> toy.Reply:
    answer = {"question": "now", "answer": "yes", "quote": quote}
    return {"answers": [answer], "program": {"branch": branch}, **reply}


OPENED: toy.Reply = {"answers": [{"question": "now", "answer": "no"}], **BACK}
LED = answered("Settings", "now.yes.no", toy.OPEN_PRIVACY)
READ = answered("Privacy policy", "now.yes", {"action": {"type": "status", "goal_status": "complete"}})


def model(tmp_path: Path, replies: Sequence[toy.Reply | str], name: str = "script") -> str:
    return f"scripted:{toy.script_file(tmp_path, replies, name=name)}"


def pursue(tmp_path: Path, device: str, author: str, replies: Sequence[toy.Reply], *more: str, goal: str = GOAL) -> Ran:
    actor = model(tmp_path, replies, "actor")
    settings = ("--set", "program.write=true", "--set", f"models.author={author}")
    return run("run", goal, "--device", device, "--model", actor, *settings, *more, "--json")


def test_a_program_is_written_to_a_file_and_its_requests_are_counted(tmp_path: Path, state: Path) -> None:
    file = tmp_path / "deep" / "er" / "title.py"
    author = model(tmp_path, [{"program": "import os"}, {"program": f"```python\n{WRITTEN}\n```"}])
    ran = run("program", "write", GOAL, "-o", str(file), "--model", author, "--json")
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["tries"], ran.json["usage"]["requests"], ran.json["steps"]) == (2, 2, 2)
    assert ran.err.splitlines()[0] == "Writing a program for the goal …"
    assert "asking again, attempt 2 of 4" in ran.err
    assert "line 1" in ran.err
    assert file.read_text(encoding="utf-8") == f"# {GOAL}\n{WRITTEN}\n"
    assert [one.name for one in file.parent.iterdir()] == ["title.py"]
    assert run("program", "check", str(file)).code == 0
    again = run("program", "write", GOAL, "-o", str(file), "--model", author)
    assert again.code == 2
    assert "already exists" in again.err
    over = run("program", "write", GOAL, "-o", str(file), "--force", "--model", model(tmp_path, [{"program": WRITTEN}]))
    assert f"written to {file}" in over.out
    shown = run("program", "write", GOAL, "--model", model(tmp_path, [{"program": WRITTEN}]))
    assert WRITTEN in shown.out


def test_who_is_sent_what_is_said_in_a_sentence_once(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    words = ("program", "write", GOAL, "--model", "openai:gpt-6.1-sol")
    told = (
        "To write the program, api.openai.com is sent the goal and the names of the apps in your settings, "
        "and nothing of any screen."
    )
    assert run(*words).err.splitlines()[0] == told
    assert "is sent" not in run(*words).err
    monkeypatch.setenv("OPENAI_API_KEY", "of no use")
    steps = run("run", GOAL, "--device", f"scripted:{toy.app_file(tmp_path)}", "--model", "openai:gpt-6.1-sol")
    assert "Each step sends to api.openai.com: " in steps.err, "of the screens nothing was told before"


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("", "is a folder"),
        ("taken/title.py", "cannot be written"),
        (f"{'x' * 300}.py", "cannot be written"),
        ("/dev/null", "is not a file"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_a_model_is_asked(
    tmp_path: Path, state: Path, place: str, told: str
) -> None:
    (tmp_path / "taken").write_text("kept", encoding="utf-8")
    author = model(tmp_path, ["no program"])  # would end with exit code 4 if it were asked
    ran = run("program", "write", GOAL, "-o", str(tmp_path / place), "--force", "--model", author)
    assert ran.code == 2, ran.out + ran.err
    assert told in ran.err
    assert "--out" in ran.err
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "kept"


def test_a_model_that_writes_none_is_an_error_with_the_places(tmp_path: Path, state: Path) -> None:
    file = tmp_path / "title.py"
    author = model(tmp_path, [{"program": "x = [y for y in z]"}] * 4)
    ran = run("program", "write", GOAL, "-o", str(file), "--model", author)
    assert ran.code == 4
    assert "in 4 attempts" in ran.err
    assert "line 1, column 5" in ran.err
    assert not file.exists()
    nothing = run("program", "write", " ", "--model", author)
    assert (nothing.code, 'sextant program write "' in nothing.err, "sextant run" in nothing.err) == (2, True, False)
    assert run("program", "write", GOAL).code == 2
    spent = run("program", "write", GOAL, "--model", author, "--max-tokens", "10")
    assert spent.code == 3


def test_a_program_is_written_before_the_run_which_walks_it(tmp_path: Path, device: str) -> None:
    author = model(tmp_path, [{"program": "import os"}, {"program": WRITTEN}])
    ran = pursue(tmp_path, device, author, [OPENED, LED, READ])
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["answer"], ran.json["status"], ran.json["usage"]["requests"]) == ("Privacy policy", "success", 5)
    assert WRITTEN in run("brief", "last", "0").out
    said = ran.err.splitlines()
    assert said.index("Writing a program for the goal …") < said.index("A program of 2 steps was written for the goal.")


def test_the_program_of_a_run_is_kept_with_it(tmp_path: Path, device: str) -> None:
    author = model(tmp_path, [{"program": WRITTEN}])
    ran = pursue(tmp_path, device, author, [OPENED], "--max-steps", "1")
    assert ran.json["status"] == "over_budget", ran.out + ran.err
    other = model(tmp_path, [{"program": 'step("something else")'}], "other")
    actor = model(tmp_path, [BACK, LED, READ], "actor")
    again = run("resume", "last", "--model", actor, "--set", f"models.author={other}", "--max-steps", "9", "--json")
    assert again.code == 0, again.out + again.err
    assert again.json["answer"] == "Privacy policy"
    assert again.json["usage"]["requests"] == 5
    assert "Writing a program" in ran.err
    assert "Writing a program" not in again.err


def test_without_a_valid_or_longer_program_the_goal_is_pursued_as_it_is(tmp_path: Path, device: str) -> None:
    author = model(tmp_path, [{"program": "import os"}] * 4)
    ran = pursue(tmp_path, device, author, toy.TO_PRIVACY[:1], "--max-steps", "1", goal="open the privacy policy")
    assert ran.json["status"] == "over_budget", ran.out + ran.err
    assert "No program was written" in ran.err
    assert "`import`" in ran.err
    actor = model(tmp_path, toy.TO_PRIVACY, "actor")
    again = run("resume", "last", "--model", actor, "--max-steps", "9", "--json")
    assert again.code == 0, again.out + again.err
    assert again.json["status"] == "success"
    assert again.json["usage"]["requests"] == 4 + 1 + 3  # no other try to write one
    author = model(tmp_path, [{"program": 'step("in toy, open the privacy policy")'}])
    ran = pursue(tmp_path, device, author, toy.TO_PRIVACY, goal="open the privacy policy")
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["status"], ran.json["usage"]["requests"]) == ("success", 4)
    assert "No program was written" not in ran.err


def test_an_author_that_refuses_costs_too_much_or_has_no_room_leaves_the_goal(tmp_path: Path, device: str) -> None:
    refusing = tmp_path / "refusing.json"
    refusing.write_text(json.dumps({"replies": [{"refused": "I would rather not"}]}), encoding="utf-8")
    ran = pursue(tmp_path, device, f"scripted:{refusing}", [toy.NOTHING], "--max-steps", "1")
    assert ran.json["status"] == "over_budget"
    assert "rather not" in ran.err
    poor = pursue(tmp_path, device, model(tmp_path, [{"program": WRITTEN}]), [OPENED], "--max-tokens", "50")
    assert poor.json["status"] == "over_budget"
    author = model(tmp_path, [])
    ran = pursue(tmp_path, device, author, [toy.NOTHING], "--set", "models.profile=action-only", "--max-steps", "1")
    assert ran.json["status"] == "over_budget", ran.out + ran.err
    assert ran.json["usage"]["requests"] == 1
    assert "Writing a program" not in ran.err


def test_a_step_that_is_impossible_is_mended_unless_repairs_are_off(tmp_path: Path, device: str) -> None:
    mended = WRITTEN.replace("in toy, open the privacy policy and read its title", "in toy, open Privacy and read it")
    author = model(tmp_path, [{"program": WRITTEN}, {"program": mended}])
    lost = answered("Settings", "now.yes.no", toy.INFEASIBLE)
    opened: toy.Reply = {"program": {"branch": "now.no"}, **toy.OPEN_PRIVACY}
    ran = pursue(tmp_path, device, author, [OPENED, lost, opened, READ])
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["answer"], ran.json["usage"]["requests"]) == ("Privacy policy", 6)
    said = ran.err.splitlines()
    begun = next(number for number, line in enumerate(said) if line.startswith("Repairing the program: line 2 of the"))
    assert "was called impossible" in said[begun]
    assert "The program was changed from this line on." in said[begun:]
    assert "in toy, open Privacy and read it" in run("brief", "last", "2").out
    author = model(tmp_path, [{"program": WRITTEN}])
    replies = [OPENED, {"program": {"branch": "now.no"}, **toy.INFEASIBLE}]
    ran = pursue(tmp_path, device, author, replies, "--set", "program.repairs=0")
    assert ran.json["status"] == "infeasible"
    assert "line 1 of the program" in ran.json["reason"]


def test_the_preset_agentprog_takes_the_calls_of_its_paper(tmp_path: Path, device: str) -> None:
    """One call for the program; then of each step one for the action and one for the counter."""
    author = model(tmp_path, [{"program": WRITTEN}], "author")
    opened: toy.Reply = {"answers": [{"question": "now", "answer": "yes", "quote": "Settings"}]}
    lost: toy.Reply = {"answers": [{"question": "now", "answer": "unknown"}]}
    read: toy.Reply = {"answers": [{"question": "now", "answer": "yes", "quote": "Privacy policy"}]}
    counter = model(tmp_path, [opened, lost, read], "counter")
    actions: list[toy.Reply] = [toy.OPEN_SETTINGS, {"action": {"type": "wait", "seconds": 0}}, toy.OPEN_PRIVACY]
    ran = pursue(tmp_path, device, author, actions, "--preset", "agentprog", "--set", f"models.updater={counter}")
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["answer"], ran.json["steps"], ran.json["usage"]["requests"]) == ("Privacy policy", 3, 1 + 3 * 2)
    told = run("brief", "last", "1").out
    assert ">   2  title" in told
