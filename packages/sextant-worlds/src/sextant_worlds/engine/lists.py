"""A list of records: search field, filters and sorts above, then the records in their shape."""

from typing import Any

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.rows import row_nodes
from sextant_worlds.engine.text import wrap
from sextant_worlds.engine.values import as_text, compared, evaluate, expand, holds, holds_for
from sextant_worlds.engine.widgets import (
    as_node,
    chip_height,
    chip_node,
    chip_width,
    field_node,
    hairline,
    icon_part,
    paint_part,
    text_part,
)


def place_list(env: Json, block: Json) -> None:
    """Puts a list at the cursor."""
    if len(block["search"]) > 0:
        place_search(env, block)
    if len(block["filters"]) > 0 or len(block["sorts"]) > 0:
        place_filters(env, block)
    notice = sync_notice(env, block)
    if notice:
        place_notice(env, block["id"] + "-sync", notice, "refresh-cw")
    records = shown_records(env, block)
    if len(records) > 0:
        place_records(env, block, records)
    elif block["empty"] and not notice:
        place_empty(env, block)


def place_search(env: Json, block: Json) -> None:
    """The search field of a list; the first of a page is `search-input`."""
    th = env["th"]
    key = block["id"] + "-search" if env["searches"] else "search-input"
    env["searches"] += 1
    hint = expand(env["ctx"], block["search_hint"])
    if not hint:
        hint = "搜索" if th["zh"] else "Search"
    node = field_node(key, env["x"], env["y"], env["w"], max(44, th["field"] - 4), th, hint, hint)
    node["role"] = "searchbox"
    node["inset"] = 48
    node["radius"] = th["search_radius"]
    node["ui"] = block["id"] + "-search"
    node["value"] = as_text(env["ctx"]["ui"].get(node["ui"], ""))
    node["fill"] = "surface"
    node["border"] = th["card_border"]
    env["nodes"].append(node)
    icon = icon_part(env["x"] + 16, env["y"] + (node["h"] - 20) // 2, 20, "search", "muted")
    env["nodes"].append(as_node(icon, key + "~icon", ""))
    env["y"] += node["h"] + 8


def place_filters(env: Json, block: Json) -> None:
    """Filter and sort chips in as many lines as they need."""
    ui = env["ctx"]["ui"]
    x = env["x"]
    for kind in ["filter", "sort"]:
        slot = block["id"] + "-" + kind
        on = ui.get(slot, "")
        for item in block[kind + "s"]:
            icon = "arrow-up-down" if kind == "sort" else ""
            x = place_chip(env, slot + "-" + item["id"], x, item["label"], icon, on == item["id"])
            node = env["nodes"][-1]
            node["states"] = ["pressed"] if on == item["id"] else []
            node["do"] = [{"kind": "ui", "key": slot, "value": "" if on == item["id"] else item["id"]}]
    env["y"] += env["nodes"][-1]["h"] + 4


def place_chip(env: Json, key: str, x: int, label: str, icon: str, on: bool) -> int:
    """Puts a chip at x of the line of chips, else at the start of the next one; the x of the chip behind it."""
    th = env["th"]
    text = expand(env["ctx"], label)
    width = chip_width(env["memo"], th, text, icon, env["w"])
    if x > env["x"] and x + width > env["x"] + env["w"]:
        x = env["x"]
        env["y"] += chip_height(th) + 8
    env["nodes"].append(chip_node(env["memo"], th, key, x, env["y"], width, text, icon, on))
    return x + width + 8


def sync_notice(env: Json, block: Json) -> str:
    """What is said while a sync of the list's collection is still to come; empty where none is."""
    for held in env["state"].get("held", []):
        if held["app"] == env["app"] and held["collection"] == block["source"]:
            return expand(env["ctx"], env["world"]["phone"]["surprises"][held["i"]]["text"])
    return ""


def place_notice(env: Json, key: str, text: str, icon: str) -> None:
    """A muted line with an icon."""
    th = env["th"]
    made = wrap(env["memo"], text, th["detail"], 400, env["w"] - 32, 3)
    env["nodes"].append(as_node(icon_part(env["x"], env["y"] + 10, 20, icon, "muted"), key + "~icon", ""))
    part = text_part(
        env["x"] + 32, env["y"] + 10, env["w"] - 32, made, th["detail"], th["detail_lh"], 400, "muted", "l"
    )
    env["nodes"].append(as_node(part, key, key))
    env["y"] += part["h"] + 20


def place_empty(env: Json, block: Json) -> None:
    """What an empty list says, under a sign of its own."""
    th = env["th"]
    ui = env["ctx"]["ui"]
    sought = ui.get(block["id"] + "-search", "") or ui.get(block["id"] + "-filter", "")
    mid = env["x"] + env["w"] // 2
    key = block["id"] + "-empty"
    env["nodes"].append(as_node(paint_part(mid - 32, env["y"] + 32, 64, 64, "accent-soft", "", 32), key + "~ring", ""))
    sign = icon_part(mid - 14, env["y"] + 50, 28, "search" if sought else "inbox", "accent")
    env["nodes"].append(as_node(sign, key + "~icon", ""))
    made = wrap(env["memo"], expand(env["ctx"], block["empty"]), th["body"], 400, env["w"] - 48, 4)
    part = text_part(env["x"] + 24, env["y"] + 112, env["w"] - 48, made, th["body"], th["body_lh"], 400, "muted", "c")
    env["nodes"].append(as_node(part, key, key))
    env["y"] += part["h"] + 144


def shown_records(env: Json, block: Json) -> list[Json]:
    """The records that meet the list's conditions, the search and the filter, in the order of the sort."""
    ctx = env["ctx"]
    ui = ctx["ui"]
    records: list[Json] = ctx["colls"].get(block["source"], [])
    for cond in block["where"]:
        records = [record for record in records if holds_for(ctx, record, cond)]
    query = as_text(ui.get(block["id"] + "-search", "")).strip().lower()
    if query:
        records = [record for record in records if found_in(record, block["search"], query)]
    pressed = ui.get(block["id"] + "-filter", "")
    if pressed:
        for item in block["filters"]:
            if item["id"] == pressed:
                records = [
                    record for record in records if holds_for(record_context(ctx, record), record, item["where"])
                ]
    chosen = ui.get(block["id"] + "-sort", "")
    if chosen:
        for item in block["sorts"]:
            if item["id"] == chosen:
                records = in_order(ctx, records, item)
    return records


def record_context(ctx: Json, record: Json) -> Json:
    """The same context with another record at hand."""
    own = ctx.copy()
    own["rec"] = record
    return own


def found_in(record: Json, fields: list[str], query: str) -> bool:
    """Whether one of the fields holds what is searched for."""
    for field in fields:
        if query in as_text(record.get(field, "")).lower():
            return True
    return False


def in_order(ctx: Json, records: list[Json], sort: Json) -> list[Json]:
    """The records by the value of an expression; equal ones keep their order."""
    op = "ge" if sort["down"] else "le"
    values: list[Any] = []
    placed: list[Json] = []
    own = ctx.copy()
    for record in records:
        own["rec"] = record
        value = evaluate(own, sort["by"])
        at = len(placed)
        while at > 0 and not compared(values[at - 1], op, value):
            at -= 1
        values.insert(at, value)
        placed.insert(at, record)
    return placed


def place_records(env: Json, block: Json, records: list[Json]) -> None:
    """The rows below each other, or the tiles in two columns."""
    shape = block["shape"]
    if shape == "tiles":
        place_tiles(env, block, records)
        return
    th = env["th"]
    rows = shape == "rows"
    x = env["x"]
    w = env["w"]
    if rows and th["rows"] == "open":
        x = 0
        w = th["width"]
    ground: Any = None
    if rows and th["rows"] == "card":
        ground = as_node(paint_part(x, env["y"], w, 0, "surface", "", th["card_radius"]), block["id"] + "~card", "")
        env["nodes"].append(ground)
    start = env["y"]
    gap = 0
    if not rows:
        gap = 6 if shape == "bubbles" else th["gap"] * 3 // 4
    line = th["inset"] if th["rows"] == "card" or th["name"] == "dense" else 0
    own = env["ctx"].copy()
    for index in range(len(records)):
        if index > 0:
            env["y"] += gap
            if rows and th["lines"]:
                env["nodes"].append(hairline(f"{block['id']}~{index}", x + line, env["y"], w - line))
                env["y"] += 1
        own["rec"] = records[index]
        env["y"] += drop_nodes(env["nodes"], built_row(env, own, block, w), x, env["y"])
    if ground is not None:
        ground["h"] = env["y"] - start


def drop_nodes(nodes: list[Json], made: Json, x: int, y: int) -> int:
    """Appends a built row's nodes at a place; its height."""
    for node in made["nodes"]:
        placed = node.copy()
        placed["x"] += x
        placed["y"] += y
        nodes.append(placed)
    return made["h"]


def place_tiles(env: Json, block: Json, records: list[Json]) -> None:
    """Tiles in two columns; the two of a line are equally high."""
    gap = 12
    w = (env["w"] - gap) // 2
    own = env["ctx"].copy()
    for index in range(0, len(records), 2):
        if index > 0:
            env["y"] += gap
        high = 0
        first = len(env["nodes"])
        for side in [0, 1]:
            if index + side < len(records):
                own["rec"] = records[index + side]
                x = env["x"] + side * (w + gap)
                high = max(high, drop_nodes(env["nodes"], built_row(env, own, block, w), x, env["y"]))
        for at in range(first, len(env["nodes"])):
            node = env["nodes"][at]
            if node["k"].endswith("~card"):
                node["h"] = high
        env["y"] += high


def built_row(env: Json, own: Json, block: Json, w: int) -> Json:
    """The record's nodes, from the memo where it looks as it did before."""
    row = block["row"]
    record = own["rec"]
    title = expand(own, row["title"])
    detail = expand(own, row["detail"])
    aside = expand(own, row["aside"])
    badge = expand(own, row["badge"])
    seed = expand(own, row["seed"])
    unread = row["unread"] is not None and holds(own, row["unread"])
    mine = block["mine"] is not None and holds(own, block["mine"])
    actions = ""
    for action in block["actions"]:
        actions += "1" if action["when"] is None or holds(own, action["when"]) else "0"
    flags = ("u" if unread else "") + ("m" if mine else "") + actions
    rec = record["id"]
    name = f"{env['app']}/{env['page']}/{block['id']}/{rec}/{flags}|{title}|{detail}|{aside}|{badge}|{seed}"
    known = env["memo"]["rows"].get(name)
    if known is not None:
        return known
    cell: Json = {
        "title": title,
        "detail": detail,
        "aside": aside,
        "badge": "" if badge == "0" else badge,
        "seed": seed,
        "unread": unread,
        "mine": mine,
        "actions": [block["actions"][at] for at in range(len(actions)) if actions[at] == "1"],
    }
    made = row_nodes(env["memo"], env["th"], block["id"] + "-" + rec, w, cell, block, [block["source"], rec])
    env["memo"]["rows"][name] = made
    return made
