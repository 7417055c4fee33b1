"""`bench map`: what came when, what was planned, what was touched, on a scripted app and a small world."""

from pathlib import Path

import pytest

from sextant.devices.scripted import Page, ScriptedApp, Widget
from sextant.errors import UsageError
from sextant.types.codec import to_json
from sextant_bench.figures import BenchOptions
from sextant_bench.map import run
from sextant_bench.map_drawings import Limits, Sightings, draw, stirring
from sextant_bench.navigate_truth import Target, TrueScreen
from sextant_worlds.runtime.true_map import true_map
from tests.worlds.test_app_map import calm, small


def app_file(folder: Path) -> Path:
    home = Widget("Front door", role="link", goes="door")
    pages = {
        "door": Page("Front door", (Widget("Kitchen", role="link", goes="kitchen"), Widget("Delete all", effect="x"))),
        "kitchen": Page("Kitchen", (home, Widget("Cellar", role="link", goes="cellar"))),
        "cellar": Page("Cellar", (home,)),
    }
    file = folder / "app.json"
    file.write_text(to_json(ScriptedApp, ScriptedApp(pages, "door", name="house")))
    return file


def test_a_drawing_is_measured(tmp_path: Path) -> None:
    wanted = Target("house", "cellar", "cellar", ".*cellar.*", (), ("Kitchen", "Cellar"))
    nowhere = Target("house", "attic", "attic", ".*attic.*", (), ("Attic",))
    drawn = draw("house", f"scripted:{app_file(tmp_path)}", tmp_path, Limits(50), (wanted, nowhere))
    assert (drawn.finished, drawn.screens, drawn.untried) == ("complete", 3, 0)
    assert (drawn.found[:2], len(drawn.found)) == ([0, 1], 3)
    assert [drawn.step_at(share) for share in (0.3, 0.5, 1.0)] == [0, 1, drawn.found[2]]
    assert sum(drawn.parts.values()) == drawn.steps
    cellar, attic = drawn.targets
    assert (cellar.seen, cellar.planned, cellar.optimal) == (drawn.found[2], 2, 2)
    assert (attic.seen, attic.planned) == (None, None)


@pytest.mark.long
def test_a_world_knows_what_changes_data() -> None:
    assert stirring(true_map(calm(small(9, "tasks", "wallet"))))


def test_one_target_alone_has_no_truth(tmp_path: Path) -> None:
    result = run(BenchOptions(device=f"scripted:{app_file(tmp_path)}"))
    named = {figure.name: figure.value for figure in result.figures}
    assert (result.n, result.errors, result.excluded) == (1, 0, 1)
    assert named["finished"] == 1
    assert '"targets_seen": null' in result.to_json()


def test_an_app_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no app 'nowhere'"):
        run(BenchOptions(extra={"only": "nowhere"}))


def test_screens_that_a_person_met_are_counted(tmp_path: Path) -> None:
    met = (
        TrueScreen("door", ".*", ("Kitchen",)),
        TrueScreen("cellar", ".*cellar.*", ()),
        TrueScreen("attic", ".*attic.*", ()),
    )
    drawn = draw("house", f"scripted:{app_file(tmp_path)}", tmp_path, Limits(50), (), met)
    looked = drawn.sightings
    assert looked.step == {"door": 0, "cellar": drawn.found[2]}
    assert looked.missed == ("attic",)
    assert (looked.merged, looked.split) == ({}, {})


def test_merged_and_split_screens_are_named() -> None:
    looked = Sightings()
    looked.shown = {
        "page": {frozenset({"list"}), frozenset({"list", "menu"})},  # a menu over the list
        "both": {frozenset({"list"}), frozenset({"form"})},
        "twin": {frozenset({"form"})},
    }
    assert looked.merged == {"both": ["form", "list"]}
    assert looked.split == {"list": ["page", "both"], "form": ["both", "twin"]}
    looked.over = {"both": ("menu",)}  # a page under a menu is a screen of its own
    assert looked.split == {}
    looked.over["twin"] = ("menu",)
    assert looked.split == {"form": ["both", "twin"]}
