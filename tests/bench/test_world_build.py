"""What `sextant bench world-build` tells of the goals it wrote, on a few of them."""

import pytest

from sextant_bench import world_build
from sextant_bench.figures import BenchOptions

pytestmark = pytest.mark.slow


def test_variety_is_told_of_both_languages() -> None:
    """Every fourth run of 48 seeds is Chinese; the fourth begins after 144 tasks."""
    found = world_build.run(BenchOptions(n=150, extra={"chromium": "0"}))
    for name, least in (("variety_en", 100), ("variety_zh", 3)):
        told = found.details[name]
        assert isinstance(told, dict)
        goals, tokens, ratio = told["goals"], told["tokens"], told["type_token"]
        assert isinstance(goals, int)
        assert goals >= least
        assert isinstance(tokens, int)
        assert tokens > goals
        assert isinstance(ratio, float)
        assert 0 < ratio < 1
