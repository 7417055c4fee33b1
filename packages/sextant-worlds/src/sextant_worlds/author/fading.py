"""Values that do not stay: rows of facts become strips that are gone some steps after their page was first opened."""

import random
from dataclasses import replace

from sextant_worlds.genres.base import Built, Source
from sextant_worlds.spec.apps import AppSpec, Page
from sextant_worlds.spec.blocks import Banner, Block, FactRow, Facts

__all__ = ["faded"]

_FADING = 3
"""So many rows of an app fade."""


def faded(built: Built, steps: int, rng: random.Random) -> Built:
    """The app with some of its facts shown for that many steps only."""
    places = sorted({(s.place.page, s.test_id) for s in built.sources if _may_fade(s)})
    chosen = set(rng.sample(places, min(_FADING, len(places))))
    sources = tuple(
        replace(source, test_id=_strip(source.test_id), transient=steps)
        if (source.place.page, source.test_id) in chosen
        else source
        for source in built.sources
    )
    return replace(built, app=_app(built.app, chosen, steps), sources=sources)


def _may_fade(source: Source) -> bool:
    return source.medium == "text" and source.test_id.startswith("fact-") and not source.group and source.depth > 1


def _strip(test_id: str) -> str:
    return f"notice-{test_id.removeprefix('fact-')}"[:48]


def _app(app: AppSpec, chosen: set[tuple[str, str]], steps: int) -> AppSpec:
    pages = tuple(
        _page(page, {test_id for name, test_id in chosen if name == page.id}, steps)
        if any(name == page.id for name, _ in chosen)
        else page
        for page in app.pages
    )
    strips = {f"{row.label}: {row.value}": f"{app.also[row.label]}: {row.value}" for row in _rows(app, chosen)}
    return app.model_copy(update={"pages": pages, "also": app.also | strips})


def _rows(app: AppSpec, chosen: set[tuple[str, str]]) -> list[FactRow]:
    """The rows that fade and whose labels are known in the other language."""
    return [
        row
        for page in app.pages
        for block in page.blocks
        if isinstance(block, Facts)
        for row in block.rows
        if (page.id, f"fact-{row.id}") in chosen and row.label in app.also
    ]


def _page(page: Page, chosen: set[str], steps: int) -> Page:
    strips: list[Block] = []
    rest: list[Block] = []
    for block in page.blocks:
        if not isinstance(block, Facts):
            rest.append(block)
            continue
        gone = [row for row in block.rows if f"fact-{row.id}" in chosen]
        left = tuple(row for row in block.rows if row not in gone)
        strips += [_banner(row, steps) for row in gone]
        if left:
            rest.append(block.model_copy(update={"rows": left}))
    return page.model_copy(update={"blocks": (*strips, *rest)})


def _banner(row: FactRow, steps: int) -> Banner:
    return Banner(id=_strip(f"fact-{row.id}"), text=f"{row.label}: {row.value}", shown=steps, when=row.when)
