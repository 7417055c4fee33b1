"""The lines of a map run through the gaps of its grid: behind no card, from the one to the other, in right angles."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sextant.utg.page.layout import Sizes, TreeLayout, lay_out
from sextant.utg.page.lines import lines

pairs_of_numbers = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40)


def drawn(count: int, edges: list[tuple[int, int]]) -> tuple[TreeLayout, list[tuple[str, str]]]:
    nodes = [str(number) for number in range(count)]
    pairs = [(str(a), str(b)) for a, b in dict.fromkeys(edges) if a < count and b < count and a != b]
    targets = {node: [b for a, b in pairs if a == node] for node in nodes}
    return lay_out(nodes, targets, "0", Sizes()), pairs


@given(st.integers(1, 15), pairs_of_numbers)
def test_no_line_runs_behind_a_card(count: int, edges: list[tuple[int, int]]) -> None:
    drawing, pairs = drawn(count, edges)
    found = lines(drawing, drawing.tree, pairs)
    assert set(found) == set(pairs)
    wide, high = drawing.sizes.width, drawing.sizes.height
    for (source, target), line in found.items():
        (x1, y1), (x2, y2) = drawing.at[source], drawing.at[target]
        assert line.points[0] == (x1 + wide, y1 + high / 2)
        assert line.points[-1] == (x2, y2 + high / 2)
        for (left, top), (right, bottom) in zip(line.points, line.points[1:], strict=False):
            assert abs(left - right) < 0.5 or abs(top - bottom) < 0.5
            for x, y in drawing.at.values():
                beside = max(left, right) <= x + 0.5 or min(left, right) >= x + wide - 0.5
                above = max(top, bottom) <= y + 0.5 or min(top, bottom) >= y + high - 0.5
                assert beside or above, (source, target, (x, y))


@given(st.integers(1, 15), pairs_of_numbers)
def test_a_line_as_it_is_written_ends_at_the_card_that_it_leads_to(count: int, edges: list[tuple[int, int]]) -> None:
    drawing, pairs = drawn(count, edges)
    for line in lines(drawing, drawing.tree, pairs).values():
        (x, y), (tip, level) = line.points[0], line.points[-1]
        for letter, numbers in re.findall(r"([a-zA-Z])([-\d ]+)", line.path):
            found = [int(number) for number in re.findall(r"-?\d+", numbers)]
            match letter:
                case "M":
                    assert found == [round(x), round(y)]
                    x, y = found
                case "h":
                    x += found[0]
                case "v":
                    y += found[0]
                case "q":
                    x, y = x + found[2], y + found[3]
                case _:
                    assert letter == "H"
                    x = found[0]
        assert (x, y) == (round(tip) - 7, round(level))
