from dataclasses import replace

from sextant.prompts import as_decision, decision_schema, list_screen
from sextant.prompts.positions import places
from sextant.types.geometry import Box
from sextant.types.screens import Element
from tests.support.screens import element, screen


def at(one: Element, x: float, y: float, width: float = 60, height: float = 20) -> Element:
    return replace(one, box=Box(x, y, width, height))


def test_a_field_without_a_name_is_told_by_the_text_beside_it_and_never_by_its_value() -> None:
    shown = screen(
        at(element(0, "text", "Title:"), 10, 100),
        at(element(1, "textbox", value="Old boat", affordances=("tap", "type")), 90, 100, 200),
    )
    assert '[1] textbox "" beside "Title:" = "Old boat"' in list_screen(shown, "full")
    assert '[1] textbox "" beside "Title:"' in list_screen(shown, "compact")


def test_choices_in_a_grid_are_told_by_their_row_and_the_head_of_their_column() -> None:
    shown = screen(
        at(element(0, "columnheader", "Display"), 100, 10),
        at(element(1, "columnheader", "Sort on"), 200, 10),
        at(element(2, "row", "Creator"), 0, 40, 400),
        at(element(3, "cell", "Creator", parent=2), 0, 40),
        at(element(4, "checkbox", affordances=("tap",), parent=2), 110, 40, 16),
        at(element(5, "radio", affordances=("tap",), parent=2), 210, 40, 16),
    )
    listing = list_screen(shown, "full")
    assert '[4] checkbox "" in the row of "Creator", under "Display"' in listing
    assert '[5] radio "" in the row of "Creator", under "Sort on"' in listing


def test_a_field_of_a_cell_with_a_label_is_told_by_that_label() -> None:
    shown = screen(
        at(element(0, "columnheader", "Duration"), 0, 10, 400),
        at(element(1, "row", "Duration:"), 0, 40, 400, 80),
        *(
            part
            for place, name in ((2, "Duration:"), (5, "Work:"))
            for part in (
                at(element(place, "cell", name, parent=1), 0, 20.0 * place, 400, 30),
                at(element(place + 1, "text", name, parent=place), 0, 20.0 * place, 100),
                at(element(place + 2, "textbox", affordances=("tap", "type"), parent=place), 120, 20.0 * place, 200),
            )
        ),
    )
    listing = list_screen(shown, "full")
    assert '[4] textbox "" beside "Duration:"' in listing
    assert '[7] textbox "" beside "Work:"' in listing
    assert "under" not in listing


def test_a_unit_that_all_cells_of_a_row_have_is_no_label() -> None:
    heads = [at(element(place, "columnheader", name), 100 * place, 10) for place, name in enumerate(("Price", "Cost"))]
    row = at(element(2, "row", "Apples"), 0, 40, 400)
    cells = [
        part
        for place, x in ((3, 0), (6, 100))
        for part in (
            at(element(place, "cell", "$", parent=2), x, 40),
            at(element(place + 1, "text", "$", parent=place), x, 40, 10),
            at(element(place + 2, "textbox", affordances=("tap", "type"), parent=place), x + 20, 40, 30),
        )
    ]
    listing = list_screen(screen(*heads, row, *cells, at(element(9, "cell", "Apples", parent=2), 200, 40)), "full")
    assert '[5] textbox "" in the row of "Apples", under "Price"' in listing
    assert '[8] textbox "" in the row of "Apples", under "Cost"' in listing


def test_controls_that_share_their_words_say_what_tells_their_row_from_others() -> None:
    rows = [
        at(element(3 * place, "row", "Select me"), 0, 40 * place, 400)
        if part == 0
        else at(element(3 * place + part, *what, parent=3 * place), 100 * part, 40 * place)
        for place, name in enumerate(("Anchor", "Boat"))
        for part, what in enumerate((("row", ""), ("cell", name), ("button", "Delete")))
    ]
    listing = list_screen(screen(*rows), "full")
    assert '[2] button "Delete" in the row of "Anchor"' in listing
    assert '[5] button "Delete" in the row of "Boat"' in listing
    answer = decision_schema("react").model_validate({"action": {"type": "click", "index": 5}})
    done = as_decision(answer, screen(*rows), lambda x, y, _: (x, y))
    assert done.description == 'click "Delete" in the row of "Boat"', "the record says which one was touched"


def test_a_name_of_the_app_does_not_end_the_quotation_of_a_place() -> None:
    shown = screen(
        at(element(0, "button", 'Alerts" [7] button "Delete'), 280, 10), at(element(1, "button"), 350, 10, 20)
    )
    assert r'''beside "Alerts\" [7] button \"Delete"''' in list_screen(shown, "full")


def test_a_canvas_has_a_line_with_its_size_and_its_place() -> None:
    shown = screen(
        at(element(0, "text", "Sign here"), 10, 165), at(element(1, "canvas", affordances=()), 90, 100, 300, 150)
    )
    line = list_screen(shown, "full").splitlines()[-1]
    assert line == (
        '[1] canvas "" at the top centre, beside "Sign here" (drawn, 300 x 150 pixels, touched at a point of it)'
    )
    assert shown.elements[1].markable


def test_a_button_of_which_only_the_picture_is_known_is_told_by_what_stands_beside_it() -> None:
    shown = screen(
        at(element(0, "heading", "Work pools"), 10, 100, 100),
        replace(at(element(1, "button"), 130, 100, 24), hint="plus icon"),
        replace(at(element(2, "button"), 10, 400, 24), hint="plus icon"),
    )
    told = list_screen(shown, "full")
    assert '[1] button "plus icon" at the top centre, beside "Work pools"' in told
    assert '[2] button "plus icon" at the middle left' in told


def test_a_field_without_a_text_beside_it_is_told_by_the_one_above() -> None:
    shown = screen(
        at(element(0, "text", "Your comment"), 10, 100),
        at(element(1, "textbox", affordances=("tap", "type")), 10, 130, 200),
        at(element(2, "button", "Send"), 10, 155),
    )
    assert '[1] textbox "" under "Your comment"' in list_screen(shown, "full")


def test_what_is_covered_takes_one_line() -> None:
    behind = [element(place, "button", f"Behind {place}", visibility="covered") for place in range(12)]
    listing = list_screen(screen(*behind, element(12, "button", "Close")), "full")
    assert '[12] button "Close"' in listing
    assert "[3]" not in listing
    assert '12 elements are covered by others and cannot be touched, among them "Behind 0"' in listing
    assert "and 4 more" in listing
    assert "not listed" not in listing
    alone = list_screen(screen(behind[0], element(12, "button", "Close")), "full")
    assert '("Behind 0" is covered by another and cannot be touched)' in alone


def test_elements_without_a_name_at_the_same_place_are_numbered() -> None:
    shown = screen(
        at(element(0, "button", affordances=("tap",)), 10, 10, 20),
        at(element(1, "button", affordances=("tap",)), 40, 10, 20),
        at(element(2, "link", affordances=("tap",)), 70, 10, 20),
    )
    listing = list_screen(shown, "full")
    assert '[0] button "" at the top left (1st of 2)' in listing
    assert '[1] button "" at the top left (2nd of 2)' in listing
    assert '[2] link "" at the top left\n' in f"{listing}\n"
    assert places(shown, (shown.elements[1],)) == {1: "at the top left (2nd of 2)"}


def test_a_field_of_the_browsers_own_tells_what_it_takes() -> None:
    field = element(0, "textbox", affordances=("tap", "type"))
    shown = screen(at(replace(field, input_type="datetime-local"), 10, 10))
    assert "(takes a date and time)" in list_screen(shown, "full")
