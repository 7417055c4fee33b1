"""The maps of a workplace, which runs draw and read: their file and their names."""

import time
from collections.abc import Callable
from pathlib import Path

from sextant.errors import JournalFault, UsageError
from sextant.plugins import find_device_kind
from sextant.settings import Settings
from sextant.text.sentence_vectors import BYTES, MODEL
from sextant.types.screens import Screen
from sextant.utg.graph import Graph
from sextant.utg.store import MapStore, open_store
from sextant.utg.vectors import VectorStore

__all__ = ["OpenedMaps", "known_map", "map_name", "maps_file", "open_maps", "open_vectors"]


def open_maps(settings: Settings, clock: Callable[[], float] = time.time) -> MapStore:
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

    def open(self) -> MapStore:
        """Another view of the store.

        Raises:
            JournalFault: The file is no map, is corrupt, or was written by a newer version.
        """
        store = open_maps(self._settings, self._clock)
        self._closing(store.close)
        self.file = maps_file(self._settings)
        return store

    def open_vectors(self) -> VectorStore:
        """The kept sentence vectors."""
        vectors = open_vectors(self._settings)
        self._closing(vectors.close)
        return vectors


def known_map(
    settings: Settings, device: str, clock: Callable[[], float], note: Callable[[str], None]
) -> Callable[[Screen], Graph | None]:
    """A function that returns the present map of the app on a screen; None if no map was ever drawn.

    A map that cannot be read is told of, and is none: nobody who only asks for a way back fails over it.
    """
    name = map_name(device)

    def known(screen: Screen) -> Graph | None:
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


def open_vectors(settings: Settings) -> VectorStore:
    """The sentence vectors of a workplace: one file next to its maps."""
    return VectorStore(maps_file(settings).with_name("vectors.sqlite"), MODEL, BYTES)


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
