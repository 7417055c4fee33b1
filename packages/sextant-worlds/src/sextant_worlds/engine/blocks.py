"""The blocks of a page, laid out from top to bottom: a cursor, no second pass."""

from sextant_worlds.engine.controls import (
    card_paint,
    place_board,
    place_button,
    place_choice,
    place_field,
    place_stepper,
    place_switch,
)
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.lists import place_list
from sextant_worlds.engine.text import text_width, wrap
from sextant_worlds.engine.values import expand, holds
from sextant_worlds.engine.widgets import as_node, hairline, icon_part, paint_part, text_part


def place_blocks(env: Json, blocks: list[Json]) -> None:
    """Puts all blocks of a page; those whose condition fails, and composers, are left out."""
    last = ""
    for index in range(len(blocks)):
        block = blocks[index]
        kind = block["kind"]
        if kind == "composer":
            continue
        when = block.get("when", None)
        if when is not None and not holds(env["ctx"], when):
            continue
        if kind == "banner" and banner_gone(env, block):
            continue
        env["y"] += space_between(env["th"], last, kind)
        place_block(env, block, f"b{index}")
        last = kind


def space_between(th: Json, last: str, kind: str) -> int:
    """Free space above a block."""
    if last == "":
        return max(8, th["gap"] // 2) if th["rows"] == "open" and kind == "list" else th["gap"]
    if last == kind and (kind == "button" or kind == "switch" or kind == "stepper"):
        return 8
    if last == "heading":
        return 8
    if last == "text" and kind == "text":
        return 8
    if kind == "heading":
        return th["gap"] + 8
    return th["gap"]


def place_block(env: Json, block: Json, key: str) -> None:
    """Puts one block at the cursor."""
    kind = block["kind"]
    if kind == "heading":
        place_heading(env, key, expand(env["ctx"], block["text"]), 2)
    elif kind == "text":
        place_text(env, block, key)
    elif kind == "facts":
        place_facts(env, block, key)
    elif kind == "list":
        place_list(env, block)
    elif kind == "button":
        place_button(env, block)
    elif kind == "field":
        place_field(env, block)
    elif kind == "choice":
        place_choice(env, block)
    elif kind == "switch":
        place_switch(env, block)
    else:
        place_other(env, block)


def place_other(env: Json, block: Json) -> None:
    """The rarer blocks."""
    kind = block["kind"]
    if kind == "stepper":
        place_stepper(env, block)
    elif kind == "picture":
        place_picture(env, block)
    elif kind == "banner":
        place_banner(env, block)
    elif kind == "board":
        place_board(env, block)


def place_heading(env: Json, key: str, text: str, level: int) -> None:
    """A heading within the page."""
    th = env["th"]
    made = wrap(env["memo"], text, th["head"], th["head_weight"], env["w"], 3)
    colour = "muted" if th["name"] == "ios" else "ink"
    part = text_part(env["x"], env["y"], env["w"], made, th["head"], th["head_lh"], th["head_weight"], colour, "l")
    node = as_node(part, key, "")
    node["role"] = "heading"
    node["level"] = level
    env["nodes"].append(node)
    env["y"] += node["h"]


def place_text(env: Json, block: Json, key: str) -> None:
    """A paragraph in one of four styles; nothing for an empty text."""
    th = env["th"]
    text = expand(env["ctx"], block["text"])
    if not text:
        return
    style = block["style"]
    kind = "body"
    weight = 400
    colour = "ink"
    if style == "large":
        kind = "big"
        weight = th["strong"]
    elif style == "small":
        kind = "tiny"
        colour = "muted"
    elif style == "muted":
        kind = "detail"
        colour = "muted"
    made = wrap(env["memo"], text, th[kind], weight, env["w"], 0)
    part = text_part(env["x"], env["y"], env["w"], made, th[kind], th[kind + "_lh"], weight, colour, "l")
    test_id = block["id"] if block["id"] is not None else ""
    node = as_node(part, test_id if test_id else key, test_id)
    if style == "large" and "|money" not in block["text"]:  # what the page is about, as the eye sees it
        node["role"] = "heading"
        node["level"] = 2
    env["nodes"].append(node)
    env["y"] += part["h"]


def place_facts(env: Json, block: Json, key: str) -> None:
    """A card of labels and values; nothing where no row is shown."""
    th = env["th"]
    rows = [row for row in block["rows"] if row["when"] is None or holds(env["ctx"], row["when"])]
    if len(rows) == 0:
        return
    if block["title"]:
        place_heading(env, key + "~title", expand(env["ctx"], block["title"]), 2)
        env["y"] += 8
    start = env["y"]
    ground = as_node(card_paint(env, 0), key + "~card", "")
    env["nodes"].append(ground)
    env["y"] += 4
    for index in range(len(rows)):
        if index > 0 and th["lines"]:
            env["nodes"].append(hairline(f"{key}~{index}", env["x"] + 16, env["y"], env["w"] - 32))
            env["y"] += 1
        place_fact(env, rows[index])
    env["y"] += 4
    ground["h"] = env["y"] - start


def place_fact(env: Json, row: Json) -> None:
    """A label at the left and its value at the right, or below where both do not fit on a line."""
    th = env["th"]
    memo = env["memo"]
    label = expand(env["ctx"], row["label"])
    value = expand(env["ctx"], row["value"])
    inner = env["w"] - 32
    x = env["x"] + 16
    pad = 12 if th["margin"] > 12 else 9
    y = env["y"] + pad
    wide = text_width(memo, value, th["body"], 500)
    first = text_width(memo, label, th["detail"], 400)
    if first + wide + 16 <= inner and "\n" not in value:
        one = wrap(memo, label, th["detail"], 400, inner, 0)
        two = wrap(memo, value, th["body"], 500, inner, 0)
        left = text_part(x, y, first, one, th["detail"], th["body_lh"], 400, "muted", "l")
        right = text_part(x + inner - wide, y, wide, two, th["body"], th["body_lh"], 500, "ink", "r")
    else:
        one = wrap(memo, label, th["detail"], 400, inner, 0)
        two = wrap(memo, value, th["body"], 500, inner, 0)
        left = text_part(x, y, inner, one, th["detail"], th["detail_lh"], 400, "muted", "l")
        right = text_part(x, y + left["h"] + 2, inner, two, th["body"], th["body_lh"], 500, "ink", "l")
    key = "fact-" + row["id"]
    env["nodes"].append(as_node(left, key + "~label", ""))
    env["nodes"].append(as_node(right, key, key))
    env["y"] = right["y"] + right["h"] + pad


def place_picture(env: Json, block: Json) -> None:
    """A drawn picture as wide as the column."""
    node: Json = {
        "k": block["id"],
        "t": "picture",
        "x": env["x"],
        "y": env["y"],
        "w": env["w"],
        "h": block["tall"],
        "id": block["id"],
        "draw": block["draw"],
        "text": expand(env["ctx"], block["text"]),
        "seed": expand(env["ctx"], block["seed"]),
        "name": expand(env["ctx"], block["alt"]),
        "tall": block["tall"],
        "radius": env["th"]["card_radius"],
    }
    env["nodes"].append(node)
    env["y"] += block["tall"]


def banner_gone(env: Json, block: Json) -> bool:
    """Whether it was shown for as many steps as it is shown at all."""
    if block["shown"] == 0:
        return False
    since = env["state"]["seen"].get(env["seen"], env["state"]["now"])
    return env["state"]["now"] - since >= block["shown"]


def place_banner(env: Json, block: Json) -> None:
    """A coloured strip with an icon."""
    th = env["th"]
    style = block["style"]
    fill = "accent-soft"
    ink = "accent"
    icon = "info"
    if style == "warning":
        fill = "warn-soft"
        ink = "warn"
        icon = "circle-alert"
    elif style == "promo":
        icon = "tag"
    made = wrap(env["memo"], expand(env["ctx"], block["text"]), th["detail"], 500, env["w"] - 68, 0)
    high = len(made[0]) * th["detail_lh"] + 24
    key = block["id"]
    ground = paint_part(env["x"], env["y"], env["w"], high, fill, "", th["card_radius"])
    env["nodes"].append(as_node(ground, key + "~card", ""))
    part = icon_part(env["x"] + 16, env["y"] + 12 + (th["detail_lh"] - 20) // 2, 20, icon, ink)
    env["nodes"].append(as_node(part, key + "~icon", ""))
    part = text_part(env["x"] + 52, env["y"] + 12, env["w"] - 68, made, th["detail"], th["detail_lh"], 500, "ink", "l")
    env["nodes"].append(as_node(part, key, key))
    env["y"] += high


def place_skeleton(env: Json) -> None:
    """Grey bars in the place of what is still loading."""
    th = env["th"]
    y = th["gap"]
    for index in range(5):
        for bar in [0, 1, 2]:
            side = 40 if bar == 0 else 0
            x = env["x"] if bar == 0 else env["x"] + 56
            wide = side if side else (env["w"] - 56) * (6 if bar == 1 else 4) // (8 if bar == 1 else 7)
            top = y if bar == 0 else y + (2 if bar == 1 else 24)
            part = paint_part(x, top, wide, side if side else 14, "hairline", "", 20 if side else 7)
            part["shape"] = "skeleton"
            env["nodes"].append(as_node(part, f"skeleton{index}{bar}", ""))
        y += 72
    env["y"] = y
