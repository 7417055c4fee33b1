"""The bench over labelled pairs of screens: labels that contradict themselves are refused, keys compared rightly."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant.types.geometry import Size
from sextant.types.screens import Observation, Screen, ScreenKey
from sextant_bench.figures import BenchOptions
from sextant_bench.identity import run
from sextant_bench.identity.scoring import score, total, unstable
from sextant_bench.identity.truth import AppTruth, LabelledScene, Pair, held_out, load_truth, names_of
from sextant_bench.web_server import HttpRequest, LoopbackServer

LABELS = Path(__file__).parents[2] / "benchmarks" / "identity"

TAX = {"tap": "Tax"}
SCREENS = (
    {"session": "visitor", "at": "/"},
    {"id": "list", "session": "visitor", "node": "list", "at": "/notes", "shows": "Notes"},
    {"id": "one", "session": "visitor", "node": "note", "item": "1", "at": "/notes/1", "shows": "Milk"},
    {"id": "two", "session": "visitor", "node": "note", "item": "2", "at": "/notes", "shows": "Tax", "do": [TAX]},
)
PAIRS = (
    {"a": "one", "b": "two", "same": True, "why": "two notes"},
    {"a": "list", "b": "one", "same": False, "why": "a list, an item"},
)


Line = Mapping[str, object]


def written(folder: Path, screens: tuple[Line, ...] = SCREENS, pairs: tuple[Line, ...] = PAIRS) -> Path:
    folder.mkdir(exist_ok=True)
    for name, lines in (("screens", screens), ("pairs", pairs)):
        (folder / f"notes.{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return folder


@pytest.mark.parametrize("app", names_of(LABELS))
def test_the_labels_are_whole(app: str) -> None:
    truth = load_truth(LABELS, app)
    same = sum(pair.same for pair in truth.pairs)
    assert len(truth.pairs) >= 60
    assert 0.4 <= same / len(truth.pairs) <= 0.6
    assert all(pair.why for pair in truth.pairs)
    assert {name for pair in truth.pairs for name in (pair.a, pair.b)} == {scene.id for scene in truth.scenes}


def test_apps_that_are_held_out_have_labels() -> None:
    assert held_out(LABELS) <= set(names_of(LABELS))


@pytest.mark.parametrize(
    ("pair", "scene", "told"),
    [
        ({"same": False}, {}, "contradicts"),
        ({"b": "three"}, {}, "three"),
        ({"b": "one"}, {}, "no pair"),
        ({"a": "list", "same": False, "b": "one"}, {}, "twice"),
        ({}, {"session": "nobody"}, "nobody"),
        ({}, {"id": "list"}, "twice"),
        ({}, {"do": [{"dance": "tango"}]}, "tango"),
        ({}, {"shows": None}, "shows"),
    ],
)
def test_labels_that_cannot_be_are_refused(tmp_path: Path, pair: Line, scene: Line, told: str) -> None:
    line = {name: value for name, value in {**SCREENS[3], **scene}.items() if value is not None}
    written(tmp_path, (*SCREENS[:3], line), ({**PAIRS[0], **pair}, PAIRS[1]))
    with pytest.raises(UsageError, match=told):
        load_truth(tmp_path, "notes")


def test_labels_that_are_not_there_are_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no labels"):
        run(BenchOptions(extra={"truth": str(tmp_path)}))
    with pytest.raises(UsageError, match="calendar"):
        run(BenchOptions(extra={"truth": str(written(tmp_path)), "only": "calendar"}))


def shown(key: str, **binding: str) -> Screen:
    return Screen(ScreenKey("app", key), "", Observation("app", "", "", Size(1, 1), ()), tuple(binding.items()))


def truth_of(nodes: Mapping[str, tuple[str, str]], pairs: tuple[Pair, ...]) -> AppTruth:
    scenes = tuple(LabelledScene(name, "s", node, "x", item, "/") for name, (node, item) in nodes.items())
    return AppTruth("app", (), scenes, pairs, "")


NODES = {"a": ("n", "1"), "b": ("n", "2"), "c": ("m", "")}
TWO = (Pair("a", "b", True, ""), Pair("a", "c", False, ""))


def test_merging_splitting_and_binding_are_told_apart() -> None:
    truth = truth_of(NODES, TWO)
    right = score(truth, {"a": shown("n", id="1"), "b": shown("n", id="2"), "c": shown("m")})
    assert (right.over_merge, right.over_split, right.of_items, right.unbound) == (0, 0, 1, ())
    unbound = score(truth, {"a": shown("n"), "b": shown("n"), "c": shown("m")})
    assert unbound.unbound == (TWO[0],)
    wrong = score(truth, {"a": shown("n"), "b": shown("o"), "c": shown("n")})
    assert (wrong.split, wrong.merged, wrong.of_items) == ((TWO[0],), (TWO[1],), 0)
    assert unstable([{"a": shown("1"), "b": shown("2")}, {"a": shown("1"), "b": shown("3")}]) == ("b",)


@given(st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz")))
def test_every_pair_is_scored_or_named(keys: dict[str, str]) -> None:
    found = score(truth_of(NODES, TWO), {name: shown(key) for name, key in keys.items()})
    both = total([found, found])
    assert found.pairs + len(found.unscored) == len(TWO)
    assert both.pairs == 2 * found.pairs
    assert len(found.merged) <= found.different
    assert len(found.split) <= found.same


class _Notes(LoopbackServer):
    """A list of two notes."""

    def answer(self, request: HttpRequest) -> str:
        bodies = {"/notes/1": "<h1>Milk</h1>", "/notes/2": "<h1>Tax</h1>"}
        links = "<h1>Notes</h1><a href=/notes/1>Milk</a><div style='height:2000px'></div><a href=/notes/2>Tax</a>"
        head = "<!doctype html><meta name=viewport content='width=device-width'>"
        return head + bodies.get(request.path, links)


@pytest.mark.browser
def test_screens_are_reached_captured_and_scored(tmp_path: Path) -> None:
    served: list[int] = []

    @contextmanager
    def serving(name: str, port: int) -> Generator[str]:
        assert name == "notes"
        served.append(port)
        yield site.url

    with _Notes() as site:
        truth = written(tmp_path / "truth")
        options = BenchOptions(extra={"truth": str(truth), "save": str(tmp_path / "saved")})
        result = run(options, serving)
        again = run(BenchOptions(extra={"truth": str(truth), "captures": str(tmp_path / "saved")}))
    figures = {figure.name: figure.value for figure in result.figures}
    assert (figures["over_merge"], figures["over_split"], figures["unstable"]) == (0, 0, 0)
    assert (result.n, result.errors, len(served), len(set(served))) == (2, 0, 2, 1)
    assert (again.n, again.excluded, again.complete) == (2, 2, False)
