"""The form of LongHorizonUI's Deep Reflection Decider (section 2.3, appendix D4): look back first, then decide.

Five fields in this order: historical status, important contents, think, next goal, action. Then what an agent of this
package says besides: other actions for the case that the first is not on the screen, expectations.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from sextant.prompts.action_forms import asks_for
from sextant.prompts.decision_repair import LenientDecision
from sextant.types.decisions import LAST_STEP, Decision, Judgement

__all__ = ["NAMESPACE", "Historical", "ReflectionForm", "contents_of", "first_fields", "historical_of", "judged"]

NAMESPACE = "reflection"
"""Of what a decision keeps in `fields`: the important contents."""

FIVE = ("historical_status", "important_contents", "think", "next_goal", "action")

Status = Literal["Success", "Failed", "Unknown"]
Answered = Literal["yes", "no", "unknown"]

_ANSWERS: Mapping[Status, Answered] = {"Success": "yes", "Failed": "no", "Unknown": "unknown"}
_STATUS: Mapping[Answered, Status] = {answer: status for status, answer in _ANSWERS.items()}


def _said(value: Any) -> Any:
    """Converts a bare `"success"` to `{"status": "Success"}`, as in the paper, ignoring case."""
    if isinstance(value, str):
        value = {"status": value}
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        status = given.get("status")
        return {**given, "status": status.strip().capitalize()} if isinstance(status, str) else given
    return value


class _Looked(BaseModel):
    """Whether the last step did what it was for, told from the present screen alone."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    status: Status
    quote: str = Field(default="", max_length=300, description="The words on the present screen that show it.")


Historical = Annotated[_Looked, BeforeValidator(_said)]


class ReflectionForm(LenientDecision):
    """Base of the form: strict in what its schema asks for, lenient in reading an answer that leaves some of it out."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=asks_for(*FIVE, "expect"))


def first_fields(answers: Any, lenient: Any, guides: Mapping[str, type[BaseModel]]) -> dict[str, Any]:
    """The fields before the action, in order: the last result, the screen, the reason, the next step."""
    fields: dict[str, Any] = {
        "historical_status": (Annotated[Historical | None, lenient], None),
        "answers": answers,
        "important_contents": (
            str,
            Field(
                default="",
                max_length=2000,
                description="What this screen shows that the goal needs, word for word; empty if nothing.",
            ),
        ),
        "think": (
            str,
            Field(
                default="",
                description="What the screen shows, what it has to do with the goal and with the last step, why it "
                "failed if it did, and why this action and this target are next.",
            ),
        ),
    }
    for name, form in guides.items():
        fields[name] = (Annotated[form | None, lenient], None)
    told = "What the action is to bring about now, in a few words that name what is touched."
    fields["next_goal"] = (str, Field(default="", max_length=500, description=told))
    return fields


def judged(form: Any) -> tuple[Judgement, ...]:
    """The historical status of an answer as a judgement of the last step; none where it was left out or malformed."""
    if not isinstance(form, _Looked):
        return ()
    return (Judgement(LAST_STEP, _ANSWERS[form.status], form.quote),)


def historical_of(decision: Decision) -> dict[str, str]:
    """The decision's judgement of the last step, in the words of the form; `Unknown` if it has none."""
    told = next((item for item in decision.judgements if item.question == LAST_STEP), None)
    if told is None:
        return {"status": _STATUS["unknown"]}
    return {"status": _STATUS[told.answer]} | ({"quote": told.quote} if told.quote else {})


def contents_of(decision: Decision) -> str:
    """The important contents in a decision; empty if there are none."""
    kept = decision.fields.get(NAMESPACE)
    return str(cast("Mapping[str, Any]", kept).get("important_contents", "")) if isinstance(kept, Mapping) else ""
