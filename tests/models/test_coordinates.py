from io import BytesIO
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sextant.models import ModelPoint, ModelProfile, profile_for, to_normalised
from sextant.models.profiles import DEFAULT_PROFILE, built_in
from sextant.models.tokens import picture_size
from sextant.types.actions import ByPoint
from sextant.types.geometry import Size
from sextant.types.screens import Picture

sizes = st.builds(Size, st.integers(200, 4000).map(float), st.integers(200, 4000).map(float))
shares = st.just(0.0) | st.floats(0.01, 1)


@given(shares, shares, sizes)
def test_every_convention_means_the_same_place(x: float, y: float, size: Size) -> None:
    pixels = to_normalised(ModelPoint(x * size.width, y * size.height, "pixels"), size)
    unit = to_normalised(ModelPoint(x, y, "unit"), size)
    thousand = to_normalised(ModelPoint(x * 1000, y * 1000, "thousand"), size)
    for other in (unit, thousand):
        assert (other.x, other.y) == pytest.approx((pixels.x, pixels.y), abs=1e-6)


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (ModelPoint(640, 0.5, "unit"), "x = 640 lies outside 0-1"),
        (ModelPoint(200, 1100, "thousand"), "y = 1100 lies outside 0-1000"),
        (ModelPoint(-30, 20, "pixels"), "x = -30 lies outside 0-390"),
        (
            ModelPoint(0.5, 0.03, "pixels"),
            r"\[0.5, 0.03\] are shares from 0 to 1, and points are in pixels",
        ),
        (ModelPoint(1, 0.5, "thousand"), "are shares from 0 to 1, and points are in thousand coordinates"),
        (ModelPoint(float("nan"), 20, "pixels"), "x = nan"),
        (ModelPoint(float("inf"), 20, "pixels"), "x = inf"),
    ],
)
def test_a_point_outside_the_frame_is_no_point(point: ModelPoint, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        to_normalised(point, Size(390, 844))


@pytest.mark.parametrize("point", [(0, 0), (1, 1), (0.5, 20), (0.5, -0.5)])
def test_a_point_near_the_corner_is_a_point(point: tuple[float, float]) -> None:
    assert to_normalised(ModelPoint(*point, "pixels"), Size(390, 844)).x < 3
    assert to_normalised(ModelPoint(*point, "thousand"), Size(390, 844)).x <= 1


def test_rounding_beyond_the_edge_is_moved_to_it() -> None:
    assert to_normalised(ModelPoint(391, -1, "pixels"), Size(390, 844)) == ByPoint(1000.0, 0.0)


@pytest.mark.parametrize(
    ("name", "vision", "coordinates", "decision"),
    [
        ("claude-sonnet-5-5", True, "pixels", "full"),
        ("gpt-3.5-turbo", False, "thousand", "full"),
        ("o3", True, "pixels", "full"),
        ("gemini-3.8-flash", True, "thousand", "full"),
        ("Qwen/Qwen2.5-VL-7B-Instruct", True, "pixels", "full"),
        ("Qwen/Qwen3-VL-8B-Instruct", True, "thousand", "full"),
        ("ByteDance-Seed/UI-TARS-1.5-7B", True, "pixels", "lite"),
        ("ByteDance-Seed/UI-TARS-7B-DPO", True, "thousand", "lite"),
        ("SmolLM2-135M-Instruct.Q4_1.gguf", False, "thousand", "compact"),
        ("moonshotai/kimi-k2.5", True, "unit", "full"),
        ("llava-v1.6-mistral-7b", True, "unit", "lite"),
        ("doubao-1-5-ui-tars", True, "thousand", "lite"),
        ("doubao-1-5-vision-pro-32k-250115", True, "thousand", "full"),
        ("doubao-1-5-vision-lite-250315", True, "thousand", "full"),
        ("doubao-1-5-pro-32k-250115", False, "thousand", "full"),
        ("doubao-seed-1-6-250615", True, "thousand", "full"),
        ("doubao-seed-code-preview", None, "thousand", "full"),
        ("doubao-seed-2.0-code", None, "thousand", "full"),
        ("accounts/fireworks/models/kimi-k2p5", True, "unit", "full"),
        ("kimi-k2-5", True, "unit", "full"),
        ("kimi-k2-0905", False, "thousand", "full"),
        ("kimi-k2-thinking", False, "thousand", "full"),
        ("glm-4p5v", True, "thousand", "full"),
        ("glm-4-5v", True, "thousand", "full"),
        ("glm-4-9b-chat", False, "thousand", "full"),
        ("gpt-4-1106-vision-preview", True, "pixels", "full"),
        ("gpt-4-1106-preview", False, "thousand", "full"),
        ("codellama-7b-vision", None, "thousand", "lite"),
        ("llama-3-8b-instruct-vl", None, "thousand", "lite"),
        ("llama-3-8b-revision-2-vllm", False, "thousand", "lite"),
        ("deepseek-chat", False, "thousand", "full"),
        ("something-new", None, "thousand", "full"),
        ("something-new-4b", None, "thousand", "lite"),
    ],
)
def test_the_table_knows_the_common_families(name: str, vision: bool | None, coordinates: str, decision: str) -> None:
    profile = profile_for(name)
    assert (profile.vision, profile.coordinates, profile.decision) == (vision, coordinates, decision)


def test_overrides_come_first() -> None:
    own = ModelProfile("GPT-6*", coordinates="unit")
    assert profile_for("gpt-6.1-sol", [own]) is own
    assert profile_for("gpt-5", [own]) is not own
    assert profile_for("", ()) is DEFAULT_PROFILE
    assert all(profile.context_tokens > 0 and profile.pixels_per_image_token > 0 for profile in built_in())


@pytest.mark.parametrize(("kind", "form"), [("image/png", "PNG"), ("image/jpeg", "JPEG"), ("image/webp", "WEBP")])
def test_a_pictures_size_is_read_from_its_header(
    kind: Literal["image/png", "image/jpeg", "image/webp"], form: str
) -> None:
    buffer = BytesIO()
    Image.new("RGB", (390, 844)).save(buffer, form)
    assert picture_size(Picture(buffer.getvalue(), kind, 1.0)) == Size(390, 844)
    assert picture_size(Picture(b"no picture", kind, 1.0)) is None
