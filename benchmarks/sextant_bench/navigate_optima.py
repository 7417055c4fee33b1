"""How far each target is, as the independent crawl found it: kept in `optima.json` beside the truth, or found anew."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sextant.errors import UsageError
from sextant_bench.apps import App, running
from sextant_bench.navigate_crawl import crawl
from sextant_bench.navigate_truth import Target, truth_hash

__all__ = ["Optimum", "compute", "known", "save"]

FILE = "optima.json"


@dataclass(frozen=True, slots=True)
class Optimum:
    """What the truth says of a target's distance, and what the crawl found. `found` is -1 where it found no way."""

    app: str
    target: str
    said: int
    found: int
    source: str

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return self.said == self.found


def compute(app: App, targets: Sequence[Target], report: Callable[[str], None]) -> list[Optimum]:
    """Crawls the app; minutes. The result is kept beside the truth where the folder can be written.

    Raises:
        DeviceUnreachable: The app does not come up, or there is no browser.
    """
    with running(app) as address:
        found = crawl(address + app.start, targets, report)
    save(app, targets, found.least, {"states": found.states, "acts": found.acts, "level": found.level})
    if not found.complete:
        raise UsageError(f"The crawl of {app.name!r} ended early, after {found.states} states.", "Nothing is proven.")
    return [Optimum(app.name, one.id, one.steps, found.least.get(one.id, -1), "crawled now") for one in targets]


def save(app: App, targets: Sequence[Target], least: Mapping[str, int], numbers: Mapping[str, int]) -> None:
    """Writes what a crawl found, with hashes of what it was found on."""
    kept: dict[str, object] = {
        "app": app.hash,
        "truth": truth_hash([app.targets]),
        "crawl": dict(numbers),
        "steps": {one.id: least.get(one.id, -1) for one in targets},
    }
    (app.folder / FILE).write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def known(app: App, targets: Sequence[Target]) -> list[Optimum]:
    """What the last crawl found.

    Raises:
        UsageError: There is none, or app or truth have changed since.
    """
    path = app.folder / FILE
    again = "Crawl again: sextant bench navigate -o crawl=1 (minutes)."
    try:
        raw = cast("Mapping[str, object]", json.loads(path.read_text(encoding="utf-8")))
        steps = cast("Mapping[str, int]", raw["steps"])
        made_of = (raw["app"], raw["truth"])
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise UsageError(f"{str(path)!r} cannot be read: {e!r}", again) from e
    if made_of != (app.hash, truth_hash([app.targets])):
        raise UsageError(f"The app {app.name!r} or its targets have changed since it was crawled.", again)
    return [Optimum(app.name, one.id, one.steps, int(steps.get(one.id, -1)), "kept") for one in targets]
