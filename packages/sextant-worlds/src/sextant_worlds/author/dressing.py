"""Other surfaces of a world: labels renamed, widgets moved, icons swapped, theme or language changed."""

import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypeVar

from sextant_worlds.author.phrases import synonyms
from sextant_worlds.author.speaking import spoken
from sextant_worlds.spec.apps import AppSpec, BarAction, Page, Tab
from sextant_worlds.spec.base import Part
from sextant_worlds.spec.blocks import Block, Button, Choice, Facts, List, Stepper, Switch
from sextant_worlds.spec.phone import Look
from sextant_worlds.spec.world import World

__all__ = ["Kind", "dressed"]

Kind = Literal["none", "labels", "layout", "icons", "theme", "language", "all"]

Theme = Literal["material", "ios", "dense", "plain"]
P = TypeVar("P", bound=Part)

_THEMES: tuple[Theme, ...] = ("material", "ios", "dense", "plain")
_LABELS = ("label", "hint", "title", "search_hint")
_MOVABLE = (Button, Switch, Stepper)


def dressed(world: World, kind: Kind, seed: int) -> World:
    """The world with another surface; the walk is not taken anew. `all` is every kind but the language."""
    if kind == "none":
        return world
    if kind == "language":
        return spoken(world)
    rng = random.Random(f"surface {seed} {kind}")  # noqa: S311 - looks, not secrets
    apps: Sequence[AppSpec] = world.apps
    phone = world.phone
    if kind in ("labels", "all"):
        names = synonyms(phone.locale)
        chosen = {label: rng.choice(others) for label, others in names.items()}
        apps = [_renamed(app, chosen) for app in apps]
    if kind in ("layout", "all"):
        apps = [_moved(app, rng) for app in apps]
        apps = rng.sample(apps, len(apps))
    if kind in ("icons", "all"):
        apps = [_swapped(app, rng) for app in apps]
    if kind in ("theme", "all"):
        others: list[Theme] = [theme for theme in _THEMES if theme != phone.look.theme]
        look = Look(theme=rng.choice(others), dark=not phone.look.dark, large_text=rng.random() < 0.3)
        phone = phone.model_copy(update={"look": look})
    return world.model_copy(update={"apps": tuple(apps), "phone": phone})


def _renamed(app: AppSpec, names: Mapping[str, str]) -> AppSpec:
    """Labels of the app's own widgets; what records hold, and the labels of facts, stay."""
    return app.model_copy(
        update={
            "tabs": tuple(_labelled(tab, names) for tab in app.tabs),
            "pages": tuple(_renamed_page(page, names) for page in app.pages),
        }
    )


def _renamed_page(page: Page, names: Mapping[str, str]) -> Page:
    update: dict[str, Any] = {
        "title": names.get(page.title, page.title),
        "blocks": tuple(_renamed_block(block, names) for block in page.blocks),
        "actions": tuple(_labelled(action, names) for action in page.actions),
        "dialogs": tuple(
            dialog.model_copy(update={"buttons": tuple(_labelled(button, names) for button in dialog.buttons)})
            for dialog in page.dialogs
        ),
    }
    if page.fab is not None:
        update["fab"] = _labelled(page.fab, names)
    return page.model_copy(update=update)


def _renamed_block(block: Block, names: Mapping[str, str]) -> Block:
    if isinstance(block, Facts):
        return block
    made = _labelled(block, names)
    if isinstance(made, List):
        return made.model_copy(
            update={
                "filters": tuple(_labelled(item, names) for item in made.filters),
                "sorts": tuple(_labelled(item, names) for item in made.sorts),
                "actions": tuple(_labelled(item, names) for item in made.actions),
            }
        )
    return made


def _labelled(part: P, names: Mapping[str, str]) -> P:
    update = {
        name: names[value] for name in _LABELS if isinstance(value := getattr(part, name, None), str) and value in names
    }
    return part.model_copy(update=update) if update else part


def _moved(app: AppSpec, rng: random.Random) -> AppSpec:
    """Tabs but the first, rows of facts, neighbouring buttons, actions, filters: in another order; other shapes."""
    tabs = (*app.tabs[:1], *rng.sample(app.tabs[1:], len(app.tabs[1:])))
    return app.model_copy(update={"tabs": tabs, "pages": tuple(_moved_page(page, rng) for page in app.pages)})


def _moved_page(page: Page, rng: random.Random) -> Page:
    blocks: list[Block] = []
    for movable, run in groupby(page.blocks, lambda block: isinstance(block, _MOVABLE)):
        items = [_reshaped(block, rng) for block in run]
        if movable:
            rng.shuffle(items)
        blocks.extend(items)
    actions = rng.sample(page.actions, len(page.actions))
    return page.model_copy(update={"blocks": tuple(blocks), "actions": tuple(actions)})


def _reshaped(block: Block, rng: random.Random) -> Block:
    match block:
        case Facts():
            return block.model_copy(update={"rows": tuple(rng.sample(block.rows, len(block.rows)))})
        case List() if block.shape in ("rows", "cards"):
            filters = tuple(rng.sample(block.filters, len(block.filters)))
            shape = "cards" if block.shape == "rows" and rng.random() < 0.5 else "rows"
            return block.model_copy(update={"shape": shape, "filters": filters})
        case Choice():
            return block.model_copy(update={"style": rng.choice(("chips", "segments", "radio"))})
        case _:
            return block


def _swapped(app: AppSpec, rng: random.Random) -> AppSpec:
    """The icons of tabs and actions change places."""
    icons = [tab.icon for tab in app.tabs]
    rng.shuffle(icons)
    tabs: list[Tab] = [tab.model_copy(update={"icon": icon}) for tab, icon in zip(app.tabs, icons, strict=True)]
    every = [action.icon for page in app.pages for action in page.actions]

    def other(action: BarAction) -> BarAction:
        return action.model_copy(update={"icon": rng.choice(every)})

    pages = tuple(
        page.model_copy(update={"actions": tuple(other(action) for action in page.actions)}) for page in app.pages
    )
    return app.model_copy(update={"tabs": tuple(tabs), "pages": pages})
