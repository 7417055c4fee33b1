"""Measures the coordinate convention of a model: it is asked for a cross at known places in pictures."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, cast, get_args

from sextant.dataclass import dataclass
from sextant.errors import MalformedOutput, UsageError
from sextant.models.coordinates import ModelPoint, extent
from sextant.models.profiles import Coordinates
from sextant.protocols import Model, Prompt
from sextant.types.geometry import Size
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

PICTURE = Size(1280.0, 720.0)
"""Pixels of the probe's pictures: far from square and from 1000, so that the conventions give different numbers."""

PLACES = ((0.22, 0.31), (0.81, 0.18), (0.64, 0.77), (0.35, 0.86))
"""Positions of the crosses, as shares of width and height."""

CLOSE = 0.05
"""Mean error, as a share of the picture's diagonal, up to which a convention counts as found."""

PREFIX = (
    "You look at a picture that holds exactly one red cross on a grey ground. "
    'Answer with the point where its two bars meet, as a JSON object {"x": number, "y": number}, '
    "in the coordinates you normally use for pictures."
)
_ARM = 24


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: the cross's position in shares 0-1, and the model's answer; None if unusable."""

    truth: tuple[float, float]
    answer: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The result of a probe.

    `convention` is None if none fits; `error` is the mean distance under the best one, as a share of the picture's
    diagonal; `errors` has that of every convention. `swapped`: the model gives y before x.
    """

    convention: Coordinates | None
    error: float | None
    errors: tuple[tuple[Coordinates, float], ...]
    swapped: bool
    shots: tuple[Shot, ...]

    @property
    def message(self) -> str:
        """The result in a sentence."""
        usable = sum(1 for shot in self.shots if shot.answer is not None)
        if self.error is None:
            return f"The model gave no usable point ({usable} of {len(self.shots)} pictures)."
        if self.convention is None:
            return f"No convention fits: the best is off by {self.error:.0%} of the diagonal. Use element indices."
        order = ", y before x" if self.swapped else ""
        return f"The model answers in {self.convention!r}{order}, off by {self.error:.1%} of the diagonal on average."


def probe_coordinates(model: Model, places: Sequence[tuple[float, float]] = PLACES) -> ProbeResult:
    """Ask the model for the cross in one picture per place, and fit the conventions to its answers.

    Raises:
        UsageError: The model cannot see.
        ModelFault: It cannot be reached, or declined.
    """
    if not model.vision:
        raise UsageError(
            f"The model {model.name!r} has no vision, so its coordinates cannot be measured.",
            "Use a model with vision.",
        )
    schema = _point_schema()
    return fit(tuple(Shot(place, _say(model, place, schema)) for place in places))


def fit(shots: Sequence[Shot]) -> ProbeResult:
    """Return the convention that fits the answers best. Pure."""
    usable = [(shot.truth, shot.answer) for shot in shots if shot.answer is not None]
    if not usable:
        return ProbeResult(None, None, (), False, tuple(shots))
    straight = _errors(usable, PICTURE)
    turned = _errors([(truth, (y, x)) for truth, (x, y) in usable], PICTURE)
    swapped = min(turned.values()) < min(straight.values()) and min(straight.values()) > CLOSE
    errors = turned if swapped else straight
    best = min(errors, key=lambda convention: errors[convention])
    found = best if errors[best] <= CLOSE and len(usable) * 2 > len(shots) else None
    return ProbeResult(found, errors[best], tuple(errors.items()), swapped and found is not None, tuple(shots))


def cross_picture(place: tuple[float, float]) -> Picture:
    """Return a PNG with a red cross at that place."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (int(PICTURE.width), int(PICTURE.height)), "#d8d8d8")
    draw = ImageDraw.Draw(image)
    x, y = place[0] * PICTURE.width, place[1] * PICTURE.height
    draw.line((x - _ARM, y, x + _ARM, y), fill="#e00000", width=8)
    draw.line((x, y - _ARM, x, y + _ARM), fill="#e00000", width=8)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", 1.0)


def _errors(
    points: Sequence[tuple[tuple[float, float], tuple[float, float]]], picture: Size
) -> "dict[Coordinates, float]":
    conventions: tuple[Coordinates, ...] = get_args(Coordinates)
    return {
        convention: sum(_distance(truth, ModelPoint(*answer, convention), picture) for truth, answer in points)
        / len(points)
        for convention in conventions
    }


def _distance(truth: tuple[float, float], answer: ModelPoint, picture: Size) -> float:
    """Return the distance of two points as a share of the picture's diagonal."""
    size = extent(answer.convention, picture)
    across = (answer.x / size.width - truth[0]) * picture.width
    down = (answer.y / size.height - truth[1]) * picture.height
    return (across**2 + down**2) ** 0.5 / (picture.width**2 + picture.height**2) ** 0.5


def _say(model: Model, place: tuple[float, float], schema: "type[BaseModel]") -> tuple[float, float] | None:
    prompt = Prompt(PREFIX, "Where is the cross?", (cross_picture(place),), role="grounder")
    try:
        value = model.ask(prompt, schema).value
    except MalformedOutput:
        return None
    answer = cast("dict[str, float]", value.model_dump())
    return (answer["x"], answer["y"])


def _point_schema() -> "type[BaseModel]":
    from pydantic import BaseModel, FiniteFloat

    class CrossAt(BaseModel):
        """Where the cross is."""

        x: FiniteFloat
        y: FiniteFloat

    return CrossAt
