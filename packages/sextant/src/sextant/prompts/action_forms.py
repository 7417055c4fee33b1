"""Actions as models write them: the forms with an example each, and the conversion to an `Action` and back."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field

from sextant.errors import MalformedOutput
from sextant.types import actions as act
from sextant.types.screens import Screen

__all__ = [
    "ACTIONS",
    "COMPACT_ACTIONS",
    "ActionForm",
    "CompactForm",
    "Convert",
    "Form",
    "FurtherForm",
    "TouchForm",
    "action_form",
    "action_of",
    "asks_for",
]

Convert = Callable[[float, float, Screen], tuple[float, float]]
"""A point in the model's own convention to the 0-1000 frame."""

Direction = Literal["up", "down", "left", "right"]
_Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
"""`[x, y]`; a list, since strict schemas know no tuples."""
_Says = Mapping[str, tuple[str, Mapping[str, Any]]]
"""By type: what the action does, and the arguments of its example."""


def asks_for(*names: str) -> Callable[[dict[str, Any]], None]:
    """Marks fields as required in the JSON schema, although an answer without them is still read."""

    def mark(schema: dict[str, Any]) -> None:
        given = [*schema.get("required", ()), *(name for name in names if name in schema["properties"])]
        schema["required"] = [name for name in schema["properties"] if name in given]

    return mark


class Form(BaseModel):
    """Base of what a model writes: further keys are ignored."""

    model_config = ConfigDict(extra="ignore", defer_build=True)


class _Action(Form):
    says: ClassVar[_Says] = {}


class _Spot(Form):
    index: int | None = Field(default=None, description="Index of the element.")
    at: _Pair | None = Field(default=None, description="Where inside the element, shares 0-1 of its box.")
    point: _Pair | None = Field(default=None, description="A point of the screen, if it has no element.")


class TouchForm(_Spot, _Action):
    """Always has a target; a scroll or a text without one is for the screen, or for the field with the cursor."""

    model_config = ConfigDict(json_schema_extra=asks_for("index"))


class _Click(TouchForm):
    says = {"click": ("Taps an element, or a point.", {"index": 3})}
    type: Literal["click"]


class _DoubleTap(TouchForm):
    says = {"double_tap": ("Taps twice.", {"index": 3})}
    type: Literal["double_tap"]


class _LongPress(TouchForm):
    says = {"long_press": ("Holds the finger down.", {"index": 3})}
    type: Literal["long_press"]


class _Drag(_Action):
    says = {"drag": ("Moves something from start to end.", {"start": {"index": 4}, "end": {"index": 9}})}
    type: Literal["drag"]
    start: _Spot
    end: _Spot


class _Swipe(_Spot, _Action):
    says = {
        "swipe": ("Moves the finger in this direction; distance: 0-1 of what moves.", {"direction": "left", "index": 5})
    }
    type: Literal["swipe"]
    direction: Direction
    distance: float | None = Field(default=None, gt=0, le=1, description="Share of the element, or screen, crossed.")


class _Scroll(_Spot, _Action):
    says = {"scroll": ("Shows what lies in this direction; distance: in screenfuls.", {"direction": "down"})}
    type: Literal["scroll"]
    direction: Direction
    distance: float | None = Field(default=None, gt=0, le=20, description="How far, in screenfuls.")


class _InputText(_Spot, _Action):
    says = {
        "input_text": (
            (
                "Types into a field, or into the one with the cursor; also sets a list, slider or wheel, and on web "
                "pages a date (2027-03-31)."
            ),
            {"index": 2, "text": "Milk"},
        )
    }
    type: Literal["input_text"]
    text: str = ""
    mode: Literal["replace", "append"] = "replace"
    secret: str = Field(default="", description="Name of a secret to type instead of text.")


class _Plain(_Action):
    says = {
        "keyboard_enter": ("Presses Enter in the field with the cursor.", {}),
        "navigate_back": ("Goes back one screen.", {}),
        "navigate_home": ("Goes to the start page.", {}),
        "recents": ("Shows the apps in use.", {}),
    }
    type: Literal["keyboard_enter", "navigate_back", "navigate_home", "recents"]


class _App(_Action):
    says = {
        "open_app": ("Opens an app.", {"name": "mail"}),
        "close_app": ("Closes an app.", {"name": "mail"}),
    }
    type: Literal["open_app", "close_app"]
    name: str


class _Wait(_Action):
    says = {"wait": ("Waits until the screen changes, at most so long.", {"seconds": 2})}
    type: Literal["wait"]
    seconds: float = Field(default=2.0, ge=0, le=30)


class _Answer(_Action):
    says = {"answer": ("Reports a value and ends the run.", {"text": "14:30"})}
    type: Literal["answer"]
    text: str


class _Status(_Action):
    says = {"status": ("Ends the run.", {"goal_status": "complete"})}
    type: Literal["status"]
    goal_status: Literal["complete", "infeasible"]
    reason: str = ""


class _Recall(_Action):
    says = {"recall": ("Shows older steps again, for one turn.", {"steps": [3, 4]})}
    type: Literal["recall"]
    steps: list[int] = Field(max_length=20)


class _HandOver(_Action):
    says = {"hand_over": ("Asks a person to act on the device.", {"reason": "solve the captcha"})}
    type: Literal["hand_over"]
    reason: str


class _Tap(_Action):
    """The click of the compact profile: an element and nothing else."""

    says = {"click": ("Taps an element.", {"index": 1})}
    type: Literal["click"]
    index: int = Field(ge=0)


class _Type(_Action):
    says = {"input_text": ("Types into a field.", {"index": 2, "text": "Milk"})}
    type: Literal["input_text"]
    index: int = Field(ge=0)
    text: str = Field(max_length=200)


class _Move(_Action):
    says = {"scroll": ("Shows what lies in this direction.", {"direction": "down"})}
    type: Literal["scroll"]
    direction: Direction


class _Back(_Action):
    says = {"navigate_back": ("Goes back one screen.", {})}
    type: Literal["navigate_back"]


class _Done(_Action):
    says = {"status": ("Ends the run.", {"goal_status": "complete"})}
    type: Literal["status"]
    goal_status: Literal["complete", "infeasible"]


class _Say(_Action):
    says = {"answer": ("Reports a value and ends the run.", {"text": "14:30"})}
    type: Literal["answer"]
    text: str = Field(max_length=200)


ACTIONS: tuple[type[_Action], ...] = (
    *(_Click, _DoubleTap, _LongPress, _Drag, _Swipe, _Scroll, _InputText, _Plain, _App),
    *(_Wait, _Answer, _Status, _Recall, _HandOver),
)
COMPACT_ACTIONS: tuple[type[_Action], ...] = (_Tap, _Type, _Move, _Back, _Done, _Say)

CompactForm = Annotated[_Tap | _Type | _Move | _Back | _Done | _Say, Field(discriminator="type")]

ActionForm = Annotated[
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

FurtherForm = Annotated[
    _Click | _DoubleTap | _LongPress | _Drag | _Swipe | _Scroll | _InputText | _Plain,
    Field(discriminator="type"),
]
"""What may follow the action of a decision without another look of the model: touches, texts and keys."""


def action_of(form: Any, screen: Screen, convert: Convert) -> act.Action:
    """The action of a form on that screen.

    Raises:
        MalformedOutput: A spot names neither an element nor a point.
    """
    match form:
        case _Tap() | _Type() | _Move() | _Back() | _Done() | _Say():
            return _compact(form, screen)
        case _Click() | _DoubleTap() | _LongPress():
            kind = {"click": act.Click, "double_tap": act.DoubleTap, "long_press": act.LongPress}[form.type]
            return kind(_target(form, screen, convert))
        case _Drag():
            return act.Drag(_target(form.start, screen, convert), _target(form.end, screen, convert))
        case _Swipe():
            return act.Swipe(form.direction, _maybe_target(form, screen, convert), form.distance)
        case _Scroll():
            return act.Scroll(form.direction, _maybe_target(form, screen, convert), form.distance)
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


def action_form(action: act.Action) -> dict[str, Any]:
    """The action as a model writes it: `{"type": "click", "index": 3}`."""
    form: dict[str, Any] = {"type": action.kind}
    match action:
        case act.Click() | act.DoubleTap() | act.LongPress():
            return form | _spot(action.target)
        case act.Drag():
            return form | {"start": _spot(action.start), "end": _spot(action.end)}
        case act.Swipe() | act.Scroll():
            far = {} if action.distance is None else {"distance": action.distance}
            return form | _spot(action.target) | {"direction": action.direction} | far
        case act.InputText():
            form |= _spot(action.target) | ({"secret": action.secret} if action.secret else {"text": action.text})
            return form | ({"mode": "append"} if action.mode == "append" else {})
        case act.KeyboardEnter() | act.NavigateBack() | act.NavigateHome() | act.Recents():
            return form
        case act.OpenApp() | act.CloseApp():
            return form | {"name": action.name}
        case act.Wait():
            return form | {"seconds": action.seconds}
        case act.Answer():
            return form | {"text": action.text}
        case act.Status():
            return form | {"goal_status": action.goal_status} | ({"reason": action.reason} if action.reason else {})
        case act.Recall():
            return form | {"steps": list(action.steps)}
        case act.HandOver():
            return form | {"reason": action.reason}
        case _:
            assert_never(action)


def _spot(target: act.Target | None) -> dict[str, Any]:
    match target:
        case None:
            return {}
        case act.ByIndex():
            return {"index": target.index}
        case act.ByRelative():
            return {"index": target.index, "at": [target.x, target.y]}
        case act.ByPoint():
            return {"point": [target.x, target.y]}
        case _:
            assert_never(target)
