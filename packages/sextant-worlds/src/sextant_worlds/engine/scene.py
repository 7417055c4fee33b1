"""What is on the phone now: layers of nodes, from a world and its state."""

from typing import Any

from sextant_worlds.engine.blocks import place_blocks, place_skeleton
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.frame import (
    bar_actions,
    bar_layer,
    composer_layer,
    dialog_layer,
    fab_layer,
    make_layer,
    popup_layer,
    tabs_layer,
    toast_layer,
)
from sextant_worlds.engine.phone import page_record, place_launcher, place_recents
from sextant_worlds.engine.text import wrap
from sextant_worlds.engine.theme import theme_of
from sextant_worlds.engine.values import as_text, context, expand, fresh_memo, holds, page_key
from sextant_worlds.engine.widgets import as_node, button_node, icon_part, paint_part, text_part


def scene(world: Json, state: Json, memo: Any = None) -> Json:
    """The scene of a state. `memo`: a dict kept between calls for one world; what it holds is shared, never changed."""
    if memo is None:
        memo = fresh_memo()
    elif "templates" not in memo:
        memo.update(fresh_memo())
    front = state["front"]
    at_home = front == "" or front == "*recents"
    made = phone_screen(world, state, memo) if at_home else app_screen(world, state, memo)
    layers: list[Json] = made["layers"].copy()
    foot = 0
    for layer in layers:
        if layer["k"] == "tabs" or layer["k"] == "foot":
            foot = layer["h"]
    layers[0] = scrolled(state, layers[0], made["end"])
    env = frame_env(world, state, memo, front)
    if state["dialog"] != "" and state["dialog"]["app"] == front:
        app = world["apps"][front]
        layers.append(dialog_layer(env, app, state["stacks"][front][-1], state["dialog"]))
    if state["popup"] is not None:
        for surprise in world["phone"]["surprises"]:
            if surprise["kind"] == "popup" and surprise["id"] == state["popup"]:
                layers.append(popup_layer(env, surprise))
    if state["toast"] is not None:
        layers.append(toast_layer(env, state["toast"]["text"], foot))
    over = lies_over(world, state)
    return {
        "title": made["title"],
        "app": made["app"],
        "page": made["page"],
        "rec": made["rec"],
        "over": over,
        "layers": layers,
    }


def lies_over(world: Json, state: Json) -> str:
    """The id of what has the screen to itself now: a popup, a dialog, `session`; empty where it is the page."""
    front = state["front"]
    if state["popup"] is not None:
        return state["popup"]
    if front == "" or front == "*recents":
        return ""
    if locked_by(world, state, front) is not None:
        return "session"
    return state["dialog"]["dialog"] if state["dialog"] != "" and state["dialog"]["app"] == front else ""


def scrolled(state: Json, body: Json, end: bool) -> Json:
    """The body at its scroll offset; a chat starts at its end."""
    most = body["inner"] - body["h"]
    at = most if end else 0
    front = state["front"]
    if front == "" or front == "*recents":
        at = state.get("scroll", {}).get("body", 0)
    else:
        at = state["stacks"][front][-1]["scroll"].get("body", at)
    at = max(0, min(at, most))
    if at == body["at"]:
        return body
    moved = body.copy()
    moved["at"] = at
    return moved


def frame_env(world: Json, state: Json, memo: Json, app: str) -> Json:
    """What every part of the layout needs to know, without a page."""
    return {"world": world, "state": state, "memo": memo, "th": theme_of(world, memo), "app": app}


def page_env(world: Json, state: Json, memo: Json, app: str, entry: Json) -> Json:
    """The same with a page: templates' context, the page's record, the cursor."""
    env = frame_env(world, state, memo, app)
    page = world["apps"][app]["pages"][entry["page"]]
    env["ctx"] = context(world, state, app, page_record(state, app, page, entry), entry["ui"], memo)
    env["rec"] = [page["of"], entry["rec"]] if page["of"] is not None and entry["rec"] else []
    env["page"] = entry["page"]
    env["seen"] = page_key(app, entry["page"], entry["rec"])
    start_column(env)
    return env


def start_column(env: Json) -> None:
    """The cursor at the top of a page."""
    th = env["th"]
    env["x"] = th["margin"]
    env["w"] = th["width"] - 2 * th["margin"]
    env["y"] = 0
    env["nodes"] = []
    env["searches"] = 0


def phone_screen(world: Json, state: Json, memo: Json) -> Json:
    """Launcher or recents."""
    env = frame_env(world, state, memo, "")
    start_column(env)
    th = env["th"]
    if state["front"] == "":
        place_launcher(env)
        title = "主屏幕" if th["zh"] else "Home"
    else:
        place_recents(env)
        title = "最近使用" if th["zh"] else "Recent apps"
    body = body_layer(env, 0, 0, 24)
    page = "home" if state["front"] == "" else "recents"
    return {"title": title, "app": "", "page": page, "rec": "", "layers": [body], "end": False}


def body_layer(env: Json, top: int, foot: int, below: int) -> Json:
    """The scrolling layer between bar and foot, with what was laid out."""
    th = env["th"]
    high = th["height"] - top - foot
    layer = make_layer("body", "main", [0, top, th["width"], high], "ground", env["nodes"])
    layer["inner"] = max(high, env["y"] + below)
    layer["scroll"] = 1
    return layer


def locked_by(world: Json, state: Json, app: str) -> Any:
    """The session surprise that the app waits for, or None."""
    for surprise in world["phone"]["surprises"]:
        if surprise["kind"] == "session" and surprise["app"] == app and state["now"] >= surprise["at"]:
            if f"session/{app}/{surprise['at']}" not in state["seen"]:
                return surprise
    return None


def app_screen(world: Json, state: Json, memo: Json) -> Json:
    """The page that is open in the app in front, from the memo where nothing has changed."""
    app = state["front"]
    stack = state["stacks"][app]
    entry = stack[-1]
    lock = locked_by(world, state, app)
    if lock is not None:
        return session_screen(world, state, memo, entry, lock)
    page = world["apps"][app]["pages"][entry["page"]]
    if state["now"] - entry["at"] < page["loads"]:
        return page_screen(world, state, memo, entry, True)
    rev = state.get("rev", 0)
    if rev == 0:
        return page_screen(world, state, memo, entry, False)
    key = f"{app}/{entry['page']}/{entry['rec']}/{len(stack) > 1}/{state['tab'].get(app, '')}/{rev}"
    for slot in entry["ui"].keys():
        key += "/" + slot + "=" + as_text(entry["ui"][slot])
    for held in state.get("held", []):
        key += "/" + str(held["i"])
    for block in page["blocks"]:
        if block["kind"] == "banner" and block["shown"] > 0:
            key += "/" + str(state["now"] - state["seen"].get(page_key(app, entry["page"], entry["rec"]), 0))
    known = memo["pages"].get(key)
    if known is None:
        known = page_screen(world, state, memo, entry, False)
        memo["pages"][key] = known
    return known


def page_screen(world: Json, state: Json, memo: Json, entry: Json, loading: bool) -> Json:
    """A page with all that stands around it; `end`: it starts scrolled to its end."""
    name = state["front"]
    app = world["apps"][name]
    page = app["pages"][entry["page"]]
    env = page_env(world, state, memo, name, entry)
    title = expand(env["ctx"], page["title"])
    bar = bar_layer(env, title, bar_actions(env, page), len(state["stacks"][name]) > 1)
    around = [bar]
    foot = 0
    chat = False
    composer: Any = None
    for block in page["blocks"]:
        if block["kind"] == "composer":
            composer = block
        elif block["kind"] == "list" and block["shape"] == "bubbles":
            chat = True
    if composer is not None:
        around.append(composer_layer(env, composer))
        foot = around[1]["h"]
    elif len(app["tabs"]) > 0:
        around.append(tabs_layer(env, app, state["tab"].get(name, "")))
        foot = around[1]["h"]
    below = env["th"]["gap"] + 8
    if page["fab"] is not None and (page["fab"]["when"] is None or holds(env["ctx"], page["fab"]["when"])):
        around.append(fab_layer(env, page["fab"], foot))
        below = 88
    if loading:
        place_skeleton(env)
    else:
        place_blocks(env, page["blocks"])
        if chat:
            lower(env, env["th"]["height"] - bar["h"] - foot - below)
    layers = [body_layer(env, bar["h"], foot, below)]
    layers.extend(around)
    return {
        "title": title,
        "app": name,
        "page": entry["page"],
        "rec": entry["rec"],
        "layers": layers,
        "end": chat and not loading,
    }


def lower(env: Json, room: int) -> None:
    """What was laid out ends at the foot of the room, as a short chat stands just above its composer."""
    free = room - env["y"]
    if free > 0:
        for node in env["nodes"]:
            node["y"] += free
        env["y"] = room


def session_screen(world: Json, state: Json, memo: Json, entry: Json, lock: Json) -> Json:
    """The app asks to sign in again before it shows anything."""
    name = state["front"]
    env = page_env(world, state, memo, name, entry)
    th = env["th"]
    x = env["x"]
    w = env["w"]
    app = world["apps"][name]
    bar = bar_layer(env, app["name"], [], False)
    mid = th["width"] // 2
    y = 64
    env["nodes"].append(as_node(paint_part(mid - 36, y, 72, 72, "accent-soft", "", 36), "session~ring", ""))
    env["nodes"].append(as_node(icon_part(mid - 16, y + 20, 32, "lock", "accent"), "session~icon", ""))
    y += 96
    size = th["body"] + 4
    made = wrap(memo, lock["title"], size, th["strong"], w, 0)
    part = text_part(x, y, w, made, size, th["body_lh"] + 6, th["strong"], "ink", "c")
    node = as_node(part, "session-title", "session-title")
    node["role"] = "heading"
    node["level"] = 2
    env["nodes"].append(node)
    y += part["h"] + 12
    made = wrap(memo, lock["text"], th["body"], 400, w - 32, 0)
    part = text_part(x + 16, y, w - 32, made, th["body"], th["body_lh"], 400, "muted", "c")
    env["nodes"].append(as_node(part, "session-text", "session-text"))
    y += part["h"] + 32
    node = button_node(memo, th, "session-continue", x, y, w, lock["button"], "", "primary")
    node["do"] = [{"kind": "continue", "app": name, "at": lock["at"]}]
    env["nodes"].append(node)
    env["y"] = y + node["h"]
    layers = [body_layer(env, bar["h"], 0, 24), bar]
    return {
        "title": lock["title"],
        "app": name,
        "page": entry["page"],
        "rec": entry["rec"],
        "layers": layers,
        "end": False,
    }
