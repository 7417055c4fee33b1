"""Draws what a twin shows at the size of a phone: a box and a label per element."""

import io
from collections import OrderedDict

from PIL import Image, ImageDraw, ImageFont

from sextant.integrations.adb_bridge import density_for
from sextant.types.screens import Observation, Picture
from sextant_worlds.twin.twin import Twin

__all__ = ["Painter"]

_HELD = 4
_TEXT = 14
"""Height of a label in pixels of the world."""


class Painter:
    """Implements `Paint`; one picture per screen, so that drawing takes no time of later looks."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[int, Picture] = OrderedDict()

    def __call__(self, twin: Twin) -> Picture:
        seen = twin.observation()
        key = hash(seen.elements)
        if key not in self._drawn:
            self._drawn[key] = _drawn(seen)
        while len(self._drawn) > _HELD:
            self._drawn.popitem(last=False)
        return self._drawn[key]


def _drawn(seen: Observation) -> Picture:
    scale = density_for(seen.size) / 160
    image = Image.new("RGB", (round(seen.size.width * scale), round(seen.size.height * scale)), "#f4f1ea")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(_TEXT * scale)
    for element in seen.elements:
        if element.visibility == "offscreen":
            continue
        box = element.box
        corners = (box.x * scale, box.y * scale, box.right * scale, box.bottom * scale)
        if element.affordances and corners[0] < corners[2] and corners[1] < corners[3]:
            pen.rectangle(corners, fill="#ffffff", outline="#3b5b8c", width=3)
        pen.text((corners[0] + 8, corners[1] + 4), (element.label or element.value)[:60], fill="#202020", font=font)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), "image/png", scale)
