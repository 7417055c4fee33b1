"""From a world to what is served of it: phone and apps, indexed; neither scenario nor task."""

from collections import OrderedDict

from sextant_worlds.engine.data import Json
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.world import World

_KEPT = 400
_APPS: "OrderedDict[int, tuple[AppSpec, Json]]" = OrderedDict()
"""Apps that were served lately, by identity: many tasks are written for the same ones, and nobody changes them."""


def served(world: World) -> Json:
    """What engine and page get to know of a world; its apps are shared with other calls and must not be changed.

    `{"id", "phone", "order": [app ids], "apps": {id: app}}`; an app's pages and a page's dialogs are indexed by id.
    An app has its `root` page besides; a page `ui0` (what its choices start with) and `fields` (the keys under which
    typed text is kept).
    """
    apps = {app.id: _kept(app) for app in world.apps}
    phone = world.phone.model_dump(mode="json")
    phone["ui"] = phone["ui"] or phone["locale"]
    return {
        "id": world.id,
        "phone": phone,
        "order": [app.id for app in world.apps],
        "apps": apps,
    }


def _kept(app: AppSpec) -> Json:
    found = _APPS.get(id(app))
    if found is not None and found[0] is app:
        return found[1]
    made = _app(app.model_dump(mode="json"))
    _APPS[id(app)] = (app, made)
    if len(_APPS) > _KEPT:
        _APPS.popitem(last=False)
    return made


def _app(app: Json) -> Json:
    del app["also"]
    app["root"] = app["tabs"][0]["page"] if app["tabs"] else app["home"]
    app["pages"] = {page["id"]: _page(page) for page in app["pages"]}
    return app


def _page(page: Json) -> Json:
    page["dialogs"] = {dialog["id"]: dialog for dialog in page["dialogs"]}
    page["ui0"] = {}
    fields: list[str] = []
    page["fields"] = fields
    for block in page["blocks"]:
        match block["kind"]:
            case "choice" if block["var"] is None and block["start"] is not None:
                page["ui0"][block["id"]] = block["start"]
            case "field" | "composer":
                fields.append(block["id"])
            case "list" if block["search"]:
                fields.append(block["id"] + "-search")
            case _:
                pass
    return page
