"""Somebody else's agent as an actor of the loop: it is shown what a model would be, and answers with an action."""

import inspect
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from sextant.errors import MalformedOutput, ModelFault
from sextant.prompts import action_form, as_decision, decision_schema, list_screen
from sextant.prompts.history import step_line
from sextant.protocols import Guest, GuestTask, GuestView
from sextant.types.actions import Action, Answer, Status
from sextant.types.codec import from_json
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Element, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

__all__ = ["GuestActor", "raised_in", "shown"]

T = TypeVar("T")

_MAX_NOTES = 200_000
"""Characters of all notes together; more is no memory but a transcript."""


class GuestActor:
    """Asks a guest for every decision. What it remembers goes into the decision's field `memory`, changes only.

    Where it says that it is done, or cannot be, it is taken at its word and not asked again, though nothing on the
    screen may show it. What a guest raises, and what it says that is no action, is a `ModelFault` with its words: a
    failure of its own.
    """

    profile: Profile = "action-only"

    def __init__(self, guest: Guest, info: GuestTask) -> None:
        self._guest, self._info = guest, info
        self._begun, self._last, self._problem = False, "", ""
        self._claim: Answer | Status | None = None
        self._kept: Mapping[str, str] = {}
        self._offered: Mapping[str, str] = {}

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The guest's next action, or another where something was objected to.

        Raises:
            MalformedOutput: It answered with something that is no action.
            ModelFault: It raised.
        """
        del rejected
        if self._claim is not None:
            return Decision(self._claim, brief.screen.digest, self._claim.kind, actor="guest")
        if not self._begun:
            _asked("start", lambda: self._guest.start(brief.task.goal, self._info))
            self._begun = True
        problem, self._problem = self._problem or " ".join(one.message for one in objections), ""
        left = max(0, self._info.max_steps - brief.step)
        view = GuestView(
            shown(brief.screen), list_screen(brief.screen, self.profile), brief.step, left, self._last, problem
        )
        said: object = _asked("act", lambda: self._guest.act(view))
        try:
            decision = _asked("act", lambda: _read(said, brief.screen))
        except MalformedOutput as error:
            self._problem = error.message
            raise
        self._claim = decision.action if isinstance(decision.action, Answer | Status) else None
        return self._remembering(decision)

    def observe(self, transition: Transition) -> None:
        """Keeps how the step is told; notes count once the decision that wrote them is carried out or refused."""
        self._last = step_line(transition)
        if not transition.interrupt:
            self._kept = self._offered

    def snapshot(self) -> Json:
        return None

    def restore(self, state: Json) -> None:
        """Nothing to take up: a guest keeps its own state, and cannot be resumed."""

    def tokens(self) -> int | None:
        """Tokens that the guest says it took; None where it does not say."""
        told = getattr(self._guest, "tokens", None)
        if not callable(told):
            return None
        try:
            count: object = _asked("tokens", told)
        except ModelFault:
            return None  # the task is over, and its figures stand
        return count if isinstance(count, int) and count >= 0 else None

    def _remembering(self, decision: Decision) -> Decision:
        """The decision with what the guest's notes say now and did not say before. Malformed notes are dropped."""
        told = getattr(self._guest, "notes", None)
        if not callable(told):
            return decision
        now = _asked("notes", lambda: _named(told()))
        if now is None:
            return replace(decision, dropped_fields=("memory",))
        self._offered = now
        written = [{"id": name, "text": text} for name, text in now.items() if self._kept.get(name) != text]
        gone = [{"id": name} for name in self._kept if name not in now]
        return replace(decision, fields={"memory": [*gone, *written]}) if gone or written else decision


def shown(screen: Screen) -> Screen:
    """The screen as a guest gets it: a copy without test ids, which models are not shown either."""
    seen = screen.observation
    elements = tuple(_unmarked(element) for element in seen.elements)
    return replace(screen, observation=replace(seen, elements=elements, facts=dict(seen.facts)))


def _unmarked(element: Element) -> Element:
    return replace(element, test_id="") if element.test_id and element.label else element


def raised_in(error: BaseException) -> str:
    """What was raised and where, in one line: `KeyError: 'x' (agent.py:12)`."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}{f': {text}' if text else ''}{where}"


def _asked(name: str, made: Callable[[], T]) -> T:
    """The boundary to code that is not ours: whatever it raises is the guest's own failure."""
    try:
        return made()
    except ModelFault:
        raise
    except (Exception, SystemExit) as error:
        raise ModelFault(f"The agent failed in {name!r}: {raised_in(error)}.", "Mend it there.") from error


def _read(said: object, screen: Screen) -> Decision:
    """The decision that an answer stands for, by the schema that models answer in.

    Raises:
        MalformedOutput: What is wrong with it.
    """
    from pydantic import ValidationError

    form = _form(said)
    try:
        value = _schema().model_validate({"action": form})
    except ValidationError as error:
        raise MalformedOutput(f"The action {_cut(form)} cannot be used: {_problems(error)}.", str(form)) from error
    return replace(as_decision(value, screen, lambda x, y, _: (x, y)), actor="guest")


def _form(said: object) -> object:
    """Plain data of an answer: typed, a mapping in either notation, or JSON text."""
    if inspect.isawaitable(said):
        if inspect.iscoroutine(said):
            said.close()
        raise MalformedOutput("'act' returned something to be awaited.", remedy="Make it a plain function.")
    try:
        plain = asdict(said) if is_dataclass(said) and not isinstance(said, type) else said
        form: object = json.loads(plain if isinstance(plain, str) else json.dumps(plain, allow_nan=False))
        json.dumps(form, allow_nan=False)
        if isinstance(said, get_args(Action)) or _typed(form):
            return action_form(from_json(Action, json.dumps(form)))
    except (TypeError, ValueError, RecursionError) as error:
        text = " ".join(str(error).split())[:200]
        raise MalformedOutput(f"{_cut(said)} is no action: {text}.", repr(said)) from error
    return form


def _typed(form: object) -> bool:
    """Whether it is in the notation of the typed actions, which say `kind` where models say `type`."""
    return isinstance(form, Mapping) and "kind" in form and "type" not in form


def _cut(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 120 else f"{text[:119]}…"


def _problems(error: "ValidationError") -> str:
    told: list[str] = []
    for item in error.errors(include_url=False, include_input=False)[:3]:
        where = ".".join(str(part) for part in item["loc"][1:])
        told.append(f"{where}: {item['msg']}" if where else item["msg"])
    return "; ".join(told)


@cache
def _schema() -> "type[BaseModel]":
    return decision_schema("action-only")


def _named(told: object) -> dict[str, str] | None:
    """Notes by name; a note without a name is its own. None where they are in no agreed form."""
    found: dict[str, str] = {}
    match told:
        case None:
            return found
        case str():
            found = {line: line for line in map(str.strip, told.splitlines()) if line}
        case Mapping():
            pairs = cast("Mapping[object, object]", told)
            found = {str(name): str(text) for name, text in pairs.items() if text not in (None, "")}
        case list() | tuple() | set() | frozenset():
            texts = cast("Sequence[object]", told)
            if not all(isinstance(text, str) for text in texts):
                return None
            found = {str(text): str(text) for text in texts if text}
        case _:
            return None
    return found if sum(map(len, found.values())) <= _MAX_NOTES else None
