"""The matcher of answers: it says what Python's own says, and takes no longer for whoever is hostile."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant_worlds.author import build
from sextant_worlds.check import check
from sextant_worlds.truth.grade import answer_passes
from sextant_worlds.truth.patterns import MAX_ANSWER, MAX_PATTERN, pattern_fault, pattern_passes

HOSTILE = "^(?:(?:[a-z ]+)+:|12:35; 3083)$"
ALIKE = (
    r"^(?i:\s*(?:€?\s*12[.,]90\s*€?|QX[\s-]*44)\s*(?:;|,)\s*(?:Mo[a-z]*)?x{2,3}?\s*[.。]?\s*)$",
    r"^(?:a|ab)(?:c|bcd)?[^\W\d_]*(?s:.)?$",
    r"^\bk[ſa-f]+\b.*\Z",
    r"^(?i:[A-F]\D\S+)$",
    r"^(?i:K[^B]Σ*)$",
    r"^(?:a?b?){0,4}\w{2,}$",
    r"^\A$",
)


@given(st.sampled_from(ALIKE), st.text("abcdkxMo €12.,90;QX4-\n:fABKſσςİßiI。KΣ", max_size=14))
def test_it_agrees_with_the_matcher_of_python(pattern: str, answer: str) -> None:
    assert pattern_fault(pattern) in ("", "repeats a repetition")
    if not pattern_fault(pattern):
        assert pattern_passes(pattern, answer) == (re.fullmatch(pattern, answer) is not None)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (HOSTILE, "repeats a repetition"),
        ("^(a+)+$", "repeats a repetition"),
        ("^(?:a{2}b){3}$", "repeats a repetition"),
        (r"^(a)\1$", "refers back to a group"),
        ("^(?=a*b)a$", "looks ahead or behind"),
        ("^(?<!a)b$", "looks ahead or behind"),
        ("^(?>a*)b$", "has an atomic group"),
        ("^a*+b$", "has a possessive repetition"),
        ("^(a", "is not a regular expression"),
        ("^a{99999999999}$", "is not a regular expression"),
        ("(?m)^a$", "has a flag other"),
        ("^" + "(" * 60 + "a" + ")" * 60 + "$", "too many groups"),
        ("^" + "(" * 1900 + "a" + ")" * 1900 + "$", "too many groups"),
        ("^" + "a" * MAX_PATTERN + "$", "at most 4,000"),
    ],
)
def test_what_may_not_decide_is_said_and_accepts_nothing(pattern: str, why: str) -> None:
    assert why in pattern_fault(pattern)
    assert not pattern_passes(pattern, "a")


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("pattern", "answer"),
    [
        ("^" + ".*" * 300 + "x$", "a" * MAX_ANSWER),
        ("^" + r"\s*[.]?" * 100 + "$", "." + " " * (MAX_ANSWER - 2) + "!"),
        ("^" + "(?:a|aa)" * 200 + "$", "a" * 300),
        ("^" + "(?:a|ab|b)?" * 200 + "c$", "ab" * 400),
        ("^(?:a?){4000000000}b$", "a" * MAX_ANSWER),
        (HOSTILE, "a" * 34 + "!"),
    ],
)
def test_no_pattern_and_no_answer_takes_long(pattern: str, answer: str) -> None:
    assert pattern_passes(pattern, answer) is (pattern.startswith("^(?:a|aa)"))
    assert pattern_passes("^a*$", "a" * MAX_ANSWER)
    assert not pattern_passes("^a*$", "a" * (MAX_ANSWER + 1)), "an answer has its limit"


@pytest.mark.timeout(60)
def test_a_hostile_world_is_refused_by_its_field() -> None:
    world = build(49)
    grading = world.task.grading.model_copy(update={"pass_regex": HOSTILE})
    distractor = world.scenario.distractors[0].model_copy(update={"shown": "a" * 34 + "!"})
    scenario = world.scenario.model_copy(update={"distractors": (distractor,)})
    task = world.task.model_copy(update={"grading": grading})
    hostile = world.model_copy(update={"task": task, "scenario": scenario})
    found = [(broken.rule, broken.where, broken.message) for broken in check(hostile).breaks]
    assert ("pass-regex", "task.grading.pass_regex", "repeats a repetition") in found
    assert not answer_passes(grading, "a" * 34 + "!")
