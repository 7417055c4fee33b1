"""A phone set to the other language: labels change, what the owner has on it and what is asked of it stay.

What apps say of themselves (titles, tabs, labels, hints, notices, questions) is looked up in `AppSpec.also`. Records,
variables, names of apps, goals and answers are the owner's, and are left as they are; so are days and amounts.
"""

from collections.abc import Mapping, Sequence

from sextant.errors import UsageError
from sextant_worlds.author.hiding import sync_texts
from sextant_worlds.author.surprising import popup_texts, session_texts
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.labels import relabelled
from sextant_worlds.spec.phone import PopupSurprise, SessionSurprise, Surprise, SyncSurprise
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.world import World

__all__ = ["spoken"]


def spoken(world: World) -> World:
    """The world on a phone set to the language that is not its owner's; the walk is not taken anew.

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
            other = _across(popup_texts(), [surprise.title, surprise.text, surprise.close, surprise.other], locale)
            names = ("title", "text", "close", "other")
        case SessionSurprise(app=app):
            name = world.app(app).name
            one = [surprise.title, surprise.text.replace(name, "{app}"), surprise.button]
            other = [text.replace("{app}", name) for text in _across(session_texts(), one, locale)]
            names = ("title", "text", "button")
        case SyncSurprise(text=text):
            other, names = _across(sync_texts(), [text], locale), ("text",)
        case _:
            return surprise
    return surprise.model_copy(update=dict(zip(names, other, strict=True)))


def _across(pairs: Sequence[Mapping[str, Sequence[str]]], texts: Sequence[str], locale: str) -> Sequence[str]:
    """What stands for these texts in the other language; they themselves where nothing does."""
    other = "en" if locale == "zh" else "zh"
    return next((pair[other] for pair in pairs if list(pair[locale]) == list(texts)), texts)
