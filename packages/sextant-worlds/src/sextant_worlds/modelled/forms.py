"""What each role of the model-driven author answers with (STAMP, prompts of tables 16 to 22)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from sextant_worlds.spec.scenario import FactKind


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AuthoredTab(_Form):
    """A tab of the bottom bar; its test id is `tab-` and the id."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    label: str


class AuthoredFact(_Form):
    """A value that has to be remembered, word for word as the page shows it."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    kind: FactKind
    label: str
    value: str = Field(min_length=1)
    where: str = Field(description="the way to it in the interface, such as: My > Orders > History")
    test_id: str = Field(description="test id of the element that shows it, such as fact-order-code")


class AuthoredDistractor(_Form):
    """A value that looks like a fact and must not change the answer."""

    value: str
    where: str
    why_harmless: str


class AuthoredMemory(_Form):
    """What is remembered, where and when it is encoded, when and where it is needed."""

    fact: str
    what: str
    where_encoded: str
    when_encoded: str
    where_retrieved: str


class AuthoredFinal(_Form):
    """The answer that ends the task, and the form it must have."""

    gold: str = Field(min_length=1)
    required_output_format: str


class AuthoredGrading(_Form):
    """How the answer is judged: an anchored pattern that the gold matches."""

    gold: str = Field(min_length=1)
    pass_regex: str


class AuthoredTask(_Form):
    """Scenario and task in one: what a page author has to build."""

    title: str
    tabs: tuple[AuthoredTab, ...] = Field(min_length=2, max_length=6)
    has_search: bool = False
    natural_language: str = Field(min_length=20)
    guideline: str = Field(min_length=40)
    facts: tuple[AuthoredFact, ...] = Field(min_length=1, max_length=12)
    distractors: tuple[AuthoredDistractor, ...] = ()
    truth_gold: str = Field(min_length=1)
    final_action: AuthoredFinal
    grading: AuthoredGrading
    memory_items: tuple[AuthoredMemory, ...] = Field(min_length=1)
    required_testids: tuple[str, ...]
    navigation_contract: tuple[str, ...] = ()


class AuthoredPage(_Form):
    """The whole app as one HTML document."""

    html: str = Field(min_length=200)


class StaticVerdict(_Form):
    """What a reader of page and task says, who was not told the answer."""

    key_observations: tuple[str, ...]
    key_notes: tuple[str, ...] = Field(description="the smallest units that have to be remembered")
    is_unique: bool
    uniqueness_evidence: str
    problems: tuple[str, ...] = ()
    predicted_answer: str


class WalkStep(_Form):
    """The next step of the dynamic tester. `note` holds what it has seen and must not forget."""

    thought: str
    note: str = ""
    action: Literal["tap", "type", "scroll_down", "scroll_up", "back", "stop"]
    test_id: str = ""
    index: int = -1
    text: str = ""


class RepairedWorld(_Form):
    """A repair. `strategy` is the least invasive that works, in this order."""

    strategy: Literal["distractor_values", "move_distractors", "clarify_page", "change_scenario"]
    why: str
    html: str = Field(min_length=200)
    task: AuthoredTask | None = None
    """Only with `change_scenario`."""
