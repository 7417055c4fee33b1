"""The bench of claims: scenes in every language, played through the whole loop."""

from itertools import product
from typing import Any

from sextant_bench.claims import run
from sextant_bench.claims.scenes import FALSE, LANGUAGES, OPEN, TRUE, scene_of
from sextant_bench.figures import BenchOptions


def test_scenes_are_equal_for_equal_seeds_and_no_text_is_a_part_of_another() -> None:
    for kind, language in product(TRUE, LANGUAGES):
        scene = scene_of("true", kind, language, 3)
        assert scene == scene_of("true", kind, language, 3)
        texts = {widget.label for page in scene.app.pages.values() for widget in page.widgets}
        assert not any(one in other for one in texts for other in texts if one != other)


def test_every_kind_is_played_and_told_apart_and_what_is_left_to_the_verifier_is_measured() -> None:
    result = run(BenchOptions(seed=5, n=2))
    figures = {figure.name: figure.value for figure in result.figures}
    assert (result.errors, result.skipped, result.excluded) == (0, 0, 0)
    assert result.n == 2 * (len(FALSE) + len(OPEN)) + len(TRUE) * len(LANGUAGES)
    assert (figures["structural_caught"], figures["true_refused"]) == (1.0, 0.0)
    left: Any = result.details["left_to_verifier"]
    assert set(left) == set(OPEN)
    assert 0 < figures["left_to_verifier"] < 1
