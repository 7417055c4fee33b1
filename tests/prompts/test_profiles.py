"""Profiles without fields: their prompts name what their schema has, and a deed can be ended with each of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from sextant.prompts import decision_schema
from sextant.prompts.prefix import prefix_of
from sextant.types.decisions import WITHOUT_FIELDS, Profile
from sextant.types.tasks import Task
from tests.support.runs import Bench

FIELDS = {name for profile in ("full", "reflection") for name in decision_schema(profile).model_fields} - {"answers"}
"""What decisions may hold; the word `answers` is common English."""


@pytest.mark.parametrize("profile", WITHOUT_FIELDS)
def test_a_prompt_names_only_what_the_schema_of_its_profile_has(profile: Profile) -> None:
    prefix, own = prefix_of(Task("open the settings"), profile), set(decision_schema(profile).model_fields)
    absent = FIELDS - own - {"does", "action", "requirements"}
    assert [name for name in sorted(absent) if f"`{name}`" in prefix or f"{name}:" in prefix] == []


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
