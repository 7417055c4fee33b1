"""Rule `size`: a world is small. Checked first, so that nothing else has to fear a large one."""

from collections.abc import Iterator

from sextant_worlds.rules.base import Break
from sextant_worlds.spec.world import World
from sextant_worlds.truth.patterns import MAX_PATTERN

MAX_APPS, MAX_PAGES, MAX_BLOCKS = 12, 40, 60
MAX_RECORDS, MAX_ALL_RECORDS, MAX_TEXT = 400, 3000, 4000
MAX_SURPRISES, MAX_LINES = 40, 600


def size_breaks(world: World, apps: bool = True) -> Iterator[Break]:
    """What is too large. Without `apps`, of task and phone alone."""
    task = world.task
    yield from _over("apps", len(world.apps), MAX_APPS, "apps")
    yield from _over("phone.surprises", len(world.phone.surprises), MAX_SURPRISES, "surprises")
    yield from _over("task.instructions", len(task.instructions), MAX_LINES, "lines")
    yield from _over("task.grading.pass_regex", len(task.grading.pass_regex), MAX_PATTERN, "characters")
    total = 0
    for number, app in enumerate(world.apps if apps else ()):
        yield from _over(f"apps.{number}.pages", len(app.pages), MAX_PAGES, "pages")
        for place, page in enumerate(app.pages):
            yield from _over(f"apps.{number}.pages.{place}.blocks", len(page.blocks), MAX_BLOCKS, "blocks")
        for name, records in app.collections.items():
            path = f"apps.{number}.collections.{name}"
            total += len(records)
            yield from _over(path, len(records), MAX_RECORDS, "records")
            for place, record in enumerate(records):
                longest = max((len(value) for value in record.values() if isinstance(value, str)), default=0)
                yield from _over(f"{path}.{place}", longest, MAX_TEXT, "characters in one text")
    yield from _over("apps", total, MAX_ALL_RECORDS, "records in all")


def _over(where: str, size: int, limit: int, what: str) -> Iterator[Break]:
    if size > limit:
        yield Break("size", where, f"has {size} {what}; at most {limit} are allowed")
