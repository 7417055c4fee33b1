"""Renders a `Decision` as an answer of a model, the inverse of `as_decision`, for training records."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from sextant.elements.refs import resolve
from sextant.errors import UsageError
from sextant.prompts.action_forms import action_form
from sextant.prompts.reflection import contents_of, historical_of
from sextant.prompts.schema import decision_schema
from sextant.prompts.stamp import stamp_text
from sextant.types.decisions import LAST_STEP, Decision, Profile
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import ElementRef, Screen

if TYPE_CHECKING:
    from pydantic import BaseModel

_Form = dict[str, Any]


def decision_text(
    decision: Decision, screen: Screen, profile: Profile, guides: "Mapping[str, type[BaseModel]] | None" = None
) -> str:
    """The decision as a model of that profile writes it: JSON, or text of a form of its own (`stamp`).

    Raises:
        UsageError: The profile has no way to say this action, or an expectation names an element that is not there.
    """
    if profile == "stamp":
        return stamp_text(decision, screen, decision.action.kind.replace("_", " "))
    return decision_json(decision, screen, profile, guides)


def decision_json(
    decision: Decision, screen: Screen, profile: Profile, guides: "Mapping[str, type[BaseModel]] | None" = None
) -> str:
    """The decision as the JSON that the profile's schema asks for, fields in the schema's order, nothing needless.

    `as_decision` of it on the same screen gives the decision back, as far as the profile holds it.

    Raises:
        UsageError: The profile has no way to say this action, or an expectation names an element that is not there.
    """
    from pydantic import ValidationError

    form = _before(decision, profile, tuple(guides or {}))
    form["action"] = action_form(decision.action)
    if profile in ("full", "lite") and decision.description:
        form["does"] = decision.description
    if profile == "reflection" and decision.alternatives:
        form["alternatives"] = [action_form(action) for action in decision.alternatives]
    if profile in ("full", "lite", "reflection"):
        if decision.expectations:
            form["expect"] = [_expectation(predicate, screen) for predicate in decision.expectations]
        form |= _claimed(decision)
        if decision.irreversible:
            form["irreversible"] = True
        if decision.then:
            form["then"] = [action_form(action) for action in decision.then]
    try:
        decision_schema(profile, guides).model_validate(form)
    except ValidationError as error:
        raise UsageError(
            f"The profile {profile!r} cannot say the action {decision.action.kind!r}.", "Choose the profile 'full'."
        ) from error
    return json.dumps(form, ensure_ascii=False, separators=(", ", ": "))


def _before(decision: Decision, profile: Profile, guides: Sequence[str]) -> _Form:
    """The fields that come before the action."""
    if profile == "react":
        return {"thought": decision.thought} if decision.thought else {}
    if profile not in ("full", "lite", "reflection"):
        return {}
    answers = [
        {"question": item.question, "answer": item.answer} | ({"quote": item.quote} if item.quote else {})
        for item in decision.judgements
        if profile != "reflection" or item.question != LAST_STEP
    ]
    form: _Form = {"answers": answers} if answers else {}
    kept = {name: decision.fields[name] for name in guides if name in decision.fields}
    stated = [
        {"id": item.id, "kind": item.kind, "text": item.text} | ({"times": item.times} if item.times > 1 else {})
        for item in decision.requirements
    ]
    parts: _Form = {"requirements": stated} if stated else {}
    if profile != "reflection":
        return form | ({"thought": decision.thought} if decision.thought else {}) | kept | parts
    looked = {"historical_status": historical_of(decision)} | form
    looked |= {"important_contents": contents_of(decision), "think": decision.thought}
    return looked | kept | {"next_goal": decision.description} | parts


def _claimed(decision: Decision) -> _Form:
    """The citations of a claim, and the words that ask for an act."""
    form: _Form = {}
    if decision.shows:
        form["shows"] = [
            {"requirement": item.requirement}
            | ({"quote": item.quote} if item.quote else {})
            | ({} if item.element is None else {"index": item.element})
            | ({} if item.step is None else {"step": item.step})
            for item in decision.shows
        ]
    return form | ({"authorised_by": decision.authorised_by} if decision.authorised_by else {})


def _expectation(predicate: Predicate, screen: Screen) -> _Form:
    match predicate:
        case TextVisible():
            return {"type": "text_visible", "text": predicate.text}
        case Gone():
            element = {} if predicate.element is None else {"index": _index(predicate.element, screen)}
            return {"type": "gone"} | ({"text": predicate.text} if predicate.text else {}) | element
        case FieldHas():
            return {"type": "field_has", "text": predicate.value, "index": _index(predicate.element, screen)}
        case ScreenIs():
            if not predicate.text:
                raise UsageError("A screen's key is no word of a model.", "Expect the screen by a text it shows.")
            return {"type": "screen_is", "text": predicate.text}
        case Changed():
            return {"type": "changed"}
        case ElementState():
            form: _Form = {"type": "element_state", "index": _index(predicate.element, screen)}
            return form | {"state": predicate.state} | ({} if predicate.present else {"present": False})
        case Effect():
            return {"type": "effect", "text": predicate.description}
        case _:
            assert_never(predicate)


def _index(ref: ElementRef, screen: Screen) -> int:
    element = resolve(screen, ref)
    if element is None:
        raise UsageError(f"{ref.name!r} is not on the screen of the decision.", "Expect only what can be named there.")
    return element.index
