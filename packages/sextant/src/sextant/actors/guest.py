"""Adapts an external agent to the loop: it receives a view, and answers with an action."""

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
"""Most characters of all notes together; more would be a transcript."""


class GuestActor:
    """Asks a guest for every decision. Changes of its notes go into the decision's field `memory`.

    Its claim to be done, or of infeasibility, is accepted without evidence, and it is not asked again. An exception of
    the guest, and an answer that is no action, are raised as `ModelFault`: its own failure.
    """

    profile: Profile = "action-only"

    def __init__(self, guest: Guest, info: GuestTask) -> None:
        self._guest, self._info = guest, info
        self._begun, self._last, self._problem = False, "", ""
        self._claim: Answer | Status | None = None
        self._stored: Mapping[str, str] = {}
        self._offered: Mapping[str, str] = {}

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The guest's next action, or another one after an objection.

        Raises:
            MalformedOutput: The answer is no action.
            ModelFault: The guest raised.
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
        """Record the step's line; notes count once the decision that wrote them was executed or refused."""
        self._last = step_line(transition)
        if not transition.interrupt:
            self._stored = self._offered

    def snapshot(self) -> Json:
        return None

    def restore(self, state: Json) -> None:
        """Do nothing: a guest keeps its own state, and cannot be resumed."""

    def tokens(self) -> int | None:
        """Tokens that the guest reports; None where it does not report any."""
        reported = getattr(self._guest, "tokens", None)
        if not callable(reported):
            return None
        try:
            count: object = _asked("tokens", reported)
        except ModelFault:
            return None  # the task is over, and its figures stay valid
        return count if isinstance(count, int) and count >= 0 else None

    def _remembering(self, decision: Decision) -> Decision:
        """Add the changes of the guest's notes to the decision. Malformed notes are dropped."""
        notes = getattr(self._guest, "notes", None)
        if not callable(notes):
            return decision
        now = _asked("notes", lambda: _named(notes()))
        if now is None:
            return replace(decision, dropped_fields=("memory",))
        self._offered = now
        written = [{"id": name, "text": text} for name, text in now.items() if self._stored.get(name) != text]
        gone = [{"id": name} for name in self._stored if name not in now]
        return replace(decision, fields={"memory": [*gone, *written]}) if gone or written else decision


def shown(screen: Screen) -> Screen:
    """The screen for a guest: a copy without test ids, which models do not get either."""
    seen = screen.observation
    elements = tuple(_unmarked(element) for element in seen.elements)
    return replace(screen, observation=replace(seen, elements=elements, facts=dict(seen.facts)))


def _unmarked(element: Element) -> Element:
    return replace(element, test_id="") if element.test_id and element.label else element


def raised_in(error: BaseException) -> str:
    """An exception and its place in one line: `KeyError: 'x' (agent.py:12)`."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}{f': {text}' if text else ''}{where}"


def _asked(name: str, made: Callable[[], T]) -> T:
    """Call external code: whatever it raises is the guest's own failure."""
    try:
        return made()
    except ModelFault:
        raise
    except (Exception, SystemExit) as error:
        raise ModelFault(f"The agent failed in {name!r}: {raised_in(error)}.", "Correct it there.") from error


def _read(said: object, screen: Screen) -> Decision:
    """Parse an answer as a decision, by the schema for models.

    Raises:
        MalformedOutput: The errors of the answer.
    """
    from pydantic import ValidationError

    form = _form(said)
    try:
        value = _schema().model_validate({"action": form})
    except ValidationError as error:
        raise MalformedOutput(f"The action {_cut(form)} cannot be used: {_problems(error)}.", str(form)) from error
    return replace(as_decision(value, screen, lambda x, y, _: (x, y)), actor="guest")


def _form(said: object) -> object:
    """Convert an answer to plain data: a typed action, a mapping in either notation, or JSON text."""
    if inspect.isawaitable(said):
        if inspect.iscoroutine(said):
            said.close()
        raise MalformedOutput("'act' returned an awaitable.", remedy="Make it a plain function.")
    try:
        plain = asdict(said) if is_dataclass(said) and not isinstance(said, type) else said
        form: object = json.loads(plain if isinstance(plain, str) else json.dumps(plain, allow_nan=False))
        json.dumps(form, allow_nan=False)
        if isinstance(said, get_args(Action)) or _typed(form):
            return action_form(from_json(Action, json.dumps(form)))
    except (TypeError, ValueError, RecursionError) as error:
        text = " ".join(str(error).split())[:200]
        raise MalformedOutput(f"{_cut(said)} is not an action: {text}.", repr(said)) from error
    return form


def _typed(form: object) -> bool:
    """Whether a form is in the notation of typed actions, with `kind` where models use `type`."""
    return isinstance(form, Mapping) and "kind" in form and "type" not in form


def _cut(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 120 else f"{text[:119]}…"


def _problems(error: "ValidationError") -> str:
    problems: list[str] = []
    for item in error.errors(include_url=False, include_input=False)[:3]:
        where = ".".join(str(part) for part in item["loc"][1:])
        problems.append(f"{where}: {item['msg']}" if where else item["msg"])
    return "; ".join(problems)


@cache
def _schema() -> "type[BaseModel]":
    return decision_schema("action-only")


def _named(notes: object) -> dict[str, str] | None:
    """Notes by name; a note without a name is its own name. None where they are malformed."""
    found: dict[str, str] = {}
    match notes:
        case None:
            return found
        case str():
            found = {line: line for line in map(str.strip, notes.splitlines()) if line}
        case Mapping():
            pairs = cast("Mapping[object, object]", notes)
            found = {str(name): str(text) for name, text in pairs.items() if text not in (None, "")}
        case list() | tuple() | set() | frozenset():
            texts = cast("Sequence[object]", notes)
            if not all(isinstance(text, str) for text in texts):
                return None
            found = {str(text): str(text) for text in texts if text}
        case _:
            return None
    return found if sum(map(len, found.values())) <= _MAX_NOTES else None
