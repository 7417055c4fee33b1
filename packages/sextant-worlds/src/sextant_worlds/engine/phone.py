"""The phone's own screens: the launcher and the list of running apps."""

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.text import wrap
from sextant_worlds.engine.values import DAYS_FULL, DAYS_ZH, context, expand, short_date, weekday
from sextant_worlds.engine.widgets import (
    as_node,
    badge_parts,
    cut_line,
    icon_button,
    icon_part,
    paint_part,
    tap_node,
    text_part,
)


def greeting(world: Json) -> str:
    """Good morning, by the world's clock."""
    phone = world["phone"]
    hour = int(phone["clock"][0:2])
    slot = 0 if hour < 12 else (1 if hour < 18 else 2)
    if phone["ui"] == "zh":
        words = ["早上好", "下午好", "晚上好"]
        return words[slot] + ("，" + phone["owner"] if phone["owner"] else "")
    words = ["Good morning", "Good afternoon", "Good evening"]
    return words[slot] + (", " + phone["owner"] if phone["owner"] else "")


def place_launcher(env: Json) -> None:
    """Date and greeting, then the icons in four columns."""
    th = env["th"]
    world = env["world"]
    phone = world["phone"]
    x = 24
    w = th["width"] - 48
    today = short_date(phone["today"], phone["ui"])
    if phone["ui"] == "zh":
        today += " " + DAYS_ZH[weekday(phone["today"])]
    else:
        today = DAYS_FULL[weekday(phone["today"])] + today[3:]
    y = 64
    made = wrap(env["memo"], phone["clock"] + "  " + today, th["body"], 400, w, 1)
    part = text_part(x, y, w, made, th["body"], th["body_lh"], 400, "muted", "l")
    env["nodes"].append(as_node(part, "home-date", "home-date"))
    y += th["body_lh"] + 4
    made = wrap(env["memo"], greeting(world), th["big"] - 4, 500, w, 3)
    part = text_part(x, y, w, made, th["big"] - 4, th["big_lh"], 500, "ink", "l")
    node = as_node(part, "home-greeting", "")
    node["role"] = "heading"
    node["level"] = 1
    env["nodes"].append(node)
    y += part["h"] + 40
    cell = (th["width"] - 48 - 60) // 3
    first = 24 - (cell - 60) // 2
    high = 0
    for index in range(len(world["order"])):
        app = world["apps"][world["order"][index]]
        column = index % 4
        if column == 0:
            y += high
            high = 0
        icon = launcher_icon(env, app, first + column * cell, y, cell)
        high = max(high, icon["h"] + 20)
        env["nodes"].append(icon)
    env["y"] = y + high


def launcher_icon(env: Json, app: Json, x: int, y: int, w: int) -> Json:
    """An app's icon with its name below, and its badge."""
    th = env["th"]
    name = expand_for(env, app, app["name"])
    edge = (w - 60) // 2
    parts = [
        paint_part(edge, 4, 60, 60, "accent", "", th["square"]),
        icon_part(edge + 16, 20, 28, app["icon"], "on-accent"),
    ]
    made = wrap(env["memo"], name, th["tiny"], 500, w - 4, 2)
    parts.append(text_part(2, 72, w - 4, made, th["tiny"], th["tiny_lh"], 500, "ink", "c"))
    badge = badge_parts(env["memo"], th, edge + 48, 0, expand_for(env, app, app["badge"]))
    parts.extend(badge)
    do: Json = {"kind": "launch", "app": app["id"], "page": None, "record": ""}
    node = tap_node("app-" + app["id"], "button", x, y, w, 76 + len(made[0]) * th["tiny_lh"], parts, [do])
    if len(badge) > 0:
        node["name"] = name
    node["tint"] = app["accent"]
    node["radius"] = 12
    return node


def expand_for(env: Json, app: Json, text: str) -> str:
    """A template over the variables and collections of an app."""
    if "{" not in text:
        return text
    return expand(context(env["world"], env["state"], app["id"], {}, {}, env["memo"]), text)


def place_recents(env: Json) -> None:
    """Cards of the apps that are open, the latest first."""
    th = env["th"]
    zh = th["zh"]
    made = wrap(env["memo"], "最近使用" if zh else "Recent apps", th["big"] - 4, 500, env["w"], 1)
    part = text_part(env["x"], 56, env["w"], made, th["big"] - 4, th["big_lh"], 500, "ink", "l")
    node = as_node(part, "recents-title", "")
    node["role"] = "heading"
    node["level"] = 1
    env["nodes"].append(node)
    env["y"] = 56 + part["h"] + 24
    recent = env["state"]["recent"]
    if len(recent) == 0:
        made = wrap(env["memo"], "没有打开的应用" if zh else "Nothing is open.", th["body"], 400, env["w"], 2)
        part = text_part(env["x"], env["y"], env["w"], made, th["body"], th["body_lh"], 400, "muted", "l")
        env["nodes"].append(as_node(part, "recents-empty", ""))
        env["y"] += part["h"]
    for app in recent:
        place_recent(env, env["world"]["apps"][app])
        env["y"] += 12


def place_recent(env: Json, app: Json) -> None:
    """One card: icon, name, the page that is open, and a cross."""
    th = env["th"]
    key = "recent-" + app["id"]
    x = env["x"]
    w = env["w"]
    high = max(80, th["body_lh"] + th["detail_lh"] + 32)
    top = (high - th["body_lh"] - th["detail_lh"]) // 2
    ground = paint_part(x, env["y"], w, high, "surface", th["card_border"], th["card_radius"])
    env["nodes"].append(as_node(ground, key + "~card", ""))
    room = w - 56 - 76
    name = cut_line(env["memo"], app["name"], th["body"], 500, room)
    title = cut_line(env["memo"], recent_title(env, app), th["detail"], 400, room)
    parts = [
        paint_part(16, (high - 48) // 2, 48, 48, "accent", "", th["square"] * 4 // 5),
        icon_part(28, (high - 24) // 2, 24, app["icon"], "on-accent"),
        text_part(76, top, room, name, th["body"], th["body_lh"], 500, "ink", "l"),
        text_part(76, top + th["body_lh"], room, title, th["detail"], th["detail_lh"], 400, "muted", "l"),
    ]
    do: Json = {"kind": "launch", "app": app["id"], "page": None, "record": ""}
    node = tap_node(key, "button", x, env["y"], w - 56, high, parts, [do])
    node["tint"] = app["accent"]
    node["radius"] = th["card_radius"]
    env["nodes"].append(node)
    close = "关闭" if th["zh"] else "Close"
    label = close + " " + app["name"]
    do = {"kind": "close", "app": app["id"]}
    y = env["y"] + (high - 48) // 2
    env["nodes"].append(icon_button(key + "-close", x + w - 52, y, 48, "x", label, "muted", [do]))
    env["y"] += high


def recent_title(env: Json, app: Json) -> str:
    """The title of the page on which the app was left."""
    entry = env["state"]["stacks"][app["id"]][-1]
    page = app["pages"][entry["page"]]
    ctx = context(
        env["world"], env["state"], app["id"], page_record(env["state"], app["id"], page, entry), {}, env["memo"]
    )
    return expand(ctx, page["title"])


def page_record(state: Json, app: str, page: Json, entry: Json) -> Json:
    """The record that an opened page shows; empty where it shows none."""
    if page["of"] is not None:
        for record in state["data"][app]["c"].get(page["of"], []):
            if record["id"] == entry["rec"]:
                return record
    return {}
