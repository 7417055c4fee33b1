"""A keyboard that a page draws takes one line; pads of digits, games and lists of letters keep theirs."""

from dataclasses import replace

from sextant.prompts import list_screen
from sextant.prompts.listing import keys_on
from sextant.types.geometry import Box
from sextant.types.screens import Element
from tests.support.screens import element, screen


def keyboard(*rows: str, href: str = "") -> list[Element]:
    """A field, a button, and keys in rows, under which stand three wide ones."""
    found = [
        replace(element(0, "textbox", "Message"), box=Box(0, 300, 400, 40)),
        replace(element(1, "button", "Send"), box=Box(320, 350, 80, 40)),
    ]
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            box = Box(10 + 38.0 * across, 400 + 50.0 * down, 34, 44)
            found.append(replace(element(len(found), "button", letter, href=href), box=box))
    for across, name in enumerate(("Shift", "Space", "Delete")):
        box = Box(10 + 130.0 * across, 400 + 50.0 * len(rows), 120, 44)
        found.append(replace(element(len(found), "button", name), box=box))
    return found


def test_its_keys_take_one_line_with_their_indices() -> None:
    shown = screen(*keyboard("qwertzuiop", "asdfghjkl", "yxcvbnm"))
    lines = list_screen(shown, "full").splitlines()
    assert len(lines) == 4
    assert lines[1].startswith('[0] textbox "Message"')
    assert lines[2] == '[1] button "Send"'
    assert lines[3].startswith("(the page draws an on-screen keyboard; its keys: [2] q, [3] w, ")
    assert lines[3].endswith('[28] "Shift", [29] "Space", [30] "Delete")')
    assert len(list_screen(shown, "compact").splitlines()) == 3


def test_digits_over_the_letters_belong_to_it_in_any_script() -> None:
    assert len(keys_on(screen(*keyboard("йцукенгшщзх", "фывапролджэ", "ячсмитьбю")))) == 34
    assert len(keys_on(screen(*keyboard("1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm")))) == 39


def test_what_is_no_keyboard_keeps_its_lines() -> None:
    assert not keys_on(screen(*keyboard("123", "456", "789")))
    assert not keys_on(screen(*keyboard("abcdefghij", "abcdefghij", "abcdefghij"))), "a game of letters"
    assert not keys_on(screen(*keyboard("abcdefghi", "jklmnopqr", "stuvwxyz", href="http://app.test/a")))
    assert not keys_on(screen(*keyboard("abcdefghijklmnopqrstuvwxyz")))
