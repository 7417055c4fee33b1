"""The texts of a page with all templates expanded, without layout."""

from collections.abc import Iterator
from typing import Any

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.values import context, expand, holds_for, record_of


def texts_of(world: Json, state: Json, app: str, page: str, record: str) -> tuple[str, ...]:
    """Every text that a page with this record shows, whatever its conditions, filters and dialogs say."""
    spec = world["apps"][app]["pages"][page]
    rec = record_of(state, app, spec["of"], record) if spec["of"] is not None else {}
    ctx = context(world, state, app, rec, spec["ui0"], world.setdefault("memo", {}))
    templates = [spec["title"]]
    rows: list[str] = []
    for block in spec["blocks"]:
        if block["kind"] == "list":
            rows += _rows(ctx, block)
        else:
            templates += _templates(block)
    for dialog in spec["dialogs"].values():
        templates += [dialog["title"], dialog["text"], *(button["label"] for button in dialog["buttons"])]
    return tuple(text for text in (*(expand(ctx, template) for template in templates), *rows) if text)


def drawn_on(world: Json, state: Json, app: str, page: str, record: str) -> tuple[str, ...]:
    """What pictures and boards of a page show in pixels only."""
    spec = world["apps"][app]["pages"][page]
    rec = record_of(state, app, spec["of"], record) if spec["of"] is not None else {}
    ctx = context(world, state, app, rec, spec["ui0"])
    found: list[str] = []
    for block in spec["blocks"]:
        if block["kind"] == "picture":
            found += [expand(ctx, block["text"]), expand(ctx, block["seed"])]
        elif block["kind"] == "board":
            found += [str(cell.get("face", "")) for cell in ctx["colls"][block["source"]]]
        elif block["kind"] == "list" and block["row"]["lead"] in ("swatch", "icon", "photo"):
            found += [expand({**ctx, "rec": record}, block["row"]["seed"]) for record in _shown(ctx, block)]
        elif block["kind"] == "switch":
            found.append("on" if ctx["vars"].get(block["var"]) else "off")
    return tuple(text for text in found if text)


def _templates(block: Json) -> Iterator[str]:
    match block["kind"]:
        case "facts":
            yield block["title"]
            for row in block["rows"]:
                yield row["label"]
                yield row["value"]
        case "choice":
            yield block["label"]
            yield from (option["label"] for option in block["options"])
        case "field":
            yield from (block["label"], block["hint"], f"{{var:{block['var']}}}" if block["var"] else "")
        case "stepper":
            yield from (block["label"], f"{{var:{block['var']}}}", block["unit"])
        case "picture":
            yield block["alt"]
        case _:
            yield from (str(block.get(name) or "") for name in ("text", "label", "detail", "hint", "alt"))


def _shown(ctx: Json, block: Json) -> list[Json]:
    """Records that the list can hold on this page."""
    records: list[Json] = ctx["colls"].get(block["source"], [])
    return [record for record in records if all(holds_for(ctx, record, cond) for cond in block["where"])]


def _rows(ctx: Json, block: Json) -> Iterator[str]:
    row = block["row"]
    templates = [row[name] for name in ("title", "detail", "aside", "badge") if row[name]]
    if row["lead"] == "avatar":
        templates.append(row["seed"])
    kept: Any = ctx["rec"]
    for record in _shown(ctx, block):
        ctx["rec"] = record
        for template in templates:
            yield expand(ctx, template)
        ctx["rec"] = kept
