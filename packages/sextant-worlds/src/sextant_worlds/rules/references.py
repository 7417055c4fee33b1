"""Rule `reference`: whatever is named exists: pages, collections, variables, dialogs, apps, icons, fields."""

import re
from collections.abc import Iterable, Iterator

from sextant_worlds.page.icons import icons
from sextant_worlds.rules.base import Break
from sextant_worlds.rules.walk import models_in
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.blocks import ChoiceBlock, ComposerBlock, InputField, Stepper, Switch
from sextant_worlds.spec.effects import Add, Ask, Cond, Launch, Put, Submit, Toggle
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


_COLLECTIONS = ("of", "source", "into", "collection")
_PAGES = ("page", "home")
_VARIABLES: dict[type, type] = {Switch: bool, Toggle: bool, Stepper: int, Add: int, InputField: str}
"""What the variable has to be that one of these is bound to."""


class _Names:
    """The names of one app. What a field names follows from what it is called."""

    def __init__(self, app: AppSpec, apps: dict[str, AppSpec], path: str) -> None:
        self.app, self.apps, self.path = app, apps, path
        self.pages = {page.id for page in app.pages}

    def breaks(self) -> Iterator[Break]:
        for path, model in models_in(self.app, self.path):
            if isinstance(model, Cond):
                yield from self._texts(f"{path}.left", "{" + model.left + "}")
            for name in type(model).model_fields:
                value = getattr(model, name)
                if isinstance(value, str):
                    yield from self._named(model, name, value, f"{path}.{name}")
                    yield from self._texts(f"{path}.{name}", value)
        for number, page in enumerate(self.app.pages):
            fields = {block.id for block in page.blocks if isinstance(block, InputField | ComposerBlock)}
            dialogs = {dialog.id for dialog in page.dialogs}
            for path, model in models_in(page, f"{self.path}.pages.{number}"):
                yield from self._of_page(path, model, fields, dialogs)

    def _named(self, model: SpecModel, name: str, value: str, where: str) -> Iterator[Break]:
        if name in _PAGES and not isinstance(model, Launch) and value not in self.pages:
            yield _missing(where, f"page of {self.app.id!r}", value, self.pages)
        elif name in _COLLECTIONS:
            yield from self._collection(where, value)
        elif name == "var":
            yield from self._var(where, value, _VARIABLES.get(type(model)))
        elif name == "icon" and value and value not in icons():
            yield _missing(where, "icon", value)

    def _of_page(self, path: str, model: SpecModel, fields: set[str], dialogs: set[str]) -> Iterator[Break]:
        """What is named of the page itself, of a record or of another app."""
        match model:
            case ChoiceBlock():
                options = {option.id for option in model.options}
                if model.start is not None and model.start not in options:
                    yield _missing(f"{path}.start", "option", model.start, options)
            case Launch():
                other = self.apps.get(model.app)
                if other is None:
                    yield _missing(f"{path}.app", "app", model.app, self.apps)
                elif model.page is not None and model.page not in (known := {page.id for page in other.pages}):
                    yield _missing(f"{path}.page", f"page of {other.id!r}", model.page, known)
            case Ask() if model.dialog not in dialogs:
                yield _missing(f"{path}.dialog", "dialog of the page", model.dialog, dialogs)
            case Put():
                for field in sorted(set(model.key) - set(model.fields)):
                    yield _missing(f"{path}.key", "field of the record", field, {*model.fields})
            case Submit() if model.field not in fields:
                yield _missing(f"{path}.field", "field of the page", model.field, fields)
            case _:
                pass

    def _collection(self, where: str, collection: str) -> Iterator[Break]:
        if collection not in self.app.collections:
            yield _missing(where, f"collection of {self.app.id!r}", collection, self.app.collections)

    def _var(self, where: str, var: str, kind: type | None = None) -> Iterator[Break]:
        if var not in self.app.vars:
            yield _missing(where, f"variable of {self.app.id!r}", var, self.app.vars)
        elif kind is not None and type(self.app.vars[var]) is not kind:
            told = f"the variable {var!r} starts as {self.app.vars[var]!r}; here it has to be {_KINDS[kind]}"
            yield Break("reference", where, told)

    def _texts(self, where: str, text: str) -> Iterator[Break]:
        """Variables and collections that a template names."""
        for kind, name in _EXPRESSION.findall(text) if "{" in text else ():
            yield from self._var(where, name) if kind == "var" else self._collection(where, name)
