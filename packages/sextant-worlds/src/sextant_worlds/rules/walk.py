"""Walks over the models of a world, with the path of each field."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from sextant_worlds.spec.apps import AppPage, AppSpec
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.blocks import Banner, ChoiceBlock, ComposerBlock, FactsBlock, List, Text
from sextant_worlds.spec.effects import EFFECTS, Effect


class PlacedEffect(NamedTuple):
    """An effect, and where it is written."""

    path: str
    effect: Effect


def models_in(part: SpecModel, path: str) -> Iterator[tuple[str, SpecModel]]:
    """The model and every model within it, each with the path of its field."""
    yield path, part
    for name in type(part).model_fields:
        yield from _within(getattr(part, name), f"{path}.{name}")


def _within(value: object, path: str) -> Iterator[tuple[str, SpecModel]]:
    if isinstance(value, SpecModel):
        yield from models_in(value, path)
    elif isinstance(value, tuple):
        for number, item in enumerate(cast("tuple[object, ...]", value)):
            yield from _within(item, f"{path}.{number}")


def effects_of(page: AppPage, path: str) -> Iterator[PlacedEffect]:
    """Every effect that the page can have, nested ones too."""
    for where, model in models_in(page, path):
        if isinstance(model, EFFECTS):
            yield PlacedEffect(where, cast("Effect", model))


def test_ids(app: AppSpec, page: AppPage) -> Iterator[tuple[str, bool]]:
    """Every test id that the page can show, and whether a touch or keys do something there."""
    for tab in app.tabs:
        yield f"tab-{tab.id}", True
    for action in (*page.actions, *((page.fab,) if page.fab is not None else ())):
        yield action.id, True
    searched = False
    for block in page.blocks:
        match block:
            case List():
                yield from _list_ids(app, block)
                if block.search:
                    yield ("search-input" if not searched else f"{block.id}-search"), True
                    searched = True
            case FactsBlock():
                yield from ((f"fact-{row.id}", False) for row in block.rows)
            case ChoiceBlock():
                yield from ((f"{block.id}-{option.id}", True) for option in block.options)
            case ComposerBlock():
                yield block.id, True
                yield f"{block.id}-send", True
            case Text() | Banner():
                if block.id is not None:
                    yield block.id, False
            case _:
                yield from _plain_ids(block)
    for button in {button.id: button for dialog in page.dialogs for button in dialog.buttons}.values():
        yield f"dialog-{button.id}", True


def _plain_ids(block: object) -> Iterator[tuple[str, bool]]:
    name, kind = getattr(block, "id", None), getattr(block, "kind", "")
    if name is None:
        return
    if kind == "stepper":
        yield f"{name}-minus", True
        yield f"{name}-plus", True
    else:
        yield str(name), kind in ("button", "field", "switch", "board")


def _list_ids(app: AppSpec, block: List) -> Iterator[tuple[str, bool]]:
    for record in app.collections.get(block.source, ()):
        name = f"{block.id}-{record.get('id', '')}"
        yield name, bool(block.tap or block.hold)
        yield from ((f"{name}-{action.id}", True) for action in block.actions)
    yield from ((f"{block.id}-filter-{item.id}", True) for item in block.filters)
    yield from ((f"{block.id}-sort-{item.id}", True) for item in block.sorts)
