"""Drawing the map of a site full of traps, in a real browser."""

from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.settings import JournalSettings, Settings
from sextant.types.tasks import Budget
from sextant.utg.store import MapStore
from tests.qa.traps import Traps

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def traps() -> Generator[Traps]:
    site = Traps()
    yield site
    site.close()


def test_a_site_full_of_traps_is_mapped_and_left_as_it_was(traps: Traps, tmp_path: Path) -> None:
    settings = Settings(budget=Budget(max_steps=150), journal=JournalSettings(tmp_path / "runs"))
    summary = begin_map(MapRequest(f"web:{traps.url}"), settings).go()
    assert summary.finished == "complete", summary.reason
    asked = traps.asked
    assert not [name for name in asked if name.startswith("POST")], asked
    for path in ("/logout", "/signout", "/account/delete", "/account/export.csv", "/deeper"):
        assert asked[f"GET {path}"] == 0, path
    assert asked["GET /account?action=purge"] == 0
    assert not [name for name in asked if name.endswith("/delete")], asked
    assert sum(count for name, count in asked.items() if name.startswith("GET /entry/")) <= 6
    assert sum(count for name, count in asked.items() if name.startswith("GET /calendar?")) <= 8
    assert len([name for name in asked if name.startswith("GET /item/")]) <= 12
    with MapStore(tmp_path / "maps.sqlite") as store:
        graph, pictures = store.load(summary.app), store.pictures(summary.app)
    labels = {node.key.label.partition(" · ")[0] for node in graph.nodes.values()}
    assert {"/about", "/huge", "/account", "/account/security", "/shifting"} <= labels
    assert any("item" in label for label in labels)
    assert any("calendar" in label for label in labels)
    assert len(pictures) >= summary.screens - 1
    assert all(data[:4] == b"RIFF" and len(data) < 30_000 for data in pictures.values())
