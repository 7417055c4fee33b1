"""The crash bench's own judgement: what counts as a needless question, and what as a settlement."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from sextant.errors import UsageError
from sextant.evidence import ClaimLedger
from sextant.program.course import ProgramCourse
from sextant.program.language import End, Machine, parse
from sextant.types.actions import LaunchApp, Tap
from sextant.types.decisions import Act, Brief
from sextant.types.devices import Intent
from sextant.types.evidence import Effect, Gone, Predicate, TextVisible
from sextant.types.geometry import Point
from sextant.types.tasks import Task
from sextant_bench.crash import run
from sextant_bench.crash.desk import Desk, DeskServer, Mode
from sextant_bench.crash.leftovers import Leavings
from sextant_bench.crash.moments import START_SECONDS, KillRecord, case_of
from sextant_bench.crash.phone_desk import desk_world
from sextant_bench.crash.players import DeskActor, DeskClerk, order_of
from sextant_bench.crash.programmed import program_of, state_in, states_of
from sextant_bench.crash.site import PAGES, Site, SiteServer, wanted_page
from sextant_bench.crash.supervisor import Browser, Condition, KillTally, attention
from sextant_bench.figures import BenchOptions
from sextant_bench.harness import Checkpoint
from sextant_worlds.twin.twin import Twin
from tests.support.screens import element, screen

SHOWN, VAGUE, TOLD = TextVisible("Order 7 is placed"), Gone("Place order 7"), Effect("order 7 placed")


def intent(expected: Predicate) -> Intent:
    return Intent(
        "7.a", 7, Tap(Point(1, 1)), "d", "place order 7", None, irreversible=True, expectations=(expected,), at=0.0
    )


def test_a_question_is_needless_where_device_or_page_can_tell() -> None:
    cases: tuple[tuple[Mode, Browser, Predicate, tuple[bool, bool]], ...] = (
        ("evidence", "lives", SHOWN, (True, True)),
        ("evidence", "killed", SHOWN, (False, True)),
        ("evidence", "killed", VAGUE, (False, False)),
        ("silent", "lives", TOLD, (True, False)),
    )
    for mode, browser, expected, decidable in cases:
        condition = Condition(mode, browser, "random")
        assert tuple(condition.decidable(intent(expected), happened) for happened in (False, True)) == decidable


def test_always_asking_does_not_score() -> None:
    assert attention(KillTally(resumes=4, asked=4, needless=["a", "b"])) == 0.5
    assert attention(KillTally(resumes=4, asked=4, needless=["a", "b", "c"], wrong=["d"])) == 0.0
    assert attention(KillTally(resumes=4, asked=4)) == 1.0
    assert order_of("place order 7") == order_of("Did this already happen: place order 7?") == 7
    assert order_of("show the desk") == 0


def test_behind_the_curtain_the_desk_is_shown_first_and_then_little_is_expected() -> None:
    actor = DeskActor("evidence", ambiguous=True)

    def decide(label: str) -> tuple[str, tuple[Predicate, ...]]:
        shown = screen(element(0, "heading", "Order desk"), element(1, "button", label))
        decision = actor.decide(Brief(Task("order"), Act("order"), shown, "", ()))
        return decision.description, decision.expectations

    assert decide("Show the desk") == ("show the desk", (Gone("Show the desk"),))
    assert decide("Place order 7") == ("place order 7", (VAGUE,))
    with DeskServer(Desk("evidence", orders=8, curtain=True)) as server, urlopen(server.url, timeout=10) as reply:
        page = reply.read().decode()
    assert '"curtain": true' in page
    assert json.loads(page.split("const state = ")[1].split(";\n")[0])["orders"] == 8


def test_the_states_of_a_program_are_those_of_its_walk_and_another_one_is_told_from_them() -> None:
    source = program_of("evidence", 3)
    walk = states_of(source)
    assert list(walk) == list(range(7))
    assert isinstance(walk[6].want, End)
    assert walk[6].want.result == 3
    assert walk[4].variables == {"placed": 2, "done": [1, 2], "order": 3, "said": "Order 2 is placed"}
    machine = Machine(parse(source))
    for answer in (None, "Order 1 is placed", None):
        machine.give(answer)
    snapshot = json.loads(json.dumps(machine.snapshot()))
    assert state_in(source, snapshot) == walk[3]
    snapshot["frames"][0]["values"]["placed"] = 7
    snapshot["kept"]["placed"] = 7
    assert state_in(source, snapshot) != walk[3]
    assert len(states_of(program_of("silent", 3))) == 4
    assert states_of("") == {}


def test_the_clerk_answers_from_the_page_and_places_what_follows() -> None:
    course = ProgramCourse(Task("order"), parse(program_of("evidence", 3)), ClaimLedger())
    shown = screen(element(0, "text", "Order 1 is placed"), element(1, "button", "Place order 2"))
    directive = course.next(shown)
    assert isinstance(directive, Act)
    decided = DeskClerk("evidence").decide(Brief(Task("order"), directive, shown, "", ()))
    assert [(item.answer, item.quote) for item in decided.judgements] == [("yes", "Order 1 is placed")] * 2
    assert (decided.action.kind, decided.expectations) == ("click", (TextVisible("Order 2 is placed"),))
    silent = DeskClerk("silent").decide(Brief(Task("order"), directive, screen(element(0, "text", "x")), "", ()))
    assert (silent.judgements[0].answer, silent.action.kind) == ("no", "wait")


def test_runs_follow_a_program_where_one_is_asked_for_and_a_phone_shows_few_orders() -> None:
    plain = Condition("evidence", "lives", "random")
    assert (plain.program, plain.orders) == ("", 48)
    assert "range(1, 49)" in Condition("evidence", "lives", "random", course="program").program
    assert Condition("evidence", "lives", "random", on="android").orders == 8
    for name, value in (("course", "walk"), ("device", "radio")):
        with pytest.raises(UsageError, match=f"no {name} '{value}'"):
            run(BenchOptions(extra={name: value}))


@pytest.mark.parametrize(("mode", "label"), [("evidence", "Order 2 is placed"), ("silent", "Place order 2")])
def test_the_world_of_a_phone_counts_every_touch(mode: Mode, label: str) -> None:
    twin = Twin(desk_world(mode, 3))
    twin.perform(LaunchApp("orders"))
    second = twin.observation().elements[1]
    assert second.label == "Place order 2"
    for _ in range(2):
        twin.perform(Tap(second.box.centre))
    assert twin.observation().elements[1].label == label
    assert [(one["number"], one["times"]) for one in twin.state["data"]["orders"]["c"]["placed"]] == [(2, 2)]


def test_a_third_of_the_kills_come_while_a_browser_starts() -> None:
    cases = [case_of(number, 7) for number in range(140)]
    kills = [kill for case in cases for kill in case.kills]
    starting = [kill for kill in kills if kill.kind == "start"]
    assert {kill.kind for kill in kills} == {"run", "goto", "map", "resume", "start"}
    assert {kill.victim for kill in starting} == {"process", "keeper", "both"}
    assert {case.task for case in cases if case.kills[0].kind == "start"} == {"run", "goto", "map"}
    assert all(kill.since == "start" and 0 <= kill.seconds < START_SECONDS for kill in starting)
    assert len(starting) * 3 >= len(kills)
    assert case_of(5, 7) == case_of(5, 7) != case_of(5, 8)


def test_a_checkpoint_is_not_played_again_and_nothing_measured_is_a_miss(tmp_path: Path) -> None:
    file = tmp_path / "kills.jsonl"
    options = BenchOptions(n=3, extra={"course": "everywhere", "checkpoint": str(file)})
    found = KillRecord(kills={"run": 2, "start": 1}, starts=1, lost=["step 3 of r"], left=["profile web-1"])
    found.resumes.append(("restored", 3.0, 0.5))
    Checkpoint(str(file), KillRecord, "everywhere", 9).keep("0", [found])
    Checkpoint(str(file), KillRecord, "everywhere", 9, "another build").keep("1", [found])
    told = json.loads(run(options).to_json())
    assert (told["kills"], told["start_kills"], told["n"], told["seeds"]["entropy"]) == (3, 1, 3, 9)
    assert (told["lost"], told["doubled"], told["browsers_left"], told["resume_s"]) == (1, 0, 1, 3.0)
    assert told["details"]["left"] == ["profile web-1"]
    assert told["details"]["resumes"]["restored"] == {"n": 1, "seconds_median": 3.0, "cpu_median": 0.5}
    file.unlink()
    Checkpoint(str(file), KillRecord, "everywhere", 9).keep("0", [KillRecord(kills={"start": 3}, starts=3)])
    assert {figure.name for figure in run(options).figures if not figure.met} == {"resume_s"}
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no checkpoint"):
        run(options)


def test_what_is_left_of_a_state_directory_is_found_by_the_systems_list(tmp_path: Path) -> None:
    leavings = Leavings(tmp_path)
    program = "import sys; print(flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", program, f"--user-data-dir={tmp_path}/web-1"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    by_words = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    by_room = subprocess.Popen(words[:3], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
    foreign = subprocess.Popen(words[:3], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    started = (by_words, by_room, foreign)
    try:
        assert all(process.stdout and process.stdout.readline() for process in started)
        found = {one.pid: one.profile for one in leavings.processes()}
        assert found == {by_words.pid: f"{tmp_path}/web-1", by_room.pid: ""}
    finally:
        for process in started:
            process.kill()
            process.communicate()
    assert leavings.processes() == []


def test_the_site_leads_to_each_of_its_pages_and_counts_what_is_ordered() -> None:
    site = Site()
    with SiteServer(site) as server:
        for address, further in PAGES.items():
            with urlopen(server.url + address, timeout=10) as reply:
                page = reply.read().decode()
            assert all(f'href="{one}"' in page for one in further)
        with urlopen(f"{server.url}/order/1", data=b"", timeout=10) as reply:
            assert b"Ordered" in reply.read()
    assert set(site.served) == set(PAGES)
    assert site.ordered == {"/order/1": 1}
    assert all(not PAGES[wanted_page(number)[0]] for number in range(20))
