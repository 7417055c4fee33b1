"""The command line: its help, how each kind of end exits, and what every command prints with `--json`."""

import copy
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from sextant.cli.app import app
from tests.cli import toy
from tests.cli.test_commands import run
from tests.surface.conftest import Shell
from tests.surface.golden import Goldens, pretty

GOAL = "open the privacy policy"
ON_TOY = ("--device", "scripted:app.json", "--model", "scripted:script.json")
PROGRAM = 'step("open Settings")\ntitle = step("open the policy and read its title")\nreturn title'
OPENED: toy.Reply = {
    "answers": [{"question": "now", "answer": "no"}],
    "program": {"branch": "now.no"},
    **toy.OPEN_SETTINGS,
}
LED: toy.Reply = {
    "answers": [{"question": "now", "answer": "yes", "quote": "Settings"}],
    "program": {"branch": "now.yes.no"},
    **toy.OPEN_PRIVACY,
}
READ: toy.Reply = {
    "answers": [{"question": "now", "answer": "yes", "quote": "Privacy policy"}],
    "program": {"branch": "now.yes"},
    "action": {"type": "status", "goal_status": "complete"},
}


def commands(command: Any, path: Sequence[str] = ()) -> Iterator[Sequence[str]]:
    """Every command, and every group of them, by its words."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, [*path, name])


def test_help(goldens: Goldens) -> None:
    pages: list[str] = []
    for path in commands(get_command(app)):
        ran = CliRunner().invoke(app, [*path, "--help"], prog_name="sextant", env={"COLUMNS": "100", "NO_COLOR": "1"})
        assert ran.exit_code == 0
        lines = [re.sub(r"  +", "  ", line.strip("│╭╰╮╯─ ")) for line in ran.stdout.splitlines()]
        pages.append("\n".join([f"$ {' '.join(['sextant', *path])} --help", *(line for line in lines if line)]))
    goldens.check("help.txt", "\n\n".join(pages) + "\n")


def test_exit_codes(shell: Shell, goldens: Goldens) -> None:
    ends: dict[str, tuple[Sequence[toy.Reply | str], Sequence[str]]] = {
        "success": (toy.TO_PRIVACY, ()),
        "unverified": ([toy.CLAIMED] * 4, ()),
        "infeasible": ([toy.INFEASIBLE] * 2, ()),
        "over budget": (toy.TO_PRIVACY, ("--max-steps", "1")),
        "stuck": ([toy.NOTHING] * 30, ()),
        "model fault": ([toy.OPEN_SETTINGS], ()),
        "no decision": (["no JSON at all"] * 30, ()),
        "device fault": (
            toy.TO_PRIVACY,
            ("--device", "web:http://127.0.0.1:1", "--set", "browser.executable=/no/browser"),
        ),
        "needs a person": ([toy.LOG_IN], ()),
        "wrong device": (toy.TO_PRIVACY, ("--device", "telepathy:7")),
        "wrong setting": (toy.TO_PRIVACY, ("--set", "budget.max_step=3")),
        "wrong option": (toy.TO_PRIVACY, ("--maximum", "3")),
    }
    rows: list[str] = []
    for name, (replies, more) in ends.items():
        shell.script("script", replies)
        ran = run("run", GOAL, *ON_TOY, *more, "--json")
        told: Mapping[str, Any] = json.loads(ran.out or "{}")
        end = told.get("status") or (told["error"]["kind"] if "error" in told else "-")
        rows.append(f"{name:<15} {ran.code:>3}  {end}")
    ran = run("goto", "scripted:app.json", "zebra crossing", "--json")
    rows.append(f"{'not found':<15} {ran.code:>3}  {json.loads(ran.out)['status']}")
    goldens.check("exit_codes.txt", "\n".join(rows) + "\n")


def test_run_and_its_records(shell: Shell, goldens: Goldens) -> None:
    shell.script("script", toy.TO_PRIVACY)
    name = shell.json("run", GOAL, *ON_TOY)["run"]
    shell.json("runs")
    shell.json("runs", "show", name)
    shell.prints("runs", "line", name)
    shell.json("replay", name, "--out", "replay.html")
    shell.json("run", GOAL, *ON_TOY, "--max-steps", "1")
    shell.json("resume", "last", "--max-steps", "9")
    shell.json("runs", "rm", name)
    shell.json("runs", "gc")
    shell.json("runs", "show", "nothing-like-it")
    goldens.check("run.json", pretty(shell.lines))


def test_a_run_with_everything_beside_the_model(shell: Shell, goldens: Goldens) -> None:
    shell.script("script", [toy.NOTHING, toy.CLAIMED, *toy.TO_PRIVACY])
    shell.json("run", GOAL, *ON_TOY, "--guide", "map,memory,task-state,belief", "--task", "toy/1", "--seed", "3")
    goldens.check("run_guided.json", pretty(shell.lines))


def test_goto_and_check(shell: Shell, goldens: Goldens) -> None:
    renamed = copy.deepcopy(dict(toy.APP))
    renamed["pages"]["home"]["widgets"][1]["label"] = "Preferences"
    removed = copy.deepcopy(dict(toy.APP))
    removed["pages"]["settings"]["widgets"].pop()
    shell.json("goto", "scripted:app.json", "privacy policy", "--save", "routes/privacy.toml")
    goldens.check("route.toml", shell.names.text(Path("routes/privacy.toml").read_text(encoding="utf-8")))
    shell.json("goto", "scripted:app.json", "privacy policy", "about this app", "--any-order")
    for pages in (toy.APP, renamed, removed):
        Path("app.json").write_text(json.dumps(pages), encoding="utf-8")
        shell.json("check", "routes")
    goldens.check("goto_and_check.json", pretty(shell.lines))


def test_map(shell: Shell, goldens: Goldens) -> None:
    shell.json("map", "draw", "scripted:app.json", "--out", "toy.map.json")
    shell.json("map", "list")
    shell.json("map", "stats", "toy")
    shell.json("map", "plan", "toy", "Home", "Privacy policy", "--pddl", "pddl")
    shell.json("map", "show", "toy", "--out", "map.html")
    shell.json("map", "export", "toy", "--out", "toy.dot", "--format", "dot")
    shell.json("map", "forget", "toy")
    shell.json("map", "import", "toy.map.json")
    changed = json.loads(Path("toy.map.json").read_text(encoding="utf-8"))
    changed["edges"] = [edge for edge in changed["edges"] if "Privacy" not in json.dumps(edge["trigger"])]
    Path("changed.map.json").write_text(json.dumps(changed), encoding="utf-8")
    shell.json("map", "diff", "toy.map.json", "changed.map.json")
    goldens.check("map.json", pretty(shell.lines))


def test_program(shell: Shell, goldens: Goldens) -> None:
    author = shell.script("author", [{"program": PROGRAM}])
    shell.json("program", "write", GOAL, "-o", "policy.py", "--model", author)
    shell.json("program", "check", "policy.py")
    shell.json("program", "show", "policy.py")
    shell.script("script", [OPENED, LED, READ])
    shell.json("program", "run", "policy.py", *ON_TOY)
    goldens.check("program.json", pretty(shell.lines))


def test_machine(shell: Shell, goldens: Goldens) -> None:
    shell.json("version")
    shell.json("devices")
    shell.json("bench")
    Path("sextant.toml").write_text('[browser]\nlocale = "de-DE"\nexecutable = "/bin/false"\n', encoding="utf-8")
    shell.json("trust")
    shell.json("trust", "--list")
    shell.json("trust", "--forget")
    goldens.check("machine.json", pretty(shell.lines))


def test_worlds(shell: Shell, goldens: Goldens) -> None:
    for seed, more in ((12, ()), (3, ("--language", "zh", "--theme", "ios", "--dark"))):
        shell.json("world", "new", "--seed", str(seed), "--out", f"{seed}.json", *more)
        content = hashlib.sha256(Path(f"{seed}.json").read_bytes()).hexdigest()
        shell.lines.append({"file": f"{seed}.json", "sha256": content})
    shell.json("world", "check", "3.json")
    shell.json("world", "demonstrate", "lite/12", "--out", "walk.jsonl")
    script = shell.script("script", [toy.INFEASIBLE] * 2)
    shell.json("run", GOAL, "--device", "world:lite/12", "--model", script)
    goldens.check("world.json", pretty(shell.lines))


def test_doctor_and_login_without_a_browser(shell: Shell, goldens: Goldens) -> None:
    """The machine decides what the doctor finds; what it looks at, and in which form it tells, it does not."""
    health = json.loads(run("doctor", "--set", "browser.executable=/no/browser", "--json").out)
    forms = {"keys": list(health), "finding": list(health["findings"][0])}
    forms["looks at"] = [one["name"] for one in health["findings"]]
    goldens.check("doctor.json", pretty(forms))
    shell.json("login", "http://127.0.0.1:1")
    shell.json("login", "http://127.0.0.1:1", "--profile", "kept", "--set", "browser.executable=/no/browser")
    goldens.check("login.json", pretty(shell.lines))
