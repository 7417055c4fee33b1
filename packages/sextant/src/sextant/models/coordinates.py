"""The one place that converts between a model's coordinates and the normalised 0-1000 frame."""

from math import isfinite
from typing import assert_never

from sextant.dataclass import dataclass
from sextant.models.profiles import Coordinates
from sextant.types.actions import ByPoint
from sextant.types.geometry import NORMALISED, Size

SLACK = 0.01
"""Share of the frame by which a point may lie outside as a rounding error; it is moved to the edge."""


@dataclass(frozen=True, slots=True)
class ModelPoint:
    """A point in the frame that `convention` names."""

    x: float
    y: float
    convention: Coordinates


def extent(convention: Coordinates, picture: Size) -> Size:
    """Return the upper ends of a convention's axes; `picture`: size of the picture the model was shown."""
    match convention:
        case "pixels":
            return picture
        case "unit":
            return Size(1.0, 1.0)
        case "thousand":
            return Size(NORMALISED, NORMALISED)
        case _:
            assert_never(convention)


def to_normalised(point: ModelPoint, picture: Size, screen: str = "") -> ByPoint:
    """Convert the model's point to the 0-1000 frame of the viewport.

    Args:
        point: As the model gave it.
        picture: Pixels of the picture the model was shown (for a model without sight: of the viewport).
        screen: Digest of the screen the point was chosen on.

    Raises:
        ValueError: The point lies outside the frame, or holds shares where the frame has none, so another convention
            was probably meant.
    """
    if point.convention != "unit" and _are_shares(point.x, point.y):
        raise ValueError(
            f"[{point.x:g}, {point.y:g}] are shares from 0 to 1, and points are in {point.convention} coordinates"
        )
    size = extent(point.convention, picture)
    return ByPoint(_scaled(point.x, size.width, "x", point), _scaled(point.y, size.height, "y", point), screen)


def _are_shares(x: float, y: float) -> bool:
    """Whether these are shares rather than a point in the outermost corner, which comes in whole numbers."""
    return 0 <= x <= 1 and 0 <= y <= 1 and bool(x % 1 or y % 1)


def _scaled(value: float, limit: float, axis: str, point: ModelPoint) -> float:
    share = value / limit
    if not isfinite(share) or not -SLACK <= share <= 1 + SLACK:
        raise ValueError(f"{axis} = {value:g} lies outside 0-{limit:g} ({point.convention} coordinates)")
    return min(max(share, 0.0), 1.0) * NORMALISED
