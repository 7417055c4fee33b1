"""What a run tells at its end: candidates where it was unsure, and one line for a leaderboard."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import Harness, RunRequest, build_run
from sextant.journal import RunHead, RunLine, RunStore, candidates_of, line_of
from sextant.journal.replay import render_replay
from sextant.types.candidates import Candidate
from sextant.types.codec import from_json, to_json
from sextant.types.tasks import Episode, Graded, Policy, Task
from tests.journal import sample
from tests.journal.test_replay import Page, open_journal
from tests.support.runs import NOBODY, Bench, click, done


def head(device: str = "web:http://127.0.0.1:8000/app", settings: Mapping[str, str] | None = None) -> RunHead:
    return RunHead("run", Task("legal"), settings or {}, device, "navigator", 0.0)


def ended(*found: Candidate) -> Episode:
    return Episode("run", Task("legal"), "unsure", "unsure", 9, candidates=found)


def commands(*found: Candidate, **head_of: object) -> list[list[str]]:
    return [shlex.split(one.command) for one in candidates_of(ended(*found), head(**head_of))]  # pyright: ignore[reportArgumentType]


def test_a_candidate_is_gone_to_by_its_name() -> None:
    found = Candidate("legal", "Oddny's terms", 0.2, "/app/terms", ("Help", "Terms"), 7)
    assert commands(found) == [["sextant", "goto", "web:http://127.0.0.1:8000/app", "Oddny's terms"]]
    assert candidates_of(None, head()) == ()
    (told,) = candidates_of(ended(found), head())
    assert told.line == f'perhaps "Oddny\'s terms" (20%), /app/terms, step 7: {told.command}'


@pytest.mark.parametrize("name", ["Legal", "/app/terms", ""])
def test_what_its_name_does_not_tell_apart_is_begun_at_its_address(name: str) -> None:
    (command,) = commands(Candidate("legal", name, 0.2, "/app/terms"))
    assert command == ["sextant", "goto", "web:http://127.0.0.1:8000/app/terms", name]


def test_two_of_one_name_are_told_apart_by_their_addresses() -> None:
    one, other = Candidate("legal", "Terms", 0.2, "/a"), Candidate("legal", "terms", 0.1, "/b")
    assert [words[2] for words in commands(one, other)] == [
        "web:http://127.0.0.1:8000/a",
        "web:http://127.0.0.1:8000/b",
    ]
    apart = replace(other, goal="privacy")
    assert {words[2] for words in commands(one, apart)} == {"web:http://127.0.0.1:8000/app"}


def test_the_command_keeps_what_the_run_was_given() -> None:
    settings = {"browser.profile": "/home/oddny/my profile", "browser.by_address": "true"}
    (command,) = commands(Candidate("legal", "Terms", 0.2, "/a"), settings=settings)
    assert command[4:] == ["--profile", "/home/oddny/my profile", "--by-address"]


def test_an_end_from_before_there_were_candidates_is_read() -> None:
    written = json.loads(to_json(Episode, ended()))
    del written["candidates"]
    assert from_json(Episode, json.dumps({**written, "status": "infeasible"})).candidates == ()


def replayed(root: Path, *found: Candidate) -> Page:
    """A run that ended unsure, as its page."""
    journal: RunStore = open_journal(root)
    made = sample.steps()
    with sample.begin(journal) as log:
        sample.write(log, made)
        happy = sample.episode(log.run, made)
        log.finish(replace(happy, status="unsure", agent_claimed="unsure", answer="", candidates=found))
    with journal.read(log.run) as record:
        return Page(render_replay(record))


def test_the_replay_shows_their_pictures_with_the_step(tmp_path: Path) -> None:
    page = replayed(
        tmp_path,
        Candidate(sample.GOAL, "Orders", 0.21, "/orders", ("Menu", "Orders"), 5),
        Candidate(sample.GOAL, "Terms", 0.04, "/terms"),
    )
    words = " ".join(" ".join(page.words).split())
    assert "Perhaps it is one of these" in words
    assert "Not seen in this run: the map knows it." in words
    assert {"candidate-1", "candidate-2"} <= set(page.values("id"))
    assert page.values("href").count("#step-5") >= 4, "the strip, the list, the picture and the words beside it"
    assert "Candidate 1: Orders" in page.values("aria-label")
    assert "sextant goto " in words


REPLIES = [click(0, "Save"), done("Save")]


def line(bench: Bench, run: str, graded: Graded | None = None) -> RunLine:
    with RunStore.open(bench.root / "runs").read(run) as record:
        return line_of(record, graded)


def test_a_harness_names_its_task_and_its_judge_is_kept_apart(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    seen: list[str] = []

    def judge(episode: Episode) -> Graded:
        seen.append(episode.status)
        return Graded("the harness", False, 0.25, "the wrong screen")

    request = RunRequest(
        "open the settings", f"scripted:{tmp_path / 'app.json'}", harness=Harness("settings/1", 7, judge=judge)
    )
    run = build_run(request, bench.settings(REPLIES), NOBODY, bench.hooks())
    run.go()
    found = line(bench, run.id)
    assert (found.task, found.seed) == ("settings/1", 7)
    assert (found.success, found.judged, found.reward, found.judge) == (True, False, 0.25, "the harness")
    assert seen == ["success"]
    later = line(bench, run.id, Graded("another", True, 1.0))
    assert (later.judged, later.judge) == (True, "another")


def test_everything_is_allowed_only_where_nothing_is_left_out() -> None:
    whole = Policy.everything()
    assert whole.everything_allowed
    for part in (
        replace(whole, origins=("http://localhost",)),
        replace(whole, allowed_acts=()),
        replace(whole, irreversible="ask"),
        replace(whole, writes="ask"),
        Policy(),
    ):
        assert not part.everything_allowed
