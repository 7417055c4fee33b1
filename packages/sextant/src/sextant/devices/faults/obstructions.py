"""Temporary obstructions between agent and app: a popup, a cover, a shift, a killed app."""

import random
from dataclasses import replace

from sextant.devices.faults.frames import bare, shifted
from sextant.devices.faults.overlay import Overlay, with_overlay
from sextant.devices.faults.pictures import blackened, painted, slid
from sextant.devices.faults.popups import Popup, draw_cover, draw_popup
from sextant.devices.faults.touches import lowered, point_of
from sextant.types.actions import Gesture, LaunchApp, Pause, PressKey, TerminateApp
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Observation

__all__ = ["PATIENCE", "Obstructions"]

PATIENCE = 20
"""Injections after which a popup goes and a killed app comes back by itself, at the next look."""
ROW = 48.0
LEAST_COVER = Box(0, 0, 48, 48)


class Obstructions:
    """At most one of each kind at a time. Looks go through `described`, gestures through `let_through`."""

    def __init__(self, size: Size) -> None:
        self.size = size
        """Size of the screen at the last look."""
        self._popup: Popup | None = None
        self._cover: Overlay | None = None
        self._shift = 0.0
        self._gone = False
        self._patience = 0
        self._cover_looks = self._shift_looks = 0
        self.accepted = 0
        """How many offers of popups were accepted."""

    @property
    def blocked(self) -> bool:
        """Whether no touch reaches the app."""
        return self._gone or self._popup is not None

    @property
    def any_active(self) -> bool:
        """Whether there is any obstruction."""
        return self.blocked or self.covering or self.shifting

    @property
    def covering(self) -> bool:
        """Whether a cover (no dialog) lies over a part of the app."""
        return self._cover is not None

    @property
    def shifting(self) -> bool:
        """Whether the content is shifted."""
        return self._shift != 0

    # ------------------------------------------------------------------ what comes

    def bring_popup(self, rng: random.Random, closable: bool) -> Popup:
        """Put a popup over the app."""
        self._popup, self._patience = draw_popup(rng, self.size, closable), PATIENCE
        return self._popup

    def bring_cover(self, rng: random.Random, target: Box | None, point: Point) -> Overlay:
        """Put a cover over the target at the point, for two to four looks."""
        over = target or Box(point.x - LEAST_COVER.width / 2, point.y - LEAST_COVER.height / 2, 48, 48)
        self._cover = draw_cover(rng, over, self.size)
        self._cover_looks = rng.randint(2, 4)
        return self._cover

    def bring_shift(self, rng: random.Random) -> float:
        """Shift the content by one to three rows down or up, for two to four looks; return the pixels."""
        self._shift = ROW * rng.randint(1, 3) * rng.choice((1, -1))
        self._shift_looks = rng.randint(2, 4)
        return self._shift

    def bring_end(self) -> None:
        """Remove the app until it is launched, or home is pressed."""
        self._gone, self._popup, self._cover, self._shift, self._patience = True, None, None, 0.0, PATIENCE

    # ------------------------------------------------------------------ time

    def before_look(self) -> None:
        """Remove what has expired, so that the next look does not show it."""
        if self._patience == 0:
            self._gone, self._popup = False, None
        if self._cover is not None and self._cover_looks == 0:
            self._cover = None
        if self._shift and self._shift_looks == 0:
            self._shift = 0.0
        self._cover_looks = max(0, self._cover_looks - 1)
        self._shift_looks = max(0, self._shift_looks - 1)

    def before_injection(self) -> None:
        """Count down the patience of a popup or a killed app."""
        self._patience = max(0, self._patience - 1)

    # ------------------------------------------------------------------ looks and gestures

    def described(self, seen: Observation) -> Observation:
        """Apply the obstructions to a look at the app."""
        self.size = seen.size
        if self._gone:
            gone = bare(seen, "app_gone")
            return gone if gone.picture is None else replace(gone, picture=blackened(gone.picture))
        if self._shift:
            picture = None if seen.picture is None else slid(seen.picture, self._shift, seen.size)
            seen = replace(shifted(seen, self._shift), picture=picture)
        for overlay in (self._cover, None if self._popup is None else self._popup.overlay):
            if overlay is not None:
                picture = None if seen.picture is None else painted(seen.picture, overlay, seen.size)
                seen = replace(with_overlay(seen, overlay), picture=picture)
        return seen

    def let_through(self, gesture: Gesture) -> Gesture | bool:
        """Return the gesture as the app gets it; else whether an obstruction took it (False: nothing did)."""
        leaves = isinstance(gesture, LaunchApp | TerminateApp) or (
            isinstance(gesture, PressKey) and gesture.key in ("home", "recents")
        )
        if self._gone:
            return self._when_gone(gesture)
        if self._popup is not None and not leaves:
            return gesture if isinstance(gesture, Pause) else self._on_popup(gesture, self._popup.overlay)
        if leaves:
            self._popup, self._cover, self._shift = None, None, 0.0
        point = point_of(gesture)
        if self._cover is not None and point is not None and self._cover.takes(point):
            return False
        if not self._shift or point is None:
            return gesture
        onto = point.y - self._shift
        return lowered(gesture, -self._shift) if 0 <= onto <= self.size.height else False

    def _when_gone(self, gesture: Gesture) -> Gesture | bool:
        if isinstance(gesture, LaunchApp) or (isinstance(gesture, PressKey) and gesture.key == "home"):
            self._gone = False
            return gesture
        return gesture if isinstance(gesture, Pause) else False

    def _on_popup(self, gesture: Gesture, overlay: Overlay) -> bool:
        """Apply a gesture to the popup: touches act on its parts, back closes it, anything else has no effect."""
        if isinstance(gesture, PressKey):
            if gesture.key != "back":
                return False
            self._popup = None
            return True
        point = point_of(gesture)
        act = overlay.act_at(point) if point is not None and gesture.kind in ("tap", "hold") else ""
        if not act:
            return False
        self._popup = None
        self.accepted += act == "accept"
        return True
