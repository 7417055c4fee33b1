"""What an app wrote, on the command line: below its step, in `runs show`, in JSON; and what --read-only holds."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli import toy
from tests.cli.test_commands import run

SENT = [{"method": "POST", "address": "/orders", "status": 201}]
VISITED = [{"method": "POST", "address": "/visits", "status": 204}]
CART = {"title": "Cart", "widgets": [{"label": "Next", "goes": "done", "effects": SENT}], "effects": VISITED}
DONE = {"title": "Done", "widgets": [{"label": "Thank you", "role": "heading"}]}
APP: Mapping[str, Any] = {"name": "shop", "start": "cart", "pages": {"cart": CART, "done": DONE}}
ORDER: toy.Reply = {
    "does": "go on",
    "action": {"type": "click", "index": 0},
    "expect": [{"type": "text_visible", "text": "Thank you"}],
}
CLAIM: toy.Reply = {**toy.DONE, "expect": ORDER["expect"]}


@pytest.fixture
def ordering(tmp_path: Path, state: Path) -> tuple[str, ...]:
    app = tmp_path / "shop.json"
    app.write_text(json.dumps(APP), encoding="utf-8")
    script = toy.script_file(tmp_path, [ORDER, CLAIM])
    return ("run", "open the next page", "--device", f"scripted:{app}", "--model", f"scripted:{script}")


def test_a_write_stands_below_its_step_and_read_only_holds_it(ordering: tuple[str, ...]) -> None:
    lines = run(*ordering).out.splitlines()
    place = next(number for number, line in enumerate(lines) if "go on -> " in line)
    assert lines[place + 1] == "      POST /orders -> 201"
    run_id = next(line for line in lines if line.startswith("run ")).split()[1]
    assert f"sent without a touch: 1 write (sextant runs show {run_id} lists them)" in lines
    shown = run("runs", "show", "last").out.splitlines()
    assert "      POST /visits -> 204, by loading" in shown
    told = run("runs", "show", "last", "--json").json
    (listed,) = run("runs", "--json").json["runs"]
    assert (told["status"], listed["verified_by"]) == ("success", told["verified_by"])
    (first, *_) = told["trace"]
    assert [(effect["what"], effect["status"], effect["cause"]) for effect in first["effects"]] == [
        ("POST /visits", 204, "load"),
        ("POST /orders", 201, "touch"),
    ]
    ran = run(*ordering, "--read-only")
    held = "held: POST /orders: this run refuses writes (allow with --allow-request 'POST /orders')"
    assert held in ran.out
    assert "sent without a touch: 1 write" in ran.out
    assert ran.code != 0
    (first, *_) = run("runs", "show", "last", "--json").json["trace"]
    (effect,) = [effect for effect in first["effects"] if effect["held"]]
    assert (effect["allow"], effect["status"]) == ("POST /orders", 0)
    assert held in run("runs", "show", "last").out
