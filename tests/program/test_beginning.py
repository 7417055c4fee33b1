"""What is told of a program without any screen: where it may have to stop, and which values would be given in vain."""

import pytest

from sextant.program.language import parse
from sextant.program.overwritten import overwritten
from sextant.program.preflight import ends_at_once, hindrance, later_stops

GOOD = [
    'while True:\n    step("a")\n    if holds("over"):\n        break\n',
    'while not holds("there"):\n    step("go on")\n',
    'for mail in each("mail"):\n    if holds("{mail} is new"):\n        step("open {mail}")\n',
    'count = step("read the count")\nwhile number(count) > 3:\n    step("remove one")\n',
    'def open_it(name):\n    step("open {name}")\n\nfor name in ["Ada", "Bob"] * 30:\n    open_it(name)\n',
    'while holds("it loads"):\n    pass\n',
    'step("pay {price}")\nx = 1 / number(price)\n',
]


@pytest.mark.parametrize("source", GOOD)
def test_what_only_a_screen_could_stop_is_no_matter(source: str) -> None:
    program = parse(source)
    assert hindrance(program) is None
    assert later_stops(program) == ()
    assert not ends_at_once(program)


@pytest.mark.parametrize(
    ("source", "line", "why"),
    [
        ('def f():\n    step("a")\n    f()\n\nf()\n', 3, "functions call each other"),
        ('def f():\n    if holds("over"):\n        return\n    f()\n\nf()\n', 4, "functions call each other"),
        ('x = "a"\nwhile True:\n    step("a")\n    x = x + x\n', 4, "larger than"),
        ('for m in each("mail"):\n    step("open {m}")\nreturn 1 / 0\n', 3, "division by zero"),
        ('if holds("a") and not holds("b"):\n    x = [1] * 10000000000\n', 2, "larger than"),
    ],
)
def test_where_it_stops_by_itself_is_told(source: str, line: int, why: str) -> None:
    program = parse(source)
    assert hindrance(program) is None
    (stop,) = later_stops(program)
    assert stop.line == line
    assert stop.message.startswith("the program may have to stop here: ")
    assert why in stop.message


def test_a_program_with_many_ways_is_walked_for_a_while_and_no_longer() -> None:
    ways = "".join(f'    if holds("{n}"):\n        step("{n}")\n' for n in range(200))
    assert later_stops(parse(f"while True:\n{ways}")) == ()


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
