"""Which values would be given in vain: those that a program sets itself before it reads them."""

import pytest

from sextant.program.language import parse
from sextant.program.overwritten import overwritten


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('total = 0\nstep("type {total}")', 1),
        ('step("begin")\ntotal = step("read the total")\nreturn total', 2),
        ('total = var("the total on the receipt")\nstep("type {total}")', 1),
        ('for total in ["1", "2"]:\n    step("type {total}")', 1),
        ('def again(total):\n    step("type {total}")\ntotal = 3\nagain(total)', 3),
        ('step("type {total}")\ntotal = 0', None),
        ("total = total + 1\nstep('type {total}')", None),
        ('total += 1\nstep("type {total}")', None),
        ('if holds("it is new"):\n    total = 0\nstep("type {total}")', None),
        ('while holds("more"):\n    total = 0\nstep("type {total}")', None),
        ('for total in each("total"):\n    step("type {total}")\nreturn total', None),
        ('for mail in [total]:\n    step("open {mail}")\ntotal = 0', None),
        ('def typed():\n    step("type {total}")\ntyped()\ntotal = 0', None),
        ('def typed():\n    step("type {total}")\nfor x in [1]:\n    typed()\ntotal = 0', None),
        ('def other():\n    step("go")\nother()\ntotal = 0', 4),
        ('step("type {total}")', None),
        ('note = f"{total} EUR"\ntotal = 0\nstep("type {note}")', None),
    ],
)
def test_a_value_that_is_set_before_it_is_read(source: str, line: int | None) -> None:
    assert overwritten(parse(source), "total") == line
