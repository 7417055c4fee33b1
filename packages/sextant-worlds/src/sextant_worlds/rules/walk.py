"""Walks over a world: every effect, template and condition with the path of its field."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sextant_worlds.spec.apps import AppPage, AppSpec
from sextant_worlds.spec.blocks import (
    Banner,
    Board,
    Button,
    ChoiceBlock,
    ComposerBlock,
    FactsBlock,
    InputField,
    List,
    Text,
)
from sextant_worlds.spec.effects import Effect, Later, When


class PlacedEffect(NamedTuple):
    """An effect, and where it is written."""

    path: str
    effect: Effect


def effects_of(page: AppPage, path: str) -> Iterator[PlacedEffect]:
    """Every effect that the page can have, nested ones too."""
    yield from _each(page.opened, f"{path}.opened")
    for number, action in enumerate(page.actions):
        yield from _each(action.do, f"{path}.actions.{number}.do")
    if page.fab is not None:
        yield from _each(page.fab.do, f"{path}.fab.do")
    for number, block in enumerate(page.blocks):
        here = f"{path}.blocks.{number}"
        match block:
            case List():
                yield from _each(block.tap, f"{here}.tap")
                yield from _each(block.hold, f"{here}.hold")
                for place, row in enumerate(block.actions):
                    yield from _each(row.do, f"{here}.actions.{place}.do")
            case Button() | Board():
                yield from _each(block.do, f"{here}.do")
            case InputField():
                yield from _each(block.enter, f"{here}.enter")
            case ComposerBlock():
                yield from _each(block.send, f"{here}.send")
            case _:
                pass
    for number, dialog in enumerate(page.dialogs):
        for place, button in enumerate(dialog.buttons):
            yield from _each(button.do, f"{path}.dialogs.{number}.buttons.{place}.do")


def _each(effects: Sequence[Effect], path: str) -> Iterator[PlacedEffect]:
    for number, effect in enumerate(effects):
        here = f"{path}.{number}"
        yield PlacedEffect(here, effect)
        match effect:
            case Later():
                yield from _each(effect.do, f"{here}.do")
            case When():
                yield from _each(effect.then, f"{here}.then")
                yield from _each(effect.otherwise, f"{here}.otherwise")
            case _:
                pass


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
