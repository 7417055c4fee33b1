from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.prompts import listed
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Screen
from sextant_bench.figures import BenchOptions
from sextant_bench.listing import run
from sextant_bench.listing.scoring import Agreement, Wanted, agreement, score
from tests.support.screens import screen

SIZE = Size(400, 800)


def button(index: int, x: float, name: str, **more: object) -> Element:
    return Element(index, Box(x, 10, 40, 20), "button", name=name, affordances=frozenset({"tap"}), **more)  # type: ignore[arg-type]


def judged(shown: Screen, *wanted: Wanted) -> tuple[int, int, int, tuple[str, ...]]:
    found = score(wanted, listed(shown), SIZE)
    return found.wanted, found.found, found.named, found.noise


def test_an_element_is_found_where_it_stands_and_named_by_any_of_its_names() -> None:
    shown = screen(button(0, 10, "Toggle menu"), button(1, 100, "Save changes"))
    save = Wanted((100, 10, 40, 20), "Save changes")
    assert judged(shown, Wanted((12, 12, 30, 16), "hamburger", ("menu",)), save) == (2, 2, 2, ())
    assert judged(shown, Wanted((12, 12, 30, 16), "hamburger"), save) == (2, 2, 1, ())
    shown = screen(button(0, 10, "Save"), button(1, 100, "Decoration"))
    wanted = (Wanted((10, 10, 40, 20), "Save"), Wanted((300, 700, 40, 20), "Help"))
    assert judged(shown, *wanted) == (2, 1, 1, ('[1] button "Decoration"',))


def test_readers_agree_where_both_say_the_same_of_a_thing() -> None:
    menu, save = Wanted((10, 10, 40, 20), "menu"), Wanted((100, 10, 40, 20), "Save", ("keep",))
    tag = Wanted((200, 10, 40, 20), "new", undecided=True)
    first = (menu, save, tag, Wanted((300, 10, 40, 20), "Help"))
    other = (Wanted((100, 10, 40, 20), "Cancel"), Wanted((200, 10, 40, 20), "new"))
    second = (Wanted((10, 10, 40, 10), "Toggle menu"), *other)
    for pair in ((first, second), (second, first)):
        assert agreement(*pair) == Agreement(things=4, same=2, named=1, overlaps=(1.0, 0.5))
    assert agreement((tag,), (tag,)) == Agreement(things=1, same=1)
    assert agreement((menu,), (save,)) == Agreement(things=2)


def test_a_box_is_compared_with_the_mean_of_what_both_readers_measured() -> None:
    shown = screen(button(0, 10, "Save"), button(1, 100, "Help"))
    first = (Wanted((10, 10, 40, 10), "Save"), Wanted((100, 10, 40, 10), "Help"))
    second = (Wanted((10, 10, 40, 30), "Save"), Wanted((100, 10, 40, 30), "Help", undecided=True))
    found = score(first, listed(shown), SIZE, second)
    assert (found.first_overlaps, found.overlaps) == ((0.5, 0.5), (1.0, 0.5))


def test_the_truth_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="truth"):
        run(BenchOptions(extra={"truth": str(tmp_path)}))


@pytest.mark.browser
def test_the_first_screens_are_measured_in_a_browser() -> None:
    result = run(BenchOptions(limit=2))
    figures = {figure.name: figure.value for figure in result.figures}
    assert (result.n, result.errors, result.excluded) == (2, 0, 41)
    assert figures["listed"] > 0.9
    assert figures["readers_agree"] == 1.0
    assert 0.9 < figures["readers_box_iou"] < 1.0
