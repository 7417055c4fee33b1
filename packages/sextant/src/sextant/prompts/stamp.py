"""STAMP's form of a decision: Action, Memory and one tool call, written as text (its system prompt, table 15).

The form is the paper's, the words are ours. The tool is a phone's: click, long_press, swipe, type, system_button, open,
wait, answer, terminate; a target is a coordinate or the index of an element.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, Field

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.types import actions as act
from sextant.types.decisions import Decision
from sextant.types.screens import Screen

__all__ = ["MEMORY", "STAMP_FORM", "Stamped", "stamp_text"]

MEMORY = "memory"
"""The namespace under which a decision keeps what was written into Memory."""
TOOL = "mobile_use"
_LONGEST_ACTION = 500
_LONGEST_MEMORY = 4000
_REMEMBER = "; remember: "
"""What parts the action from what is remembered, where a step is told."""
_TOP = 999
_NOTHING = frozenset({"", "none", "nothing", "n/a", "empty", "-", "无"})
_CALL = re.compile(r"<tool_call>")
_PART = re.compile(r"^[ \t*#]*(Action|Memory)[ \t*]*[:：][ \t*]*", re.MULTILINE | re.IGNORECASE)
_BUTTONS: Mapping[str, str] = {
    "back": "navigate_back",
    "home": "navigate_home",
    "enter": "keyboard_enter",
    "menu": "recents",
    "recents": "recents",
}

STAMP_FORM = f"""\
Answer with exactly three parts, in this order, and nothing else:
Action: what to do now, one short imperative
Memory: what this screen shows that a later step or the answer needs, as "what it is: value", word for word, one a line;
None where there is nothing
<tool_call>
{{"name": "{TOOL}", "arguments": {{"action": "click", "index": 3}}}}
</tool_call>

The arguments of {TOOL}, one action a turn
- {{"action": "click", "coordinate": [x, y]}}, and long_press likewise. Coordinates run from 0 to {_TOP}, from the top
  left corner. "index": n in place of "coordinate" names an element by the number in its brackets.
- {{"action": "swipe", "coordinate": [x, y], "coordinate2": [x2, y2]}}: the finger goes from the first to the second;
  what is under it moves along. Or {{"action": "swipe", "direction": "up"}}, with an index for one list.
- {{"action": "type", "text": "…", "index": n}}: into that field, or into the one that has the cursor.
- {{"action": "system_button", "button": "Back"}}: Back, Home, Enter or Recents.
- {{"action": "open", "text": "…"}}: the app of that name. {{"action": "wait", "time": 2}}: seconds.
- {{"action": "answer", "text": "…"}}: the value that was asked for.
- {{"action": "terminate", "status": "success"}}: the screen shows that the goal is reached; "failure": it cannot be."""


class Stamped(BaseModel):
    """Base of the form. What counts is the one tool call: a part that is missing beside it is dropped and told."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    wanted: ClassVar[str] = "Action, Memory and exactly one <tool_call>, in this order, and nothing else"
    does: str = Field(default="", max_length=_LONGEST_ACTION, description="What to do now, one short imperative.")
    remembered: str | None = Field(
        default="", max_length=_LONGEST_MEMORY, description="What of this screen is needed later; null: left out."
    )

    @classmethod
    def read_text(cls, text: str) -> Self:
        """The decision that a text holds.

        Raises:
            ValueError: It holds no tool call or several, or one that is none of the agreed actions.
        """
        found = _parts(text)
        return cls.model_validate(
            {"does": found.action, "remembered": found.memory, "action": _action(found.call, found.action)}
        )

    @property
    def told(self) -> str:
        """The action in words with what is remembered, as the history tells a step; empty where no words were said."""
        noted = "; ".join(filter(None, map(str.strip, (self.remembered or "").splitlines())))
        return f"{self.does}{_REMEMBER}{noted}" if self.does and noted else self.does

    @property
    def kept_fields(self) -> dict[str, Any]:
        """What was written into Memory, as guides read it."""
        return {MEMORY: {"remember": self.remembered}} if self.remembered else {}


def stamp_text(decision: Decision, screen: Screen, words: str) -> str:
    """The decision as text in this form; `words` where it has no description.

    Raises:
        UsageError: The tool has no such action.
    """
    action, _, noted = decision.description.partition(_REMEMBER)
    kept = decision.fields.get(MEMORY)
    if isinstance(kept, Mapping):
        noted = str(cast("Mapping[str, Any]", kept).get("remember", ""))
    call = json.dumps({"name": TOOL, "arguments": _arguments(decision.action, screen)}, ensure_ascii=False)
    action = " ".join((action or words).split())[:_LONGEST_ACTION]
    memory = _CALL.sub("", noted).strip()[:_LONGEST_MEMORY] or "None"
    return f"Action: {action}\nMemory: {memory}\n<tool_call>\n{call}\n</tool_call>"


@dataclass(frozen=True, slots=True)
class _Parts:
    action: str
    memory: str | None
    call: Mapping[str, Any]


def _parts(text: str) -> _Parts:
    """The three parts; Memory is None where it is missing."""
    calls = list(_CALL.finditer(text))
    if len(calls) != 1:
        raise ValueError("it holds no <tool_call>" if not calls else f"it holds {len(calls)} tool calls; give one")
    head = text[: calls[0].start()]
    marks = list(_PART.finditer(head))
    told: dict[str, str] = {}
    ends = [*(mark.start() for mark in marks[1:]), len(head)]
    for mark, end in zip(marks, ends, strict=False):
        body = head[mark.end() : end].strip()
        told.setdefault(mark[1].casefold(), body)
    memory = told.get("memory")
    if memory is not None:
        memory = "" if memory.casefold().rstrip(".") in _NOTHING else memory[:_LONGEST_MEMORY]
    return _Parts(" ".join(told.get("action", "").split())[:_LONGEST_ACTION], memory, _call(text[calls[0].end() :]))


def _call(text: str) -> Mapping[str, Any]:
    """The arguments of the call, including its action."""
    start = text.find("{")
    if start == -1 or text[:start].strip():
        raise ValueError("its <tool_call> holds no JSON object")
    try:
        found, _ = json.JSONDecoder().raw_decode(text, start)
        call = _object(found)
        arguments = call.get("arguments", {})
        given = _object(json.loads(arguments) if isinstance(arguments, str) else arguments)
    except RecursionError as error:
        raise ValueError("its <tool_call> is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"its <tool_call> is not valid JSON: {error}") from error
    return given if "action" in given else {**given, "action": call.get("name", "")}


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError('its <tool_call> has to be {"name": …, "arguments": {…}}')
    return cast("Mapping[str, Any]", value)


def _action(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    """The call as an action form, not yet validated."""
    name = call.get("action")
    reader = _READERS.get(name) if isinstance(name, str) else None
    if reader is None:
        raise ValueError(f"there is no action {name!r}; choose one of {', '.join(_READERS)}")
    return reader(call, told)


def _touching(kind: str) -> Callable[[Mapping[str, Any], str], dict[str, Any]]:
    def read(call: Mapping[str, Any], told: str) -> dict[str, Any]:
        del told
        spot = _spot(call)
        if not spot:
            raise ValueError(f"{kind} needs a coordinate or an index")
        return {"type": kind, **spot}

    return read


def _swipe(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    if "direction" in call:
        return {"type": "swipe", "direction": call["direction"], **_spot(call)}
    start, end = _point(call.get("coordinate")), _point(call.get("coordinate2"))
    if start is None or end is None or start == end:
        raise ValueError("swipe needs two different coordinates, or a direction")
    across, along = end[0] - start[0], end[1] - start[1]
    sideways = abs(across) > abs(along)
    direction = ("right" if across > 0 else "left") if sideways else ("down" if along > 0 else "up")
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2  # a path lies around its point
    distance = min(1.0, max(abs(across), abs(along)) / _TOP)
    return {"type": "swipe", "direction": direction, "point": middle, "distance": distance}


def _type(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    return {"type": "input_text", "text": call.get("text"), **_spot(call)}


def _button(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    button = str(call.get("button", "")).casefold()
    if button not in _BUTTONS:
        raise ValueError(f"there is no button {call.get('button')!r}; choose Back, Home, Enter or Recents")
    return {"type": _BUTTONS[button]}


def _open(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    return {"type": "open_app", "name": call.get("text", call.get("name"))}


def _wait(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    return {"type": "wait", **({"seconds": call["time"]} if "time" in call else {})}


def _answer(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    del told
    return {"type": "answer", "text": call.get("text")}


def _terminate(call: Mapping[str, Any], told: str) -> dict[str, Any]:
    match call.get("status"):
        case "success":
            return {"type": "status", "goal_status": "complete"}
        case "failure":
            return {"type": "status", "goal_status": "infeasible", "reason": told}
        case other:
            raise ValueError(f"terminate needs the status success or failure, not {other!r}")


_READERS: Mapping[str, Callable[[Mapping[str, Any], str], dict[str, Any]]] = {
    "click": _touching("click"),
    "long_press": _touching("long_press"),
    "swipe": _swipe,
    "type": _type,
    "system_button": _button,
    "open": _open,
    "wait": _wait,
    "answer": _answer,
    "terminate": _terminate,
}


def _spot(call: Mapping[str, Any]) -> dict[str, Any]:
    if "index" in call:
        return {"index": call["index"]}
    point = _point(call.get("coordinate"))
    return {} if point is None else {"point": point}


def _point(given: object) -> tuple[float, float] | None:
    if given is None:
        return None
    shown = json.dumps(given)[:40]
    pair = cast("list[Any]", given) if isinstance(given, list) else []
    if len(pair) != 2 or not all(isinstance(part, int | float) and part >= 0 for part in pair):
        raise ValueError(f"a coordinate is [x, y], not {shown}")
    return float(pair[0]), float(pair[1])


# -- from a decision to its text


def _arguments(action: act.Action, screen: Screen) -> dict[str, Any]:
    match action:
        case act.Click() | act.LongPress():
            return {"action": action.kind, **_target(action.target, screen)}
        case act.Swipe():
            return {"action": "swipe", "direction": action.direction, **_target(action.target, screen)}
        case act.Scroll():
            return {"action": "swipe", "direction": act.OPPOSITE[action.direction], **_target(action.target, screen)}
        case act.InputText(mode="replace", secret=""):
            return {"action": "type", "text": action.text, **_target(action.target, screen)}
        case act.NavigateBack() | act.NavigateHome() | act.KeyboardEnter() | act.Recents():
            button = next(name for name, kind in _BUTTONS.items() if kind == action.kind and name != "menu")
            return {"action": "system_button", "button": button.capitalize()}
        case act.OpenApp():
            return {"action": "open", "text": action.name}
        case act.Wait():
            return {"action": "wait", "time": action.seconds}
        case act.Answer():
            return {"action": "answer", "text": action.text}
        case act.Status():
            return {"action": "terminate", "status": "success" if action.goal_status == "complete" else "failure"}
        case _:
            raise UsageError(
                f"The profile 'stamp' cannot say the action {action.kind!r}.", "Choose the profile 'full'."
            )


def _target(target: act.Target | None, screen: Screen) -> dict[str, Any]:
    match target:
        case None:
            return {}
        case act.ByIndex():
            return {"index": target.index}
        case act.ByPoint():
            return {"coordinate": _within(target.x, target.y)}
        case act.ByRelative():
            element = screen.element(target.index)
            if element is None:
                raise UsageError(f"There is no element {target.index} on the screen.", "Name one that is there.")
            return {"coordinate": _within(*element.box.at(target.x, target.y).normalised(screen.size))}


def _within(x: float, y: float) -> list[int]:
    return [min(_TOP, max(0, round(x))), min(_TOP, max(0, round(y)))]
