"""Rules `unique-ids` and `rows-alike`: no two things share a name."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sextant_worlds.rules.base import Break
from sextant_worlds.rules.walk import test_ids
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.blocks import List
from sextant_worlds.spec.reference import HoldMove, TapMove
from sextant_worlds.spec.world import World

_FIELD = re.compile(r"\{(\w+)(?:\|\w+)?\}")


def name_breaks(world: World, apps: bool = True) -> Iterator[Break]:
    """Ids that occur twice, records without one, rows that instructions cannot tell apart.

    Without `apps`, those of task and phone alone.
    """
    yield from _twice("apps", (app.id for app in world.apps))
    yield from _twice("scenario.facts", (fact.id for fact in world.scenario.facts))
    yield from _twice("scenario.distractors", (distractor.id for distractor in world.scenario.distractors))
    popups = (surprise.id for surprise in world.phone.surprises if surprise.kind == "popup")
    yield from _twice("phone.surprises", popups)
    for number, app in enumerate(world.apps if apps else ()):
        path = f"apps.{number}"
        yield from _twice(f"{path}.pages", (page.id for page in app.pages))
        yield from _twice(f"{path}.tabs", (tab.id for tab in app.tabs))
        for name, records in app.collections.items():
            here = f"{path}.collections.{name}"
            for place, record in enumerate(records):
                if not isinstance(record.get("id"), str) or not record["id"]:
                    yield Break("unique-ids", f"{here}.{place}.id", "a record needs an `id`, a text that is not empty")
            yield from _twice(here, (str(record.get("id", "")) for record in records))
        for place, page in enumerate(app.pages):
            here = f"{path}.pages.{place}"
            yield from _twice(f"{here}.dialogs", (dialog.id for dialog in page.dialogs))
            yield from _twice(f"{here}.blocks", (name for name, _ in test_ids(app, page)), "test id")
    yield from _rows_alike(world)


def _twice(where: str, names: Iterable[str], what: str = "id") -> Iterator[Break]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Break("unique-ids", where, f"the {what} {name!r} occurs {count} times")


def _rows_alike(world: World) -> Iterator[Break]:
    """Rows that the reference touches and that have a title like another row of their list."""
    touched = {
        move.test_id: f"task.reference.steps.{text}.{number}"
        for text, moves in world.task.reference.steps.items()
        for number, move in enumerate(moves)
        if isinstance(move, TapMove | HoldMove) and "{" not in move.test_id
    }
    for app in world.apps:
        for page in app.pages:
            for block in page.blocks:
                if isinstance(block, List):
                    yield from _alike(app, block, touched)


def _alike(app: AppSpec, block: List, touched: dict[str, str]) -> Iterator[Break]:
    if any(isinstance(cond.right, str) and "{" in cond.right for cond in block.where):
        return  # what stands beside it depends on the page's record
    titles: dict[str, str] = {}
    for record in app.collections.get(block.source, ()):
        fields = {name: str(value) for name, value in record.items()}
        title = _plain(block.row.title, fields) + "\n" + _plain(block.row.detail, fields)
        name = f"{block.id}-{fields.get('id', '')}"
        other = titles.setdefault(title, name)
        if other == name:
            continue
        for here in (name, other):
            path = next((path for test_id, path in touched.items() if _is_of(test_id, here, block)), None)
            if path is not None:
                shown = title.split("\n")[0]
                yield Break("rows-alike", path, f"{name!r} and {other!r} are both called {shown!r}: rename one")


def _is_of(test_id: str, row: str, block: List) -> bool:
    return test_id == row or any(test_id == f"{row}-{action.id}" for action in block.actions)


def _plain(template: str, fields: dict[str, str]) -> str:
    return _FIELD.sub(lambda found: fields.get(found[1], found[0]), template)
