"""Chooses one action from an instruction and a screen's listing, by reading alone."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sextant_worlds.actors.brief_text import BriefText, ListedElement, said_gone, squeezed
from sextant_worlds.instructions import (
    AddInstruction,
    AnswerInstruction,
    ChooseInstruction,
    FindInstruction,
    FinishInstruction,
    GiveUpInstruction,
    GotoInstruction,
    HoldInstruction,
    Instruction,
    LookInstruction,
    OpenInstruction,
    OrderInstruction,
    PressInstruction,
    TapInstruction,
    TouchCellInstruction,
    TypeInstruction,
    WaitInstruction,
    phrase,
)

__all__ = ["FollowerMove", "carry_out", "done_already", "ground", "next_line"]

Values = Callable[[str], str]
"""The value of a slot; empty where it is not known (any more)."""

_CLOSE = re.compile(
    r"^(?:close|not now|no,? thanks|later|maybe later|dismiss|skip|ok|okay|got it|cancel|×|x"
    r"|关闭|以后再说|稍后|不了|不用了|知道了|忽略|跳过|好|好的|取消|暂不)$",
    re.IGNORECASE,
)
_FIELDS = ("textbox", "searchbox", "spinbutton", "combobox")
_PATIENCE = 4
_KEYS = {"enter": "keyboard_enter", "back": "navigate_back", "home": "navigate_home", "recents": "recents"}


@dataclass(frozen=True)
class FollowerMove:
    """One action in the model's own form; `whole` where it carries its instruction out."""

    action: Mapping[str, Any]
    what: str
    whole: bool = False
    line: int = 0
    expect: Sequence[Mapping[str, Any]] = field(default_factory=tuple[Mapping[str, Any], ...])

    @property
    def does(self) -> str:
        """As the history will tell it."""
        if not self.line:
            return self.what
        return f"line {self.line}: {self.what}" if self.whole else f"line {self.line}, under way: {self.what}"


def next_line(
    brief: BriefText, values: Values, here: Callable[[FindInstruction | LookInstruction], bool]
) -> tuple[int, tuple[int, ...]]:
    """The instruction that needs an action now, and those passed on the way: remembered, decided, worked out."""
    at, passed = brief.position, list[int]()
    for _ in range(200):
        line = brief.instructions.get(at)
        match line:
            case FindInstruction() | LookInstruction():
                if not here(line) and len(brief.tries) < _PATIENCE:
                    return at, tuple(passed)
                passed.append(at)
                at += 1
            case AddInstruction() | OrderInstruction():
                passed.append(at)
                at += 1
            case ChooseInstruction(slot, value, then, otherwise):
                passed.append(at)
                at = then if values(slot).strip().casefold() == value.strip().casefold() else otherwise
            case GotoInstruction(target):
                passed.append(at)
                at = target
            case TapInstruction(label, row) if done_already(brief, label, row):
                passed.append(at)
                at += 1
            case WaitInstruction(label):
                if ground(brief.elements, label) is None and len(brief.tries) < _PATIENCE * 2:
                    return at, tuple(passed)
                passed.append(at)
                at += 1
            case _:
                return at, tuple(passed)
    return at, tuple(passed)


def carry_out(brief: BriefText, number: int, values: Values, trusting: bool = False) -> FollowerMove:
    """The action for an instruction on this screen, or what has to be done first.

    `trusting` does not look whether what was typed is still there, unless the brief says that it is gone.
    """
    line = brief.instructions.get(number)
    lost = _lost(brief, number, values, trusting)
    if lost is not None:
        return lost
    match line:
        case None | FinishInstruction():
            return FollowerMove({"type": "status", "goal_status": "complete"}, "say that it is done")
        case AnswerInstruction(slot):
            return FollowerMove({"type": "answer", "text": values(slot) or "unknown"}, "give the answer")
        case GiveUpInstruction():
            return FollowerMove({"type": "status", "goal_status": "infeasible"}, "say that it cannot be done")
        case OpenInstruction(app):
            return _open(brief, number, app, line)
        case TapInstruction(label, row) | HoldInstruction(label, row):
            found = ground(brief.elements, label, row, avoid=_FIELDS)
            kind = "click" if isinstance(line, TapInstruction) else "long_press"
            return _on(brief, number, line, found, {"type": kind})
        case TypeInstruction(text, name):
            return _on(brief, number, line, _field(brief, name), {"type": "input_text", "text": _said(text, values)})
        case PressInstruction(key):
            return FollowerMove({"type": _KEYS[key]}, phrase(line), True, number)
        case TouchCellInstruction():
            return _board(brief, number, line)
        case WaitInstruction():
            return FollowerMove({"type": "wait", "seconds": 1.0}, "wait for it", False, number)
        case _:
            return _search(brief, number, None)


def _said(text: str, values: Values) -> str:
    return re.sub(r"\{([A-Z][A-Z0-9]*)\}", lambda slot: values(slot[1]) or "unknown", text)


def _field(brief: BriefText, name: str) -> ListedElement | None:
    fields = [seen for seen in brief.elements if seen.role in _FIELDS]
    return ground(fields, name) or (fields[0] if len(fields) == 1 else None)


def _lost(brief: BriefText, number: int, values: Values, trusting: bool) -> FollowerMove | None:
    """What was typed just before is gone from its field: it is typed again, before anything is sent."""
    for at in range(number - 1, 0, -1):
        line = brief.instructions.get(at)
        if not isinstance(line, TypeInstruction):
            return None
        if trusting and not said_gone(brief, line.field, _said(line.text, values)):
            continue
        found = _field(brief, line.field)
        tried = any("type again" in item.what for item in brief.tries)
        if found is not None and found.touchable and not found.value and "password" not in found.states and not tried:
            action = {"type": "input_text", "text": _said(line.text, values), "index": found.index}
            return FollowerMove(action, f"type again into {found.label}", False, number)
    return None


def done_already(brief: BriefText, label: str, row: str) -> bool:
    """Whether a touch would change nothing: the tab is the one shown, or two touches had no effect."""
    if sum(1 for item in brief.tries if item.whole and item.verdict == "no change") >= 2:
        return brief.tries[-1].line == brief.position and len(brief.tries) < 3
    found = ground(brief.elements, label, row)
    return found is not None and found.role == "tab" and "selected" in found.states and found.touchable


def ground(
    elements: Sequence[ListedElement], label: str, row: str = "", avoid: Sequence[str] = ()
) -> ListedElement | None:
    """The element that is called so: exactly, else by its beginning, else by containing it; one in sight first."""
    wanted, begins = squeezed(label), squeezed(row)
    pool = elements
    if begins:
        start = next((at for at, seen in enumerate(elements) if seen.label == begins), None)
        if start is None:
            start = next((at for at, seen in enumerate(elements) if seen.label.startswith(begins[:24])), None)
        pool = elements[start + 1 :] if start is not None else elements
        return next((seen for seen in pool if seen.label == wanted), None)
    tests: tuple[Callable[[ListedElement], bool], ...] = (
        lambda seen: wanted in (seen.label, seen.text) and seen.control,
        lambda seen: wanted in (seen.label, seen.text),
        lambda seen: seen.control and (seen.label.startswith(wanted) or seen.text.startswith(wanted)),
        lambda seen: seen.control and wanted in seen.label,
    )
    for test in tests:
        found = [seen for seen in pool if test(seen)]
        if found:
            found = [seen for seen in found if seen.role not in avoid] or found
            return next((seen for seen in found if seen.touchable), found[0])
    return None


def _open(brief: BriefText, number: int, app: str, line: Instruction) -> FollowerMove:
    fresh = not brief.last or brief.last.endswith("go home")
    found = ground(brief.elements, app) if fresh else None
    if found is None:
        if brief.last.endswith("go home"):
            return _search(brief, number, None)
        return FollowerMove({"type": "navigate_home"}, "go home", False, number)
    return _on(brief, number, line, found, {"type": "click"})


def _on(
    brief: BriefText, number: int, line: Instruction, found: ListedElement | None, action: Mapping[str, Any]
) -> FollowerMove:
    if found is not None and found.touchable:
        return FollowerMove({**action, "index": found.index}, phrase(line), True, number)
    if found is not None and "disabled" in found.states and len(brief.tries) < _PATIENCE:
        return FollowerMove({"type": "wait", "seconds": 1.0}, "wait", False, number)
    return _search(brief, number, found)


def _search(brief: BriefText, number: int, found: ListedElement | None) -> FollowerMove:
    """Closes what is in the way, scrolls to it, waits for it, and in the end begins the app again."""
    way = _in_the_way(brief.elements)
    if way is not None:
        return FollowerMove({"type": "click", "index": way.index}, f"close {way.label}", False, number)
    scrolled = [item.what for item in brief.tries if "scroll" in item.what]
    if found is not None and "out of view" in found.states:
        up = _lies_above(brief.elements, found)
        return FollowerMove({"type": "scroll", "direction": "up" if up else "down"}, "scroll to it", False, number)
    if found is not None and "covered" in found.states and len(scrolled) < _PATIENCE:
        return FollowerMove({"type": "scroll", "direction": "down"}, "scroll from under it", False, number)
    alone = _only_button(brief.elements)
    if alone is not None and not any("press" in item.what for item in brief.tries[-2:]):
        return FollowerMove({"type": "click", "index": alone.index}, f"press {alone.label}", False, number)
    if found is None and brief.more_below and len(scrolled) < 12:
        return FollowerMove({"type": "scroll", "direction": "down"}, "scroll on", False, number)
    if found is None and brief.more_above and len(scrolled) < 24:
        return FollowerMove({"type": "scroll", "direction": "up"}, "scroll back up", False, number)
    if sum(1 for item in brief.tries if "wait" in item.what) < _PATIENCE:
        return FollowerMove({"type": "wait", "seconds": 1.0}, "wait", False, number)
    return _again(brief, number)


def _again(brief: BriefText, number: int) -> FollowerMove:
    """Lost: the app is opened anew, and its instructions are followed from there."""
    if sum(1 for item in brief.tries if "go back" in item.what) < 1 and any(seen.control for seen in brief.elements):
        return FollowerMove({"type": "navigate_back"}, "go back", False, number)
    back = max(
        (at for at, line in brief.instructions.items() if at <= number and isinstance(line, OpenInstruction)), default=0
    )
    line = brief.instructions.get(back)
    if not isinstance(line, OpenInstruction):
        return FollowerMove({"type": "navigate_back"}, "go back", False, number)
    found = ground(brief.elements, line.app)
    homed = any("go home" in item.what for item in brief.tries[-_PATIENCE - 2 :])
    if homed and found is not None and found.touchable:
        return FollowerMove({"type": "click", "index": found.index}, phrase(line), True, back)
    return FollowerMove({"type": "navigate_home"}, "go home", False, number)


def _board(brief: BriefText, number: int, line: TouchCellInstruction) -> FollowerMove:
    found = ground(brief.elements, line.board)
    if found is None or not found.touchable:
        return _search(brief, number, found)
    rows, columns = line.rows or max(line.row, 4), line.columns or max(line.column, 4)
    at = [(line.column - 0.5) / columns, (line.row - 0.5) / rows]
    return FollowerMove({"type": "click", "index": found.index, "at": at}, phrase(line), True, number)


def _in_the_way(elements: Sequence[ListedElement]) -> ListedElement | None:
    """What closes a dialog that lies over the rest."""
    start = next((at for at in range(len(elements) - 1, -1, -1) if elements[at].role == "dialog"), None)
    if start is None:
        return None
    inside = [seen for seen in elements[start + 1 :] if seen.depth > elements[start].depth and seen.control]
    inside = [seen for seen in inside if seen.touchable]
    return next((seen for seen in inside if _CLOSE.match(seen.label)), inside[-1] if inside else None)


def _only_button(elements: Sequence[ListedElement]) -> ListedElement | None:
    """The one thing a screen lets touch: a locked session."""
    controls = [seen for seen in elements if seen.control and seen.touchable]
    return controls[0] if len(controls) == 1 and controls[0].role == "button" and len(elements) > 1 else None


def _lies_above(elements: Sequence[ListedElement], found: ListedElement) -> bool:
    level = [seen for seen in elements if seen.depth == found.depth and "out of view" not in seen.states]
    return bool(level) and found.index < level[0].index
