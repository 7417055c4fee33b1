"""The small pieces everything is made of: text, icon, paint, tap, field; and what several blocks share."""

from typing import Any

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.text import cut_to, text_width, wrap

NOTHING: list[Any] = []


def text_part(x: int, y: int, w: int, made: Any, size: int, lh: int, weight: int, colour: str, align: str) -> Json:
    """Lines of text from `wrap`, as a part."""
    return {
        "t": "text",
        "x": x,
        "y": y,
        "w": w,
        "h": lh * len(made[0]),
        "text": made[1],
        "lines": made[0],
        "size": size,
        "weight": weight,
        "lh": lh,
        "colour": colour,
        "align": align,
    }


def cut_line(memo: Json, text: str, size: int, weight: int, width: int) -> list[Any]:
    """One line as `wrap` gives it, cut where it does not fit."""
    cut = cut_to(memo, text, size, weight, width)
    return [[cut], cut]


def icon_part(x: int, y: int, size: int, icon: str, colour: str) -> Json:
    """An icon of the vendored set."""
    return {"t": "icon", "x": x, "y": y, "w": size, "h": size, "icon": icon, "colour": colour, "size": size}


def paint_part(x: int, y: int, w: int, h: int, fill: str, border: str, radius: int) -> Json:
    """A filled or bordered box without meaning."""
    return {
        "t": "paint",
        "x": x,
        "y": y,
        "w": w,
        "h": h,
        "fill": fill,
        "border": border,
        "radius": radius,
        "shape": "",
    }


def picture_part(x: int, y: int, w: int, h: int, draw: str, seed: str) -> Json:
    """An avatar, a photo or a swatch within a row."""
    return {"t": "picture", "x": x, "y": y, "w": w, "h": h, "draw": draw, "text": "", "seed": seed}


def as_node(part: Json, key: str, test_id: str) -> Json:
    """A part that stands alone."""
    part["k"] = key
    part["id"] = test_id
    if part["t"] == "text":
        part["role"] = "text"
        part["level"] = 0
    elif part["t"] == "picture":
        part["name"] = ""
        part["tall"] = part["h"]
    return part


def hairline(key: str, x: int, y: int, w: int) -> Json:
    """A separator, one pixel high."""
    return {
        "k": key,
        "t": "paint",
        "x": x,
        "y": y,
        "w": w,
        "h": 1,
        "id": "",
        "fill": "hairline",
        "border": "",
        "radius": 0,
        "shape": "line",
    }


def tap_node(key: str, role: str, x: int, y: int, w: int, h: int, parts: list[Json], do: list[Json]) -> Json:
    """Something to touch; its test id is its key."""
    return {
        "k": key,
        "t": "tap",
        "x": x,
        "y": y,
        "w": w,
        "h": h,
        "id": key,
        "role": role,
        "name": "",
        "states": NOTHING,
        "fill": "",
        "border": "",
        "radius": 0,
        "parts": parts,
        "do": do,
        "hold": NOTHING,
        "rec": NOTHING,
    }


def icon_button(key: str, x: int, y: int, side: int, icon: str, name: str, colour: str, do: list[Json]) -> Json:
    """A square to touch with an icon in its middle."""
    edge = (side - 24) // 2
    node = tap_node(key, "button", x, y, side, side, [icon_part(edge, edge, 24, icon, colour)], do)
    node["name"] = name
    node["radius"] = side // 2
    return node


def field_node(key: str, x: int, y: int, w: int, h: int, th: Json, name: str, hint: str) -> Json:
    """A text field; the caller sets what differs."""
    return {
        "k": key,
        "t": "field",
        "x": x,
        "y": y,
        "w": w,
        "h": h,
        "id": key,
        "role": "textbox",
        "name": name,
        "value": "",
        "hint": hint,
        "secret": 0,
        "long": 0,
        "size": th["body"],
        "lh": th["body_lh"],
        "inset": 16,
        "fill": th["field_fill"],
        "border": th["field_border"],
        "radius": th["field_radius"],
        "enter": NOTHING,
        "rec": NOTHING,
        "ui": key,
        "var": "",
    }


def badge_parts(memo: Json, th: Json, right: int, y: int, text: str) -> list[Json]:
    """A count in a small pill whose left edge is near `right`; nothing for an empty text or `0`."""
    if text == "" or text == "0":
        return []
    height = th["tiny_lh"] + 2
    width = max(height, text_width(memo, text, th["tiny"], 700) + 10)
    made = [[text], text]
    return [
        paint_part(right, y, width, height, "danger", "", height // 2),
        text_part(right, y + 1, width, made, th["tiny"], th["tiny_lh"], 700, "on-accent", "c"),
    ]


def pill_width(memo: Json, th: Json, text: str, most: int) -> int:
    """How wide `pill_parts` is."""
    return min(most, text_width(memo, text, th["tiny"], 500) + 16)


def pill_parts(memo: Json, th: Json, x: int, y: int, width: int, text: str) -> list[Json]:
    """A small label on a soft ground."""
    text = cut_to(memo, text, th["tiny"], 500, width - 16)
    height = th["tiny_lh"] + 6
    return [
        paint_part(x, y, width, height, "accent-soft", "", height // 2 if th["chip_radius"] > 4 else 4),
        text_part(x + 8, y + 3, width - 16, [[text], text], th["tiny"], th["tiny_lh"], 500, "accent", "l"),
    ]


def chip_width(memo: Json, th: Json, text: str, icon: str, most: int) -> int:
    """How wide a chip of that label is."""
    extra = 56 if icon else 32
    return min(most, text_width(memo, text, th["detail"], 500) + extra)


def chip_height(th: Json) -> int:
    """How high a chip is seen; its target has 4 px more above and below."""
    return max(36, th["detail_lh"] + 16)


def chip_node(memo: Json, th: Json, key: str, x: int, y: int, w: int, text: str, icon: str, on: bool) -> Json:
    """A chip 36 px high in a target of 44."""
    height = chip_height(th)
    top = 4
    fill = "accent-soft" if on else ""
    ink = "accent" if on else "ink"
    parts = [paint_part(0, top, w, height, fill, "accent" if on else "hairline", min(th["chip_radius"], height // 2))]
    left = 16
    if icon:
        parts.append(icon_part(14, top + (height - 18) // 2, 18, icon, ink))
        left = 40
    cut = cut_to(memo, text, th["detail"], 500, w - left - 16)
    parts.append(
        text_part(
            left,
            top + (height - th["detail_lh"]) // 2,
            w - left - 16,
            [[cut], cut],
            th["detail"],
            th["detail_lh"],
            500,
            ink,
            "l",
        )
    )
    node = tap_node(key, "button", x, y, w, height + 8, parts, NOTHING)
    node["radius"] = th["chip_radius"]
    return node


def button_node(memo: Json, th: Json, key: str, x: int, y: int, w: int, text: str, icon: str, style: str) -> Json:
    """A wide button; a label too long for a line takes two."""
    fill = "accent"
    ink = "on-accent"
    border = ""
    if style == "plain":
        fill = "accent-soft" if th["name"] == "material" or th["name"] == "ios" else ""
        ink = "accent"
        border = "" if fill else "hairline"
    elif style == "danger":
        fill = "danger-soft"
        ink = "danger"
    elif style == "link":
        fill = ""
        ink = "accent"
    elif style == "off":
        fill = "hairline"
        ink = "muted"
    room = w - 32 - (28 if icon else 0)
    made = wrap(memo, text, th["body"], 500, room, 2)
    lines = made[0]
    high = max(th["button"], len(lines) * th["body_lh"] + 16)
    widest = 0
    for line in lines:
        widest = max(widest, text_width(memo, line, th["body"], 500))
    widest = min(widest, room)
    left = (w - widest - (28 if icon else 0)) // 2
    parts: list[Json] = []
    if icon:
        parts.append(icon_part(left, (high - 20) // 2, 20, icon, ink))
        left += 28
    top = (high - len(lines) * th["body_lh"]) // 2
    parts.append(text_part(left, top, widest, made, th["body"], th["body_lh"], 500, ink, "c"))
    node = tap_node(key, "button", x, y, w, high, parts, NOTHING)
    node["fill"] = fill
    node["border"] = border
    node["radius"] = th["button_radius"]
    return node
