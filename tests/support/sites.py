"""The toy site as a device, for whole runs without a browser."""

from collections.abc import Mapping

from sextant.types.actions import Gesture, Hold, Pause, PressKey, ScrollBy, Tap
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.geometry import Size
from sextant.types.screens import Observation
from tests.actors.toysite import ORIGIN, ROW, SIZE, Page, Site


class SiteDevice:
    """A `Device` that shows a toy site; `origin` is where it is served from."""

    def __init__(self, pages: Mapping[str, Page], origin: str = ORIGIN) -> None:
        self.site = Site(pages)
        self._origin = origin

    @property
    def name(self) -> str:
        return f"web:{self._origin}/"

    @property
    def size(self) -> Size:
        return SIZE

    def open(self) -> Opened:
        return Opened("fresh")

    def close(self) -> None:
        """Nothing is held."""

    def detach(self) -> None:
        """Nothing is held."""

    def lease(self) -> Lease | None:
        return None

    def injected(self, intent: str) -> bool | None:
        del intent

    def look(self, picture: bool = True) -> Observation:
        del picture
        return self.site.observation(self._origin)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        del intent
        site = self.site
        match gesture:
            case Tap() | Hold():
                row = int((gesture.point.y + site.scroll) // ROW)
                if row < len(site.rows()):
                    site.tap(row)
            case ScrollBy(direction=direction):
                site.scroll_by({"down": 600.0, "up": -600.0}.get(direction, 0.0))
            case PressKey(key="back"):
                site.back()
            case PressKey(key="home"):
                site.home()
            case Pause():
                pass
            case other:
                raise AssertionError(f"the toy site knows no {other}")
        return Injection(0.0)
