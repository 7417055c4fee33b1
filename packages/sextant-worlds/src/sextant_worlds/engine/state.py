"""The state of a world: what is open, on which pages, with which data.

Records and their lists are replaced, never changed in place, so that whoever holds one may keep it.
"""

from sextant_worlds.engine.data import Json


def blank_state(world: Json) -> Json:
    """A phone that was just switched on: the launcher, nothing open, all data as the world gives them."""
    data: Json = {}
    for app in world["order"]:
        spec = world["apps"][app]
        collections: Json = {}
        for name in spec["collections"].keys():
            collections[name] = spec["collections"][name].copy()
        data[app] = {"c": collections, "v": spec["vars"].copy()}
    state: Json = {
        "now": 0,
        "front": "",
        "from": "",
        "stacks": {},
        "tab": {},
        "tabstacks": {},
        "recent": [],
        "opened": {},
        "data": data,
        "focus": "",
        "dialog": "",
        "toast": None,
        "popup": None,
        "rev": 0,
        "held": [],
        "clip": "",
        "pending": [],
        "acts": [],
        "answer": None,
        "seen": {},
        "scroll": {},
        "turned": {},
        "made": {},
        "dirty": [],
        "n": 0,
    }
    hold_back(world, state)
    return state


def hold_back(world: Json, state: Json) -> None:
    """Takes the records out that a pending sync will bring."""
    for index in range(len(world["phone"]["surprises"])):
        surprise = world["phone"]["surprises"][index]
        if surprise["kind"] != "sync":
            continue
        here = state["data"][surprise["app"]]["c"]
        kept: list[Json] = []
        held: list[list[object]] = []
        place = 0
        for record in here[surprise["collection"]]:
            if record["id"] in surprise["records"]:
                held.append([place, record])
            else:
                kept.append(record)
            place += 1
        here[surprise["collection"]] = kept
        entry: Json = {
            "i": index,
            "app": surprise["app"],
            "collection": surprise["collection"],
            "at": -1,
            "records": held,
        }
        state["held"].append(entry)


def changed(state: Json, app: str, part: str, name: str) -> None:
    """Notes that a collection (`c`) or a variable (`v`) has another content now."""
    state["dirty"].append([app, part, name])


def set_var(state: Json, app: str, var: str, value: object) -> None:
    """Sets a variable of the app."""
    state["data"][app]["v"][var] = value
    changed(state, app, "v", var)


def swap_record(state: Json, app: str, collection: str, record: Json) -> None:
    """Puts a record in the place of the one with its id."""
    records = state["data"][app]["c"][collection]
    state["data"][app]["c"][collection] = [record if other["id"] == record["id"] else other for other in records]
    changed(state, app, "c", collection)


def top_entry(state: Json, app: str) -> Json | None:
    """The page of the app that is open now, or None where it is not running."""
    if app in state["stacks"] and len(state["stacks"][app]) > 0:
        return state["stacks"][app][-1]
    return None


def front_entry(state: Json) -> Json | None:
    """The page that is before the person, or None on launcher and recents."""
    if state["front"] == "" or state["front"] == "*recents":
        return None
    return top_entry(state, state["front"])


def page_of(world: Json, app: str, entry: Json) -> Json:
    """The page's spec."""
    return world["apps"][app]["pages"][entry["page"]]


def new_entry(world: Json, state: Json, app: str, page: str, record: str) -> Json:
    """An opening of a page, not yet on any stack."""
    state["n"] += 1
    spec = world["apps"][app]["pages"][page]
    rec = record if spec["of"] is not None else ""
    key = app + "/" + page + "/" + rec
    if key not in state["seen"]:
        state["seen"][key] = state["now"]
    return {
        "page": page,
        "rec": rec,
        "n": state["n"],
        "at": state["now"],
        "ui": spec["ui0"].copy(),
        "scroll": {},
    }


def page_changed(state: Json, app: str) -> None:
    """The app shows another page: its dialog and the focus go."""
    if state["dialog"] != "" and state["dialog"]["app"] == app:
        state["dialog"] = ""
    state["focus"] = ""


def go_home(state: Json) -> None:
    """To the launcher; all stacks stay."""
    state["front"] = ""
    state["focus"] = ""
    state["scroll"] = {}


def go_recents(state: Json) -> None:
    """To the list of running apps."""
    if state["front"] != "*recents":
        state["from"] = state["front"]
        state["front"] = "*recents"
        state["focus"] = ""
        state["scroll"] = {}


def session_expired(world: Json, state: Json, app: str) -> bool:
    """Whether the app asks for its code before it shows anything."""
    for surprise in world["phone"]["surprises"]:
        if surprise["kind"] == "session" and surprise["app"] == app and surprise["at"] <= state["now"]:
            if "session/" + app + "/" + str(surprise["at"]) not in state["seen"]:
                return True
    return False


def go_back(world: Json, state: Json) -> None:
    """The back key: closes a dialog, else leaves the page, else the app."""
    front = state["front"]
    if front == "*recents":
        state["front"] = state["from"] if state["from"] in state["stacks"] else ""
        state["scroll"] = {}
        return
    if front == "":
        return
    if session_expired(world, state, front):
        go_home(state)
        return
    if state["dialog"] != "" and state["dialog"]["app"] == front:
        state["dialog"] = ""
        return
    stack = state["stacks"][front]
    if len(stack) > 1:
        stack.pop()
        page_changed(state, front)
    else:
        go_home(state)


def close_app(state: Json, app: str) -> None:
    """Ends an app: its stacks are forgotten, its data stay."""
    if app not in state["stacks"]:
        return
    page_changed(state, app)
    state["stacks"].pop(app)
    state["tabstacks"].pop(app)
    state["tab"].pop(app)
    state["recent"] = [other for other in state["recent"] if other != app]
    if state["front"] == app:
        go_home(state)


def bring_forward(state: Json, app: str) -> None:
    """Makes a running app the one in front."""
    if state["front"] != app:
        state["focus"] = ""
    state["front"] = app
    state["recent"] = [app] + [other for other in state["recent"] if other != app]


def lose_drafts(world: Json, state: Json, app: str) -> None:
    """Empties what was typed on the app's open pages."""
    if app not in state["stacks"]:
        return
    stacks = [state["stacks"][app]]
    for tab in state["tabstacks"][app].keys():
        stacks.append(state["tabstacks"][app][tab])
    for stack in stacks:
        for entry in stack:
            for field in page_of(world, app, entry)["fields"]:
                if field in entry["ui"]:
                    entry["ui"][field] = ""
