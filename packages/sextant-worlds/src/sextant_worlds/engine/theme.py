"""How the four themes measure: type, paddings, heights, radii. Pixels, all whole; colours are named, never given."""

from sextant_worlds.engine.data import Json

ICONS = [
    "arrow-left",
    "arrow-up-down",
    "chevron-left",
    "chevron-right",
    "circle-alert",
    "inbox",
    "info",
    "lock",
    "minus",
    "plus",
    "refresh-cw",
    "search",
    "send",
    "tag",
    "x",
]
"""Icons the engine itself draws, by their names in the lucide set; worlds name further ones."""

MATERIAL: Json = {
    "name": "material",
    "margin": 16,
    "gap": 16,
    "bar": 64,
    "bar_ground": "ground",
    "bar_line": 0,
    "title": 22,
    "title_lh": 28,
    "title_weight": 400,
    "title_at": "l",
    "large": 0,
    "back": "arrow-left",
    "tabs": 72,
    "tab_pill": 1,
    "body": 16,
    "body_lh": 24,
    "detail": 14,
    "detail_lh": 20,
    "tiny": 12,
    "tiny_lh": 16,
    "big": 32,
    "big_lh": 40,
    "head": 16,
    "head_lh": 24,
    "head_weight": 500,
    "strong": 500,
    "bold": 700,
    "row": 64,
    "row_pad": 12,
    "rows": "open",
    "inset": 16,
    "lead": 40,
    "chevron": 0,
    "card_fill": "surface",
    "card_border": "",
    "card_radius": 16,
    "field_fill": "surface",
    "field_border": "muted",
    "field_radius": 8,
    "field": 52,
    "search_radius": 24,
    "button": 48,
    "button_radius": 24,
    "chip_radius": 8,
    "lines": 0,
    "square": 18,
}

IOS: Json = MATERIAL.copy()
IOS.update(
    {
        "name": "ios",
        "bar": 52,
        "title": 17,
        "title_lh": 24,
        "title_weight": 700,
        "title_at": "c",
        "large": 48,
        "back": "chevron-left",
        "tabs": 64,
        "tab_pill": 0,
        "body": 17,
        "body_lh": 24,
        "detail": 15,
        "detail_lh": 20,
        "tiny": 13,
        "tiny_lh": 16,
        "big": 34,
        "big_lh": 40,
        "head": 15,
        "head_lh": 20,
        "head_weight": 500,
        "row": 60,
        "row_pad": 10,
        "rows": "card",
        "chevron": 1,
        "card_radius": 12,
        "field_border": "",
        "field_radius": 12,
        "search_radius": 12,
        "button": 50,
        "button_radius": 14,
        "chip_radius": 18,
        "lines": 1,
        "square": 16,
    }
)

DENSE: Json = MATERIAL.copy()
DENSE.update(
    {
        "name": "dense",
        "margin": 12,
        "gap": 12,
        "bar": 48,
        "bar_ground": "surface",
        "bar_line": 1,
        "title": 17,
        "title_lh": 24,
        "title_weight": 700,
        "tabs": 56,
        "tab_pill": 0,
        "body": 14,
        "body_lh": 20,
        "detail": 13,
        "detail_lh": 18,
        "tiny": 11,
        "tiny_lh": 14,
        "big": 24,
        "big_lh": 32,
        "head": 14,
        "head_lh": 20,
        "head_weight": 700,
        "row": 48,
        "row_pad": 8,
        "rows": "open",
        "inset": 12,
        "lead": 32,
        "card_border": "hairline",
        "card_radius": 6,
        "field_border": "hairline",
        "field_radius": 4,
        "field": 44,
        "search_radius": 6,
        "button": 44,
        "button_radius": 6,
        "chip_radius": 4,
        "lines": 1,
        "square": 12,
    }
)

PLAIN: Json = MATERIAL.copy()
PLAIN.update(
    {
        "name": "plain",
        "margin": 20,
        "gap": 20,
        "bar": 60,
        "title": 20,
        "title_lh": 28,
        "title_weight": 700,
        "tabs": 64,
        "tab_pill": 0,
        "head": 18,
        "head_weight": 700,
        "strong": 700,
        "row": 64,
        "rows": "lines",
        "inset": 0,
        "card_fill": "ground",
        "card_border": "hairline",
        "card_radius": 10,
        "field_fill": "ground",
        "field_border": "muted",
        "field_radius": 10,
        "search_radius": 10,
        "button_radius": 10,
        "chip_radius": 18,
        "lines": 1,
        "square": 30,
    }
)

THEMES: Json = {"material": MATERIAL, "ios": IOS, "dense": DENSE, "plain": PLAIN}
WEIGHTS = ["title_weight", "head_weight", "strong", "bold"]
"""The CJK font has one weight; figures and Latin words beside it must not be much heavier."""
GROWING = ["title", "body", "detail", "tiny", "big", "head"]


def theme_of(world: Json, memo: Json) -> Json:
    """The theme of the phone, its type a quarter larger where large text is on."""
    known = memo.get("theme")
    if known is not None:
        return known
    look = world["phone"]["look"]
    made: Json = THEMES[look["theme"]].copy()
    made["width"] = world["phone"]["width"]
    made["height"] = world["phone"]["height"]
    made["zh"] = 1 if world["phone"]["ui"] == "zh" else 0
    if look["large_text"]:
        for name in GROWING:
            made[name] = (made[name] * 5 + 2) // 4
            made[name + "_lh"] = (made[name + "_lh"] * 5 + 2) // 4
        made["bar"] += 4
        made["tabs"] += 8
        made["large"] += 8 if made["large"] else 0
        made["field"] += 8
    if made["zh"] or world["phone"]["locale"] == "zh":
        for name in WEIGHTS:
            made[name] = min(500, made[name])
    memo["theme"] = made
    return made
