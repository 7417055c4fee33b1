from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions
from sextant_bench.hierarchies import run

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "android"


def test_a_folder_without_hierarchies_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no view hierarchies"):
        run(BenchOptions(extra={"data": str(tmp_path)}))


@pytest.mark.skipif(not DATA.is_dir(), reason="the hierarchies of ../shared/data/android are not there")
def test_the_figures_of_the_recorded_screens_are_met() -> None:
    """All but `recall`: half of what is on the pictures is in no dump, which `docs/benchmarks.md` tells."""
    found = run(BenchOptions(extra={"data": str(DATA)}))
    values = {figure.name: figure.value for figure in found.figures}
    assert values["parsed"] == 1.0
    assert values["recall_of_dump"] >= 0.97
    assert values["precision"] >= 0.93
    assert values["box_iou"] >= 0.9
    assert (values["files"], values["screens"]) == (85, 11)
