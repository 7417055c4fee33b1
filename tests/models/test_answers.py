import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from sextant.models.answers import Accepted, Refused, Rejected, judge, read_answer, without_thinking
from sextant.models.exchange import Completion, Finish
from tests.models.schemas import GOOD, Choice
from tests.support.narrow import as_a

JSON = GOOD.model_dump_json()


class Nested(BaseModel):
    text: str
    inner: dict[str, int]


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"  \n{JSON}\n ",
        f"```json\n{JSON}\n```",
        f"```\n{JSON}\n```",
        f"Sure!\n```JSON\r\n{JSON}\r\n```\nAnything else?",
        f"My answer: {JSON}. I hope {{this}} helps.",
        f"<think>{{not json</think>{JSON}",
        f'<think>maybe {{"action":"click","index":9,"why":"no"}}</think>{JSON}',
        f"<THINKING>\nlong\n</THINKING>\n\n{JSON}",
        f"so I click 3.</think>{JSON}",
        f"[THINK]hm[/THINK]{JSON}",
        f"[{JSON}]",
        f'{{"thought":"first an object that does not fit"}} {JSON}',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert read_answer(text, Choice) == Accepted(GOOD)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("   \n", "it is empty"),
        ("<think>and so on", "it is empty"),
        ("no object", "it holds no JSON object"),
        ("null", "it holds no JSON object"),
        ('"text"', "it holds no JSON object"),
        ('{"action": "click", "index": 3, "why": "a', "it is not valid JSON"),
        ("{'action': 'click'}", "- index: Field required"),
        ('{"action" "click"}', "it is not valid JSON"),
        ('{"action":"click","index":"x","why":"a"}', "- index: Input should be a valid integer"),
        ('{"action":"click","index":3}', "- why: Field required"),
        ('{"action":"click","index":3,"why":"a","more":1}', "- more: Extra inputs are not permitted"),
        ("{" * 5000, "it is not valid JSON"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested too deeply"),
        ("x" * 500_000, "it has 500000 characters"),
    ],
)
def test_what_is_wrong_is_said(text: str, problem: str) -> None:
    found = as_a(Rejected, read_answer(text, Choice))
    assert problem in found.problem or (problem.startswith("nested") and "recursion" in found.problem)
    assert found.problem in found.complaint


def test_a_long_list_of_problems_is_bounded() -> None:
    class Many(BaseModel):
        items: list[int]

    found = as_a(Rejected, read_answer(json.dumps({"items": ["x" * 500] * 50}), Many))
    assert "and 42 more" in found.problem
    assert len(found.problem) < 3000


@pytest.mark.parametrize(
    ("finish", "text", "kind"),
    [
        ("stop", JSON, "Accepted"),
        ("length", JSON, "Accepted"),
        ("length", f"I was thinking of {JSON}", "truncated"),
        ("length", "<think>x", "truncated"),
        ("length", "", "truncated"),
        ("refused", JSON, "Refused"),
        ("garbled", JSON, "garbled"),
        ("stop", "x", "malformed"),
    ],
)
def test_why_it_stopped_decides(finish: Finish, text: str, kind: str) -> None:
    verdict = judge(Completion(text, finish), Choice)
    match verdict:
        case Accepted() | Refused():
            assert type(verdict).__name__ == kind
        case Rejected():
            assert verdict.why == kind


@given(
    text=st.text(max_size=200),
    before=st.text(alphabet=st.characters(exclude_characters="{}[]<`"), max_size=60),
    after=st.text(max_size=60),
)
def test_any_value_survives_any_prose_around_it(text: str, before: str, after: str) -> None:
    value = Nested(text=text, inner={"a": 1})
    assert read_answer(f"{before}{value.model_dump_json()}{after}", Nested) == Accepted(value) or "<" in after + text


@given(st.text(alphabet='<think>/ {}[]"`abc\n', max_size=200))
def test_no_mix_of_marks_makes_it_fail(text: str) -> None:
    without_thinking(text)
    assert isinstance(read_answer(text, Choice), Accepted | Rejected)


@pytest.mark.parametrize("text", ["<think>" * 57_000, "[THINK]" * 50_000 + "{}", "```" + " " * 200_000 + "{"])
def test_reading_takes_no_longer_than_its_length(text: str) -> None:
    begun = time.process_time()
    assert isinstance(read_answer(text, Choice), Rejected)
    assert time.process_time() - begun < 10.0  # a quadratic reader needs minutes


@pytest.mark.parametrize("part", ["a ", "a, ", "'a' ", "/**/ ", "a" + " " * 50])
def test_an_answer_is_repaired_in_the_time_of_its_length(part: str) -> None:
    begun = time.process_time()
    read_answer("{" + part * (390_000 // len(part)) + "\U0001f600", Nested)
    assert time.process_time() - begun < 4.0
