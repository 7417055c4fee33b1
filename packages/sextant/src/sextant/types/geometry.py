"""Points and boxes in two frames: pixels of the viewport, and 0-1000. Each name says which frame it uses.

*Pixels* are CSS pixels (web) or density-independent device pixels (Android) of the visible viewport, origin top left.
*Normalised* coordinates run from 0 to 1000 over the viewport, as in the action space of TSR (appendix B).
"""

from sextant.dataclass import dataclass

NORMALISED = 1000.0
"""Upper end of the normalised frame."""


@dataclass(frozen=True, slots=True)
class Size:
    """Extent of a viewport in pixels."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Point:
    """A point in pixels of the viewport."""

    x: float
    y: float

    def normalised(self, size: Size) -> tuple[float, float]:
        """The same point on the 0-1000 frame."""
        return (self.x / size.width * NORMALISED, self.y / size.height * NORMALISED)


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned box in pixels of the viewport, which it may exceed."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def area(self) -> float:
        return max(self.width, 0.0) * max(self.height, 0.0)

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def at(self, x: float, y: float) -> Point:
        """The point at the given share (0-1) of the box's width and height."""
        return Point(self.x + x * self.width, self.y + y * self.height)

    def contains(self, point: Point) -> bool:
        return self.x <= point.x <= self.right and self.y <= point.y <= self.bottom

    def intersection(self, other: "Box") -> "Box | None":
        """The common part, or None where there is none."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        if right <= left or bottom <= top:
            return None
        return Box(left, top, right - left, bottom - top)

    def iou(self, other: "Box") -> float:
        """Intersection over union, 0-1 (LongHorizonUI, equation 1)."""
        common = self.intersection(other)
        if common is None:
            return 0.0
        return common.area / (self.area + other.area - common.area)
