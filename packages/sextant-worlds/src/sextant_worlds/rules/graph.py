"""Rules `unreachable` and `page-cycle`: every page can be reached, and every opened page can be left."""

from collections import defaultdict
from collections.abc import Iterator

from sextant_worlds.rules.base import Break
from sextant_worlds.rules.walk import effects_of
from sextant_worlds.spec.effects import Back, Go, Launch
from sextant_worlds.spec.world import World

Node = tuple[str, str]


def graph_breaks(world: World) -> Iterator[Break]:
    """Pages that nothing leads to, and pages whose opening sends the visitor round in a circle."""
    leads: dict[Node, set[Node]] = defaultdict(set)
    forced: dict[Node, set[Node]] = defaultdict(set)
    paths: dict[Node, str] = {}
    roots: list[Node] = []
    for number, app in enumerate(world.apps):
        roots += [(app.id, page) for page in ({tab.page for tab in app.tabs} or {app.home})]
        for place, page in enumerate(app.pages):
            node = (app.id, page.id)
            paths[node] = f"apps.{number}.pages.{place}"
            for done in effects_of(page, paths[node]):
                match done.effect:
                    case Go():
                        leads[node].add((app.id, done.effect.page))
                    case Launch() if done.effect.page is not None:
                        leads[node].add((done.effect.app, done.effect.page))
                    case _:
                        pass
            for effect in page.opened:
                if isinstance(effect, Go):
                    forced[node].add((app.id, effect.page))
                elif isinstance(effect, Back):
                    yield Break(
                        "page-cycle", f"{paths[node]}.opened", f"the page {page.id!r} leaves as soon as it opens"
                    )
    yield from _unreachable(world, roots, leads, paths)
    yield from _circles(forced, paths)


def _unreachable(
    world: World, roots: list[Node], leads: dict[Node, set[Node]], paths: dict[Node, str]
) -> Iterator[Break]:
    seen, ahead = set(roots), list(roots)
    while ahead:
        for node in leads[ahead.pop()] - seen:
            seen.add(node)
            ahead.append(node)
    for app in world.apps:
        for page in app.pages:
            if (app.id, page.id) not in seen:
                yield Break(
                    "unreachable", paths[app.id, page.id], f"nothing leads to the page {page.id!r} of {app.id!r}"
                )


def _circles(forced: dict[Node, set[Node]], paths: dict[Node, str]) -> Iterator[Break]:
    """Pages that open each other by themselves: going back from one opens it again."""
    told: set[Node] = set()
    for first in list(forced):
        way, node = [first], first
        while (onward := next(iter(sorted(forced.get(node, ()))), None)) is not None:
            if onward in way:
                circle = way[way.index(onward) :]
                if not told & set(circle):
                    names = " -> ".join(page for _, page in (*circle, onward))
                    message = f"pages open each other without a way back: {names}"
                    yield Break("page-cycle", f"{paths[onward]}.opened", message)
                told |= set(circle)
                break
            way.append(onward)
            node = onward
