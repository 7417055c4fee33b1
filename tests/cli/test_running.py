"""run, goto and resume on the toy app: what they print and how they exit."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from sextant.cli.viewer import show_file
from sextant.storage import append
from tests.cli import toy
from tests.cli.test_commands import Ran, run


def run_script(
    tmp_path: Path, device: str, replies: Sequence[toy.Reply | str], *more: str, goal: str = "open the privacy policy"
) -> Ran:
    model = f"scripted:{toy.script_file(tmp_path, replies)}"
    return run("run", goal, "--device", device, "--model", model, *more)


def test_a_goal_reached_prints_a_line_a_step_and_what_to_do_next(tmp_path: Path, device: str) -> None:
    settings = {**toy.OPEN_SETTINGS, "does": "open [red]Settings[/red] [link=x]"}
    ran = run_script(tmp_path, device, [settings, *toy.TO_PRIVACY[1:]])
    assert ran.code == 0, ran.out + ran.err
    lines = ran.out.splitlines()
    assert lines[0].startswith("run ")
    steps = [line for line in lines if " -> " in line]
    assert "open [red]Settings[/red] [link=x] -> " in steps[0], "text from a page is no markup"
    assert "open Privacy -> " in steps[1]
    assert "  ok  " in steps[0]
    assert "1 call  " in steps[0]
    assert lines[-1].startswith("next: sextant replay ")
    assert "success" in ran.out


def test_a_run_for_a_leaderboard_is_kept_as_one_line_and_says_what_was_allowed(tmp_path: Path, device: str) -> None:
    kept = tmp_path / "runs.jsonl"
    flags = ("--allow-everything", "--task", "toy/1", "--seed", "3", "--line", str(kept), "--json")
    first = run_script(tmp_path, device, toy.TO_PRIVACY, *flags).json
    assert (first["unattended"], first["everything_allowed"]) == (True, True)
    second = run_script(tmp_path, device, toy.TO_PRIVACY, "--line", str(kept), "--json").json
    assert second["everything_allowed"] is False
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [(line["task"], line["seed"], line["run"], line["everything_allowed"]) for line in lines] == [
        ("toy/1", 3, first["run"], True),
        ("", None, second["run"], False),
    ]
    judged = run("runs", "line", first["run"], "--reward", "1", "--judge", "WebArena")
    told = json.loads(judged.out)
    assert (told["judged"], told["reward"], told["judge"]) == (True, 1.0, "WebArena")
    assert {**told, "judged": None, "reward": None, "judge": ""} == lines[0]
    missing = run_script(tmp_path, device, toy.TO_PRIVACY, "--line", str(tmp_path / "no" / "runs.jsonl"))
    assert (missing.code, "whose folder does not exist" in missing.err) == (2, True)


def test_what_stands_beside_the_model_is_said_at_the_beginning(tmp_path: Path, device: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--preset", "all")
    assert ran.out.splitlines()[1] == "preset all: map, memory, task state, belief"
    joined = run_script(tmp_path, device, toy.TO_PRIVACY, "--guide", "belief,memory")
    assert joined.out.splitlines()[1] == "guides: memory, belief"
    wrong = run_script(tmp_path, device, toy.TO_PRIVACY, "--guide", "belief,memroy")
    assert (wrong.code, "Did you mean 'memory'?" in wrong.err) == (2, True), wrong.err
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--guide", "belief", "--guide", "memory", "--json")
    assert ran.err.splitlines()[1] == "guides: memory, belief"
    assert (ran.json["preset"], ran.json["guides"]) == ("", ["memory", "belief"])
    assert ran.json["beside"] == {"reused": 0, "belief_routines": 0, "dropped_fields": {}}
    plain = run_script(tmp_path, device, toy.TO_PRIVACY).out
    assert "preset" not in plain
    assert "guides" not in plain


def test_a_run_that_draws_a_map_says_where_it_is_kept(tmp_path: Path, state: Path, device: str) -> None:
    kept = state / "sextant" / "maps.sqlite"
    plain = run_script(tmp_path, device, toy.TO_PRIVACY, "--json")
    assert plain.json["map"] == ""
    assert "map stored" not in plain.err
    assert not kept.exists()
    told = f"map stored in {kept}  # sextant map list"
    assert told in run_script(tmp_path, device, toy.TO_PRIVACY, "--guide", "map").out.splitlines()
    (listed,) = run("map", "list", "--json").json["maps"]
    assert listed["screens"] == 3
    follows = run_script(tmp_path, device, toy.TO_PRIVACY, "--stop", "privacy policy", "--json")
    assert (follows.json["map"], told in follows.err.splitlines()) == (str(kept), True)
    walked = run("goto", device, "about this app")
    assert told in walked.out.splitlines()
    assert "map stored" not in run_script(tmp_path, device, toy.TO_PRIVACY).out  # it knows of one and draws none


def test_fields_that_were_dropped_are_told_with_their_guide(tmp_path: Path, device: str) -> None:
    malformed: toy.Reply = {**toy.OPEN_SETTINGS, "memory": 7}
    ran = run_script(tmp_path, device, [malformed, *toy.TO_PRIVACY[1:]], "--guide", "memory", "--json")
    assert ran.json["beside"]["dropped_fields"] == {"memory": 1}, ran.err
    assert "fields dropped: 1 (memory)" in ran.err.splitlines()
    malformed = {**toy.OPEN_SETTINGS, "answers": [{"id": "now", "answer": "yes"}]}
    ran = run_script(tmp_path, device, [malformed, *toy.TO_PRIVACY[1:]], "--json")
    assert (ran.json["status"], ran.json["counters"]["dropped_fields"]) == ("success", 1)
    assert "fields dropped: 1 (answers)" in ran.err.splitlines()


def test_calls_are_told_by_role_where_several_were_asked(tmp_path: Path, device: str) -> None:
    updater = toy.script_file(tmp_path, [{}], then="repeat", name="updater")
    separate = ("--preset", "tsr", "--set", f"models.updater=scripted:{updater}")
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, *separate, "--json")
    calls = ran.json["calls"]
    assert calls["actor"] == 3, ran.err
    assert calls["updater"] >= 2
    assert sum(calls.values()) == ran.json["usage"]["requests"]
    assert f"{sum(calls.values())} calls (" in ran.err
    assert f"{calls['updater']} updater" in ran.err
    assert f"{calls['updater']} updater" in run("runs", "show").out
    assert run("runs", "show", "--json").json["calls"] == calls


def test_a_step_that_was_refused_and_a_claim_that_was_not_accepted_say_why(tmp_path: Path, device: str) -> None:
    nowhere: toy.Reply = {"does": "press it", "action": {"type": "click", "index": 51}}
    ran = run_script(tmp_path, device, [nowhere] * 2 + [*toy.TO_PRIVACY])
    assert ran.code == 0, ran.out + ran.err
    (line,) = [line for line in ran.out.splitlines() if "press it" in line]
    assert "refused: " in line
    assert "51" in line.partition("refused: ")[2]
    assert line.partition("refused: ")[2].split("  ")[0] in run("runs", "show").out
    ran = run_script(tmp_path, device, [toy.CLAIMED, *toy.TO_PRIVACY], "--json")
    assert ran.code == 0, ran.out + ran.err
    assert ran.json["trace"][0]["why"]
    assert [step["why"] for step in ran.json["trace"][1:]] == ["", "", ""]
    why = ran.json["trace"][0]["why"]
    assert why.startswith("nothing is cited for 'goal' ("), "as the model was told"
    assert "not accepted: nothing is cited for" in ran.err


def test_what_a_run_did_to_help_itself_is_in_every_report(tmp_path: Path, device: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--max-steps", "1", "--json")
    name = ran.json["run"]
    assert ran.json["recovery"]["steps"] == 1
    assert ran.json["recovery"]["settled"] == {"index": 1}
    assert "recovery:" not in ran.err, "nothing went wrong, and nothing is told"
    on = run("resume", name, "--max-steps", "20", "--json").json
    assert on["recovery"]["steps"] == on["steps"], "the whole run, not its last leg"
    assert run("runs", "show", name, "--json").json["recovery"] == on["recovery"]
    assert "recovery:" not in run("runs", "show", name).out
    failing = run_script(tmp_path, device, [toy.NOTHING, *toy.TO_PRIVACY])
    told = [line for line in failing.out.splitlines() if line.startswith("recovery: ")]
    assert told == ["recovery: did not work: unanswered 1"]
    assert told[0] in run("runs", "show").out.splitlines()


def test_a_device_broken_on_purpose_is_one_where_nothing_arrives(tmp_path: Path, device: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--json", "--max-steps", "1", "--faults", "dropped_tap=1,seed=7")
    assert ran.json["status"] == "over_budget", ran.out + ran.err
    assert ran.json["trace"][0]["verdict"] == "ineffective"


@pytest.mark.parametrize(
    ("faults", "part"), [("rain=0.1", "no fault 'rain'"), ("popup=2", "a share"), ("popup", "no rate")]
)
def test_faults_that_are_none(tmp_path: Path, device: str, faults: str, part: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--json", "--faults", faults)
    assert ran.code == 2
    assert part in ran.json["error"]["message"]


@pytest.mark.parametrize(
    ("goal", "part"), [("", "empty"), ("  \n ", "empty"), ("x" * 50_000, "characters"), ("-", "empty")]
)
def test_goals_that_cannot_be_used(goal: str, part: str, tmp_path: Path, device: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--json", goal=goal)
    assert ran.code == 2
    assert part in ran.json["error"]["message"]
    assert len(ran.err) < 1000


MODEL = ("--model", "local:smollm2")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--device", "scripted:gone.json", "--model", "scripted:gone.json"), "gone.json"),
        (("--device", "telepathy:7", *MODEL), "telepathy:7"),
        (("--device", "http://localhost:1", *MODEL), "web:http://localhost:1"),
        (("--device", "web:localhost", *MODEL), "web:http"),
        ((), "--model"),
        (("--model", "opnai:gpt-5"), "openai"),
        (("--model", "gpt-5"), "openai:"),
        (("--model", "local:gone.gguf"), "gone.gguf"),
        (("--model", "local:/nowhere/m.gguf"), "does not exist"),
        (("--model", "local:nosuchmodel"), "Accepted are local:smollm2"),
        (("--model", "scripted:/nowhere/s.json"), "cannot be read"),
        (("--model", "openai-compatible:m"), "models.base_url"),
        (("goto", "localhost:8765", "x"), "Did you mean 'web:http://localhost:8765'?"),
        (("goto", "web:http://localhost:8765", ""), "sextant goto web:URL"),
        (("goto", "scripted:/nowhere/app.json", "x"), "'/nowhere/app.json' cannot be read: No such file"),
    ],
)
def test_a_device_or_model_that_was_named_wrongly_is_named_right(
    words: tuple[str, ...], part: str, device: str
) -> None:
    where = () if "--device" in words else ("--device", device)
    ran = run(*words) if "goto" in words else run("run", "do it", *where, *words)
    assert ran.code == 2, ran.err
    assert part in ran.err
    assert "next: " in ran.err
    assert "Traceback" not in ran.err
    assert ran.err.count("/nowhere/") <= 1
    assert run("runs", "--json").json["runs"] == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (None, "No such file"),
        ("{", "not JSON"),
        ("[1]", "not a JSON schema"),
        ('"x"', "not a JSON schema"),
        ('{"type": 5}', "type"),
        ('{"type": "object", "properties": {"price": {"type": "nummer"}}}', "properties/price/type"),
        ('{"$ref": "http://127.0.0.1:1/schema.json"}', "another document"),
    ],
)
def test_an_answer_schema_has_to_be_one(text: str | None, part: str, tmp_path: Path, device: str) -> None:
    file = tmp_path / "schema.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--answer-schema", str(file), "--json")
    assert ran.code == 2
    assert part in ran.json["error"]["message"]
    assert ran.json["error"]["remedy"]
    assert run("runs", "--json").json["runs"] == []


def test_a_model_elsewhere_is_told_of_before_it_is_asked_and_only_once(device: str) -> None:
    words = ["run", "do it", "--device", device, "--model", "openai-compatible:m@http://models.example.test/v1"]
    first, second = run(*words), run(*words)
    assert first.code == second.code == 4
    assert "sends to models.example.test" in first.err
    assert "sends to models.example.test" not in second.err
    assert "SEXTANT_NO_NETWORK_MODELS" in first.out + first.err


def test_a_run_over_budget_is_resumed_with_the_settings_it_was_begun_with(tmp_path: Path, device: str) -> None:
    first = run_script(tmp_path, device, toy.TO_PRIVACY, "--max-steps", "1", "--json")
    name = first.json["run"]
    again = run("resume", name, "--json")
    assert again.json["status"] == "over_budget"
    assert f"next: sextant resume {name} --max-steps 101" in run("runs", "show", name).out
    same = run("resume", name, "--max-steps", "1")
    assert same.code == 2
    assert "limits the whole run" in same.err
    more = run("resume", name[:-1], "--max-steps", "20", "--json")
    assert more.json["run"] == name
    assert more.json["status"] == "success", more.out + more.err
    assert more.json["steps"] > 1
    over = run("resume", name, "--json")
    assert over.code == 2
    assert "sextant replay" in over.json["error"]["remedy"]


def test_runs_are_listed_shown_and_removed(tmp_path: Path, device: str) -> None:
    ran = run_script(tmp_path, device, toy.TO_PRIVACY, "--json")
    name = ran.json["run"]
    assert (ran.out.count("\n"), ran.json["agent_claimed"], ran.json["usage"]["requests"]) == (1, "complete", 3)
    assert "open Settings -> " in ran.err
    listed = run("runs", "--json").json["runs"]
    assert [entry["run"] for entry in listed] == [name]
    assert listed[0]["status"] == "success"
    shown = run("runs", "show", name, "--json").json
    assert [step["what"] for step in shown["trace"]][:2] == ["open Settings", "open Privacy"]
    assert "open Settings -> " in run("runs", "show").out
    assert run("runs").out.startswith("run\tstatus\tsteps\t"), "tables in a pipe name their columns"
    assert run("runs", "rm", name).out == f"removed {name}\n"
    assert run("runs", "--json").json["runs"] == []


def test_a_run_is_replayed_as_one_file(tmp_path: Path, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = run_script(tmp_path, device, toy.TO_PRIVACY, "--json").json["run"]
    page = tmp_path / "pages" / "run.html"
    ran = run("replay", name, "--out", str(page), "--json")
    assert ran.json == {"run": name, "file": str(page), "bytes": page.stat().st_size, "opened": False}
    assert "open Settings" in page.read_text(encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file" / "run.html", tmp_path):
        refused = run("replay", name, "--out", str(place))
        assert refused.code == 2
        assert "--out" in refused.err
    page = tmp_path / "run.html"
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run("replay", "last", "--out", str(page), "--open")
    assert (ran.code, page.is_file()) == (0, True), "a page is written where no browser is"
    assert ran.err == "No browser could be opened here.\n"
    assert ran.out.splitlines()[-1] == "next: open it in a browser"
    assert run("replay", "last", "--out", str(page), "--open", "--json").json["opened"] is False


def test_a_wait_is_no_touch_that_failed(tmp_path: Path, device: str) -> None:
    nothing_yet: toy.Reply = {"does": "see first", "action": {"type": "wait", "seconds": 0}}
    ran = run_script(tmp_path, device, [nothing_yet, *toy.TO_PRIVACY])
    assert ran.code == 0, ran.out + ran.err
    line = next(line for line in ran.out.splitlines() if line.startswith("0  see first"))
    assert "  -  " in line
    assert "no effect" not in line
    assert "recovery:" not in ran.out
    assert run("runs", "show", "--json").json["recovery"]["causes"] == {}
    page = tmp_path / "run.html"
    assert run("replay", "--out", str(page)).code == 0
    shown = page.read_text(encoding="utf-8")
    assert "No touch" in shown
    assert "the touch missed" not in shown
    assert "did not work" not in shown
    missed: toy.Reply = {**nothing_yet, "expect": [{"type": "text_visible", "text": "This stands nowhere"}]}
    ran = run_script(tmp_path, device, [missed, *toy.TO_PRIVACY])
    assert "  no effect  " in next(line for line in ran.out.splitlines() if line.startswith("0  see first"))
    assert "recovery:" not in ran.out


def test_an_opener_that_finds_no_browser_is_told_from_one_that_does(tmp_path: Path) -> None:
    assert show_file(tmp_path / "run.html", "true")
    assert not show_file(tmp_path / "run.html", "false")
    assert not show_file(tmp_path / "run.html", str(tmp_path / "no-such-opener"))


def test_a_line_is_not_appended_through_a_link(tmp_path: Path, device: str) -> None:
    letter, link = tmp_path / "letter.txt", tmp_path / "runs.jsonl"
    letter.write_text("dear")
    link.symlink_to(letter)
    linked = run_script(tmp_path, device, toy.TO_PRIVACY, "--line", str(link))
    assert linked.code == 2
    assert "which is a link" in linked.err
    assert letter.read_text() == "dear"
    with pytest.raises(OSError, match="it is a link"):
        append(link, b"x", make=True)
