"""The same task on another surface: labels, layout, icons, theme, or a phone set to the other language."""

import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypeVar

from sextant.errors import UsageError
from sextant_worlds.author.goal_text import synonyms
from sextant_worlds.author.measurement import finish
from sextant_worlds.author.surprises import surprise_texts
from sextant_worlds.instructions import OrderInstruction, parse
from sextant_worlds.oracle.walk import Proof
from sextant_worlds.spec.apps import AppPage, AppSpec, AppTab, BarAction
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.blocks import Block, Button, ChoiceBlock, FactsBlock, List, Stepper, Switch
from sextant_worlds.spec.labels import relabelled
from sextant_worlds.spec.phone import (
    THEMES,
    Locale,
    PhoneLook,
    PopupSurprise,
    SessionSurprise,
    Surprise,
    SyncSurprise,
    Theme,
)
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

__all__ = ["Kind", "in_other_language", "perturb", "with_surface"]

Kind = Literal["none", "labels", "layout", "icons", "theme", "language", "all"]

P = TypeVar("P", bound=SpecModel)

_LABELS = ("label", "hint", "title", "search_hint")
_MOVABLE = (Button, Switch, Stepper)


def with_surface(world: World, kind: Kind, seed: int) -> World:
    """The world with another surface, without a new walk. `all` means every kind except the language."""
    if kind == "none":
        return world
    if kind == "language":
        return in_other_language(world)
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
        others: list[Theme] = [theme for theme in THEMES if theme != phone.look.theme]
        look = PhoneLook(theme=rng.choice(others), dark=not phone.look.dark, large_text=rng.random() < 0.3)
        phone = phone.model_copy(update={"look": look})
    return world.model_copy(update={"apps": tuple(apps), "phone": phone})


def _renamed(app: AppSpec, names: Mapping[str, str]) -> AppSpec:
    """Renames the app's own widgets, but neither records nor labels of facts."""
    return app.model_copy(
        update={
            "tabs": tuple(_labelled(tab, names) for tab in app.tabs),
            "pages": tuple(_renamed_page(page, names) for page in app.pages),
        }
    )


def _renamed_page(page: AppPage, names: Mapping[str, str]) -> AppPage:
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
    if isinstance(block, FactsBlock):
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
    """Reorders tabs (except the first), rows of facts, neighbouring buttons, actions and filters; changes shapes."""
    tabs = (*app.tabs[:1], *rng.sample(app.tabs[1:], len(app.tabs[1:])))
    return app.model_copy(update={"tabs": tabs, "pages": tuple(_moved_page(page, rng) for page in app.pages)})


def _moved_page(page: AppPage, rng: random.Random) -> AppPage:
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
        case FactsBlock():
            return block.model_copy(update={"rows": tuple(rng.sample(block.rows, len(block.rows)))})
        case List() if block.shape in ("rows", "cards"):
            filters = tuple(rng.sample(block.filters, len(block.filters)))
            shape = "cards" if block.shape == "rows" and rng.random() < 0.5 else "rows"
            return block.model_copy(update={"shape": shape, "filters": filters})
        case ChoiceBlock():
            return block.model_copy(update={"style": rng.choice(("chips", "segments", "radio"))})
        case _:
            return block


def _swapped(app: AppSpec, rng: random.Random) -> AppSpec:
    """Swaps the icons of tabs and actions."""
    icons = [tab.icon for tab in app.tabs]
    rng.shuffle(icons)
    tabs: list[AppTab] = [tab.model_copy(update={"icon": icon}) for tab, icon in zip(app.tabs, icons, strict=True)]
    every = [action.icon for page in app.pages for action in page.actions]

    def other(action: BarAction) -> BarAction:
        return action.model_copy(update={"icon": rng.choice(every)})

    pages = tuple(
        page.model_copy(update={"actions": tuple(other(action) for action in page.actions)}) for page in app.pages
    )
    return app.model_copy(update={"tabs": tuple(tabs), "pages": pages})


def in_other_language(world: World) -> World:
    """The world on a phone set to the other language than its owner's, without a new walk.

    Raises:
        UsageError: It is not known what its apps say in another language.
    """
    if not any(app.also for app in world.apps):
        raise UsageError(
            f"The apps of {world.id!r} speak one language only.", "Worlds of the procedural author speak two."
        )
    apps = tuple(_translated(app) for app in world.apps)
    surprises = tuple(_surprise(world, surprise) for surprise in world.phone.surprises)
    other = "en" if world.phone.locale == "zh" else "zh"
    phone = world.phone.model_copy(update={"ui": other, "surprises": surprises})
    facts = tuple(_placed(world, fact) for fact in world.scenario.facts)
    guideline = world.task.guideline
    for one, two in zip(world.scenario.facts, facts, strict=True):
        if one.where != two.where:
            guideline = guideline.replace(f"> {one.where}: {one.shown}", f"> {two.where}: {two.shown}")
            guideline = guideline if two.where in guideline else guideline.replace(one.where, two.where)
    return world.model_copy(
        update={
            "apps": apps,
            "phone": phone,
            "scenario": world.scenario.model_copy(update={"facts": facts}),
            "task": world.task.model_copy(update={"guideline": guideline}),
        }
    )


def _translated(app: AppSpec) -> AppSpec:
    return relabelled(app, lambda text: app.also.get(text, text))


def _placed(world: World, fact: Fact) -> Fact:
    also = world.app(fact.place.app).also
    where = " > ".join(also.get(part, part) for part in fact.where.split(" > "))
    return fact.model_copy(update={"where": where})


def _surprise(world: World, surprise: Surprise) -> Surprise:
    locale = world.phone.locale
    match surprise:
        case PopupSurprise():
            other = _across(
                surprise_texts().popups, [surprise.title, surprise.text, surprise.close, surprise.other], locale
            )
            names = ("title", "text", "close", "other")
        case SessionSurprise(app=app):
            name = world.app(app).name
            one = [surprise.title, surprise.text.replace(name, "{app}"), surprise.button]
            other = [text.replace("{app}", name) for text in _across(surprise_texts().sessions, one, locale)]
            names = ("title", "text", "button")
        case SyncSurprise(text=text):
            other, names = _across(surprise_texts().syncs, [text], locale), ("text",)
        case _:
            return surprise
    return surprise.model_copy(update=dict(zip(names, other, strict=True)))


def _across(pairs: Sequence[Mapping[Locale, Sequence[str]]], texts: Sequence[str], locale: Locale) -> Sequence[str]:
    """The translations of the texts; a text without a translation stays."""
    other = "en" if locale == "zh" else "zh"
    return next((pair[other] for pair in pairs if list(pair[locale]) == list(texts)), texts)


def perturb(world: World, kind: Kind, seed: int) -> World:
    """The same task with another surface: what is to be done, remembered and graded is unchanged.

    `language` sets the phone to the language that is not its owner's: what apps say of themselves changes, while the
    goal, and all that the owner has on the phone, stay.

    What is returned is proven: the oracle carries the task out on the new surface. A draft that is to be lost is left
    out where it is in the way there.

    Raises:
        UsageError: The language is to change, and it is not known what the apps say in the other one; or the oracle
            does not succeed on the new surface.
    """
    order = _order_of(world.task.instructions)
    shown = with_surface(world, kind, seed)
    surfaced, proof = finish(shown, order)
    if not _succeeds(surfaced, proof):
        # Where widgets stand elsewhere, a draft may be lost at another step than the one it was to be lost at.
        kept = tuple(surprise for surprise in shown.phone.surprises if surprise.kind != "draft")
        shown = shown.model_copy(update={"phone": shown.phone.model_copy(update={"surprises": kept})})
        surfaced, proof = finish(shown, order)
    if not _succeeds(surfaced, proof):
        why = proof.walk.reason or "its end is wrong"
        raise UsageError(
            f"The task {world.id!r} cannot be carried out under the perturbation {kind!r}: {why}.",
            "Choose another perturbation or another seed.",
        )
    dials = surfaced.task.dials.model_copy(update={"perturbation": kind})
    return surfaced.model_copy(update={"task": surfaced.task.model_copy(update={"dials": dials})})


def _succeeds(world: World, proof: Proof) -> bool:
    return proof.walk.finished and grade(world, proof.end, proof.walk.status, proof.start).success


def _order_of(instructions: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """How a ranking runs, read off the instructions."""
    found = next((line for line in map(parse, instructions) if isinstance(line, OrderInstruction)), None)
    return None if found is None else (found.first, found.names)
