"""From a wish to a world that is proven: author, rules, static check, walk, repair, until nothing is wrong."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from pydantic import BaseModel

from sextant.errors import MalformedOutput, UsageError
from sextant.protocols import Model, Prompt
from sextant_worlds.modelled.dynamic import Opener, walk
from sextant_worlds.modelled.forms import AuthoredPage, AuthoredTask, RepairedWorld, StaticVerdict
from sextant_worlds.modelled.prompts import listed, page_prompt, repair_prompt, static_prompt, task_prompt
from sextant_worlds.modelled.static import page_breaks, task_breaks
from sextant_worlds.rules.base import Break

F = TypeVar("F", bound=BaseModel)
Stage = Literal["task", "page", "static", "dynamic", "repair"]


@dataclass(frozen=True, slots=True)
class Roles:
    """Which model does what; one may do all."""

    author: Model
    page_author: Model
    checker: Model
    tester: Model
    repairer: Model


@dataclass(frozen=True, slots=True)
class WorldWish:
    """What kind of world is wanted, and how much may be spent on it."""

    text: str
    max_drafts: int = 3
    max_repairs: int = 4
    max_steps: int = 60


@dataclass(frozen=True, slots=True)
class AuthoringEvent:
    """One stage of the making: what was found, or what was done about it."""

    stage: Stage
    breaks: tuple[Break, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class AuthoringTrace:
    """How a world came about, stage by stage."""

    events: tuple[AuthoringEvent, ...] = ()

    @property
    def repairs(self) -> tuple[str, ...]:
        """The strategy of each repair, in order."""
        return tuple(event.note for event in self.events if event.stage == "repair")


@dataclass(frozen=True, slots=True)
class ModelWorld:
    """An admitted world: the task, the page as the model wrote it, what the checkers noted, and how it came about."""

    task: AuthoredTask
    html: str
    key_notes: tuple[str, ...]
    trace: AuthoringTrace


class WorldNotAdmittedError(UsageError):
    """No version passed; `breaks` are those of the last one, `trace` tells all."""

    def __init__(self, breaks: Sequence[Break], trace: AuthoringTrace) -> None:
        super().__init__(f"The world was not admitted:\n{listed(breaks)}", "Try again, or with a stronger model.")
        self.breaks, self.trace = tuple(breaks), trace


@dataclass(slots=True)
class _Making:
    roles: Roles
    wish: WorldWish
    open_page: Opener
    report: Callable[[AuthoringEvent], None]
    events: list[AuthoringEvent] = field(default_factory=list[AuthoringEvent])

    def note(self, event: AuthoringEvent) -> None:
        self.events.append(event)
        self.report(event)

    def trace(self) -> AuthoringTrace:
        return AuthoringTrace(tuple(self.events))


def _quiet(event: AuthoringEvent) -> None:
    del event


def author_world(
    roles: Roles, wish: WorldWish, open_page: Opener, report: Callable[[AuthoringEvent], None] = _quiet
) -> ModelWorld:
    """A world written by models, admitted only when rules, static check and walk find nothing (STAMP, section 3).

    Raises:
        WorldNotAdmittedError: Something was still wrong after the allowed drafts or repairs.
        ModelFault: A model cannot be had at all.
    """
    making = _Making(roles, wish, open_page, report)
    task = _task(making)
    html = _asked(roles.page_author, page_prompt(task), AuthoredPage).html
    for attempt in range(wish.max_repairs + 1):
        found, notes = _examined(making, task, html)
        if not found:
            return ModelWorld(task, html, notes, making.trace())
        if attempt == wish.max_repairs:
            raise WorldNotAdmittedError(found, making.trace())
        task, html = _repaired(making, task, html, found)
    raise AssertionError("unreachable")


def _task(making: _Making) -> AuthoredTask:
    before: AuthoredTask | None = None
    found: tuple[Break, ...] = ()
    for _ in range(making.wish.max_drafts):
        before = _asked(making.roles.author, task_prompt(making.wish.text, found, before), AuthoredTask)
        found = task_breaks(before)
        making.note(AuthoringEvent("task", found))
        if not found:
            return before
    raise WorldNotAdmittedError(found, making.trace())


def _examined(making: _Making, task: AuthoredTask, html: str) -> tuple[tuple[Break, ...], tuple[str, ...]]:
    """The breaks of the first stage that finds any; a page that breaks a rule is neither read nor run."""
    if found := page_breaks(task, html):
        making.note(AuthoringEvent("page", found))
        return found, ()
    verdict = _asked(making.roles.checker, static_prompt(task, html), StaticVerdict)
    if found := _of_verdict(task, verdict):
        making.note(AuthoringEvent("static", found))
        return found, ()
    making.note(AuthoringEvent("static", (), "; ".join(verdict.key_observations)))
    trial = walk(task, html, making.roles.tester, making.open_page, making.wish.max_steps)
    making.note(AuthoringEvent("dynamic", trial.breaks, f"{len(trial.steps)} steps"))
    return trial.breaks, verdict.key_notes


def _of_verdict(task: AuthoredTask, verdict: StaticVerdict) -> tuple[Break, ...]:
    """What the reader's view means. It is right only where its own answer is the gold (STAMP, refs 30 and 31)."""
    found = [Break("clear", "html", problem) for problem in verdict.problems]
    if not verdict.is_unique:
        found.append(Break("unique", "html", verdict.uniqueness_evidence or "another answer can be defended"))
    if verdict.predicted_answer != task.truth_gold:
        message = f"reading the page gives {verdict.predicted_answer!r}, the gold is {task.truth_gold!r}"
        found.append(Break("answer", "html", message))
    if not verdict.key_observations:
        found.append(Break("evidence", "the static check", "names no observation that supports its answer"))
    return tuple(found)


def _repaired(making: _Making, task: AuthoredTask, html: str, breaks: Sequence[Break]) -> tuple[AuthoredTask, str]:
    """The repaired pair. A repair that changes the task without saying so, or breaks its rules, is taken back."""
    repair = _asked(making.roles.repairer, repair_prompt(task, html, breaks), RepairedWorld)
    if repair.strategy != "change_scenario" or repair.task is None:
        making.note(AuthoringEvent("repair", (), repair.strategy))
        return task, repair.html
    if found := task_breaks(repair.task):
        making.note(AuthoringEvent("repair", found, f"{repair.strategy}, refused"))
        return task, html
    making.note(AuthoringEvent("repair", (), repair.strategy))
    return repair.task, repair.html


def _asked(model: Model, prompt: Prompt, form: type[F]) -> F:
    value = model.ask(prompt, form).value
    if not isinstance(value, form):
        raise MalformedOutput(f"The model answered with {type(value).__name__}.", "Try another model.")
    return value
