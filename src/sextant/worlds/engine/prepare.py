"""From a world to what is served of it: phone and apps, indexed; neither scenario nor task."""

from sextant.worlds.engine.data import Json
from sextant.worlds.spec.world import World


def served(world: World) -> Json:
    """What engine and page get to know of a world.

    `{"id", "phone", "order": [app ids], "apps": {id: app}}`; an app's pages and a page's dialogs are indexed by id.
    An app has its `root` page besides; a page `ui0` (what its choices start with) and `fields` (the keys under which
    typed text is kept).
    """
    apps = {app.id: _app(app.model_dump(mode="json")) for app in world.apps}
    return {
        "id": world.id,
        "phone": world.phone.model_dump(mode="json"),
        "order": [app.id for app in world.apps],
        "apps": apps,
    }


def _app(app: Json) -> Json:
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
