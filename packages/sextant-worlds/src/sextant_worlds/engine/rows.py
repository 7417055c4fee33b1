"""A record as a row, a card, a tile or a bubble: pure functions of what it shows, placed at 0, so that they keep.

`cell` holds what the record's templates came to: `title`, `detail`, `aside`, `badge`, `seed`, `unread`, `mine`, and
`actions` (those whose condition holds). The result is `{"h", "nodes"}` with nodes relative to the place of the row.
"""

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.text import cut_to, text_width, wrap
from sextant_worlds.engine.widgets import (
    as_node,
    chip_height,
    icon_part,
    paint_part,
    picture_part,
    pill_parts,
    pill_width,
    tap_node,
    text_part,
)


def lead_size(th: Json, lead: str) -> int:
    """Side of what stands at the left of a row; 0: nothing."""
    if lead == "none":
        return 0
    if lead == "photo":
        return th["lead"] + 16
    return th["lead"]


def lead_parts(th: Json, cell: Json, lead: str, x: int, y: int, w: int, h: int) -> list[Json]:
    """An avatar, a drawn photo, a swatch, or an icon in a soft circle."""
    if lead == "icon":
        edge = (w - 22) // 2
        radius = w // 2 if th["name"] == "material" else th["card_radius"]
        return [
            paint_part(x, y, w, h, "accent-soft", "", radius),
            icon_part(x + edge, y + (h - 22) // 2, 22, cell["seed"], "accent"),
        ]
    return [picture_part(x, y, w, h, lead, cell["seed"])]


def action_width(memo: Json, th: Json, action: Json) -> int:
    """How wide a row's action is."""
    if action["icon"]:
        return 44
    return text_width(memo, action["label"], th["detail"], 500) + 32


def action_node(memo: Json, th: Json, key: str, x: int, y: int, action: Json, rec: list[str], most: int) -> Json:
    """A row's action: an icon, else its label in a pill of 36 in a target of 44."""
    width = min(most, action_width(memo, th, action))
    if action["icon"]:
        node = tap_node(key, "button", x, y, 44, 44, [icon_part(11, 11, 22, action["icon"], "muted")], action["do"])
        node["name"] = action["label"]
        node["radius"] = 22
    else:
        high = chip_height(th)
        text = cut_to(memo, action["label"], th["detail"], 500, width - 32)
        parts = [
            paint_part(0, 4, width, high, "accent-soft", "", min(th["button_radius"], high // 2)),
            text_part(
                16,
                4 + (high - th["detail_lh"]) // 2,
                width - 32,
                [[text], text],
                th["detail"],
                th["detail_lh"],
                500,
                "accent",
                "c",
            ),
        ]
        node = tap_node(key, "button", x, y, width, high + 8, parts, action["do"])
        node["radius"] = th["button_radius"]
    node["rec"] = rec
    return node


def actions_beside(memo: Json, th: Json, cell: Json) -> int:
    """Width of the actions where they fit beside the row; 0: none, or they stand under it."""
    total = 0
    for action in cell["actions"]:
        total += action_width(memo, th, action) + 4
    return total - 4 if total > 0 and total <= 116 else 0


def action_end(cell: Json, pad: int) -> int:
    """Free space behind the last action beside a row: an icon's glyph ends where a label's pill would."""
    last = cell["actions"][len(cell["actions"]) - 1]
    return max(0, pad - 10) if last["icon"] else pad


def flow_actions(memo: Json, th: Json, key: str, x: int, y: int, w: int, cell: Json, rec: list[str]) -> Json:
    """The actions from left to right, in as many lines as needed: `{"h", "nodes"}`."""
    nodes: list[Json] = []
    left = max(0, x - 11) if cell["actions"][0]["icon"] else x
    top = y
    high = 44
    for action in cell["actions"]:
        node = action_node(memo, th, f"{key}-{action['id']}", left, top, action, rec, w)
        if left > x and left + node["w"] > x + w:
            left = x
            top += high + 4
            node["x"] = left
            node["y"] = top
        high = max(high, node["h"])
        left += node["w"] + 8
        nodes.append(node)
    return {"h": top + high - y, "nodes": nodes}


def finish_row(
    key: str, w: int, h: int, parts: list[Json], names: list[str], block: Json, rec: list[str]
) -> list[Json]:
    """The nodes of a row's parts: one to touch, or the parts alone, texts with test ids by what they are."""
    if len(block["tap"]) > 0 or len(block["hold"]) > 0:
        node = tap_node(key, "button", 0, 0, w, h, parts, block["tap"])
        node["hold"] = block["hold"]
        node["rec"] = rec
        return [node]
    nodes: list[Json] = []
    told = 0
    for index in range(len(parts)):
        part = parts[index]
        if part["t"] == "text":
            name = names[told]
            told += 1
            nodes.append(as_node(part, key + name, key + name))
        else:
            nodes.append(as_node(part, f"{key}~{index}", ""))
    return nodes


def texts_of(memo: Json, th: Json, cell: Json, x: int, y: int, w: int, most: list[int]) -> Json:
    """Title and detail below each other: `{"h", "parts", "names"}`."""
    strong = th["bold"] if cell["unread"] else th["strong"]
    weight = strong if cell["unread"] or cell["detail"] or most[1] > 2 else 400
    made = wrap(memo, cell["title"], th["body"], weight, w, most[0])
    parts = [text_part(x, y, w, made, th["body"], th["body_lh"], weight, "ink", "l")]
    names = [""]
    high = parts[0]["h"]
    if cell["detail"]:
        made = wrap(memo, cell["detail"], th["detail"], 400, w, most[1])
        colour = "ink" if cell["unread"] else "muted"
        parts.append(text_part(x, y + high, w, made, th["detail"], th["detail_lh"], 400, colour, "l"))
        names.append("-detail")
        high += parts[1]["h"]
    return {"h": high, "parts": parts, "names": names}


def row_side(memo: Json, th: Json, cell: Json, right: int, most: int) -> Json:
    """What stands at the right of a row, ending at `right`, from y 0 on: `{"w", "h", "parts", "names"}`."""
    parts: list[Json] = []
    names: list[str] = []
    wide = 0
    high = 0
    if cell["aside"]:
        text = cut_to(memo, cell["aside"], th["detail"], 500, most)
        wide = text_width(memo, text, th["detail"], 500)
        high = th["body_lh"]
        parts.append(text_part(right - wide, 0, wide, [[text], text], th["detail"], high, 500, "ink", "r"))
        names.append("-aside")
    if cell["badge"]:
        width = pill_width(memo, th, cell["badge"], most)
        pill = pill_parts(memo, th, right - width, high + 2, width, cell["badge"])
        wide = max(wide, width)
        high += pill[0]["h"] + 2
        parts.extend(pill)
        names.append("-badge")
    return {"w": wide, "h": high, "parts": parts, "names": names}


def row_shape(memo: Json, th: Json, key: str, w: int, cell: Json, block: Json, rec: list[str]) -> Json:
    """A row of a list, `w` wide from edge to edge."""
    size = lead_size(th, block["row"]["lead"])
    pad = th["inset"]
    beside = actions_beside(memo, th, cell)
    chevron = 20 if th["chevron"] and len(block["tap"]) > 0 and len(block["actions"]) == 0 else 0
    left = pad + (size + 12 if size else 0)
    dot = 16 if block["row"]["unread"] is not None else 0
    end = action_end(cell, pad) if beside else pad
    right = w - (beside + end + 8 if beside else pad) - chevron - dot
    side = row_side(memo, th, cell, right, (right - left) // 2 - 12)
    room = right - left - (side["w"] + 12 if side["w"] else 0)
    texts = texts_of(memo, th, cell, left, 0, room, [3, 2])
    high = max(th["row"], max(size, texts["h"], side["h"]) + 2 * th["row_pad"])
    parts: list[Json] = []
    if size:
        parts.extend(lead_parts(th, cell, block["row"]["lead"], pad, (high - size) // 2, size, size))
    shift_down(texts["parts"], (high - texts["h"]) // 2)
    shift_down(side["parts"], min((high - texts["h"]) // 2, (high - side["h"]) // 2))
    parts.extend(texts["parts"])
    parts.extend(side["parts"])
    if cell["unread"]:
        parts.append(paint_part(right + 8, (high - 8) // 2, 8, 8, "accent", "", 4))
    if chevron:
        parts.append(icon_part(w - pad - 14, (high - 16) // 2, 16, "chevron-right", "faint"))
    touch = w - beside - end if beside else w
    nodes = finish_row(key, touch, high, parts, texts["names"] + side["names"], block, rec)
    if beside:
        x = touch
        for action in cell["actions"]:
            node = action_node(memo, th, f"{key}-{action['id']}", x, 0, action, rec, 116)
            node["y"] = (high - node["h"]) // 2
            x += node["w"] + 4
            nodes.append(node)
    elif len(cell["actions"]) > 0:
        under = flow_actions(memo, th, key, left, high, w - left - pad, cell, rec)
        nodes.extend(under["nodes"])
        high += under["h"] + 8
    return {"h": high, "nodes": nodes}


def shift_down(parts: list[Json], by: int) -> None:
    """Moves fresh parts down."""
    for part in parts:
        part["y"] += by


def card_foot(memo: Json, th: Json, cell: Json, x: int, y: int, w: int) -> Json:
    """Aside at the left and badge at the right of one line: `{"h", "parts", "names"}`."""
    parts: list[Json] = []
    names: list[str] = []
    width = pill_width(memo, th, cell["badge"], w // 2) if cell["badge"] else 0
    high = 0
    if cell["aside"]:
        room = w - (width + 8 if width else 0)
        made = wrap(memo, cell["aside"], th["body"], th["strong"], room, 1)
        parts.append(text_part(x, y, room, made, th["body"], th["body_lh"], th["strong"], "ink", "l"))
        names.append("-aside")
        high = th["body_lh"]
    if width:
        left = x + w - width if cell["aside"] else x
        pill = pill_parts(memo, th, left, y + 1, width, cell["badge"])
        parts.extend(pill)
        names.append("-badge")
        high = max(high, pill[0]["h"] + 2)
    return {"h": high, "parts": parts, "names": names}


def card_shape(memo: Json, th: Json, key: str, w: int, cell: Json, block: Json, rec: list[str]) -> Json:
    """A card: a photo above, else the lead beside the title; everything else below."""
    lead = block["row"]["lead"]
    pad = 16 if th["margin"] > 12 else 12
    parts: list[Json] = []
    left = pad
    top = pad
    if lead == "photo" or lead == "swatch":
        parts.extend(lead_parts(th, cell, lead, 8, 8, w - 16, 136))
        parts[0]["radius"] = max(2, th["card_radius"] - 6)
        top = 8 + 136 + 12
    elif lead != "none":
        parts.extend(lead_parts(th, cell, lead, pad, pad, th["lead"], th["lead"]))
        left = pad + th["lead"] + 12
    dot = 16 if cell["unread"] else 0
    right = w - pad - dot
    side = row_side(memo, th, cell, right, (right - left) // 2 - 12)
    short = left > pad and not cell["detail"]
    room = right - left - (side["w"] + 12 if short and side["w"] else 0)
    texts = texts_of(memo, th, cell, left, top, room, [3, 6])
    parts.extend(texts["parts"])
    names = texts["names"]
    if dot:
        parts.append(paint_part(w - pad - 8, top + th["body_lh"] // 2 - 4, 8, 8, "accent", "", 4))
    high = max(texts["h"], th["lead"]) if left > pad else texts["h"]
    if short:
        high = max(high, side["h"])
        shift_down(texts["parts"], (high - texts["h"]) // 2)
        shift_down(side["parts"], top + (high - side["h"]) // 2)
        parts.extend(side["parts"])
        names = names + side["names"]
    high += top
    foot = card_foot(memo, th, cell, left, high + 8, w - left - pad)
    if foot["h"] and not short:
        parts.extend(foot["parts"])
        names = names + foot["names"]
        high += 8 + foot["h"]
    high += pad if len(cell["actions"]) == 0 else 4
    nodes = finish_row(key, w, high, parts, names, block, rec)
    if len(cell["actions"]) > 0:
        under = flow_actions(memo, th, key, left, high, w - left - pad, cell, rec)
        nodes.extend(under["nodes"])
        high += under["h"] + 8
    return framed(th, key, w, high, nodes)


def framed(th: Json, key: str, w: int, h: int, nodes: list[Json]) -> Json:
    """The nodes on a card of the theme."""
    ground = paint_part(0, 0, w, h, th["card_fill"], th["card_border"], th["card_radius"])
    card = [as_node(ground, key + "~card", "")]
    if nodes[0]["t"] == "tap":
        nodes[0]["radius"] = th["card_radius"]
    card.extend(nodes)
    return {"h": h, "nodes": card}


def tile_shape(memo: Json, th: Json, key: str, w: int, cell: Json, block: Json, rec: list[str]) -> Json:
    """A tile of a grid of two columns."""
    lead = block["row"]["lead"]
    pad = 12
    parts: list[Json] = []
    top = pad
    if lead == "photo" or lead == "swatch":
        parts.extend(lead_parts(th, cell, lead, 8, 8, w - 16, w * 3 // 4 - 12))
        parts[0]["radius"] = max(2, th["card_radius"] - 6)
        top = w * 3 // 4 + 6
    elif lead != "none":
        parts.extend(lead_parts(th, cell, lead, pad, pad, th["lead"], th["lead"]))
        top = pad + th["lead"] + 12
    texts = texts_of(memo, th, cell, pad, top, w - 2 * pad - (16 if cell["unread"] else 0), [3, 3])
    parts.extend(texts["parts"])
    names = texts["names"]
    if cell["unread"]:
        parts.append(paint_part(w - pad - 8, top + th["body_lh"] // 2 - 4, 8, 8, "accent", "", 4))
    high = top + texts["h"]
    if cell["aside"]:
        made = wrap(memo, cell["aside"], th["body"], th["strong"], w - 2 * pad, 2)
        parts.append(text_part(pad, high + 4, w - 2 * pad, made, th["body"], th["body_lh"], th["strong"], "ink", "l"))
        names.append("-aside")
        high += 4 + len(made[0]) * th["body_lh"]
    if cell["badge"]:
        pill = pill_parts(memo, th, pad, high + 6, pill_width(memo, th, cell["badge"], w - 2 * pad), cell["badge"])
        parts.extend(pill)
        names.append("-badge")
        high += 6 + pill[0]["h"]
    high += pad
    nodes = finish_row(key, w, high, parts, names, block, rec)
    if len(cell["actions"]) > 0:
        under = flow_actions(memo, th, key, pad, high, w - 2 * pad, cell, rec)
        nodes.extend(under["nodes"])
        high += under["h"] + 8
    return framed(th, key, w, high, nodes)


def bubble_shape(memo: Json, th: Json, key: str, w: int, cell: Json, block: Json, rec: list[str]) -> Json:
    """A chat bubble, at the right where it is the owner's; the aside stands above it as its sender, a badge below."""
    most = w * 4 // 5 - 24
    mine = cell["mine"]
    made = wrap(memo, cell["title"], th["body"], 400, most, 0)
    wide = 0
    for line in made[0]:
        wide = max(wide, text_width(memo, line, th["body"], 400))
    note = cut_to(memo, cell["detail"], th["tiny"], 400, most) if cell["detail"] else ""
    who = cut_to(memo, cell["aside"], th["tiny"], 500, most) if cell["aside"] else ""
    wide = (
        min(most, max(20, wide, text_width(memo, note, th["tiny"], 400), text_width(memo, who, th["tiny"], 500))) + 24
    )
    ink = "on-accent" if mine else "ink"
    soft = "on-accent" if mine else "muted"
    y = 8
    parts: list[Json] = []
    names: list[str] = []
    if who:
        parts.append(text_part(12, y, wide - 24, [[who], who], th["tiny"], th["tiny_lh"], 500, soft, "l"))
        names.append("-aside")
        y += th["tiny_lh"] + 2
    parts.append(text_part(12, y, wide - 24, made, th["body"], th["body_lh"], 400, ink, "l"))
    names.append("")
    y += parts[len(parts) - 1]["h"]
    if note:
        parts.append(text_part(12, y + 2, wide - 24, [[note], note], th["tiny"], th["tiny_lh"], 400, soft, "r"))
        names.append("-detail")
        y += th["tiny_lh"] + 2
    y = max(44, y + 8)
    nodes = [as_node(paint_part(0, 0, wide, y, "accent" if mine else "surface", "", 18), key + "~bubble", "")]
    nodes.extend(finish_row(key, wide, y, parts, names, block, rec))
    if nodes[1]["t"] == "tap":
        nodes[1]["radius"] = 18
    if cell["badge"]:
        pill = pill_parts(memo, th, 0, y + 2, pill_width(memo, th, cell["badge"], w // 2), cell["badge"])
        nodes.append(as_node(pill[0], key + "~pill", ""))
        nodes.append(as_node(pill[1], key + "-badge", key + "-badge"))
        y += pill[0]["h"] + 4
    if mine:
        for node in nodes:
            node["x"] += w - wide
    if len(cell["actions"]) > 0:
        under = flow_actions(memo, th, key, 0, y, w, cell, rec)
        nodes.extend(under["nodes"])
        y += under["h"]
    return {"h": y, "nodes": nodes}


def row_nodes(memo: Json, th: Json, key: str, w: int, cell: Json, block: Json, rec: list[str]) -> Json:
    """The record in the shape that its list has."""
    shape = block["shape"]
    if shape == "rows":
        return row_shape(memo, th, key, w, cell, block, rec)
    if shape == "cards":
        return card_shape(memo, th, key, w, cell, block, rec)
    if shape == "tiles":
        return tile_shape(memo, th, key, w, cell, block, rec)
    return bubble_shape(memo, th, key, w, cell, block, rec)
