"""Profiles without fields: their prompts name what their schema has, and a deed can be ended with each of them."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from sextant.evidence import ClaimLedger
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.prompts import BriefComposer, Surroundings, decision_schema
from sextant.prompts.prefix import prefix_of
from sextant.types.actions import ByIndex, Click, Wait
from sextant.types.decisions import WITHOUT_FIELDS, WITHOUT_RECALL, Act, Decision, Judgement, Profile
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudge, ClaimJudgeParts
from tests.support.logs import event_log
from tests.support.runs import Bench
from tests.support.screens import element, screen

FIELDS = {name for profile in ("full", "reflection") for name in decision_schema(profile).model_fields} - {"answers"}
"""What decisions may hold; the word `answers` is common English."""


@pytest.mark.parametrize("profile", WITHOUT_FIELDS)
def test_a_prompt_names_only_what_the_schema_of_its_profile_has(profile: Profile) -> None:
    prefix, own = prefix_of(Task("open the settings"), profile), set(decision_schema(profile).model_fields)
    absent = FIELDS - own - {"does", "action", "requirements"}
    assert [name for name in sorted(absent) if f"`{name}`" in prefix or f"{name}:" in prefix] == []


@pytest.mark.parametrize("profile", get_args(Profile))
def test_the_grounder_is_told_of_where_its_field_is_in_the_form(profile: Profile) -> None:
    prefix = prefix_of(Task("open the settings"), profile, surroundings=Surroundings(grounded=True))
    fields = {"full": "does", "lite": "does", "reflection": "next_goal", "react": "thought"}
    assert re.findall(r'- "(\w+)" describes a target', prefix) == ([fields[profile]] if profile in fields else [])


ROWS = screen(element(0, "button", "Row"))


@pytest.mark.parametrize("profile", get_args(Profile))
def test_steps_are_to_be_recalled_only_where_there_is_such_an_action(profile: Profile) -> None:
    log = event_log(profile)
    for step in range(40):
        log.append(Transition(step, ROWS, Decision(Click(ByIndex(0)), ROWS.digest), ROWS, "effective"))
    brief = BriefComposer(Task("open it"), profile, log=log).compose(Act("open it"), ROWS, 40)
    (told,) = (section.text for section in brief.sections if section.name == "Done so far")
    assert ("recall" in told) == (profile not in WITHOUT_RECALL)


@pytest.mark.parametrize("cites", [True, False])
def test_the_end_of_a_program_asks_for_citations_only_where_there_is_a_field(cites: bool) -> None:
    ledger, task = ClaimLedger(), Task("open the row and look")
    judge = ClaimJudge(task, ledger, judging=ClaimJudgeParts(cites=cites))
    course = ProgramCourse(task, parse('step("open Row")\nstep("look at it")'), ledger, judge=judge)
    course.next(ROWS)
    ahead = course.branches[-1].text
    said = (Judgement("now", "yes", "Row"), Judgement("now.yes", "yes", "Row"))
    course.observe(Transition(0, ROWS, Decision(Wait(0), ROWS.digest, judgements=said), ROWS, "none"))
    now = course.next(ROWS)
    assert isinstance(now, Act)
    for told in (ahead, now.instruction):
        assert told.startswith("the program is over")
        assert ("`shows`" in told) == cites


def _says(profile: Profile, action: dict[str, Any]) -> Any:
    if profile != "stamp":
        return {"action": action}
    call = (
        {"action": "terminate", "status": "success"}
        if action["type"] == "status"
        else {"action": "click", "index": action["index"]}
    )
    told = json.dumps({"name": "mobile_use", "arguments": call})
    return f"Action: go on\nMemory: None\n<tool_call>\n{told}\n</tool_call>"


CLICK_SEND: dict[str, Any] = {"type": "click", "index": 1}
DONE: dict[str, Any] = {"type": "status", "goal_status": "complete"}


@pytest.mark.parametrize("profile", [one for one in WITHOUT_FIELDS if one != "react"])
def test_a_deed_can_be_ended_where_its_last_act_brought_something_up(profile: Profile, tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.overheard("Send it once.", [_says(profile, CLICK_SEND), _says(profile, DONE)], profile)
    (episode,) = bench.episodes
    assert (episode.status, episode.verified_by, episode.steps) == ("success", "evidence", 2)


@pytest.mark.parametrize("profile", [one for one in WITHOUT_FIELDS if one != "react"])
def test_a_deed_that_was_not_done_is_not_believed(profile: Profile, tmp_path: Path) -> None:
    bench, idle = Bench(tmp_path), {"type": "click", "index": 4}
    model = bench.overheard("Send it.", [_says(profile, one) for one in (idle, DONE, DONE)], profile)
    (episode,) = bench.episodes
    assert episode.status == "unverified"
    told = model.prompts[-1].text
    assert "nothing on this screen is new since your last act" in told
    assert "shows`" not in told, "a field that its schema does not have"
