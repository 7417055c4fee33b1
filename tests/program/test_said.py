"""What pages say of a state, in texts written by hand: claims that rest on one, with nothing done at all."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sextant.evidence import Ledger, held
from sextant.program import goal_course
from sextant.program.asked import read_goal
from sextant.program.saying import is_done_form, is_order
from sextant.types.actions import Status
from sextant.types.decisions import Decision, Finished
from sextant.types.evidence import TextVisible
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.program.test_already import page

TRUTH = Path(__file__).with_name("said.jsonl")
PRECISION = {"dev": 1.0, "held-out": 0.95}
RECALL = {"dev": 1.0, "held-out": 0.95}


@dataclass(frozen=True)
class Measured:
    """What a half came to: how many claims were believed, how many of these rightly, and which ends were wrong."""

    believed: int
    right: int
    so: int
    wrong: tuple[str, ...]

    @property
    def precision(self) -> float:
        return self.right / self.believed

    @property
    def recall(self) -> float:
        return self.right / self.so


def half(row: dict[str, Any]) -> str:
    told = f"{row['goal']}\n{row['said']}".encode()
    return "held-out" if hashlib.sha256(told).digest()[0] % 2 else "dev"


def believed(goal: str, here: Screen, said: str) -> bool:
    """Whether two claims on the first page, resting on one of its texts, end as a verified success."""
    course = goal_course(Task(goal), Ledger())
    course.next(here)
    named = TextVisible(said)
    for step in (1, 2):
        decision = Decision(Status("complete"), here.digest, expectations=(named,))
        course.observe(Transition(step, here, decision, here, "none", verdicts=(held(named, here, step),)))
        end = course.next(here)
    return isinstance(end, Finished) and end.verified


def measured(which: str) -> Measured:
    rows = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if half(row) == which]
    ends = [(row, believed(row["goal"], page(row["title"], _line(row)), row["said"].strip("[]"))) for row in rows]
    wrong = tuple(f"{row['kind']}: {row['goal']} by {row['said']}" for row, end in ends if end != row["so"])
    return Measured(
        sum(end for _, end in ends),
        sum(end and row["so"] for row, end in ends),
        sum(row["so"] for row in rows),
        wrong,
    )


def _line(row: dict[str, Any]) -> str:
    return "|".join((row["said"], *filter(None, [row.get("beside")])))


@pytest.mark.parametrize("which", ["dev", "held-out"])
def test_what_denies_a_state_is_not_believed_and_what_says_it_is(which: str) -> None:
    found = measured(which)
    assert found.precision >= PRECISION[which], found.wrong
    assert found.recall >= RECALL[which], found.wrong


@pytest.mark.parametrize(
    ("text", "goal", "is_so"),
    [
        ("Sent, not read yet", "send the report", True),
        ("Report not sent", "send the report", False),
        ("Sending…", "send the report", False),
        ("No Country for Old Men: saved", 'save "No Country for Old Men"', True),
        ("Karte gesperrt", "sperre die Karte", True),
        ("Karte noch nicht gesperrt", "sperre die Karte", False),
        ("已于5月3日支付", "支付账单", True),
        ("已支付部分金额", "支付账单", False),
    ],
)
def test_a_word_for_a_state_counts_where_nothing_denies_it(text: str, goal: str, is_so: bool) -> None:
    asked = read_goal(goal)
    assert is_done_form(text, asked.words, asked.names) is is_so


@pytest.mark.parametrize(
    ("text", "goal", "is_offer"),
    [
        ("Archive", "archive the message", True),
        ("Block", "I want no more of it; block that contact", True),
        ("Order placed", "order a pizza", False),
        ("Milk", "add milk to the list", False),
        ("Bob", "call Ann and Bob", False),
    ],
)
def test_what_tells_to_do_it_is_an_offer(text: str, goal: str, is_offer: bool) -> None:
    asked = read_goal(goal)
    assert is_order(text, goal, asked.names) is is_offer
