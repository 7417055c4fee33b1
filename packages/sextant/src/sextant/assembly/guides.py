"""From the names of guides to the guides of a run, and the maps that they and the navigator draw on."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sextant.assembly.privacy import known_secrets
from sextant.assembly.run import Hooks
from sextant.errors import JournalFault, UsageError
from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide, BeliefSettings
from sextant.guides.map import MapGuide
from sextant.guides.memory import Asker, MemoryGuide
from sextant.guides.task_state import TaskState
from sextant.parts import counts_of
from sextant.plugins import find_device_kind
from sextant.prompts import count_tokens, list_screen
from sextant.protocols import CitationCheck, ClaimKeeper, Guide, Model, UpdateCall
from sextant.settings import Settings
from sextant.state import EventLog
from sextant.types.decisions import Profile, Section
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph
from sextant.utg.selection import Selecting, Selector
from sextant.utg.store import MapStore, open_store
from sextant.verification import Exhibits

if TYPE_CHECKING:
    from pydantic import BaseModel


__all__ = [
    "GUIDES",
    "GuideKit",
    "OpenedMaps",
    "StepWatch",
    "guides_beside",
    "known_map",
    "map_name",
    "maps_file",
    "open_guides",
    "open_maps",
    "open_selector",
]


_NO_ANSWER = "guide_no_answer"


def open_maps(settings: Settings, clock: Callable[[], float] = time.time) -> "MapStore":
    """The maps of a workplace: one file next to its runs.

    Raises:
        JournalFault: The file is no map, is corrupt, or was written by a newer version.
    """
    return open_store(maps_file(settings), clock)


class OpenedMaps:
    """The maps that a run opens for writing; `closing` closes them at its end."""

    def __init__(
        self, settings: Settings, clock: Callable[[], float], closing: Callable[[Callable[[], None]], None]
    ) -> None:
        self._settings, self._clock, self._closing = settings, clock, closing
        self.file: Path | None = None
        """The file of the maps; None until they are opened."""

    def open(self) -> "MapStore":
        """Another view of the store.

        Raises:
            JournalFault: The file is no map, is corrupt, or was written by a newer version.
        """
        store = open_maps(self._settings, self._clock)
        self._closing(store.close)
        self.file = maps_file(self._settings)
        return store


def known_map(
    settings: Settings, device: str, clock: Callable[[], float], note: Callable[[str], None]
) -> "Callable[[Screen], Graph | None]":
    """A function that returns the present map of the app on a screen; None if no map was ever drawn.

    A map that cannot be read is told of, and is none: nobody who only asks for a way back fails over it.
    """
    name = map_name(device)

    def known(screen: "Screen") -> "Graph | None":
        if not maps_file(settings).exists():
            return None
        try:
            with open_maps(settings, clock) as store:
                app = name or screen.app
                return store.load(app) if app in store.apps() else None
        except JournalFault as error:
            note(f"The map is left out: {error}")
            return None

    return known


def maps_file(settings: Settings) -> Path:
    """Where the maps of a workplace are kept, there or not."""
    return settings.journal.directory.expanduser().parent / "maps.sqlite"


def map_name(device: str) -> str:
    """The name of a device's map: the apps of a phone share one, of this world alone. Empty: the first screen's app.

    A world is the same in Chromium, and however it is named: `lite/12`, a seed, a file.
    """
    kind, _, world = device.partition(":")
    if kind not in ("world", "chromium-world") or not world:
        return ""

    brought = find_device_kind("world")
    try:
        return f"world:{world}" if brought is None else brought.map_name(world)
    except UsageError:
        return f"world:{world}"


def open_selector(model: Model | None = None) -> "Selecting":
    """The selector of target screens: a model if one is set; without one, or if it is unsure, text similarity."""
    return Selector(model)


@dataclass(frozen=True, slots=True)
class GuideKit:
    """The parts from which guides are built.

    Attributes:
        updating: Their own calls; None where they are kept by the actor's decisions alone.
        selector: The model that picks target screens, where the settings name one.
        maps: The maps, for a guide that draws on them.
        exhibits: What a quote shows, as the judge of the run's claims has it.
        gated: Whether the device has a write gate.
    """

    task: Task
    settings: Settings
    profile: Profile
    device: str
    ledger: ClaimKeeper
    exhibits: CitationCheck
    maps: OpenedMaps
    updating: UpdateCall | None = None
    selector: Model | None = None
    gated: bool = False


def open_guides(kit: GuideKit) -> tuple[Guide, ...]:
    """The guides that the settings name.

    Raises:
        UsageError: There is no guide of that name.
    """
    wanted = kit.settings.guides.use
    unknown = [name for name in wanted if name not in _MAKERS]
    if unknown:
        raise UsageError(f"There is no guide {unknown[0]!r}.", f"Guides: {', '.join(GUIDES)}.")
    return tuple(make(kit) for name, make in _MAKERS.items() if name in wanted)


def guides_beside(
    settings: Settings, task: Task, profile: Profile, log: EventLog, device: str, maps: OpenedMaps
) -> tuple[Guide, ...]:
    """The guides of the settings in a run without a model; guides with their own model calls get no answer."""
    updating = _NobodyAsked() if settings.guides.mode == "separate" else None
    return open_guides(GuideKit(task, settings, profile, device, ClaimLedger(log), Exhibits(log), maps, updating))


class _NobodyAsked:
    """An updater that never answers, so that guides rely on evidence only."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> None:
        del instructions, sections, form, pictures


class StepWatch:
    """Passes steps to the observer of a run, and reports once that guides get no answer."""

    def __init__(self, guides: Sequence[Guide], hooks: Hooks) -> None:
        self._guides, self._hooks, self._told = tuple(guides), hooks, False

    def __call__(self, transition: Transition) -> None:
        if not self._told and counts_of(self._guides).get(_NO_ANSWER):
            self._told = True
            self._hooks.on_note(
                "A guide's own call had no usable answer. The run goes on; its counter guide_no_answer says how often."
            )
        self._hooks.on_step(transition)


def _map_guide(kit: GuideKit) -> Guide:

    selecting = open_selector(kit.selector)
    return MapGuide(kit.maps.open(), selecting, kit.profile, map_name(kit.device), gated=kit.gated)


def _memory_guide(kit: GuideKit) -> Guide:

    conceal = known_secrets(kit.settings).replaced
    asker = None if kit.updating is None else Asker(kit.updating, lambda screen: list_screen(screen, "full"))
    return MemoryGuide(kit.task.goal, kit.ledger, kit.profile, count_tokens, asker, conceal=conceal)


def _task_state(kit: GuideKit) -> Guide:

    choices = kit.settings.guides
    return TaskState(
        kit.task,
        kit.ledger,
        kit.exhibits,
        kit.updating,
        always=choices.activation == "always",
        profile=kit.profile,
        trusting=choices.trust == "word",
    )


def _belief(kit: GuideKit) -> Guide:

    settings = BeliefSettings(always=kit.settings.guides.activation == "always")
    return BeliefGuide(kit.ledger, kit.profile, kit.updating, settings)


_MAKERS: Mapping[str, Callable[[GuideKit], Guide]] = MappingProxyType(
    {"map": _map_guide, "memory": _memory_guide, "task-state": _task_state, "belief": _belief}
)

GUIDES = tuple(_MAKERS)
"""The display name of each guide, in the order of their sections."""
