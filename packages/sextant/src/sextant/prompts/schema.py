"""The decision as a model writes it, and its translation into a `Decision`.

Hindsight answers come before the action, so that one call answers and acts. Guide fields are namespaced and
optional: a malformed one is dropped and counted, as a malformed answer is, and never costs a valid action.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, assert_never, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of
from sextant.errors import MalformedOutput
from sextant.prompts.action_forms import ActionForm, CompactForm, Convert, Form, FurtherForm, action_of, asks_for
from sextant.prompts.decision_repair import LenientDecision
from sextant.prompts.positions import places
from sextant.prompts.reflection import NAMESPACE, ReflectionForm, first_fields, judged
from sextant.prompts.stamp import MEMORY, Stamped
from sextant.prompts.text import in_quotes
from sextant.types import actions as act
from sextant.types.decisions import THEN, Citation, Decision, Judgement, Profile, Requirement
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import ElementRef, Screen, State


class _Deciding(LenientDecision):
    """Base of a decision that predicts: its schema asks for what models like to leave out."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=asks_for("thought", "action", "does", "expect"))


class _Expectation(Form):
    type: Literal["text_visible", "gone", "field_has", "screen_is", "changed", "element_state", "effect"]
    text: str = Field(default="", description="The text; for field_has the value; for effect the effect in words.")
    index: int | None = Field(
        default=None, description="Element on the present screen, if the prediction is about one."
    )
    state: State | None = None
    present: bool = True


class _AnswerTo(Form):
    question: str
    answer: Literal["yes", "no", "unknown"]
    quote: str = Field(default="", description="The words on the screen that show it.")


class _RequirementForm(Form):
    id: str = Field(max_length=20)
    kind: Literal["deed", "value", "state"]
    text: str = Field(max_length=500)
    times: int = Field(default=1, ge=1, le=1000, description="How often it has to be done, if more than once.")


class _Shown(Form):
    requirement: str = Field(default="", description="Id of the requirement; none for an act.")
    quote: str = Field(default="", description="Words on the screen that show it, verbatim.")
    index: int | None = Field(default=None, description="Element that shows it, where no words do.")
    step: int | None = Field(
        default=None, description="Step before whose act it was there; none for the present screen."
    )


SECOND = "action"
"""Stands in `Decision.dropped_fields` for each action beside the first."""
FURTHER_ACTIONS = 5
"""Most further actions of an answer, if nothing else is set."""


@dataclass(frozen=True)
class _Dropped:
    """Stands where something malformed was: optional parts never cost a valid action."""


def _tolerant(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    try:
        return handler(value)
    except ValidationError:
        return _Dropped()


_Lenient = WrapValidator(_tolerant)


def _as_list(most: int) -> BeforeValidator:
    """A validator for lists: wraps a single item, and cuts the list to `most` items."""

    def listed(value: Any) -> Any:
        items: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        return items[:most]

    return BeforeValidator(listed)


def _list_of(form: Any, most: int, told: str | None = None) -> tuple[Any, Any]:
    """A field of an optional list whose malformed members are dropped."""
    kind = Annotated[list[Annotated[form, _Lenient]], _as_list(most)]
    return kind, Field(default_factory=list, max_length=most, description=told)


def decision_schema(
    profile: Profile, guides: Mapping[str, type[BaseModel]] | None = None, further: int = FURTHER_ACTIONS
) -> type[BaseModel]:
    """The schema of a decision under a profile; guide fields by namespace. Constant for a whole run.

    `further` is the most actions that may be listed besides the first, in a profile that has such a list.
    """
    fields: dict[str, Any] = {}
    answers = _list_of(_AnswerTo, 8, "To each open question.")
    if profile == "reflection":
        fields = first_fields(answers, _Lenient, guides or {})
    if profile == "react":
        fields["thought"] = (str, Field(default="", description="What the screen shows and why this is next."))
    if profile in ("full", "lite"):
        fields["answers"] = answers
        thought = "What is on the screen and why this is next." if profile == "full" else "One sentence."
        fields["thought"] = (str, Field(default="", description=thought))
        for name, form in (guides or {}).items():
            fields[name] = (Annotated[form | None, _Lenient], None)
    if profile in ("full", "lite", "reflection"):
        fields["requirements"] = _list_of(_RequirementForm, 12, "The parts of the goal; in your first decision.")
    fields["action"] = (CompactForm if profile == "compact" else ActionForm, ...)
    if profile in ("full", "lite"):
        fields["does"] = (str, Field(default="", description="The action in a few words, naming what is touched."))
    if profile == "reflection":
        told = "Up to two other actions to the same end, if the target of the first should not be there."
        fields["alternatives"] = _list_of(ActionForm, 2, told)
    if profile in ("full", "lite", "reflection"):
        fields["expect"] = _list_of(_Expectation, 4, "What the next screen shows if the action works.")
        told = "With status complete or answer: what shows each requirement. With an act: that it is the right one."
        fields["shows"] = _list_of(_Shown, 24, told)
        told = "Words of the goal, the program or a variable that ask for this act, verbatim."
        fields["authorised_by"] = (str, Field(default="", max_length=1000, description=told))
        fields["irreversible"] = (
            bool,
            Field(default=False, description="True if it cannot be taken back; it needs authorised_by."),
        )
        if further:
            told = (
                f"Further actions on this screen, at most {further}, carried out one after another without asking you."
            )
            fields["then"] = _list_of(FurtherForm, further, told)
    made: Any = create_model("SextantDecision", __base__=_base(profile), **fields)
    return cast("type[BaseModel]", made)


def _base(profile: Profile) -> type[BaseModel]:
    match profile:
        case "reflection":
            return ReflectionForm
        case "stamp":
            return Stamped
        case "full" | "lite":
            return _Deciding
        case "react" | "action-only" | "compact":
            return LenientDecision
        case _:
            assert_never(profile)


def as_decision(value: BaseModel, screen: Screen, convert: Convert, guides: Sequence[str] = ()) -> Decision:
    """The model's answer as a `Decision` on that screen.

    Raises:
        MalformedOutput: A spot names neither an element nor a point.
    """
    data: Any = value
    form = data.action
    action = action_of(form, screen, convert)
    expectations = [_predicate(item, screen) for item in getattr(data, "expect", []) if not _is_dropped(item)]
    given = getattr(data, "answers", [])
    answers = [item for item in given if not _is_dropped(item)]
    answered = tuple(Judgement(item.question, item.answer, item.quote) for item in answers)
    fields = {name: getattr(data, name) for name in guides if getattr(data, name, None) is not None}
    kept = {name: form.model_dump() for name, form in fields.items() if not _is_dropped(form)}
    contents = getattr(data, "important_contents", "").strip()
    stamped: Mapping[str, Any] = value.kept_fields if isinstance(value, Stamped) else {}
    left_out = (MEMORY,) if isinstance(value, Stamped) and value.remembered is None else ()
    left_out += ("answers",) * (len(given) - len(answers))
    left_out += (SECOND,) * (value.further if isinstance(value, LenientDecision) else 0)
    further = getattr(data, "then", [])
    then = _up_to_gap(_actions(further, screen, convert))
    listed = value.listed if isinstance(value, LenientDecision) else 0
    left_out += (THEN,) * (max(listed, len(further)) - len(then))
    return Decision(
        action=action,
        screen=screen.digest,
        description=_action_text(data) or action_words(action, screen),
        thought=getattr(data, "thought", "") or getattr(data, "think", ""),
        expectations=tuple(predicate for predicate in expectations if predicate is not None),
        judgements=judged(getattr(data, "historical_status", None)) + answered,
        fields={**kept, **stamped} | ({NAMESPACE: {"important_contents": contents}} if contents else {}),
        dropped_fields=tuple(name for name, form in fields.items() if _is_dropped(form)) + left_out,
        irreversible=getattr(data, "irreversible", None),
        alternatives=tuple(filter(None, _actions(getattr(data, "alternatives", []), screen, convert))),
        then=then,
        authorised_by=getattr(data, "authorised_by", "").strip(),
        requirements=tuple(
            Requirement(item.id, item.kind, item.text, item.times)
            for item in getattr(data, "requirements", [])
            if not _is_dropped(item)
        ),
        shows=tuple(
            Citation(item.requirement, item.quote, item.index, item.step)
            for item in getattr(data, "shows", [])
            if not _is_dropped(item)
        ),
    )


def _action_text(data: Any) -> str:
    """The action in the actor's own words, with its memory, for the history."""
    return data.told if isinstance(data, Stamped) else getattr(data, "does", "") or getattr(data, "next_goal", "")


def _actions(forms: Sequence[Any], screen: Screen, convert: Convert) -> Iterator[act.Action | None]:
    """The actions of a list, with None for each malformed one."""
    for form in forms:
        try:
            yield None if _is_dropped(form) else action_of(form, screen, convert)
        except MalformedOutput:
            yield None


def _up_to_gap(actions: Iterable[act.Action | None]) -> tuple[act.Action, ...]:
    """The actions before the first malformed one: what follows it may rely on it."""
    found: list[act.Action] = []
    for action in actions:
        if action is None:
            break
        found.append(action)
    return tuple(found)


def _is_dropped(item: object) -> bool:
    return isinstance(item, _Dropped)


def _predicate(item: _Expectation, screen: Screen) -> Predicate | None:
    """The predicate of an expectation; None if it cannot be checked.

    One on an index that does not exist is kept: no screen will decide it, and the actor is told so.
    """
    element = None if item.index is None else screen.element(item.index)
    ref: ElementRef | None = None if element is None else ref_of(screen, element)
    if item.index is not None and element is None:
        ref = ElementRef("", f"element {item.index}")
    match item.type:
        case "text_visible" if item.present:
            return TextVisible(item.text) if item.text else None
        case "text_visible":  # models write "gone" so, too
            return Gone(item.text, None) if item.text else None
        case "gone":
            meant = ref if element is not None or not item.text else None
            return Gone(item.text, meant) if item.text or meant else None
        case "field_has":
            return None if ref is None else FieldHas(ref, item.text)
        case "screen_is":
            return ScreenIs(text=item.text) if item.text else None
        case "changed":
            return Changed()
        case "element_state":
            return None if ref is None or item.state is None else ElementState(ref, item.state, item.present)
        case "effect":
            return Effect(item.text) if item.text else None


def action_words(action: act.Action, screen: Screen) -> str:
    """The action in a few words, naming its target: `click 'Save'`."""
    targets = act.targets_of(action)
    name = action.kind.replace("_", " ")
    if not targets or isinstance(targets[0], act.ByPoint):
        return name
    element = screen.element(targets[0].index)
    if element is None:
        return name
    what = in_quotes(element.label) if element.label else element.role
    return f"{name} {what} {places(screen, (element,)).get(element.index, '')}".rstrip()
