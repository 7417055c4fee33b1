"""Where a program may have to stop once it has begun, told without any screen."""

import pytest

from sextant.program.language import ProgramLimits, parse
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


def test_limits_and_values_count() -> None:
    program = parse('for n in range(number(count)):\n    step("{n}")\n')
    assert later_stops(program) == ()
    assert later_stops(program, {"count": "9"}) == ()
    (stop,) = later_stops(program, {"count": "9"}, ProgramLimits(turns=5))
    assert "more than 5 turns" in stop.message


def test_a_program_with_many_ways_is_walked_for_a_while_and_no_longer() -> None:
    ways = "".join(f'    if holds("{n}"):\n        step("{n}")\n' for n in range(200))
    assert later_stops(parse(f"while True:\n{ways}")) == ()
