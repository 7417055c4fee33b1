"""`sextant program`: read, shown, carried out with a scripted model, taken up where it stopped."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli import toy
from tests.cli.test_commands import Ran, run
from tests.cli.test_program_writing import BACK, READ, answered

PROGRAM = """\
# Read the policy
for place in each("part of the app"):
    step("open {place}")
    if holds("it links to a policy"):
        title = step("open the policy and read its title")
        break
return f"{title}, as {who} wanted"
"""
LINK = {"question": "now.yes", "answer": "yes", "quote": "Privacy"}
NAMED = answered("Settings", "now.yes.no", toy.OPEN_SETTINGS)
LINKED = {**answered("Settings", "now.yes.yes", toy.OPEN_PRIVACY), "answers": [*NAMED["answers"], LINK]}
WHOLE = [NAMED, LINKED, READ]


def written(tmp_path: Path, source: str) -> str:
    file = tmp_path / "policy.py"
    file.write_text(source, encoding="utf-8")
    return str(file)


def carry_out(tmp_path: Path, device: str, replies: Sequence[toy.Reply], *more: str, source: str = PROGRAM) -> Ran:
    model = f"scripted:{toy.script_file(tmp_path, replies)}"
    return run("program", "run", written(tmp_path, source), "--device", device, "--model", model, *more)


def test_a_program_is_carried_out_with_one_call_a_step(tmp_path: Path, device: str) -> None:
    ran = carry_out(tmp_path, device, WHOLE, "--set", "who=Ada", "--json")
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["status"], ran.json["answer"]) == ("success", "Privacy policy, as Ada wanted")
    assert ran.json["usage"]["requests"] == 3
    lines = [line for line in ran.err.splitlines() if line[:1].isdigit()]
    assert lines[0].startswith("0  [line 3, turn 1] ")
    assert lines[1].startswith("1  [line 5, turn 1] ")
    assert carry_out(tmp_path, device, WHOLE, "--set", "who=Ada", "--preset", "all", "--json").json["preset"] == "all"


@pytest.mark.parametrize("answers", ["beside", "separate"])
def test_what_was_not_taken_is_on_record_with_its_line(tmp_path: Path, device: str, answers: str) -> None:
    said: toy.Reply = {"answers": [{"question": "now", "answer": "yes", "quote": "Nowhere to be seen"}]}
    asked = [toy.OPEN_SETTINGS, said, said, said, said] if answers == "separate" else [{**said, **toy.OPEN_SETTINGS}]
    more = ("--set", "program.answers=separate") if answers == "separate" else ()
    source = 'step("open the {who} page")\nstep("open the policy")\n'
    ran = carry_out(tmp_path, device, asked, "--set", "who=Ada", "--max-steps", "1", *more, source=source)
    reason = "your quote 'Nowhere to be seen' stands nowhere on the screen"
    told = "open the Ada page: the quoted “Nowhere to be seen” is nowhere on the screen"
    assert f"not accepted: {told}" in ran.err + ran.out, ran.out + ran.err
    shown = run("runs", "show", "last")
    line = next(one for one in shown.out.splitlines() if one.startswith("0 "))
    assert line.startswith("0  [line 1] ")
    assert line.count(f"not accepted: {told}") == line.count("Nowhere to be seen") == 1, "whole, and once"
    step = run("runs", "show", "last", "--json").json["trace"][0]
    assert step["place"] == "line 1"
    assert reason in step["why"]
    page = tmp_path / "run.html"
    assert run("replay", "last", "-o", str(page)).code == 0
    html = page.read_text(encoding="utf-8")
    assert "Not accepted" in html
    assert f"Step 0, line 1, {told}." in html
    assert 'id="step-0-not-accepted"' in html


def test_a_program_is_taken_up_where_it_stopped(tmp_path: Path, device: str) -> None:
    ran = carry_out(tmp_path, device, WHOLE[:1], "--set", "who=Ada", "--max-steps", "1", "--json")
    assert ran.json["status"] == "over_budget", ran.out + ran.err
    model = f"scripted:{toy.script_file(tmp_path, [BACK, *WHOLE[1:]])}"
    again = run("resume", "last", "--model", model, "--max-steps", "9", "--json")
    assert again.code == 0, again.out + again.err
    assert again.json["answer"] == "Privacy policy, as Ada wanted"


def test_what_is_wrong_is_said_with_its_place_and_nothing_is_begun(tmp_path: Path, device: str) -> None:
    ran = carry_out(tmp_path, device, WHOLE, source='step("a")\nimport os\nx = [y for y in z]\n')
    assert ran.code == 2
    assert "line 2, column 1" in ran.err
    assert "line 3, column 5" in ran.err
    unknown = carry_out(tmp_path, device, WHOLE, "--set", "what=1")
    assert unknown.code == 2
    assert "no variable 'what'" in unknown.err
    assert "who" in unknown.err
    assert "Give a value to one of these: title, who." in unknown.err
    assert "Did you mean 'title'?" in carry_out(tmp_path, device, WHOLE, "--set", "titel=1").err
    assert "Leave it out" in carry_out(tmp_path, device, [], "--set", "what=1", source='step("go")').err
    small = carry_out(tmp_path, device, WHOLE, "--set", "models.profile=compact")
    assert small.code == 2
    assert "no room for answers" in small.err
    assert run("runs", "--json").json["runs"] == []
    carry_out(tmp_path, device, WHOLE, "--set", "who=Ada")
    assert [one["goal"] for one in run("runs", "--json").json["runs"]] == ["Read the policy"]


def test_a_value_that_the_program_sets_itself_is_not_taken_in_silence(tmp_path: Path, device: str) -> None:
    source = 'step("open the page")\ntotal = 0\nstep("type {total}")\n'
    ran = carry_out(tmp_path, device, [], "--set", "total=3", source=source)
    assert ran.code == 2, ran.out + ran.err
    assert "Line 2 of the program sets 'total' before anything reads it" in ran.err
    assert "Remove line 2" in ran.err
    assert "--set total=" in ran.err
    unknown = carry_out(tmp_path, device, [], "--set", "totel=3", source=source)
    assert "Leave it out: it takes none." in unknown.err, "what is refused is not proposed"
    assert "'total'" not in unknown.err
    assert run("runs", "--json").json["runs"] == []


def test_check_and_show(tmp_path: Path) -> None:
    file = written(tmp_path, PROGRAM)
    assert run("program", "check", file, "--json").json["asked_for"] == {"who": 7}
    shown = run("program", "show", file).out
    assert '   3      step("open {place}")' in shown
    assert "--set who=" in shown
    assert "2 steps, 2 variables" in shown
    assert run("program", "check", str(tmp_path / "none.py")).code == 2


@pytest.mark.parametrize(
    ("source", "told", "loops"),
    [
        ('step("begin")\nwhile True:\n    x = 1\n', "line 2: this loop contains no step", [2]),
        ('step("begin")\nwhile holds("it loads"):\n    pass\n', "line 2: this loop contains no step", [2]),
        ('for name in ["a", "b"]:\n    x = name\n', "it has no step, so it does nothing on a screen", []),
        ('if 1 < 2:\n    return 5\nstep("a")\n', "ends before its first step", []),
        ('def go():\n    step("open it")\nwhile holds("more"):\n    go()\n', "next: ", []),
        ('while holds("more"):\n    for x in [1, 2]:\n        step("go on {x}")\n', "next: ", []),
    ],
)
def test_check_warns_of_what_does_nothing(tmp_path: Path, source: str, told: str, loops: list[int]) -> None:
    file = written(tmp_path, source)
    ran = run("program", "check", file)
    assert (ran.code, told in ran.out, "contains no step" in ran.out + ran.err) == (0, True, bool(loops))
    assert run("program", "check", file, "--json").json["idle_loops"] == loops


BEFORE_ANYTHING = [
    (source, f"line {line}, column 1: the program cannot begin: {told}", line)
    for source, told, line in (
        ("def again():\n    again()\n\nagain()\n", "functions call each other more than 32 deep", 2),
        ("while True:\n    x = 1\n", "more than 1000 turns of a loop", 1),
        ("x = 1\nwhile True:\n    x = x + x\n", "a number is too large", 3),
        ('x = "a"\nwhile True:\n    x = x + x\nstep("a")\n', "a value is", 3),
        ('x = "a" * 10000000000\nstep("a")\n', "a value is larger than", 1),
        ('x = [1] * 10000000000\nstep("a")\n', "a value is larger than", 1),
        ('x = 1 / 0\nstep("a")\n', "division by zero", 1),
    )
]


@pytest.mark.parametrize(("source", "told", "line"), BEFORE_ANYTHING)
def test_what_cannot_begin_is_refused_by_check_and_run_on_no_device(
    tmp_path: Path, source: str, told: str, line: int
) -> None:
    ran = carry_out(tmp_path, f"scripted:{tmp_path / 'there is none.json'}", WHOLE, source=source)
    file = str(tmp_path / "policy.py")
    for refused in (ran, run("program", "check", file)):
        assert refused.code == 2
        assert told in refused.err
        assert f"next: Mend line {line}:" in refused.err
        assert "next: sextant program run" not in refused.out
    assert run("program", "check", file, "--json").code == 2
    assert run("program", "show", file).code == 0, "who is to mend it may look at it"


def test_whether_a_program_can_begin_is_judged_with_the_values_that_are_given(tmp_path: Path, device: str) -> None:
    source = 'if count == "none":\n    x = 1 / 0\nstep("open {count}")\n'
    ran = carry_out(tmp_path, device, WHOLE, "--set", "count=none", source=source)
    assert (ran.code, "line 2, column 1: the program cannot begin" in ran.err) == (2, True)
    file = tmp_path / "policy.py"
    assert run("program", "check", str(file)).code == 0, "with another value it may"
    checked = run("program", "check", str(file), "--set", "count=none")
    assert (checked.code, "line 2, column 1: the program cannot begin" in checked.err) == (2, True)
    checked = run("program", "check", str(file), "--set", "count=2 mails")
    assert checked.code == 0, checked.err
    assert "count has no value" not in checked.out
    assert checked.out.splitlines()[-1].endswith("--set 'count=2 mails'")
    assert "Did you mean 'count'?" in run("program", "check", str(file), "--set", "cuont=2").err
    ran = carry_out(tmp_path, device, WHOLE, "--set", f"count={'a' * 20_001}", source=source)
    assert (ran.code, "A value is invalid" in ran.err) == (2, True)


def test_where_a_program_may_stop_later_is_a_remark_of_check_and_of_run(tmp_path: Path, device: str) -> None:
    source = 'step("open it")\nif holds("there is more"):\n    x = "a" * 30000\nreturn "done"\n'
    file = written(tmp_path, source)
    told = "the program may have to stop here: a value is larger than 20000 characters"
    ran = run("program", "check", file)
    assert (ran.code, f"line 3: {told}" in ran.out) == (0, True)
    assert run("program", "check", file, "--json").json["may_stop"] == [{"line": 3, "reason": told}]
    assert f"line 3: {told}" in carry_out(tmp_path, device, WHOLE, source=source).err


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_program_without_a_step_is_told_how_to_write_one(tmp_path: Path, command: str) -> None:
    file = written(tmp_path, 'if holds("it is late"):\n    x = 1\n')
    lines = run("program", command, file).out.splitlines()
    assert any('step("open the settings")' in line for line in lines)
    assert lines[-1] == f"next: write a step into {file}, then sextant program check {file}"
    last = run("program", command, written(tmp_path, 'step("open {page}")\n')).out.splitlines()[-1]
    assert last == f"next: sextant program run {file} --device web:URL --model NAME --set page=VALUE"


def test_a_program_that_would_steer_the_terminal_is_shown_and_does_not(tmp_path: Path) -> None:
    file = tmp_path / "wipe.py"
    file.write_text('# \x1b[2J\x1b]0;gone\x07 \x9b2J \u202egnp\nstep("open\x0cit")\nstep("two")\n', encoding="utf-8")
    ran = run("program", "show", str(file))
    assert ran.code == 0, ran.err
    assert not [one for one in ran.out if one != "\n" and (ord(one) < 32 or 127 <= ord(one) < 160 or one == "\u202e")]
    assert "<U+001B>[2J" in ran.out
    assert '   3  step("two")' in ran.out.splitlines(), "lines are counted as Python counts them"
    file.write_text('step("a") = "\x1b[2J"\n', encoding="utf-8")
    assert "\x1b" not in run("program", "check", str(file)).err


@pytest.mark.parametrize("more", [(), ("program.answers=separate",), ("models.profile=action-only",)])
def test_a_program_of_one_step_is_carried_out_as_a_goal_is(tmp_path: Path, device: str, more: tuple[str, ...]) -> None:
    replies = [*toy.TO_PRIVACY, toy.DONE]
    settings = [word for one in more for word in ("--set", one)]
    ran = carry_out(tmp_path, device, replies, *settings, "--json", source='# Weekly\nstep("open the privacy policy")')
    assert ran.json["status"] == "success", ran.out + ran.err
    assert ran.json["usage"]["requests"] == 3, "nothing is asked beside"
