"""Rule `reference`: whatever is named exists: pages, collections, variables, dialogs, apps, icons, fields."""

import re
from collections.abc import Iterable, Iterator

from sextant_worlds.page.icons import icons
from sextant_worlds.rules.base import Break
from sextant_worlds.rules.walk import effects_of
from sextant_worlds.spec.apps import AppPage, AppSpec
from sextant_worlds.spec.blocks import (
    Block,
    Board,
    Button,
    ChoiceBlock,
    ComposerBlock,
    InputField,
    List,
    Stepper,
    Switch,
)
from sextant_worlds.spec.effects import (
    Add,
    Ask,
    Cond,
    Effect,
    Empty,
    Go,
    Launch,
    Put,
    SetVar,
    Submit,
    Toggle,
    When,
)
from sextant_worlds.spec.phone import ClipSurprise, PopupSurprise
from sextant_worlds.spec.tasks import Acted, RecordsHold, VarHolds
from sextant_worlds.spec.world import World

_KINDS: dict[type, str] = {bool: "true or false", int: "a number", str: "a text"}
_EXPRESSION = re.compile(r"\{(var|count|sum):([a-z0-9_-]+)")


def reference_breaks(world: World, of_apps: bool = True) -> Iterator[Break]:
    """Every name that leads nowhere. Without `of_apps`, of task, scenario and phone alone."""
    apps = {app.id: app for app in world.apps}
    yield from _of_phone(world, apps)
    for number, app in enumerate(world.apps if of_apps else ()):
        yield from _Names(app, apps, f"apps.{number}").breaks()
    yield from _of_scenario(world, apps)
    yield from _of_task(world, apps)


def _missing(where: str, what: str, name: str, known: Iterable[str] = ()) -> Break:
    told = ", ".join(sorted(known))
    return Break("reference", where, f"there is no {what} {name!r}" + (f"; there are {told[:300]}" if told else ""))


def _of_phone(world: World, apps: dict[str, AppSpec]) -> Iterator[Break]:
    if world.phone.start is not None and world.phone.start not in apps:
        yield _missing("phone.start", "app", world.phone.start, apps)
    for number, surprise in enumerate(world.phone.surprises):
        where = f"phone.surprises.{number}"
        if isinstance(surprise, PopupSurprise | ClipSurprise):
            continue
        app = apps.get(surprise.app)
        if app is None:
            yield _missing(f"{where}.app", "app", surprise.app, apps)
        elif surprise.kind == "sync":
            records = app.collections.get(surprise.collection)
            if records is None:
                yield _missing(f"{where}.collection", "collection", surprise.collection, {*app.collections})
                continue
            known = {str(record.get("id", "")) for record in records}
            for record in sorted(set(surprise.records) - known):
                yield _missing(f"{where}.records", f"record of {surprise.collection!r}", record)


def _of_scenario(world: World, apps: dict[str, AppSpec]) -> Iterator[Break]:
    facts = {fact.id for fact in world.scenario.facts}
    for kind, parts in (("facts", world.scenario.facts), ("distractors", world.scenario.distractors)):
        for number, part in enumerate(parts):
            where, place = f"scenario.{kind}.{number}.place", part.place
            app = apps.get(place.app)
            if app is None:
                yield _missing(f"{where}.app", "app", place.app, apps)
                continue
            page = next((page for page in app.pages if page.id == place.page), None)
            if page is None:
                yield _missing(f"{where}.page", f"page of {app.id!r}", place.page, {page.id for page in app.pages})
            elif page.of is not None:
                known = {str(record.get("id", "")) for record in app.collections.get(page.of, ())}
                if place.record not in known:
                    yield _missing(f"{where}.record", f"record of {page.of!r}", place.record)
    for number, fact in enumerate(world.scenario.truth.facts):
        if fact not in facts:
            yield _missing(f"scenario.truth.facts.{number}", "fact", fact, facts)
    for fact in sorted(set(world.scenario.options) - facts):
        yield _missing(f"scenario.options.{fact}", "fact", fact, facts)


def _of_task(world: World, apps: dict[str, AppSpec]) -> Iterator[Break]:
    facts = {fact.id for fact in world.scenario.facts}
    for number, item in enumerate(world.task.memory_items):
        if item.fact not in facts:
            yield _missing(f"task.memory_items.{number}.fact", "fact", item.fact, facts)
    for number, predicate in enumerate(world.task.grading.expects):
        where = f"task.grading.expects.{number}"
        app = apps.get(predicate.app)
        if app is None:
            yield _missing(f"{where}.app", "app", predicate.app, apps)
            continue
        match predicate:
            case RecordsHold():
                if predicate.collection not in app.collections:
                    yield _missing(f"{where}.collection", "collection", predicate.collection, {*app.collections})
            case VarHolds():
                if predicate.var not in app.vars:
                    yield _missing(f"{where}.var", "variable", predicate.var, {*app.vars})
            case Acted():
                pass
    yield from _of_loops(world, apps)


def _of_loops(world: World, apps: dict[str, AppSpec]) -> Iterator[Break]:
    for text, loop in world.task.reference.loops.items():
        app = apps.get(loop.app)
        if app is None:
            yield _missing(f"task.reference.loops.{text}.app", "app", loop.app, apps)
        elif loop.collection not in app.collections:
            yield _missing(f"task.reference.loops.{text}.collection", "collection", loop.collection, {*app.collections})


class _Names:
    """The names of one app."""

    def __init__(self, app: AppSpec, apps: dict[str, AppSpec], path: str) -> None:
        self.app, self.apps, self.path = app, apps, path
        self.pages = {page.id for page in app.pages}
        self.collections, self.vars = {*app.collections}, {*app.vars}

    def breaks(self) -> Iterator[Break]:
        yield from self._icon(f"{self.path}.icon", self.app.icon)
        yield from self._page(f"{self.path}.home", self.app.home)
        for number, tab in enumerate(self.app.tabs):
            yield from self._page(f"{self.path}.tabs.{number}.page", tab.page)
            yield from self._icon(f"{self.path}.tabs.{number}.icon", tab.icon)
            yield from self._texts(f"{self.path}.tabs.{number}.badge", tab.badge)
        yield from self._texts(f"{self.path}.badge", self.app.badge)
        for number, page in enumerate(self.app.pages):
            yield from self._of_page(page, f"{self.path}.pages.{number}")

    def _of_page(self, page: AppPage, path: str) -> Iterator[Break]:
        if page.of is not None:
            yield from self._collection(f"{path}.of", page.of)
        yield from self._texts(f"{path}.title", page.title)
        for number, action in enumerate((*page.actions, *((page.fab,) if page.fab is not None else ()))):
            here = f"{path}.actions.{number}" if number < len(page.actions) else f"{path}.fab"
            yield from self._icon(f"{here}.icon", action.icon)
            yield from self._cond(f"{here}.when", action.when)
        for number, block in enumerate(page.blocks):
            yield from self._of_block(block, f"{path}.blocks.{number}")
        fields = {block.id for block in page.blocks if isinstance(block, InputField | ComposerBlock)}
        dialogs = {dialog.id for dialog in page.dialogs}
        for done in effects_of(page, path):
            yield from self._of_effect(done.path, done.effect, fields, dialogs)

    def _of_block(self, block: Block, path: str) -> Iterator[Break]:
        match block:
            case List():
                yield from self._collection(f"{path}.source", block.source)
                for number, item in enumerate(block.filters):
                    yield from self._cond(f"{path}.filters.{number}.where", item.where)
                for name in ("title", "detail", "aside", "badge", "seed"):
                    yield from self._texts(f"{path}.row.{name}", getattr(block.row, name))
                for number, action in enumerate(block.actions):
                    yield from self._icon(f"{path}.actions.{number}.icon", action.icon)
            case Board():
                yield from self._collection(f"{path}.source", block.source)
                yield from self._var(f"{path}.var", block.var)
            case Switch():
                yield from self._var(f"{path}.var", block.var, bool)
                yield from self._icon(f"{path}.icon", block.icon)
            case Stepper():
                yield from self._var(f"{path}.var", block.var, int)
            case InputField():
                yield from self._var(f"{path}.var", block.var, str)
            case ChoiceBlock():
                yield from self._choice(block, path)
            case Button():
                yield from self._icon(f"{path}.icon", block.icon)
                yield from self._cond(f"{path}.enabled", block.enabled)
            case _:
                pass
        for name in ("text", "label", "value"):
            yield from self._texts(f"{path}.{name}", str(getattr(block, name, "")))

    def _choice(self, block: ChoiceBlock, path: str) -> Iterator[Break]:
        yield from self._var(f"{path}.var", block.var)
        options = {option.id for option in block.options}
        if block.start is not None and block.start not in options:
            yield _missing(f"{path}.start", "option", block.start, options)

    def _of_effect(self, path: str, effect: Effect, fields: set[str], dialogs: set[str]) -> Iterator[Break]:
        match effect:
            case Go():
                yield from self._page(f"{path}.page", effect.page)
            case Launch():
                other = self.apps.get(effect.app)
                if other is None:
                    yield _missing(f"{path}.app", "app", effect.app, self.apps)
                elif effect.page is not None and effect.page not in (known := {page.id for page in other.pages}):
                    yield _missing(f"{path}.page", f"page of {other.id!r}", effect.page, known)
            case Ask():
                if effect.dialog not in dialogs:
                    yield _missing(f"{path}.dialog", "dialog of the page", effect.dialog, dialogs)
            case Put():
                yield from self._collection(f"{path}.into", effect.into)
                for field in sorted(set(effect.key) - set(effect.fields)):
                    yield _missing(f"{path}.key", "field of the record", field, {*effect.fields})
            case Submit():
                if effect.field not in fields:
                    yield _missing(f"{path}.field", "field of the page", effect.field, fields)
            case _:
                yield from self._of_data(path, effect)

    def _of_data(self, path: str, effect: Effect) -> Iterator[Break]:
        match effect:
            case SetVar():
                yield from self._var(f"{path}.var", effect.var)
            case Toggle():
                yield from self._var(f"{path}.var", effect.var, bool)
            case Add():
                yield from self._var(f"{path}.var", effect.var, int)
            case Empty():
                yield from self._collection(f"{path}.collection", effect.collection)
            case When():
                yield from self._cond(f"{path}.cond", effect.cond)
            case _:
                pass

    def _page(self, where: str, page: str) -> Iterator[Break]:
        if page not in self.pages:
            yield _missing(where, f"page of {self.app.id!r}", page, self.pages)

    def _collection(self, where: str, collection: str) -> Iterator[Break]:
        if collection not in self.collections:
            yield _missing(where, f"collection of {self.app.id!r}", collection, self.collections)

    def _var(self, where: str, var: str | None, kind: type | None = None) -> Iterator[Break]:
        if var is None:
            return
        if var not in self.vars:
            yield _missing(where, f"variable of {self.app.id!r}", var, self.vars)
        elif kind is not None and type(self.app.vars[var]) is not kind:
            told = f"the variable {var!r} starts as {self.app.vars[var]!r}; here it has to be {_KINDS[kind]}"
            yield Break("reference", where, told)

    def _icon(self, where: str, icon: str) -> Iterator[Break]:
        if icon and icon not in icons():
            yield _missing(where, "icon", icon)

    def _cond(self, where: str, cond: Cond | None) -> Iterator[Break]:
        if cond is not None:
            yield from self._texts(f"{where}.left", "{" + cond.left + "}")
            yield from self._texts(f"{where}.right", str(cond.right))

    def _texts(self, where: str, text: str) -> Iterator[Break]:
        """Variables and collections that a template names."""
        if "{" not in text:
            return
        for kind, name in _EXPRESSION.findall(text):
            if kind == "var":
                yield from self._var(where, name)
            else:
                yield from self._collection(where, name)
