"""What stands around a page: app bar, tabs, composer, floating button, dialogs, popup, toast."""

from typing import Any

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.text import text_width, wrap
from sextant_worlds.engine.values import as_text, context, expand, holds, record_of
from sextant_worlds.engine.widgets import (
    as_node,
    badge_parts,
    button_node,
    cut_line,
    field_node,
    hairline,
    icon_button,
    icon_part,
    paint_part,
    tap_node,
    text_part,
)


def make_layer(key: str, role: str, box: list[int], ground: str, nodes: list[Json]) -> Json:
    """A layer that does not scroll; `box`: x, y, width, height."""
    return {
        "k": key,
        "role": role,
        "label": "",
        "x": box[0],
        "y": box[1],
        "w": box[2],
        "h": box[3],
        "scroll": 0,
        "inner": box[3],
        "at": 0,
        "ground": ground,
        "radius": 0,
        "shadow": 0,
        "scrim": 0,
        "nodes": nodes,
    }


def bar_actions(env: Json, page: Json) -> list[Json]:
    """The page's bar actions whose condition holds."""
    return [act for act in page["actions"] if act["when"] is None or holds(env["ctx"], act["when"])]


def bar_layer(env: Json, title: str, actions: list[Json], deep: bool) -> Json:
    """The app bar: back where there is something to go back to, the title, actions at the right."""
    th = env["th"]
    width = th["width"]
    nodes: list[Json] = []
    high = th["bar"]
    big = th["large"] > 0 and not deep
    top = (high - 48) // 2
    left = th["margin"]
    if deep:
        name = "返回" if th["zh"] else "Back"
        nodes.append(icon_button("nav-back", 4, top, 48, th["back"], name, "ink", [{"kind": "back"}]))
        left = 56
    right = th["margin"]
    for index in range(len(actions) - 1, -1, -1):
        right = right - 8 if right == th["margin"] else right
        nodes.append(bar_action(env, actions[index], width - right - 48, top))
        right += 48
    right += 8 if len(actions) > 0 else 0
    if big:
        high = th["large"] + 12 + (th["bar"] if len(actions) > 0 else 8)
        made = cut_line(env["memo"], title, th["big"] - 2, 700, width - 2 * th["margin"])
        y = high - th["big_lh"] - 6
        part = text_part(th["margin"], y, width - 2 * th["margin"], made, th["big"] - 2, th["big_lh"], 700, "ink", "l")
    else:
        if th["title_at"] == "c":
            left = max(left, right)
            right = left
        room = width - left - right
        made = cut_line(env["memo"], title, th["title"], th["title_weight"], room)
        y = (high - th["title_lh"]) // 2
        part = text_part(left, y, room, made, th["title"], th["title_lh"], th["title_weight"], "ink", th["title_at"])
    node = as_node(part, "bar-title", "")
    node["role"] = "heading"
    node["level"] = 1
    nodes.insert(1 if deep else 0, node)
    if th["bar_line"]:
        nodes.append(hairline("bar~line", 0, high - 1, width))
    return make_layer("bar", "banner", [0, 0, width, high], th["bar_ground"], nodes)


def bar_action(env: Json, action: Json, x: int, y: int) -> Json:
    """An icon of the bar, with its badge."""
    node = icon_button(action["id"], x, y, 48, action["icon"], action["label"], "ink", action["do"])
    node["rec"] = env["rec"]
    badge = badge_parts(env["memo"], env["th"], 26, 4, expand(env["ctx"], action["badge"]))
    if len(badge) > 0 and badge[0]["w"] <= 22:
        node["parts"].extend(badge)
    return node


def tabs_layer(env: Json, app: Json, current: str) -> Json:
    """The tabs at the foot, from the memo where they say what they said before."""
    labels = [expand(env["ctx"], tab["label"]) for tab in app["tabs"]]
    badges = [expand(env["ctx"], tab["badge"]) for tab in app["tabs"]]
    name = f"tabs/{env['app']}/{current}|" + "|".join(labels) + "|" + "|".join(badges)
    known = env["memo"]["rows"].get(name)
    if known is None:
        known = made_tabs(env, app, current, labels, badges)
        env["memo"]["rows"][name] = known
    return known


def made_tabs(env: Json, app: Json, current: str, labels: list[str], badges: list[str]) -> Json:
    """Icon over label, equal widths."""
    th = env["th"]
    width = th["width"]
    high = th["tabs"]
    count = len(app["tabs"])
    nodes: list[Json] = [hairline("tabs~line", 0, 0, width)] if not th["tab_pill"] else []
    for index in range(count):
        tab = app["tabs"][index]
        on = tab["id"] == current
        x = width * index // count
        w = width * (index + 1) // count - x
        colour = "accent" if on else "muted"
        tall = 32 + th["tiny_lh"]
        top = (high - tall) // 2
        parts: list[Json] = []
        if on and th["tab_pill"]:
            parts.append(paint_part((w - 60) // 2, top - 2, 60, 30, "accent-soft", "", 15))
        parts.append(icon_part((w - 24) // 2, top + 1, 24, tab["icon"], colour))
        label = cut_line(env["memo"], labels[index], th["tiny"], 500, w - 4)
        parts.append(text_part(2, top + 32, w - 4, label, th["tiny"], th["tiny_lh"], 500, colour, "c"))
        badge = badge_parts(env["memo"], th, w // 2 + 6, top - 4, badges[index])
        parts.extend(badge)
        do: Json = {"kind": "tab", "tab": tab["id"]}
        node = tap_node("tab-" + tab["id"], "tab", x, 1, w, high - 1, parts, [do])
        if len(badge) > 0:
            node["name"] = label[1]
        node["states"] = ["selected"] if on else []
        nodes.append(node)
    return make_layer("tabs", "navigation", [0, th["height"] - high, width, high], "surface", nodes)


def composer_layer(env: Json, block: Json) -> Json:
    """The message field with its send button, at the foot."""
    th = env["th"]
    width = th["width"]
    high = max(48, th["body_lh"] + 20) + 16
    hint = expand(env["ctx"], block["hint"])
    node = field_node(block["id"], 12, 8, width - 24 - 56, high - 16, th, hint, hint)
    node["fill"] = "surface"
    node["border"] = th["card_border"]
    node["radius"] = (high - 16) // 2 if th["name"] != "dense" else 4
    node["value"] = as_text(env["ctx"]["ui"].get(block["id"], ""))
    node["enter"] = block["send"]
    node["rec"] = env["rec"]
    name = "发送" if th["zh"] else "Send"
    send = icon_button(
        block["id"] + "-send", width - 12 - 48, (high - 48) // 2, 48, "send", name, "on-accent", block["send"]
    )
    send["fill"] = "accent"
    send["radius"] = 24
    send["rec"] = env["rec"]
    nodes = [hairline("foot~line", 0, 0, width), node, send]
    return make_layer("foot", "", [0, th["height"] - high, width, high], "ground", nodes)


def fab_layer(env: Json, fab: Json, foot: int) -> Json:
    """The floating button above what is at the foot."""
    th = env["th"]
    node = icon_button(fab["id"], 0, 0, 56, fab["icon"], fab["label"], "on-accent", fab["do"])
    node["fill"] = "accent"
    node["radius"] = 28 if th["name"] == "ios" else 16
    node["rec"] = env["rec"]
    made = make_layer("fab", "", [th["width"] - 72, th["height"] - foot - 72, 56, 56], "", [node])
    made["radius"] = node["radius"]
    made["shadow"] = 2
    return made


def dialog_layer(env: Json, app: Json, entry: Json, shown: Json) -> Json:
    """A dialog of the page, in the middle or at the foot."""
    state = env["state"]
    page = app["pages"][shown["page"]]
    dialog = page["dialogs"][shown["dialog"]]
    rec: Json = {}
    hand: list[str] = []
    collection = shown.get("collection", "")
    if not collection:
        collection = page["of"]
    if shown["rec"] and collection is not None:
        rec = record_of(state, app["id"], collection, shown["rec"])
        hand = [collection, shown["rec"]]
    ctx = context(env["world"], state, app["id"], rec, entry["ui"], env["memo"])
    buttons: list[Json] = []
    for button in dialog["buttons"]:
        style = button["style"]
        do: list[Json] = [{"kind": "dismiss"}]
        do.extend(button["do"])
        buttons.append(
            {
                "key": "dialog-" + button["id"],
                "label": expand(ctx, button["label"]),
                "style": "link" if style == "plain" else style,
                "do": do,
                "rec": hand,
            }
        )
    return box_layer(env, "dialog", expand(ctx, dialog["title"]), expand(ctx, dialog["text"]), buttons, dialog["sheet"])


def popup_layer(env: Json, popup: Json) -> Json:
    """A popup that nobody asked for."""
    buttons: list[Json] = []
    if popup["other"]:
        do: Json = {"kind": "close-popup", "id": popup["id"], "other": 1}
        buttons.append({"key": "popup-other", "label": popup["other"], "style": "primary", "do": [do], "rec": []})
    do = {"kind": "close-popup", "id": popup["id"], "other": 0}
    style = "link" if popup["other"] else "primary"
    buttons.append({"key": "popup-close", "label": popup["close"], "style": style, "do": [do], "rec": []})
    return box_layer(env, "popup", popup["title"], popup["text"], buttons, False)


def box_layer(env: Json, key: str, title: str, text: str, buttons: list[Json], sheet: bool) -> Json:
    """Title, text and buttons on a floating ground over a scrim."""
    th = env["th"]
    memo = env["memo"]
    wide = th["width"] if sheet else min(th["width"] - 48, 344)
    inner = wide - 48
    nodes: list[Json] = []
    y = 24
    if sheet:
        nodes.append(as_node(paint_part((wide - 36) // 2, 8, 36, 4, "faint", "", 2), key + "~grip", ""))
    size = th["body"] + 3
    lh = th["body_lh"] + 4
    part = text_part(24, y, inner, wrap(memo, title, size, th["strong"], inner, 0), size, lh, th["strong"], "ink", "l")
    node = as_node(part, key + "-title", key + "-title")
    node["role"] = "heading"
    node["level"] = 2
    nodes.append(node)
    y += part["h"]
    if text:
        made = wrap(memo, text, th["detail"], 400, inner, 0)
        part = text_part(24, y + 12, inner, made, th["detail"], th["detail_lh"], 400, "muted", "l")
        nodes.append(as_node(part, key + "-text", key + "-text"))
        y += 12 + part["h"]
    y = box_buttons(env, nodes, buttons, inner, y + 24, sheet) + (24 if sheet else 20)
    tall = min(y, th["height"] - 48)
    x = (th["width"] - wide) // 2
    top = th["height"] - tall if sheet else (th["height"] - tall) // 2
    layer = make_layer(key, "dialog", [x, top, wide, tall], "raised", nodes)
    layer["label"] = title
    layer["inner"] = y
    layer["scroll"] = 1 if y > tall else 0
    layer["radius"] = 14 if th["name"] == "ios" else (8 if th["name"] == "dense" else 24)
    layer["shadow"] = 3
    layer["scrim"] = 1
    return layer


def box_buttons(env: Json, nodes: list[Json], buttons: list[Json], inner: int, y: int, sheet: bool) -> int:
    """The buttons in one line at the right where they fit, else below each other; where they end."""
    th = env["th"]
    total = 0
    widths: list[int] = []
    for button in buttons:
        width = text_width(env["memo"], button["label"], th["body"], 500) + 36
        widths.append(width)
        total += width + 8
    stacked = sheet or total - 8 > inner
    x = 24 if stacked else 24 + inner - total + 8
    for index in range(len(buttons)):
        button = buttons[index]
        width = inner if stacked else widths[index]
        style = "plain" if sheet and button["style"] == "link" else button["style"]
        node = button_node(env["memo"], th, button["key"], x, y, width, button["label"], "", style)
        node["do"] = button["do"]
        node["rec"] = button["rec"]
        nodes.append(node)
        if stacked:
            y += node["h"] + 8
        else:
            x += width + 8
    return y - 8 if stacked else y + th["button"]


def toast_layer(env: Json, text: Any, foot: int) -> Json:
    """A short message above what is at the foot."""
    th = env["th"]
    wide = th["width"] - 32
    made = wrap(env["memo"], text, th["detail"], 400, wide - 32, 4)
    part = text_part(16, 14, wide - 32, made, th["detail"], th["detail_lh"], 400, "ground", "l")
    high = part["h"] + 28
    node = as_node(part, "toast", "toast")
    layer = make_layer("toast", "status", [16, th["height"] - foot - high - 16, wide, high], "ink", [node])
    layer["radius"] = min(12, th["card_radius"])
    layer["shadow"] = 2
    return layer
