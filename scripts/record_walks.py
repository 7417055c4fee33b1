"""Records walks through apps, for `scripts/fit_relevance.py` to fit the weights of `sextant.utg.relevance` on.

    python scripts/record_walks.py APP…

An app is a folder of `benchmarks/apps` or of `benchmarks/relevance/apps`. It is served, and in turn

- mapped by the explorer for a few minutes,
- opened at the address that a goal's line names in `benchmarks/relevance/targets/APP.jsonl` (`open`) where its screen
  was not met till then,
- searched by the navigator, on that same map, for each goal whose screen was still not met, or no way straight to it.

What was met is written to `benchmarks/relevance/APP.jsonl.gz`, put in words by what the navigator itself uses; the
README there says how. A recipe in `benchmarks/relevance/logins/APP.toml` signs in first, on the app's `ready` page.
"""

import gzip
import json
import logging
import os
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus, urljoin

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

from sextant.actors.touches import exit_touched, hit_another_link, leads_to_part
from sextant.actors.walker import UNCOVER
from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run
from sextant.assembly.maps import open_maps
from sextant.devices.browser.registry import end_browser, running_browsers
from sextant.errors import SextantError
from sextant.login.recipes import load_recipe
from sextant.login.sign_in import log_in
from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.settings import Settings
from sextant.settings import load as load_settings
from sextant.text import folded
from sextant.types.actions import InputText, KeyboardEnter
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition
from sextant.utg.exits import Exit, exits_of, references
from sextant.utg.faces import Face, face_of, local
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.recorder import trigger_of
from sextant.utg.relevance import Led
from sextant.utg.search import EVERYWHERE, controls_of, labels_into, page_of
from sextant_bench.apps import App, install, load, running
from sextant_bench.navigate_truth import Target, address_below, reached

ROOT = Path(__file__).parent.parent
HERE = ROOT / "benchmarks" / "relevance"
MAPPING_SECONDS, VISIT_SECONDS = 150, 25
MOST_STEPS, OPENED_STEPS = 600, 1
_HEADINGS, _TEXTS, _LED = 12, 40, 3
_SOURCE = 160

Key = tuple[str, ...]
"""What tells a screen, or a way on, from others."""


@dataclass(slots=True)
class Seen:
    """A screen that was met: what it says of itself, what led there, the goals that it answers."""

    place: Place
    face: Face
    opened: str
    ways: list[Key]
    true: set[str] = field(default_factory=set[str])
    came: list[Led] = field(default_factory=list[Led])


class Walks:
    """All that was met on the walks through one app."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self.targets = targets
        self.seen: dict[Key, Seen] = {}
        self.took: dict[tuple[str, ElementRef], set[str]] = defaultdict(set)
        """By address and element, the goals that a touch led straight to."""
        self.exits: dict[tuple[str, ElementRef], tuple[Place, str, Exit, str]] = {}
        """By address and element, a way on: where it is on the map, what the screen is called, and the address that a
        link names which the page itself follows (`#part`): to the navigator that is a button."""
        self.at: dict[str, list[set[str]]] = defaultdict(list)
        """By address, the goals that were answered there, each time."""
        self._stands: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.begin()

    def begin(self, goal: str = "") -> None:
        """A walk begins, in search of something or not: nothing led to where it starts."""
        self._goal = folded(goal)
        self._led, self._opened, self._results, self._sent = Led(), "", False, False
        self._visited: set[str] = set()

    def observe(self, step: Transition) -> None:
        """Takes note of where a step began and ended, and of what led there. A search's results quote the goal."""
        before = self._see(step.before)
        self._follow(step)
        action = step.decision.action
        if isinstance(action, InputText | KeyboardEnter):
            self._results, self._sent = True, self._sent or isinstance(action, KeyboardEnter)
        elif local(step.before) != local(step.after):
            self._results = False
        after = self._see(step.after)
        trigger = trigger_of(step)
        if trigger is not None and trigger.event == "tap" and trigger.element is not None:
            self.took[local(step.before), trigger.element] |= after - before

    def _see(self, screen: Screen) -> set[str]:
        """Takes note of a screen; gives the goals that it answers."""
        if screen.condition != "ok" or self._results or self._quotes(screen):
            return set()
        face, exits = face_of(screen), exits_of(screen)
        self._visited.add(screen.key.id)
        refs = references(screen)
        parts = {refs[one.index]: urljoin(screen.location, one.href) for one in screen.elements if "#" in one.href}
        for one in exits:
            self._stands[one.name, one.href].add(face.location)
            part = address_below(parts[one.element]) if one.element in parts and not one.href else ""
            self.exits.setdefault((face.location, one.element), (place_of(screen), face.name, one, part))
        true = {one.id for one in self.targets if reached(one, screen)}
        self.at[address_below(screen.location)].append(true)
        controls = {one.label for one in exits}
        texts = tuple(text for text in face.texts if text not in controls)
        face = Face(face.title, face.heads, face.headings, face.location, face.selected, texts)
        key = (*page_of(face), face.title, self._opened)
        found = self.seen.setdefault(key, Seen(place_of(screen), face, self._opened, []))
        if true - found.true or (true == found.true and len(texts) > len(found.face.texts)):
            found.face, found.place = face, place_of(screen)
        found.true |= true
        found.ways = list(dict.fromkeys([*found.ways, *(way_key(one, face.location) for one in exits)]))
        for led in self._came(face):
            if led not in found.came and len(found.came) < _LED:
                found.came.append(led)
        return true

    def met(self, goal: str) -> bool:
        """Whether a screen was met that answers a goal."""
        return any(goal in one.true for one in self.seen.values())

    def mostly(self, address: str) -> set[str]:
        """The goals that an address answers, most times: not those of a menu or a dialog there."""
        times = self.at.get(address, [])
        return {goal for one in times for goal in one if 2 * sum(goal in other for other in times) >= len(times)}

    def alone(self, address: str) -> set[str]:
        """The same without those of a tab, which many addresses answer."""
        found = self.mostly(address)
        return {goal for goal in found if sum(self._answers(at, goal) for at in self.at) < EVERYWHERE}

    def _answers(self, address: str, goal: str) -> bool:
        return any(goal in one for one in self.at[address])

    def _quotes(self, screen: Screen) -> bool:
        return self._sent and self._goal in folded(unquote_plus(local(screen).partition("?")[2]))

    def _came(self, face: Face) -> Iterator[Led]:
        if self._opened:
            yield Led(self._opened, source=face.name, page=self._led.page or self._led.label)
        if self._led.label:
            yield self._led

    def _follow(self, step: Transition) -> None:
        """What led to where a step ended, as `Navigator.observe` has it."""
        trigger = trigger_of(step)
        if place_of(step.before) == place_of(step.after):
            tapped = step.effectiveness == "effective" and trigger is not None and trigger.event == "tap"
            if step.decision.description == UNCOVER:
                self._opened = ""
            elif tapped and trigger is not None and trigger.element is not None:
                self._opened = trigger.element.name
            return
        self._opened = ""
        touched = exit_touched(step.before, trigger)
        missed = touched is not None and hit_another_link(step, touched)
        way = face_of(step.before).name, self._led.label, self._led.source.partition(". ")[0]
        source = ". ".join(dict.fromkeys(filter(None, way)))[:_SOURCE]
        everywhere = touched is not None and len(self._stands[touched.name, touched.href]) >= EVERYWHERE
        if everywhere or step.after.key.id in self._visited:
            source = ""
        if touched is None or missed or step.decision.description == UNCOVER:
            self._led = Led()
            return
        part = self._led.page or self._led.label if leads_to_part(step) else ""
        self._led = Led(touched.label or touched.hint, touched.row, source, part)


def way_key(one: Exit, location: str) -> Key:
    """What tells a way on from others: its label, its row, and where it leads, else where it stands."""
    return one.label or one.hint, one.row, one.href, "" if one.href else location


# -- walking --------------------------------------------------------------------------------------------------------


def main(names: Sequence[str]) -> None:
    """Records each of the apps."""
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    for name in names:
        folder = next(one for one in (HERE / "apps" / name, ROOT / "benchmarks/apps" / name) if one.exists())
        begun = time.monotonic()
        rows = record(load(folder))
        text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n"
        with (HERE / f"{name}.jsonl.gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(text.encode())
        tell(name, rows, time.monotonic() - begun)


def record(app: App) -> list[dict[str, Any]]:
    """Walks through an app, and gives what was met as rows."""
    lines = (HERE / "targets" / f"{app.name}.jsonl").read_text(encoding="utf-8").splitlines()
    raw = [json.loads(line) for line in lines]
    targets = [Target(app.name, one["id"], one["words"], one["at"], tuple(one.get("shows", ())), ()) for one in raw]
    walks = Walks(targets)
    install(app)
    with tempfile.TemporaryDirectory(prefix="sextant-walks-") as temporary, running(app) as address:
        recipe = HERE / "logins" / f"{app.name}.toml"
        if recipe.exists():
            os.environ["APP_PASSWORD"] = recipe.with_suffix(".password").read_text(encoding="utf-8").strip()
            log_in(address + app.ready, settings_in(temporary, recipe), AbsentPerson(), load_recipe(recipe))
        settings = settings_in(temporary, recipe, MOST_STEPS, MAPPING_SECONDS)
        hooks = Hooks(on_step=walks.observe)
        start = f"web:{address}{app.start}"
        with ended(address):
            begin_map(MapRequest(start), settings, hooks).go()
        say(app, walks, "mapped")
        for one in raw:
            if "open" in one and not walks.met(one["id"]):
                walks.begin()
                settings = settings_in(temporary, recipe, OPENED_STEPS, VISIT_SECONDS)
                with ended(address):
                    begin_map(MapRequest(f"web:{address}{one['open']}"), settings, hooks).go()
        say(app, walks, "opened")
        known = {goal for row in rows_of(walks, drawn(settings, address)) if "way" in row for goal in row["true"]}
        for target in targets:
            if target.id in known and walks.met(target.id):
                continue
            walks.begin(target.words)
            settings = settings_in(temporary, recipe, MOST_STEPS, VISIT_SECONDS)
            with ended(address):
                build_run(RunRequest(target.words, start, "navigator"), settings, AbsentPerson(), hooks).go()
        say(app, walks, "searched")
        graph = drawn(settings, address)
    return rows_of(walks, graph)


def drawn(settings: Settings, address: str) -> Graph:
    """The map as it is now."""
    store = open_maps(settings)
    try:
        return store.load(address)
    finally:
        store.close()


class ended:  # noqa: N801 - a context, as `contextlib.suppress` is
    """Tells of what goes wrong, and ends the browser that a run which was not over leaves."""

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        for browser in running_browsers():
            if browser.url.startswith(self._address):
                end_browser(browser.id)
        if isinstance(error, SextantError):
            print(f"  {error}", file=sys.stderr, flush=True)
        return isinstance(error, SextantError)


def settings_in(folder: str, recipe: Path, steps: int = MOST_STEPS, seconds: int = VISIT_SECONDS) -> Settings:
    """The defaults, with journal, map and profile in a folder."""
    flags: dict[str, Any] = {
        "journal.directory": f"{folder}/runs",
        "budget.max_steps": steps,
        "budget.max_seconds": seconds,
    }
    if recipe.exists():
        flags["browser.profile"] = f"{folder}/profile"
    return load_settings(flags, environ={}, directory=Path(folder))


def say(app: App, walks: Walks, what: str) -> None:
    """How far it has come."""
    met = {goal for one in walks.seen.values() for goal in one.true}
    print(f"{app.name}: {what}; {len(walks.seen)} screens, {len(met)} goals met", file=sys.stderr, flush=True)


# -- rows -----------------------------------------------------------------------------------------------------------


def rows_of(walks: Walks, graph: Graph) -> list[dict[str, Any]]:
    """The screens and the ways on, in words."""
    into = labels_into(graph)
    ways, names = ways_of(walks, graph, into)
    rows: list[dict[str, Any]] = []
    for key, one in walks.seen.items():
        bare = walks.seen.get((*key[:-1], ""))
        if one.opened and bare is not None and bare.true == one.true:
            continue  # a menu that is open makes another screen of a page where a goal asks for it
        row = _screen(one.face, into.get(one.place, []), one.true)
        row |= {"came": [asdict(led) for led in one.came], "opened": one.opened}
        rows.append(row | {"ways": sorted({names[key] for key in one.ways if key in names})})
    whole = {one.face.location for one in walks.seen.values()}
    for node in graph.nodes.values():
        for place, face in () if node.dead else node.faces():
            if face.location not in whole or face != node.face:
                true = {goal for one in walks.seen.values() if one.face.location == face.location for goal in one.true}
                rows.append(_screen(face, into.get(place, []), true, controls_of(node)) | {"stub": True})
    return rows + ways


def _screen(face: Face, led: Sequence[Led], true: set[str], controls: frozenset[str] = frozenset()) -> dict[str, Any]:
    said = asdict(face)
    said["headings"] = face.headings[:_HEADINGS]
    said["texts"] = [text for text in face.texts if text not in controls][:_TEXTS]
    return {"screen": said, "led": [asdict(one) for one in led[:_LED]], "true": sorted(true)}


def ways_of(
    walks: Walks, graph: Graph, into: Mapping[Place, Sequence[Led]]
) -> tuple[list[dict[str, Any]], dict[Key, int]]:
    """The ways on that may be taken, each once, and the number of each."""
    nodes = [node for node in graph.nodes.values() if not node.dead]
    every = {(node.face.location, one.name, one.row) for node in nodes for one in node.exits}
    stands = Counter((name, row) for _, name, row in every)
    places: dict[str, set[Place]] = defaultdict(set)
    addresses: dict[str, set[str]] = defaultdict(set)
    for seen in walks.seen.values():
        for goal in seen.true:
            places[goal].add(seen.place)
            addresses[seen.face.location].add(goal)
    rows: dict[Key, dict[str, Any]] = {}
    names: dict[Key, int] = {}
    known_exits = {(node.id, one.element): one for node in nodes for one in node.exits}
    for (location, element), (place, name, one, part) in walks.exits.items():
        kept = known_exits.get((place.node, element), one)
        if kept.risk or kept.alters or one.here or not (one.label or one.hint or one.href):
            continue
        if location in (one.href, part):
            continue  # it leads to where it stands
        if kept.reach == "hidden" and kept.opener is None:
            continue
        number = stands[one.name, one.row]
        around = [name, *(led.label for led in into.get(place, [])[:2])] if number < EVERYWHERE else []
        said = {"label": one.label, "row": one.row, "hint": one.hint, "href": one.href, "kind": kept.kind}
        said |= {"page": around, "at": location, "pages": number}
        key = way_key(one, location if number < EVERYWHERE else "")
        row = rows.setdefault(key, {"way": said, "id": len(rows), "true": set[str]()})
        names[way_key(one, location)] = row["id"]
        row["true"] |= walks.took.get((location, element), set()) | (walks.alone(part) if part else set())
        if one.href:
            address = one.href.partition("?next=")[0]  # without where to go back to
            known = graph.at(one.href) or graph.at(address)
            there = walks.mostly(address) if address in walks.at else addresses.get(address, set())
        else:
            tells = kept.kind in ("navigation", "tab") and place.node in graph.nodes
            known = graph.leads(element, graph.nodes[place.node].key.app) if tells else None
            there = set(places)
        row["true"] |= {goal for goal in there if known in places[goal]}
    return [row | {"true": sorted(row["true"])} for row in rows.values()], names


def tell(name: str, rows: Sequence[Mapping[str, Any]], seconds: float) -> None:
    """What was recorded, and for which goals something is missing."""
    screens = [row for row in rows if "screen" in row]
    ways = [row for row in rows if "way" in row]
    lines = (HERE / "targets" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    goals = [json.loads(line)["id"] for line in lines]
    right = {goal: (_count(screens, goal), _count(ways, goal)) for goal in goals}
    print(f"{name}: {len(screens)} screens, {len(ways)} ways on, {len(goals)} goals, {seconds:.0f} s")
    screened, led = (sum(one[at] > 0 for one in right.values()) for at in (0, 1))
    print(f"  a right screen: {screened}, a right way: {led}")
    print(f"  no screen: {[goal for goal, (one, _) in right.items() if not one]}")
    print(f"  no way: {[goal for goal, (_, one) in right.items() if not one]}", flush=True)


def _count(rows: Sequence[Mapping[str, Any]], goal: str) -> int:
    return sum(goal in row["true"] for row in rows)


if __name__ == "__main__":
    main(sys.argv[1:])
