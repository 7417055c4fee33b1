"""What a model is shown in device pixels is stored at half a pixel."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sextant.journal import Privacy, RunStore, Start
from sextant.journal.entries import Saw
from sextant.perception.thumbnails import halved
from sextant.types.screens import Picture
from sextant.types.tasks import Task
from tests.support.screens import element, screen


def picture(scale: float) -> Picture:
    out = BytesIO()
    Image.effect_noise((round(412 * scale), round(915 * scale)), 40).save(out, "PNG")
    return Picture(out.getvalue(), "image/png", scale)


@pytest.mark.parametrize("scale", [2.0, 1.71])
def test_a_picture_for_models_becomes_half_a_pixel(scale: float) -> None:
    small = halved(picture(scale))
    assert (small.scale, small.media_type) == (0.5, "image/jpeg")
    assert Image.open(BytesIO(small.data)).size == (206, pytest.approx(458, abs=1))


@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_other_pictures_stay_as_they_are(scale: float) -> None:
    given = picture(scale)
    assert halved(given) is given


def test_the_journal_keeps_the_small_one_and_the_run_the_large(tmp_path: Path) -> None:
    bare = screen(element(0, "button", "Save"))
    shown = replace(bare, observation=replace(bare.observation, picture=picture(2.0)))
    journal = RunStore.open(tmp_path, lambda: 0.0, Privacy(shrink=halved))
    log = journal.begin(Task("save"), Start("web:x", "model", {}))
    log.saw(shown)
    (saw,) = (record.entry for record in log.records("saw", pictures=True))
    log.close()
    assert isinstance(saw, Saw)
    assert saw.screen.picture is not None
    assert saw.screen.picture.scale == 0.5
    assert Image.open(BytesIO(saw.screen.picture.data)).size[0] == 206
    assert shown.picture is not None
    assert shown.picture.scale == 2.0
