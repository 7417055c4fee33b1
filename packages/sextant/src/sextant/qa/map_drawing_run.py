"""Draws the map of an app: an explorer on a device, which continues the existing map and returns a summary."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, replace
from typing import Literal
from urllib.parse import urlsplit

from sextant.actors.explorer import ExplorationProgress, Explorer, ExplorerSettings
from sextant.assembly import build_run, open_device
from sextant.assembly.maps import map_name, open_maps
from sextant.assembly.people import AbsentPerson
from sextant.assembly.privacy import RedactingPerceiver, known_secrets
from sextant.assembly.run import Hooks, Probes, Run, RunRequest
from sextant.dataclass import dataclass
from sextant.devices.wrapper import Paced, innermost
from sextant.errors import UsageError
from sextant.perception.perceive import Perceiver
from sextant.perception.thumbnails import thumbnail
from sextant.protocols import Device, PageReader
from sextant.settings import Settings
from sextant.settings.credentials import offered, without_credentials
from sextant.types.requests import HeldRequests
from sextant.types.screens import Screen
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from sextant.utg.broken_links import BrokenLink
from sextant.utg.counts import ORIGINS, tally
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.search import SearchOption
from sextant.utg.served.paths import unmet
from sextant.utg.served.routes import ServedRoutes
from sextant.utg.store import MapStore
from sextant.utg.survey import Bounds, LeftOut, Reason, Survey, survey

__all__ = ["Bounds", "CodeRoutes", "FirstScreen", "MapDrawing", "MapRequest", "Summary", "begin_map", "first_look"]

GENTLE_PAUSE = 1.0
"""Default seconds between two page loads of an app on another machine."""
_CODE_SECONDS = 3.0
"""Longest wait for the routes of the code at the end of a drawing."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

Finished = Literal["complete", "budget", "interrupted", "failed"]
"""Nothing is left to try; a limit was reached; a person stopped it; an error occurred."""


@dataclass(frozen=True, slots=True)
class MapRequest:
    """The app to map, and the limits of the drawing.

    Attributes:
        device: `web:URL`, `world:NAME` …
        bounds: How far to explore. Origins that the settings allow are added.
        max_screens: Screens at which it ends.
        rate: Most actions a second that may load something; None: one for an app on another machine, no limit for
            one on this machine.
        fresh: Whether an older map is deleted first.
        label: Name of the build.
    """

    device: str
    bounds: Bounds = field(default_factory=Bounds)
    max_screens: int | None = None
    rate: float | None = None
    fresh: bool = False
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "device", without_credentials(self.device))


@dataclass(frozen=True, slots=True)
class SkippedExits:
    """What was left alone for one reason: the number of different things, and examples."""

    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CodeRoutes:
    """The routes of the served code that have a screen of their own.

    Attributes:
        count: Their number.
        unmet: The paths of those without a screen on the map.
        complete: Whether all of the code was read within its time limit.
    """

    count: int
    unmet: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """How a drawing ended, and the resulting map.

    `untried` counts the exits that may still be tried, `explored` those that were taken or whose target address is
    known; an address on several screens counts once.
    """

    run: str
    app: str
    finished: Finished
    reason: str
    episode: Episode
    screens: int
    transitions: int
    new_screens: int
    new_transitions: int
    explored: int
    untried: int
    left: Mapping[Reason, SkippedExits]
    error_pages: int
    """Different addresses that showed an error; they are on the map, and do not count as screens."""
    broken: tuple[BrokenLink, ...]
    """The links that lead to them."""
    logins: int
    """Screens with a password field."""
    held: tuple[str, ...] = ()
    """The writes that the gate refused, each kind once, with the flag that would allow it."""
    unprompted: int = 0
    """Number of writes that the app sent without a touch."""
    code: CodeRoutes | None = None
    """The routes of the served code; None where it has none, or was not read."""

    @property
    def coverage(self) -> float:
        """Share of the exits that may be tried that were explored; 1 where there are none."""
        total = self.explored + self.untried
        return self.explored / total if total else 1.0


class MapDrawing:
    """A map that is being drawn. `go` draws until the end; `stop` ends it after the current act."""

    def __init__(
        self,
        run: "Run",
        explorer: Explorer,
        store: MapStore,
        request: MapRequest,
        held: HeldRequests,
        served: ServedRoutes | None = None,
    ) -> None:
        self._run, self._explorer, self._store, self._request = run, explorer, store, request
        self._held, self._served = held, served
        self._before: Graph | None = None

    @property
    def id(self) -> str:
        """The run's id in the journal."""
        return self._run.id

    @property
    def device(self) -> Device:
        return self._run.device

    @property
    def began(self) -> ExplorationProgress:
        """Progress of the map before this drawing."""
        return self._explorer.began

    @property
    def starts_new(self) -> bool:
        """Whether its first screen was new to the map; known once it has begun."""
        return self._explorer.starts_new

    def progress(self) -> ExplorationProgress:
        """The progress so far."""
        return self._explorer.sight()

    def stop(self) -> None:
        """End the drawing after the current act. Safe from a signal handler."""
        self._run.stop()

    def go(self) -> Summary:
        """Draw to the end, and note on the map when and how it was drawn.

        Raises:
            JournalFault: The journal or the map cannot be written.
        """
        try:
            if self._served is not None:
                self._served.take()
            episode = self._run.go()
            return self._summed(episode)
        finally:
            self._store.close()

    def _summed(self, episode: Episode) -> Summary:
        app = self._explorer.map
        graph = self._store.load(app) if app else Graph("")
        found = self._explorer.final(graph)
        finished, reason = _finished(episode, self._explorer.full)
        began = self._explorer.began
        count = tally(graph, self._request.bounds.origins)
        summary = Summary(
            run=self._run.id,
            app=app,
            finished=finished,
            reason=reason,
            episode=episode,
            screens=count.screens,
            transitions=count.transitions,
            new_screens=count.screens - began.screens,
            new_transitions=count.transitions - began.transitions,
            explored=found.explored,
            untried=found.untried,
            left={reason: SkippedExits(count, _examples(found, reason)) for reason, count in found.reasons().items()},
            error_pages=count.error_pages,
            broken=count.broken,
            logins=self._explorer.logins,
            held=self._held.lines,
            unprompted=self._held.unprompted,
            code=self._code(graph),
        )
        if app:
            self._note(app, summary)
        return summary

    def _code(self, graph: Graph) -> CodeRoutes | None:
        found = None if self._served is None else self._served.take(_CODE_SECONDS)
        shown = [route for route in found.routes if route.shows] if found is not None else []
        if found is None or not shown:
            return None
        known = [at for node in graph.nodes.values() for at in (node.face.location, *node.locations) if at[:1] == "/"]
        missing = unmet(found.routes, known)
        return None if missing is None else CodeRoutes(len(shown), tuple(one.path for one in missing), found.complete)

    def _note(self, app: str, summary: Summary) -> None:
        notes = {
            "target": self._request.device,
            "crawled_at": f"{time.time():.0f}",
            "finished": summary.finished,
            ORIGINS: " ".join(self._request.bounds.origins),
            "coverage": json.dumps(
                {
                    "explored": summary.explored,
                    "untried": summary.untried,
                    "left": {reason: left.count for reason, left in summary.left.items()},
                }
            ),
        }
        if summary.code is not None:
            notes["code_routes"] = json.dumps(asdict(summary.code))
        if self._request.label:
            notes["label"] = self._request.label
        for key, value in notes.items():
            self._store.note(app, key, value)


def _finished(episode: Episode, full: bool) -> tuple[Finished, str]:
    match episode.status:
        case "success" | "unverified":
            return ("budget" if full else "complete"), episode.reason
        case "over_budget":
            return "budget", episode.reason.partition(" Raise it")[0]  # a later drawing needs no higher limit
        case "interrupted":
            return "interrupted", episode.reason
        case _:
            return "failed", episode.reason


def _examples(found: Survey, reason: Reason, most: int = 5) -> tuple[str, ...]:
    named = (one.exit.label or one.exit.href or one.exit.element.role for one in found.left if one.reason == reason)
    return tuple(dict.fromkeys(named))[:most]


def begin_map(request: MapRequest, settings: Settings, hooks: Hooks | None = None) -> MapDrawing:
    """Open the device and begin the run of a drawing; continues the existing map unless `fresh`.

    Raises:
        UsageError: The device is in no valid form.
        DeviceUnreachable: The device cannot be opened.
        JournalFault: The journal or the map cannot be read or written.
    """
    hooks, settings = hooks or Hooks(), offered(settings, request.device)
    store = open_maps(settings, hooks.clock)
    try:
        bounds = _with_origins(request.bounds, settings)
        limits = ExplorerSettings(bounds, request.max_screens, request.fresh)
        explorer = Explorer(store, unguarded, map_name(request.device), limits, _thumbnail)
        pause = pause_of(request)
        between = hooks.probes.device
        probes = Probes(lambda device: Paced(between(device), pause), hooks.probes.journal, lambda: explorer)
        goal = f"Look around in {request.device} and draw its map"
        asked = RunRequest(goal, request.device, "explorer")
        held = HeldRequests()

        def on_step(step: Transition) -> None:
            held.observe(step)
            hooks.on_step(step)

        run = build_run(asked, settings, AbsentPerson(), replace(hooks, probes=probes, on_step=on_step))
    except BaseException:
        store.close()
        raise
    inner = innermost(run.device)
    served = ServedRoutes(inner) if settings.browser.read_ahead and isinstance(inner, PageReader) else None
    return MapDrawing(run, explorer, store, replace(request, bounds=bounds), held, served)


def _with_origins(bounds: Bounds, settings: Settings) -> Bounds:
    """Add the origins that the settings allow: the same bounds limit the walk and the counts."""
    return replace(bounds, origins=(*bounds.origins, *settings.policy.origins))


def pause_of(request: MapRequest) -> float:
    """Least seconds between two acts that may load something."""
    if request.rate is not None:
        if not request.rate > 0:
            raise UsageError(f"The rate {request.rate!r} is invalid.", "Give the actions per second, such as 2 or 0.5.")
        return 1 / request.rate
    kind, _, address = request.device.partition(":")
    if kind != "web" or "://" not in address:
        return 0.0
    parts = urlsplit(address)
    local = parts.scheme == "file" or (parts.hostname or "") in _LOOPBACK
    return 0.0 if local else GENTLE_PAUSE


def _thumbnail(screen: Screen) -> bytes | None:
    if screen.picture is None:
        return None
    try:
        return thumbnail(screen.picture)
    except OSError:
        return None  # the picture of a scripted device may be invalid


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """The first screen of an app, with the options that would be tried and left alone."""

    screen: Screen
    options: tuple[SearchOption, ...]
    left: tuple[LeftOut, ...]


def first_look(request: MapRequest, settings: Settings, clock: Callable[[], float] = time.time) -> FirstScreen:
    """Open the app and return what a drawing would begin with. Nothing is touched or stored.

    Raises:
        UsageError: The device is in no valid form.
        DeviceUnreachable: The device cannot be opened.
    """
    device = open_device(request.device, settings, clock=clock, looking=True)
    try:
        device.open()
        screen = RedactingPerceiver(Perceiver(), known_secrets(settings))(device.look(picture=False))
    finally:
        device.close()
    with MapStore() as store:
        chart = store.map(screen.app, unguarded)
        chart.see(screen)
        here: Place = place_of(screen)
        found = survey(chart.graph, {here: 0}, {here: 0}, _with_origins(request.bounds, settings))
    return FirstScreen(screen, found.options, found.left)
