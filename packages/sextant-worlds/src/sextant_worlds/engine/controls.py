"""Blocks to act on: buttons, fields, choices, switches, steppers, boards."""

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.lists import place_chip
from sextant_worlds.engine.text import text_width, wrap
from sextant_worlds.engine.values import as_text, expand, holds
from sextant_worlds.engine.widgets import (
    NOTHING,
    as_node,
    button_node,
    chip_height,
    cut_line,
    field_node,
    hairline,
    icon_button,
    icon_part,
    paint_part,
    tap_node,
    text_part,
)


def place_button(env: Json, block: Json) -> None:
    """A button as wide as the column."""
    off = block["enabled"] is not None and not holds(env["ctx"], block["enabled"])
    style = "off" if off and block["style"] != "link" else block["style"]
    text = expand(env["ctx"], block["label"])
    node = button_node(env["memo"], env["th"], block["id"], env["x"], env["y"], env["w"], text, block["icon"], style)
    node["do"] = block["do"]
    node["rec"] = env["rec"]
    if off:
        node["states"] = ["disabled"]
    env["nodes"].append(node)
    env["y"] += node["h"]


def place_caption(env: Json, key: str, text: str) -> None:
    """The label above a field or a choice."""
    th = env["th"]
    if not text:
        return
    made = wrap(env["memo"], text, th["detail"], 500, env["w"], 2)
    part = text_part(env["x"], env["y"], env["w"], made, th["detail"], th["detail_lh"], 500, "muted", "l")
    env["nodes"].append(as_node(part, key + "~label", ""))
    env["y"] += part["h"] + 6


def place_field(env: Json, block: Json) -> None:
    """A labelled text field."""
    th = env["th"]
    label = expand(env["ctx"], block["label"])
    place_caption(env, block["id"], label)
    kind = block["input"]
    high = 5 * th["body_lh"] if kind == "long" else th["field"]
    node = field_node(block["id"], env["x"], env["y"], env["w"], high, th, label, expand(env["ctx"], block["hint"]))
    if kind == "search":
        node["role"] = "searchbox"
    elif kind == "number":
        node["role"] = "spinbutton"
    node["secret"] = 1 if kind == "secret" else 0
    node["long"] = 1 if kind == "long" else 0
    held = env["ctx"]["ui"].get(block["id"], None)
    if block["var"] is not None:
        node["var"] = block["var"]
        if held is None:
            held = env["ctx"]["vars"].get(block["var"], "")
    node["value"] = as_text(held)
    node["enter"] = block["enter"]
    node["rec"] = env["rec"]
    env["nodes"].append(node)
    env["y"] += high


def chosen_option(env: Json, block: Json) -> str:
    """The id of the option that is chosen."""
    if block["var"] is not None:
        return as_text(env["ctx"]["vars"].get(block["var"], ""))
    start = block["start"] if block["start"] is not None else ""
    return as_text(env["ctx"]["ui"].get(block["id"], start))


def choose(env: Json, node: Json, block: Json, option: Json, on: bool) -> None:
    """Makes the node the option's."""
    node["role"] = "radio"
    node["states"] = ["checked"] if on else ["unchecked"]
    if block["var"] is not None:
        node["do"] = [{"kind": "set", "var": block["var"], "value": option["id"]}]
    else:
        node["do"] = [{"kind": "ui", "key": block["id"], "value": option["id"]}]
    node["rec"] = env["rec"]


def place_choice(env: Json, block: Json) -> None:
    """One of several, in the block's style; segments that are too narrow for their labels become chips."""
    th = env["th"]
    place_caption(env, block["id"], expand(env["ctx"], block["label"]))
    chosen = chosen_option(env, block)
    if block["style"] == "radio":
        place_radios(env, block, chosen)
        return
    count = len(block["options"])
    if block["style"] == "segments":
        widest = 0
        for option in block["options"]:
            widest = max(widest, text_width(env["memo"], option["label"], th["detail"], 500))
        if widest + 16 <= env["w"] // count:
            place_segments(env, block, chosen)
            return
    x = env["x"]
    for option in block["options"]:
        on = option["id"] == chosen
        x = place_chip(env, block["id"] + "-" + option["id"], x, option["label"], "", on)
        choose(env, env["nodes"][-1], block, option, on)
    env["y"] += chip_height(th) + 8


def place_segments(env: Json, block: Json, chosen: str) -> None:
    """Equal parts of one strip."""
    th = env["th"]
    count = len(block["options"])
    high = max(44, th["detail_lh"] + 24)
    radius = min(th["button_radius"], high // 2)
    x = env["x"]
    ground = paint_part(x, env["y"], env["w"], high, "surface", "hairline", radius)
    env["nodes"].append(as_node(ground, block["id"] + "~strip", ""))
    for index in range(count):
        option = block["options"][index]
        on = option["id"] == chosen
        width = env["w"] * (index + 1) // count - env["w"] * index // count
        parts: list[Json] = []
        if on:
            parts.append(paint_part(3, 3, width - 6, high - 6, "accent-soft", "", max(2, radius - 3)))
        label = cut_line(env["memo"], option["label"], th["detail"], 500, width - 12)
        top = (high - th["detail_lh"]) // 2
        colour = "accent" if on else "ink"
        parts.append(text_part(6, top, width - 12, label, th["detail"], th["detail_lh"], 500, colour, "c"))
        node = tap_node(block["id"] + "-" + option["id"], "radio", x, env["y"], width, high, parts, NOTHING)
        node["radius"] = radius
        choose(env, node, block, option, on)
        env["nodes"].append(node)
        x += width
    env["y"] += high


def place_radios(env: Json, block: Json, chosen: str) -> None:
    """A card of lines with a ring in front."""
    th = env["th"]
    start = env["y"]
    ground = as_node(card_paint(env, 0), block["id"] + "~card", "")
    env["nodes"].append(ground)
    for index in range(len(block["options"])):
        option = block["options"][index]
        on = option["id"] == chosen
        if index > 0 and th["lines"]:
            env["nodes"].append(hairline(f"{block['id']}~{index}", env["x"] + 52, env["y"], env["w"] - 52))
            env["y"] += 1
        made = wrap(env["memo"], option["label"], th["body"], 400, env["w"] - 68, 0)
        high = max(th["row"] - 8, 48, len(made[0]) * th["body_lh"] + 20)
        middle = (high - 22) // 2
        top = (high - len(made[0]) * th["body_lh"]) // 2
        parts = [
            paint_part(16, middle, 22, 22, "accent" if on else "", "" if on else "muted", 11),
            paint_part(23, middle + 7, 8, 8, "on-accent" if on else "", "", 4),
            text_part(52, top, env["w"] - 68, made, th["body"], th["body_lh"], 400, "ink", "l"),
        ]
        key = block["id"] + "-" + option["id"]
        node = tap_node(key, "radio", env["x"], env["y"], env["w"], high, parts, NOTHING)
        node["radius"] = th["card_radius"]
        choose(env, node, block, option, on)
        env["nodes"].append(node)
        env["y"] += high
    ground["h"] = env["y"] - start


def card_paint(env: Json, h: int) -> Json:
    """The ground of a card at the cursor."""
    th = env["th"]
    return paint_part(env["x"], env["y"], env["w"], h, th["card_fill"], th["card_border"], th["card_radius"])


def place_switch(env: Json, block: Json) -> None:
    """A line with a switch at its right."""
    th = env["th"]
    memo = env["memo"]
    on = env["ctx"]["vars"].get(block["var"], False) is True
    left = 16
    parts: list[Json] = [paint_part(0, 0, env["w"], 0, th["card_fill"], th["card_border"], th["card_radius"])]
    if block["icon"]:
        left = 56
    room = env["w"] - left - 84
    made = wrap(memo, expand(env["ctx"], block["label"]), th["body"], 400, room, 3)
    texts = [text_part(left, 0, room, made, th["body"], th["body_lh"], 400, "ink", "l")]
    tall = texts[0]["h"]
    detail = expand(env["ctx"], block["detail"])
    if detail:
        made = wrap(memo, detail, th["detail"], 400, room, 3)
        texts.append(text_part(left, tall, room, made, th["detail"], th["detail_lh"], 400, "muted", "l"))
        tall += texts[1]["h"]
    high = max(th["row"], tall + 24)
    parts[0]["h"] = high
    if block["icon"]:
        parts.append(icon_part(16, (high - 24) // 2, 24, block["icon"], "accent" if on else "muted"))
    for part in texts:
        part["y"] += (high - tall) // 2
        parts.append(part)
    x = env["w"] - 16 - 48
    y = (high - 28) // 2
    parts.append(paint_part(x, y, 48, 28, "accent" if on else "faint", "", 14))
    parts.append(paint_part(x + (23 if on else 3), y + 3, 22, 22, "raised", "", 11))
    node = tap_node(block["id"], "switch", env["x"], env["y"], env["w"], high, parts, NOTHING)
    node["states"] = ["checked"] if on else ["unchecked"]
    node["do"] = [{"kind": "toggle", "var": block["var"]}]
    node["rec"] = env["rec"]
    node["radius"] = th["card_radius"]
    env["nodes"].append(node)
    env["y"] += high


def place_stepper(env: Json, block: Json) -> None:
    """A label, and a number between minus and plus."""
    th = env["th"]
    memo = env["memo"]
    value = as_text(env["ctx"]["vars"].get(block["var"], 0))
    unit = expand(env["ctx"], block["unit"])
    shown = value + (" " + unit if unit else "")
    count = wrap(memo, shown, th["body"], 500, 120, 1)
    middle = max(48, text_width(memo, count[1], th["body"], 500) + 16)
    label = expand(env["ctx"], block["label"])
    room = env["w"] - 16 - 12 - middle - 88 - 8
    made = wrap(memo, label, th["body"], 400, room, 3)
    high = max(th["row"], 60, len(made[0]) * th["body_lh"] + 24)
    env["nodes"].append(as_node(card_paint(env, high), block["id"] + "~card", ""))
    top = env["y"] + (high - len(made[0]) * th["body_lh"]) // 2
    part = text_part(env["x"] + 16, top, room, made, th["body"], th["body_lh"], 400, "ink", "l")
    env["nodes"].append(as_node(part, block["id"] + "~label", ""))
    x = env["x"] + env["w"] - 8 - 88 - middle
    top = env["y"] + (high - th["body_lh"]) // 2
    number = text_part(x + 44, top, middle, count, th["body"], th["body_lh"], 500, "ink", "c")
    names = ["减少", "增加"] if th["zh"] else ["Less", "More"]
    for side in [0, 1]:
        by = 1 if side else -1
        end = value == str(block["high"] if side else block["low"])
        key = block["id"] + ("-plus" if side else "-minus")
        icon = "plus" if side else "minus"
        do: Json = {"kind": "add", "var": block["var"], "by": by, "low": block["low"], "high": block["high"]}
        place = x + (44 + middle if side else 0)
        colour = "faint" if end else "accent"
        node = icon_button(key, place, env["y"] + (high - 44) // 2, 44, icon, names[side] + ": " + label, colour, [do])
        node["states"] = ["disabled"] if end else NOTHING
        node["rec"] = env["rec"]
        env["nodes"].append(node)
        if side == 0:
            env["nodes"].append(as_node(number, block["id"] + "-value", block["id"] + "-value"))
    env["y"] += high


def place_board(env: Json, block: Json) -> None:
    """A board of square cells in the middle of the column."""
    cell = min(env["w"] // block["columns"], 104)
    faces: Json = {}
    for record in env["ctx"]["colls"].get(block["source"], []):
        faces[f"{record['row']}.{record['col']}"] = record
    cells: list[Json] = []
    for row in range(block["rows"]):
        for column in range(block["columns"]):
            record = faces.get(f"{row}.{column}", {})
            cells.append(
                {
                    "face": as_text(record.get("face", "")),
                    "open": 1 if record.get("open", False) is True else 0,
                    "marked": 1 if record.get("marked", False) is True else 0,
                }
            )
    wide = cell * block["columns"]
    node: Json = {
        "k": block["id"],
        "t": "canvas",
        "x": env["x"] + (env["w"] - wide) // 2,
        "y": env["y"],
        "w": wide,
        "h": cell * block["rows"],
        "id": block["id"],
        "name": "",
        "board": {"rows": block["rows"], "columns": block["columns"], "cells": cells},
        "block": block,
        "cell": cell,
        "pad": 0,
        "rec": env["rec"],
    }
    env["nodes"].append(node)
    env["y"] += node["h"]
