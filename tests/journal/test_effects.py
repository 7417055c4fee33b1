"""Writes of a step on record: stored, exported, read back, told to people; and what has none reads as none."""

import json
from dataclasses import replace
from pathlib import Path

from sextant.journal import Privacy, RunStore, Start, asked_and_done, effects_of, export_trace, import_trace, step_row
from sextant.journal.replay.page import render_replay
from sextant.types.effects import ObservedEffect
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.journal import sample
from tests.support.logs import stored

SENT = ObservedEffect("request", "POST", "/orders/{}", "https://larder.example", 201)
HELD = ObservedEffect(
    "request", "DELETE", "/slots/{}?why", "https://elsewhere.example", held=True, reason="nobody asked"
)
SAVED = ObservedEffect("storage", "set", "local/draft", "https://larder.example", cause="timer")
GRAPHQL = ObservedEffect("request", "POST", "/graphql", status=500, operation="mutation addItem")
LOST = replace(SENT, address="/lost", status=0)
ALL = (SENT, HELD, SAVED, SAVED, GRAPHQL, LOST)


def wrote(*effects: ObservedEffect) -> Transition:
    return replace(sample.steps(pictures=False)[0], effects=effects)


def recorded(root: Path, step: Transition, secrets: dict[str, str] | None = None) -> tuple[RunStore, str]:
    clock = sample.ticking()
    journal = RunStore.open(root, clock=lambda: next(clock), privacy=Privacy(secrets or {}))
    with journal.begin(Task("order"), Start("web:x", "model", {})) as log:
        log.commit(step, stored())
        log.finish(replace(sample.episode(log.run, [step]), verified_by="evidence"))
    return journal, log.run


def test_effects_come_back_as_they_went_and_through_a_trace(tmp_path: Path) -> None:
    journal, run = recorded(tmp_path / "here", wrote(*ALL))
    with journal.read(run) as record:
        assert [step.effects for step in record.transitions()] == [ALL]
        lines = list(export_trace(record))
    there = RunStore.open(tmp_path / "there")
    with there.read(import_trace(there, lines)) as copy:
        assert [step.effects for step in copy.transitions()] == [ALL]
    assert journal.show(run).verified_by == "evidence"


def test_a_trace_from_before_there_were_effects_has_none(tmp_path: Path) -> None:
    journal, run = recorded(tmp_path / "here", wrote(SENT))
    with journal.read(run) as record:
        lines = [_older(line) for line in export_trace(record)]
    there = RunStore.open(tmp_path / "there")
    name = import_trace(there, lines)
    with there.read(name) as copy:
        (step,) = copy.transitions()
    assert (step.effects, step.at_most_once, there.show(name).verified_by) == ((), False, "")


def _older(line: str) -> str:
    data = json.loads(line)
    body = data.get("record", {}).get("body", {})
    for field in ("effects", "at_most_once", "verified_by"):
        body.pop(field, None)
    return json.dumps(data)


def test_an_address_holds_no_secret(tmp_path: Path) -> None:
    secret = "tide-and-lantern-7"
    leaking = replace(HELD, address=f"/login/{secret}", reason=f"{secret} is not allowed", operation=secret)
    journal, run = recorded(tmp_path, wrote(leaking), {"larder password": secret})
    with journal.read(run) as record:
        told = "".join(export_trace(record)) + render_replay(record)
    assert secret not in told
    assert "/login/‹larder password›" in told


def test_each_kind_of_write_is_a_line_and_alike_ones_are_counted() -> None:
    assert [effect.line for effect in step_row(wrote(*ALL)).effects] == [
        "POST /orders/{} -> 201",
        "held: DELETE /slots/{}?why: nobody asked (allow with --allow-request 'DELETE https://elsewhere.example/slots/*')",
        "storage set local/draft (2 times), by a timer",
        "POST /graphql (mutation addItem) -> 500",
        "POST /lost -> no answer",
    ]
    own = replace(HELD, origin=wrote().before.app)
    assert [effect.allow for effect in effects_of(wrote(own))] == ["DELETE /slots/*"]


def test_a_hostile_address_is_one_line_and_no_markup(tmp_path: Path) -> None:
    hostile = replace(SENT, address="/<script>alert(1)</script>\nheld: POST /x")
    assert "\n" not in effects_of(wrote(hostile))[0].line
    journal, run = recorded(tmp_path, wrote(hostile))
    with journal.read(run) as record:
        assert "<script>alert" not in render_replay(record)


def test_the_replay_tells_writes_at_their_step(tmp_path: Path) -> None:
    journal, run = recorded(tmp_path, wrote(*ALL))
    with journal.read(run) as record:
        page = render_replay(record)
    story = page[page.index("<dt>Wrote</dt>") :]
    story = story[: story.index("</ul>")]
    for told in (
        "Written",
        "POST /orders/{}",
        "Held",
        "Nobody asked",
        "Failed",
        "mutation addItem",
        "2 times",
        "No answer",
    ):
        assert told in story, told
    assert "--allow-request &#39;DELETE https://elsewhere.example/slots/*&#39;" in story
    assert "Success (by evidence alone)" in page


def test_a_flood_of_writes_is_shown_in_part(tmp_path: Path) -> None:
    journal, run = recorded(tmp_path, wrote(*(replace(SENT, address=f"/a/{number}") for number in range(500))))
    with journal.read(run) as record:
        page = render_replay(record)
    assert page.count("POST /a/") == 40
    assert "And 460 more." in page


def test_what_was_asked_stands_at_the_step_that_followed(tmp_path: Path) -> None:
    clock = sample.ticking()
    journal = RunStore.open(tmp_path, clock=lambda: next(clock))
    first, second = sample.steps(pictures=False)[:2]
    with journal.begin(Task("order"), Start("web:x", "model", {})) as log:
        log.commit(first, stored())
        log.permission("POST /orders", False, "authorizer", "the goal\nnames no order")
        log.commit(replace(second, effects=(HELD,)), stored())
    with journal.read(log.run) as record:
        rows = [step_row(*one) for one in asked_and_done(record)]
    assert rows[0].asked == ()
    assert [one.line for one in rows[1].asked] == ["denied by authorizer: POST /orders: the goal names no order"]
    assert len(rows[1].effects) == 1


def test_people_read_the_letters_of_an_address_and_programs_its_bytes() -> None:
    sent = replace(SENT, address="/wiki/G%C3%A4steb%C3%A5t%2F{}")
    (told,) = effects_of(wrote(sent))
    assert told.line.startswith("POST /wiki/Gästebåt%2F{} -> 201")
    assert told.what == "POST /wiki/G%C3%A4steb%C3%A5t%2F{}"
    (held,) = effects_of(wrote(replace(sent, held=True, status=0)))
    assert held.line.startswith("held: POST /wiki/Gästebåt%2F{}")
    assert "/wiki/G%C3%A4steb%C3%A5t%2F*" in held.line, "a flag names the request as it is sent"
