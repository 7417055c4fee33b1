"""The model-driven author, wired: models from the settings, pages in a sealed browser."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from sextant.assembly.models import disclose, open_router
from sextant.errors import UsageError
from sextant.settings import Settings
from sextant.types.tasks import Budget
from sextant_worlds.modelled import AuthoredTask, Roles, Wish, author_world
from sextant_worlds.modelled.pipeline import Event
from sextant_worlds.modelled.prompts import listed
from sextant_worlds.modelled.sealed import sealed, unsealed
from sextant_worlds.modelled.static import page_breaks, task_breaks
from sextant_worlds.rules import Break
from sextant_worlds.runtime.sealed_page import SealedPage

__all__ = ["WrittenWorld", "modelled_breaks", "modelled_world"]

_BESIDE = "`sextant world new --model` writes NAME.html and NAME.task.json; keep them in one place."


@dataclass(frozen=True, slots=True)
class WrittenWorld:
    """An admitted world as files: `page` is sealed HTML, `task` the task as JSON, answer included."""

    page: str
    task: str
    repairs: tuple[str, ...]


def modelled_world(settings: Settings, wish: Wish, budget: Budget, report: Callable[[str], None]) -> WrittenWorld:
    """A world written by the models of the settings: role `author` writes and mends, role `verifier` checks and walks.

    Raises:
        WorldNotAdmittedError: It never passed.
        ModelFault: A model cannot be had, or refused.
        BudgetSpent: A limit was reached.
    """
    from sextant.models import UsageLedger

    disclose(
        settings,
        False,
        report,
        _forget,
        ("To write the world", "what it is to be like, and what was written of it so far"),
    )
    router = open_router(settings, UsageLedger(budget))
    try:
        author, verifier = router.model("author"), router.model("verifier")
        roles = Roles(author, author, verifier, verifier, author)
        world = author_world(roles, wish, SealedPage, lambda event: report(_line(event)))
    finally:
        router.close()
    return WrittenWorld(sealed(world.html), world.task.model_dump_json(indent=1), world.trace.repairs)


def modelled_breaks(page: Path) -> tuple[Break, ...]:
    """What is wrong with a world that a model wrote, by the rules that need no model: the page with its task beside it.

    Raises:
        UsageError: A file cannot be read, or the task is none.
    """
    told = page.with_suffix(".task.json")
    try:
        task = AuthoredTask.model_validate_json(_text(told))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "task"
        raise UsageError(f"{str(told)!r} is no task of a model: {where}: {first['msg']}", _BESIDE) from error
    return (*task_breaks(task), *page_breaks(task, unsealed(_text(page))))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"{str(path)!r} cannot be read: {why}.", _BESIDE) from error


def _line(event: Event) -> str:
    if event.breaks:
        return f"{event.stage}: {len(event.breaks)} broken\n{listed(event.breaks)}"
    return f"{event.stage}: {event.note or 'nothing wrong'}"


def _forget(kind: str, data: Mapping[str, object]) -> None:
    """There is no journal: what was told is remembered by the record of disclosures."""
    del kind, data
