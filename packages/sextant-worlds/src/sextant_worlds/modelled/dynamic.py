"""The dynamic tester: walks the guideline in the running page and answers only after every fact was on screen."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from sextant.errors import DeviceFault, ModelFault
from sextant.protocols import Device, Model
from sextant.types.actions import Gesture, PressKey, ScrollBy, Tap, TypeText
from sextant.types.screens import Element, Observation
from sextant_worlds.modelled.forms import AuthoredTask, WalkStep
from sextant_worlds.modelled.prompts import walk_prompt
from sextant_worlds.rules.base import Break
from sextant_worlds.truth.patterns import pattern_passes

Opener = Callable[[str], Device]
"""A device, not yet open, that shows the given HTML without any network and within time and memory bounds."""

_HANDED = re.compile(r"handed in:\s*(.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trial:
    """How one walk went. `steps` says what was done, a line each."""

    breaks: tuple[Break, ...]
    steps: tuple[str, ...]
    answer: str = ""


def walk(task: AuthoredTask, html: str, tester: Model, open_page: Opener, max_steps: int = 60) -> Trial:
    """Walks the page with a model. What the page or the device does wrong is a break, never an exception."""
    device = open_page(html)
    walker = _Walker(task, tester, device, max_steps)
    try:
        device.open()
        return walker.go()
    except DeviceFault as error:
        return Trial((Break("page-runs", "html", f"the page does not run: {error.message}"),), tuple(walker.done))
    except ModelFault as error:
        return Trial((Break("tester", "the tester", f"gave no usable step: {error.message}"),), tuple(walker.done))
    finally:
        device.close()


class _Walker:
    def __init__(self, task: AuthoredTask, tester: Model, device: Device, max_steps: int) -> None:
        self._task, self._tester, self._device, self._max = task, tester, device, max_steps
        self._notes: list[str] = []
        self._shown: set[str] = set()
        self.done: list[str] = []

    def go(self) -> Trial:
        seen = self._look()
        if not seen.elements:
            return self._ended("page-runs", "html", f"the page shows nothing ({seen.condition})")
        for _ in range(self._max):
            step = self._ask(seen)
            if step.note:
                self._notes.append(step.note)
            if step.action == "stop":
                break
            gesture = _gesture(step, seen)
            if gesture is None:
                self.done.append(f"{step.action} {step.test_id or step.index}: there is no such element on the screen")
                continue
            if _hands_in(step, seen) and (unseen := self._unseen()):
                told = ", ".join(f"{fact!r}" for fact in unseen)
                return self._ended("facts-seen", "guideline", f"leads to the answer before {told} was on the screen")
            self._device.perform(gesture)
            self.done.append(f"{step.action} {step.test_id or step.index} {step.text}".rstrip())
            seen = self._look()
            if (answer := _handed_in(seen)) is not None:
                return self._judged(answer)
        return self._ended("finishes", "guideline", f"nothing was handed in within {len(self.done)} steps")

    def _look(self) -> Observation:
        seen = self._device.look(picture=False)
        text = _flat(" ".join(f"{e.text} {e.name} {e.value}" for e in seen.elements if e.visibility != "offscreen"))
        self._shown |= {fact.id for fact in self._task.facts if _flat(fact.value) in text}
        return seen

    def _unseen(self) -> list[str]:
        return [fact.id for fact in self._task.facts if fact.id not in self._shown]

    def _ask(self, seen: Observation) -> WalkStep:
        task = self._task
        prompt = walk_prompt(
            _without_values(task), task.final_action.required_output_format, self.done[-30:], self._notes, listing(seen)
        )
        value = self._tester.ask(prompt, WalkStep).value
        if not isinstance(value, WalkStep):
            raise AssertionError("a model answers in the schema it was given")
        return value

    def _judged(self, answer: str) -> Trial:
        if not pattern_passes(self._task.grading.pass_regex, answer):
            gold = self._task.truth_gold
            return self._ended(
                "answer", "html", f"walking the guideline gives {answer!r}, the gold is {gold!r}", answer
            )
        return Trial((), tuple(self.done), answer)

    def _ended(self, rule: str, where: str, message: str, answer: str = "") -> Trial:
        return Trial((Break(rule, where, message),), tuple(self.done), answer)


def listing(seen: Observation) -> str:
    """The screen for a tester: index, test id, role and label of what can be seen."""
    lines = [f"{seen.title} ({seen.condition})"]
    for element in seen.elements:
        if element.visibility == "offscreen" or not (element.label or element.interactable):
            continue
        mark = f" testid={element.test_id}" if element.test_id else ""
        value = f" = {element.value!r}" if element.value and element.value != element.label else ""
        lines.append(f"[{element.index}]{mark} {element.role} {element.label!r}{value}")
    if seen.scroll.below > 1:
        lines.append("(there is more below)")
    return "\n".join(lines)


def _without_values(task: AuthoredTask) -> str:
    """The guideline as a walker gets it: the values are what it has to find."""
    text = task.guideline
    for value in sorted({task.truth_gold, *(fact.value for fact in task.facts)}, key=len, reverse=True):
        text = text.replace(value, "[to be found]")
    return text


def _gesture(step: WalkStep, seen: Observation) -> Gesture | None:
    match step.action:
        case "scroll_down":
            return ScrollBy("down")
        case "scroll_up":
            return ScrollBy("up")
        case "back":
            return PressKey("back")
        case "tap":
            target = _target(step, seen)
            return None if target is None else Tap(target.box.centre)
        case "type":
            target = _target(step, seen)
            return None if target is None else TypeText(step.text, target.box.centre)
        case "stop":
            return None


def _target(step: WalkStep, seen: Observation) -> Element | None:
    for element in seen.elements:
        if step.test_id and element.test_id == step.test_id:
            return element
    return next((element for element in seen.elements if element.index == step.index and not step.test_id), None)


def _hands_in(step: WalkStep, seen: Observation) -> bool:
    target = _target(step, seen)
    return target is not None and target.test_id in ("answer-submit", "answer-input")


def _handed_in(seen: Observation) -> str | None:
    for element in seen.elements:
        if element.test_id == "result" and (found := _HANDED.search(element.text or element.name)):
            return found.group(1).strip()
    return None


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()
