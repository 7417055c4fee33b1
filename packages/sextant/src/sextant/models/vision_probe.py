"""Tests whether a model has vision, with a picture of two words, and stores the result by model."""

import random
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.models.state_file import read_state, write_state
from sextant.protocols import Model, Prompt
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["LARGE", "SMALL", "VisionRecord", "VisionTest", "probe_vision", "word_picture"]

LARGE, SMALL = 96, 22
"""Heights of the two words in picture pixels. The small one is text of 11 CSS pixels at two device pixels each."""
_SIDES = (824, 480)
_LETTERS = "ACDEFHJKLMNPRTUVWXY3479"  # without lookalikes
_LENGTH = 5

PREFIX = (
    "You look at a picture with two words on it, one in large and one in small letters. They are no words of any "
    'language. Answer with a JSON object {"large": text, "small": text}. Leave empty what you cannot read, and both '
    "if you see no picture."
)


@dataclass(frozen=True, slots=True)
class VisionTest:
    """The result of a test: the words in the model's `answer` and the `shown` ones: the large one, the small one."""

    shown: tuple[str, str]
    answer: tuple[str, str]

    @property
    def sees(self) -> bool:
        """Whether it read the large word, which cannot be guessed."""
        return _same(self.answer[0], self.shown[0])

    @property
    def small(self) -> bool:
        """Whether it read the small one, too."""
        return _same(self.answer[1], self.shown[1])

    @property
    def message(self) -> str:
        """The result in a sentence."""
        if not self.sees:
            return f"The model does not see: it read {self.answer[0]!r} where {self.shown[0]!r} stood."
        if not self.small:
            read, shown = self.answer[1], self.shown[1]
            return f"The model sees, but read {read!r} where {shown!r} stood in letters of {SMALL} pixels."
        return f"The model sees, and reads letters of {SMALL} pixels."


def probe_vision(model: Model, rng: random.Random) -> VisionTest:
    """Show the model one random picture and return its answer. The model must be opened with vision.

    Raises:
        UsageError: It was opened without vision, so that no picture would be sent.
        ModelFault: It cannot be reached, declined, or gave no usable answer.
    """
    if not model.vision:
        raise UsageError(f"No picture is sent to {model.name!r}: models.vision is 'no'.", "Set it to 'auto' or 'yes'.")
    shown = (_word(rng), _word(rng))
    prompt = Prompt(PREFIX, "What stands in the picture?", (word_picture(*shown),), role="actor")
    value = cast("dict[str, str]", model.ask(prompt, _words_schema()).value.model_dump())
    return VisionTest(shown, (value["large"].strip(), value["small"].strip()))


def word_picture(large: str, small: str) -> Picture:
    """Return a PNG with both words, black on white."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", _SIDES, "white")
    draw = ImageDraw.Draw(image)
    draw.text((120, 120), large, fill="black", font=ImageFont.load_default(size=LARGE))
    draw.text((560, 360), small, fill="black", font=ImageFont.load_default(size=SMALL))
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", 1.0)


class VisionRecord:
    """Stores which models have vision, by name, in a small JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def sees(self, name: str) -> bool | None:
        """Return the stored result; None if the model was never tested."""
        found = read_state(self._path, "sees").get(name)
        return found if isinstance(found, bool) else None

    def remember(self, name: str, sees: bool) -> None:
        """Store a result. If writing fails, the model is tested again, which does no harm."""
        write_state(self._path, "sees", {**read_state(self._path, "sees"), name: sees})


def _word(rng: random.Random) -> str:
    return "".join(rng.choice(_LETTERS) for _ in range(_LENGTH))


def _same(answer: str, shown: str) -> bool:
    return "".join(answer.split()).strip("\"'.").upper() == shown


def _words_schema() -> "type[BaseModel]":
    from pydantic import BaseModel

    class Words(BaseModel):
        """The two words."""

        large: str
        small: str

    return Words
