import io
from dataclasses import replace
from typing import Literal

import pytest
from PIL import Image

from sextant.perception.marks import mark, mask, secret_boxes
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Picture

WHITE = (255, 255, 255)


Form = Literal["png", "jpeg", "webp"]
MEDIA_TYPES: dict[Form, Literal["image/png", "image/jpeg", "image/webp"]] = {
    "png": "image/png",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}


def blank(scale: float = 1.0, form: Form = "png") -> Picture:
    buffer = io.BytesIO()
    Image.new("RGB", (round(200 * scale), round(200 * scale)), WHITE).save(buffer, form)
    return Picture(buffer.getvalue(), MEDIA_TYPES[form], scale)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data)).convert("RGB")


def painted(picture: Picture, box: Box) -> float:
    """The share of the box that is no longer white."""
    part = opened(picture).crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
    raw = part.tobytes()
    pixels = [raw[at : at + 3] for at in range(0, len(raw), 3)]
    return sum(pixel != bytes(WHITE) for pixel in pixels) / len(pixels)


def button(index: int, box: Box) -> Element:
    return Element(index, box, "button", text="Words", affordances=frozenset({"tap"}))


def test_an_element_is_outlined_and_its_inside_left_free() -> None:
    found = mark(blank(), [button(7, Box(60, 80, 80, 40))])
    assert painted(found, Box(60, 80, 80, 1)) == 1.0
    assert painted(found, Box(62, 82, 76, 36)) == 0.0
    assert painted(found, Box(60, 60, 40, 20)) > 0.1


def test_tags_of_neighbours_hide_no_element() -> None:
    grid = [
        button(row * 4 + column, Box(2 + column * 49, 20 + row * 44, 45, 28)) for row in range(4) for column in range(4)
    ]
    found = mark(blank(), grid)
    for element in grid:
        inside = Box(element.box.x + 2, element.box.y + 2, element.box.width - 4, element.box.height - 4)
        assert painted(found, inside) < 0.02


@pytest.mark.parametrize(
    "box", [Box(0, 0, 200, 200), Box(-50, -50, 20, 20), Box(195, 195, 50, 50), Box(10, 10, 0.5, 0.5)]
)
def test_any_box_can_be_marked(box: Box) -> None:
    assert opened(mark(blank(), [button(123, box)])).size == (200, 200)


def test_what_is_not_in_sight_is_not_marked() -> None:
    covered = [replace(button(1, Box(60, 60, 80, 40)), visibility=seen) for seen in ("covered", "offscreen")]
    assert painted(mark(blank(), covered), Box(0, 0, 200, 200)) == 0.0


def test_the_touched_point_is_ringed() -> None:
    found = mark(blank(), [], touch=Point(100, 100))
    assert painted(found, Box(99, 99, 2, 2)) == 1.0
    assert painted(found, Box(82, 95, 6, 10)) > 0.2
    assert painted(found, Box(0, 0, 60, 200)) == 0.0


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_a_mask_covers_the_box_at_every_scale(scale: float) -> None:
    found = mask(blank(scale), [Box(20, 20, 100, 40)])
    assert painted(found, Box(20 * scale, 20 * scale, 100 * scale, 40 * scale)) == 1.0
    assert painted(found, Box(130 * scale, 0, 60 * scale, 200 * scale)) == 0.0


@pytest.mark.parametrize("form", ["png", "jpeg", "webp"])
def test_the_format_is_kept(form: Form) -> None:
    found = mask(mark(blank(form=form), [button(1, Box(50, 50, 50, 50))]), [Box(0, 0, 10, 10)])
    assert found.media_type == f"image/{form}"
    assert Image.open(io.BytesIO(found.data)).format == form.upper()


def test_no_boxes_no_change() -> None:
    picture = blank()
    assert mask(picture, []) is picture


def test_secret_boxes() -> None:
    field = replace(button(0, Box(0, 0, 10, 10)), states=frozenset({"password"}))
    shown = replace(button(1, Box(0, 20, 10, 10)), text="Your code is 4711-X")
    other = button(2, Box(0, 40, 10, 10))
    assert secret_boxes([field, shown, other], ["4711-X", ""]) == (field.box, shown.box)
