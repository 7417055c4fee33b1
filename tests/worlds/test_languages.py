"""A phone that speaks the other language: labels change, and the task is the very same."""

import re

import pytest

from sextant.errors import UsageError
from sextant_worlds.author import TaskRecipe, build, perturb
from sextant_worlds.author.recipe import Family
from sextant_worlds.check import check
from sextant_worlds.content import cast
from sextant_worlds.engine.prepare import served
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.app_builder import full_date
from sextant_worlds.genres.desk import desk
from sextant_worlds.oracle.walk import prove
from sextant_worlds.page.html import page_html, served_text
from sextant_worlds.spec import World
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.blocks import ComposerBlock, InputField, List
from sextant_worlds.spec.labels import labels
from sextant_worlds.spec.phone import Locale
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.truth.grade import grade
from tests.worlds.toy import toy_world

_WIDE = re.compile(r"[\u4e00-\u9fff]")
_SLOT = re.compile(r"\{[^}]*\}")
_CATEGORIES = ("shop", "wallet")
"""Apps whose filters are named after what records hold."""


def _app(name: str, locale: Locale) -> AppSpec:
    who = cast(5, locale)
    return desk(who) if name == "desk" else GENRES[name](who).app


@pytest.mark.parametrize("locale", ["en", "zh"])
@pytest.mark.parametrize("name", [*sorted(GENRES), "desk"])
def test_apps_know_what_they_say_in_the_other_language(name: str, locale: Locale) -> None:
    app = _app(name, locale)
    blocks = [block for page in app.pages for block in page.blocks]
    data = {block.hint for block in blocks if isinstance(block, InputField | ComposerBlock)}
    if name in _CATEGORIES:
        data |= {item.label for block in blocks if isinstance(block, List) for item in block.filters}
    who = cast(5, locale)
    data |= {app.name, who.owner.name, full_date(who.today.isoformat(), who), "{of} · ★ {rating}"}
    told = [text for text in labels(app) if re.search(r"[^\W\d_]{2}", _SLOT.sub("", text)) and text not in data]
    assert len(told) >= 10
    assert [text for text in told if text not in app.also] == []
    wide = [bool(_WIDE.search(other)) for other in app.also.values()]
    assert sum(wide) >= 0.95 * len(wide) if locale == "en" else sum(wide) <= 0.05 * len(wide)
    assert all(sorted(_SLOT.findall(one)) == sorted(_SLOT.findall(two)) for one, two in app.also.items())


def test_the_other_language_is_never_served_and_who_speaks_one_only_is_named() -> None:
    world = build(7_000, recipe=TaskRecipe("report"))
    assert "also" not in served(world)["apps"]["desk"]
    assert not _WIDE.search(served_text(page_html(world)))
    with pytest.raises(UsageError, match="one language only"):
        perturb(toy_world(), "language", 1)


def _kept(world: World) -> tuple[object, ...]:
    """What the other language leaves as it is."""
    task = world.task
    items = [(item.fact, item.kind, item.value, item.units, item.encode, item.retrieve) for item in task.memory_items]
    facts = [fact.model_copy(update={"where": ""}) for fact in world.scenario.facts]
    apps = [(app.collections, app.vars, app.name) for app in world.apps]
    return task.goal, task.grading, task.final_action, task.reference, items, facts, apps, len(task.instructions)


def _shown(world: World) -> str:
    return "\n".join(element.text for screen in prove(world).walk.screens for element in screen.elements)


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en", "zh"])
@pytest.mark.parametrize(
    ("template", "dials", "family"),
    [
        ("transfer", Dials(popups=2, delay=1), "test"),
        ("fork", Dials(), "test"),
        ("rank", Dials(transience=4), "test"),
        ("satisfied", Dials(), "test"),
        ("impossible", Dials(popups=1), "test"),
        ("spend", Dials(variables=2), "train"),
    ],
)
def test_the_task_stays_what_it_is(template: str, dials: Dials, family: Family, locale: Locale) -> None:
    world = build(7_000, dials, TaskRecipe(template, family, locale=locale))
    other = perturb(world, "language", 1)
    assert _kept(other) == _kept(world)
    assert (other.phone.locale, other.phone.ui) == (locale, "en" if locale == "zh" else "zh")
    assert other.task.instructions != world.task.instructions
    assert other.task.dials.perturbation == "language"
    proof = prove(other)
    graded = grade(other, proof.end, proof.walk.status, proof.start)
    assert (graded.success, graded.side_effects) == (True, ())
    report = check(other)
    assert report.admitted, report.breaks


@pytest.mark.long
def test_labels_are_in_one_language_and_values_in_the_other() -> None:
    world = build(7_000, Dials(popups=1), TaskRecipe("report-several"))
    other = perturb(world, "language", 1)
    shown = _shown(other)
    assert not _WIDE.search(_shown(world))
    assert "提交答案" in shown
    assert "Submit an answer" not in shown
    assert all(fact.shown in shown for fact in other.scenario.facts if fact.medium == "text")
    popup = next(surprise for surprise in other.phone.surprises if surprise.kind == "popup")
    assert _WIDE.search(popup.title + popup.text + popup.close)
    assert all(not _WIDE.search(fact.label) for fact in other.scenario.facts)
