"""The scripts that the documentation shows are answers that their roles can give."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from sextant.guides.task_state.guide import update_form
from sextant.models.backends.scripted import load_script
from sextant.program.language import parse
from sextant.prompts.schema import decision_schema

ROOT = Path(__file__).resolve().parents[2]


def documented(role: str) -> dict[str, Any]:
    text = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
    blocks = (json.loads(found) for found in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    (block,) = [one for one in blocks if one.get("name") == f"the {role}"]
    return block


def replies(script: dict[str, Any]) -> list[dict[str, Any]]:
    return [one["json"] for one in script["replies"] if "json" in one]


@pytest.mark.parametrize("role", ["actor", "updater", "author"])
def test_a_documented_script_can_be_read(role: str, tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(documented(role)), encoding="utf-8")
    assert load_script(file).replies


@pytest.mark.parametrize(
    ("script", "form"),
    [
        (documented("actor"), decision_schema("full")),
        (json.loads((ROOT / "examples" / "replies.json").read_text(encoding="utf-8")), decision_schema("full")),
        (documented("updater"), update_form()),
    ],
)
def test_a_reply_is_an_answer_of_its_role(script: dict[str, Any], form: type[BaseModel]) -> None:
    for reply in replies(script):
        read = form.model_validate(reply)
        assert set(reply) <= set(form.model_fields), "nothing that nobody reads"
        assert read.model_fields_set == set(reply)


def test_the_author_writes_a_program() -> None:
    (reply,) = replies(documented("author"))
    assert parse(reply["program"]).leaves == 2
