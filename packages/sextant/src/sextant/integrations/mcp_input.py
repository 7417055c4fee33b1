"""The bounds on what an MCP client sends: broken characters of a request, and how much a session adds to the maps."""

import io
import re
from typing import BinaryIO

from sextant.errors import UsageError
from sextant.types.screens import Screen

__all__ = ["LoneSurrogateFilter", "MapQuota"]

MOST_SCREENS = 2000
"""Most screens that one session describes for the maps."""
MOST_CHARACTERS = 8_000_000
"""Most characters of their elements and of the apps opened from them; what is known of a screen counts once."""
_ELEMENT = 40
"""Characters that an element counts in addition to its texts."""
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
"""An escape of JSON; its group is a lone surrogate."""


class MapQuota:
    """Counts what a session adds to the maps."""

    def __init__(self, most_screens: int = MOST_SCREENS, most_characters: int = MOST_CHARACTERS) -> None:
        self._most_screens, self._left = most_screens, most_characters
        self._screens: dict[str, set[int]] = {}

    def add(self, screen: Screen, opened: str = "") -> None:
        """Count a screen that goes on a map, and the app that was opened from it.

        Raises:
            UsageError: The session has added as much as it may.
        """
        known = self._screens.get(screen.key.id)
        sizes = {
            hash((one.role, one.name, one.href, one.test_id)): _ELEMENT + len(one.name + one.href + one.test_id)
            for one in screen.observation.elements
        }
        if opened:
            sizes[hash(opened)] = _ELEMENT + len(opened)
        new = sizes.keys() - (known or set())
        size = sum(sizes[one] for one in new)
        if size > self._left or (known is None and len(self._screens) >= self._most_screens):
            raise UsageError(
                f"This session has added as much to the maps as it may ({len(self._screens)} screens).",
                "Name a screen of the map as `from_screen`, or start the server again.",
            )
        self._left -= size
        self._screens.setdefault(screen.key.id, set()).update(new)


class LoneSurrogateFilter(io.RawIOBase):
    """The lines of a binary stream, with `U+FFFD` for each escaped lone surrogate.

    A parser refuses a request with one, and cannot say which request it was.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source, self._line, self._at = source, b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self._at == len(self._line):
            line = self._source.readline()
            self._line = _ESCAPE.sub(lambda found: b"\\ufffd" if found[1] else found[0], line)
            self._at = 0
        piece = self._line[self._at : self._at + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)
