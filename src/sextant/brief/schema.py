"""The decision as a model writes it, and its translation into a `Decision`.

Hindsight answers come before the action, so that one call answers and acts. Guide fields are namespaced and
optional: a malformed one is dropped and counted, as a malformed answer is, and never costs a valid action.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, assert_never, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)

from sextant.brief.reflecting import NAMESPACE, Reflecting, first_fields, judged
from sextant.brief.stamp import MEMORY, Stamped
from sextant.errors import MalformedOutput
from sextant.types import actions as act
from sextant.types.decisions import Citation, Decision, Judgement, Profile, Requirement
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.refs import ref_of
from sextant.types.screens import ElementRef, Screen, State

Convert = Callable[[float, float, Screen], tuple[float, float]]
"""A point in the model's own convention to the 0-1000 frame."""

Direction = Literal["up", "down", "left", "right"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Spot(_Form):
    index: int | None = Field(default=None, description="Index of the element.")
    at: tuple[float, float] | None = Field(default=None, description="Where inside the element, shares 0-1 of its box.")
    point: tuple[float, float] | None = Field(default=None, description="A point of the screen, if it has no element.")


class _Click(_Spot):
    type: Literal["click"]


class _DoubleTap(_Spot):
    type: Literal["double_tap"]


class _LongPress(_Spot):
    type: Literal["long_press"]


class _Drag(_Form):
    type: Literal["drag"]
    start: _Spot
    end: _Spot


class _Swipe(_Spot):
    """The finger moves in this direction."""

    type: Literal["swipe"]
    direction: Direction


class _Scroll(_Spot):
    """Shows what lies in this direction."""

    type: Literal["scroll"]
    direction: Direction


class _InputText(_Spot):
    type: Literal["input_text"]
    text: str = ""
    mode: Literal["replace", "append"] = "replace"
    secret: str = Field(default="", description="Name of a secret to type instead of text.")


class _Plain(_Form):
    type: Literal["keyboard_enter", "navigate_back", "navigate_home", "recents"]


class _App(_Form):
    type: Literal["open_app", "close_app"]
    name: str


class _Wait(_Form):
    type: Literal["wait"]
    seconds: float = Field(default=2.0, ge=0, le=30)


class _Answer(_Form):
    type: Literal["answer"]
    text: str


class _Status(_Form):
    type: Literal["status"]
    goal_status: Literal["complete", "infeasible"]
    reason: str = ""


class _Recall(_Form):
    type: Literal["recall"]
    steps: list[int] = Field(max_length=20)


class _HandOver(_Form):
    type: Literal["hand_over"]
    reason: str


class _Tap(_Form):
    """The click of the compact profile: an element and nothing else."""

    type: Literal["click"]
    index: int = Field(ge=0)


class _Type(_Form):
    type: Literal["input_text"]
    index: int = Field(ge=0)
    text: str = Field(max_length=200)


class _Move(_Form):
    type: Literal["scroll"]
    direction: Direction


class _Back(_Form):
    type: Literal["navigate_back"]


class _Done(_Form):
    type: Literal["status"]
    goal_status: Literal["complete", "infeasible"]


class _Say(_Form):
    type: Literal["answer"]
    text: str = Field(max_length=200)


_CompactForm = Annotated[_Tap | _Type | _Move | _Back | _Done | _Say, Field(discriminator="type")]

_ActionForm = Annotated[
    _Click
    | _DoubleTap
    | _LongPress
    | _Drag
    | _Swipe
    | _Scroll
    | _InputText
    | _Plain
    | _App
    | _Wait
    | _Answer
    | _Status
    | _Recall
    | _HandOver,
    Field(discriminator="type"),
]


class _Expectation(_Form):
    type: Literal["text_visible", "gone", "field_has", "screen_is", "changed", "element_state", "effect"]
    text: str = Field(default="", description="The text; for field_has the value; for effect the effect in words.")
    index: int | None = Field(default=None, description="Element on the present screen, where one is meant.")
    state: State | None = None
    present: bool = True


class _AnswerTo(_Form):
    question: str
    answer: Literal["yes", "no", "unknown"]
    quote: str = Field(default="", description="The words on the screen that show it.")


class _RequirementForm(_Form):
    id: str = Field(max_length=20)
    kind: Literal["deed", "value", "state"]
    text: str = Field(max_length=500)


class _Shown(_Form):
    requirement: str = Field(description="Id of the requirement.")
    quote: str = Field(default="", description="Words on the screen that show it, verbatim.")
    index: int | None = Field(default=None, description="Element that shows it, where no words do.")
    step: int | None = Field(default=None, description="Step whose screen showed it; leave out for the present one.")


@dataclass(frozen=True)
class _Dropped:
    """Stands where something malformed was: optional parts never cost a valid action."""


def _tolerant(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    try:
        return handler(value)
    except ValidationError:
        return _Dropped()


_Lenient = WrapValidator(_tolerant)


def decision_schema(profile: Profile, guides: Mapping[str, type[BaseModel]] | None = None) -> type[BaseModel]:
    """The schema of a decision under a profile; guide fields by namespace. Constant for a whole run."""
    fields: dict[str, Any] = {}
    answers = (list[Annotated[_AnswerTo, _Lenient]], Field(default_factory=list, max_length=8))
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
        fields["requirements"] = _optional_list(_RequirementForm, "The parts of the goal; in your first decision.")
    fields["action"] = (_CompactForm if profile == "compact" else _ActionForm, ...)
    if profile in ("full", "lite"):
        fields["does"] = (str, Field(default="", description="The action in a few words, naming what is touched."))
    if profile == "reflection":
        told = "Up to two other actions to the same end, if the target of the first should not be there."
        alternatives = list[Annotated[_ActionForm, _Lenient]]
        fields["alternatives"] = (alternatives, Field(default_factory=list, max_length=2, description=told))
    if profile in ("full", "lite", "reflection"):
        fields["expect"] = (list[Annotated[_Expectation, _Lenient]], Field(default_factory=list, max_length=4))
        fields["shows"] = _optional_list(_Shown, "With status complete or answer: what shows each requirement.")
        told = "Words of the goal, the program or a variable that ask for this act, verbatim."
        fields["authorised_by"] = (str, Field(default="", max_length=1000, description=told))
        fields["irreversible"] = (
            bool,
            Field(default=False, description="True if it cannot be taken back; it needs authorised_by."),
        )
    base = Reflecting if profile == "reflection" else Stamped if profile == "stamp" else _Form
    made: Any = create_model("SextantDecision", __base__=base, **fields)
    return cast("type[BaseModel]", made)


def _optional_list(form: type[BaseModel], told: str) -> tuple[Any, Any]:
    return list[Annotated[form, _Lenient]], Field(default_factory=list, max_length=12, description=told)


def as_decision(value: BaseModel, screen: Screen, convert: Convert, guides: Sequence[str] = ()) -> Decision:
    """The model's answer as a `Decision` on that screen.

    Raises:
        MalformedOutput: A spot names neither an element nor a point.
    """
    data: Any = value
    form = data.action
    action = _action(form, screen, convert)
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
    return Decision(
        action=action,
        screen=screen.digest,
        description=_told(data) or _words(action, screen),
        thought=getattr(data, "thought", "") or getattr(data, "think", ""),
        expectations=tuple(predicate for predicate in expectations if predicate is not None),
        judgements=judged(getattr(data, "historical_status", None)) + answered,
        fields={**kept, **stamped} | ({NAMESPACE: {"important_contents": contents}} if contents else {}),
        dropped_fields=tuple(name for name, form in fields.items() if _is_dropped(form)) + left_out,
        irreversible=getattr(data, "irreversible", None),
        alternatives=_alternatives(getattr(data, "alternatives", []), screen, convert),
        authorised_by=getattr(data, "authorised_by", "").strip(),
        requirements=tuple(
            Requirement(item.id, item.kind, item.text)
            for item in getattr(data, "requirements", [])
            if not _is_dropped(item)
        ),
        shows=tuple(
            Citation(item.requirement, item.quote, item.index, item.step)
            for item in getattr(data, "shows", [])
            if not _is_dropped(item)
        ),
    )


def _told(data: Any) -> str:
    """The action in the actor's own words; with what it remembers beside it, so that the history tells that too."""
    return data.told if isinstance(data, Stamped) else getattr(data, "does", "") or getattr(data, "next_goal", "")


def _alternatives(forms: Sequence[Any], screen: Screen, convert: Convert) -> tuple[act.Action, ...]:
    """The further actions; one that names nothing is left out and costs nothing."""
    found: list[act.Action] = []
    for form in forms:
        if _is_dropped(form):
            continue
        try:
            found.append(_action(form, screen, convert))
        except MalformedOutput:
            continue
    return tuple(found)


def _is_dropped(item: object) -> bool:
    return isinstance(item, _Dropped)


def _action(form: Any, screen: Screen, convert: Convert) -> act.Action:
    match form:
        case _Tap() | _Type() | _Move() | _Back() | _Done() | _Say():
            return _compact(form, screen)
        case _Click() | _DoubleTap() | _LongPress():
            kind = {"click": act.Click, "double_tap": act.DoubleTap, "long_press": act.LongPress}[form.type]
            return kind(_target(form, screen, convert))
        case _Drag():
            return act.Drag(_target(form.start, screen, convert), _target(form.end, screen, convert))
        case _Swipe():
            return act.Swipe(form.direction, _maybe_target(form, screen, convert))
        case _Scroll():
            return act.Scroll(form.direction, _maybe_target(form, screen, convert))
        case _InputText():
            return act.InputText(form.text, _maybe_target(form, screen, convert), form.mode, form.secret)
        case _App():
            return act.OpenApp(form.name) if form.type == "open_app" else act.CloseApp(form.name)
        case _Plain():
            return _PLAIN[form.type]()
        case _:
            return _spoken(form)


def _compact(form: _Tap | _Type | _Move | _Back | _Done | _Say, screen: Screen) -> act.Action:
    match form:
        case _Tap():
            return act.Click(act.ByIndex(form.index, screen.digest))
        case _Type():
            return act.InputText(form.text, act.ByIndex(form.index, screen.digest))
        case _Move():
            return act.Scroll(form.direction)
        case _Back():
            return act.NavigateBack()
        case _Done():
            return act.Status(form.goal_status)
        case _Say():
            return act.Answer(form.text)
        case _:
            assert_never(form)


_PLAIN: Mapping[str, type[act.KeyboardEnter | act.NavigateBack | act.NavigateHome | act.Recents]] = {
    "keyboard_enter": act.KeyboardEnter,
    "navigate_back": act.NavigateBack,
    "navigate_home": act.NavigateHome,
    "recents": act.Recents,
}


def _spoken(form: Any) -> act.Action:
    match form:
        case _Wait():
            return act.Wait(form.seconds)
        case _Answer():
            return act.Answer(form.text)
        case _Status():
            return act.Status(form.goal_status, form.reason)
        case _Recall():
            return act.Recall(tuple(form.steps))
        case _HandOver():
            return act.HandOver(form.reason)
        case _:
            raise MalformedOutput(f"The action {form!r} is not one of the agreed kinds.")


def _maybe_target(spot: _Spot, screen: Screen, convert: Convert) -> act.Target | None:
    return None if spot.index is None and spot.point is None else _target(spot, screen, convert)


def _target(spot: _Spot, screen: Screen, convert: Convert) -> act.Target:
    if spot.index is not None and spot.at is not None:
        return act.ByRelative(spot.index, spot.at[0], spot.at[1], screen.digest)
    if spot.index is not None:
        return act.ByIndex(spot.index, screen.digest)
    if spot.point is not None:
        x, y = convert(spot.point[0], spot.point[1], screen)
        return act.ByPoint(x, y, screen.digest)
    raise MalformedOutput("The action names neither an index nor a point.", remedy="Name one of them.")


def _predicate(item: _Expectation, screen: Screen) -> Predicate | None:
    """None where the expectation says nothing that could be checked.

    One on an index that does not exist is kept: no screen will decide it, and the actor is told so.
    """
    element = None if item.index is None else screen.element(item.index)
    ref: ElementRef | None = None if element is None else ref_of(screen, element)
    if item.index is not None and element is None:
        ref = ElementRef("", f"element {item.index}")
    match item.type:
        case "text_visible":
            return TextVisible(item.text) if item.text else None
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


def _words(action: act.Action, screen: Screen) -> str:
    targets = act.targets_of(action)
    name = action.kind.replace("_", " ")
    if not targets or isinstance(targets[0], act.ByPoint):
        return name
    element = screen.element(targets[0].index)
    return name if element is None else f'{name} "{element.label}"'
