"""Texts that are programs, and texts that are not: every problem with its place, and nothing is executed."""

import re

import pytest

from sextant.program.language import End, LeafRequest, Machine, ProgramError, parse


def _problems(source: str) -> list[tuple[int, str]]:
    with pytest.raises(ProgramError) as caught:
        parse(source)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_a_whole_program() -> None:
    program = parse(
        "def archive(name):\n"
        '    step("open {name}")\n'
        '    return step("read the price of {name}")\n'
        "total = 0\n"
        'for mail in each("unread mail"):\n'
        '    if holds("{mail} is from Ada") and total < 10:\n'
        "        price = archive(mail)\n"
        "        total += number(price)\n"
        "    elif total > 20:\n"
        "        break\n"
        'while holds("there is another page"):\n'
        '    step(f"go to page {total + 1}")\n'
        'return f"{total} in all"\n'
    )
    assert set(program.functions) == {"", "archive"}
    assert program.variables == {"name", "mail", "price", "total"}
    assert program.undeclared == {}


def test_what_is_read_and_never_written_is_named_with_its_line() -> None:
    assert parse('step("go")\nstep("type {code} and {name}")').undeclared == {"code": 2, "name": 2}


@pytest.mark.parametrize(
    ("source", "line", "told"),
    [
        ("this is no program", 1, "not Python"),
        ('step("a")\nimport os', 2, "`import`"),
        ('x = "a".upper()', 1, "functions by their name"),
        ("x = ().__class__", 1, "attributes"),
        ("x = __import__", 1, "two underscores"),
        ("__x = 1", 1, "another name"),
        ('x = __import__("os")', 1, "no function `__import__`"),
        ('x = [y for y in range(9)]\nstep("a")', 1, "comprehensions"),
        ("x = lambda: 1", 1, "`lambda`"),
        ("x = 2 ** 99999999", 1, r"operator `\*\*`"),
        ("\nx = " + "9" * 400, 2, "too large"),
        ('\nx = "\\ud800"', 2, "half a character"),
        ('step("\\ud800")', 1, "half a character"),
        ('step("a" + "b")', 1, "takes a text"),
        ('step("")', 1, "empty"),
        ("step()", 1, "takes one text"),
        ('step("open {name.upper}")', 1, "in braces"),
        ('step("open {0}")', 1, "in braces"),
        ('step(f"{x:1000000000}")', 1, "without a format"),
        ('if step("a"):\n    pass', 1, "statement of its own"),
        ('x = 1 + var("b")', 1, "whole right side"),
        ('var("b")', 1, "gives a variable its meaning"),
        ('for x in [each("a")]:\n    step("b")', 1, "`each` stands"),
        ('for x, y in each("a"):\n    step("b")', 1, "one name"),
        ('a[0] = 1\nstep("c")', 1, "one name"),
        ("break", 1, "stands in a loop"),
        ('while holds("a"):\n    step("b")\nelse:\n    step("c")', 1, "no `else`"),
        ('try:\n    step("a")\nexcept ValueError:\n    pass', 1, "`try`"),
        ('with open("f"):\n    pass', 1, "`with`"),
        ('class A:\n    pass\nstep("a")', 1, "`class`"),
        ('def f(x=1):\n    step("a")\nf()', 1, "plain names"),
        ('def f(x):\n    step("a")\nf()', 3, "needs x"),
        ('def f(x):\n    step("a")\nf(1, 2)', 3, "takes 1 values"),
        ('def f(x):\n    step("a")\nf(y=1)', 3, "no `y`"),
        ('def f():\n    def g():\n        step("a")\nf()', 2, "left margin"),
        ('def step():\n    pass\nlen("a")', 1, "another name"),
        ('step("a")\ng()', 2, "no function `g`"),
        ("1 + 1", 1, "does nothing with it"),
        ("", 1, "does nothing"),
        ("x = " + "(" * 60 + "1" + ")" * 60 + "\nx = " + "-" * 60 + "1", 2, "deeper"),
        ("x = " + "[" * 500 + "]" * 500, 1, "cannot be read|not Python|deeper"),
        ("x = {**{}}", 1, r"`\*\*`"),
        ("x = max(*[1])", 1, r"`\*`"),
        ("x = (y := 1)", 1, "NamedExpr"),
        ("async def f():\n    pass", 1, "`async`"),
        ("x = sum(a for a in range(9))", 1, "comprehensions"),
        ("if x:\n" + "".join(" " * n + "if x:\n" for n in range(1, 90)), 90, "not Python"),
        ("".join("    " * n + "while x:\n" for n in range(50)) + "    " * 50 + 'step("a")', 41, "deeper"),
        ("step('a')\0", 1, "cannot be read|not Python"),
        ("step('\ud800')", 1, "cannot be read|not Python"),
        ("x.y = 1", 1, "one name"),
        ("del x", 1, "`del`"),
        ("x = eval('1')", 1, "^there is no function `eval`$"),
        ('stp("tap")', 1, "^there is no function `stp`; did you mean `step`\\?$"),
        ("def total():\n    return 1\nx = totl()", 3, "no function `totl`; did you mean `total`"),
        ("def total():\n    return 1\nx = total() + 1", 3, "^`total` stands inside of an expression; give its result"),
        ("x = step.__globals__", 1, "attributes"),
        ('step("{x.__class__}")', 1, "in braces"),
        ('step(f"{().__class__}")', 1, "attributes"),
    ],
)
def test_what_is_no_program(source: str, line: int, told: str) -> None:
    found = _problems(source)
    assert any(place == line and re.search(told, message) for place, message in found), found


def test_every_place_is_told_at_once() -> None:
    found = _problems('import os\nstep("a")\nx = [y for y in z]\nwith a:\n    pass\n')
    assert [line for line, _ in found] == [1, 3, 4]


def test_a_long_sum_is_no_deep_one() -> None:
    lines = ["x = " + " + ".join(map(str, range(80))), "y = 100" + " - 1" * 79, "return [x, y, 2 - 3 - 4 * 5 * 2]"]
    assert Machine(parse("\n".join(lines))).want == End([sum(range(80)), 21, -41])
    told = "a line has more than 80 terms; make it simpler"
    assert _problems('step("a")\nx = ' + " + ".join("1" * 900)) == [(2, told)]
    assert "deeper than" in _problems("x = " + "(1 + " * 60 + "1" + ")" * 60)[0][1]
    nested = "1"
    for sign in "+-" * 18:
        nested = f"({nested}" + f" {sign} 1" * 78 + ")"
    assert "too deep" in _problems(f"x = {nested}")[0][1]


def test_texts_and_variables_without_end() -> None:
    assert "at most" in _problems('step("' + "a" * 200_000 + '")')[0][1]
    many = "\n".join(f"x{number} = {number}" for number in range(10_000))
    assert "at most" in _problems(many)[0][1]
    parts = "x = [" + "1," * 30_000 + "]"
    assert "larger than" in _problems(parts)[0][1]
    fewer = "\n".join(f"x{number} = {number}" for number in range(1_000))
    assert "400 variables" in _problems(fewer)[0][1]
    read = 'step("' + "".join(f"{{x{number}}}" for number in range(10_000)) + '")'
    assert "400 variables" in _problems(read)[0][1]


def test_a_byte_order_mark_is_no_part_of_a_program() -> None:
    marked = parse('\ufeff# as an editor saved it\nstep("go")\n')
    assert marked.source == '# as an editor saved it\nstep("go")\n'
    assert _problems('\ufeffstep("go")\nimport os')[0][0] == 2
    assert _problems('step("go")\n\ufeffstep("on")')[0][0] == 2


@pytest.mark.parametrize("source", ["-" * 50_000, "(" * 50_000, "x = " + "-" * 50_000 + "1", "not " * 20_000 + "x"])
def test_what_is_nested_beyond_reading_is_refused_with_a_reason(source: str) -> None:
    ((line, told),) = _problems(source)
    assert line == 1
    assert not told.rstrip().endswith(":")


@pytest.mark.parametrize(
    "value",
    [
        '"' + "x" * 90_000 + '"',
        '"' + "x" * 20_000 + '"',
        'f"' + "x" * 15_000 + "{a}" + "x" * 15_000 + '"',
        "[" + ", ".join(['"' + "x" * 1000 + '"'] * 30) + "]",
        "(" + ", ".join(['"' + "x" * 1000 + '"'] * 30) + ")",
        '{"k": ["' + "x" * 25_000 + '"]}',
    ],
)
def test_what_is_longer_than_a_value_may_be_is_refused_with_its_place(value: str) -> None:
    with pytest.raises(ProgramError) as caught:
        parse(f'step("a")\nx = {value}\nstep("b")')
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, 5)
    assert "20000 characters" in problem.message


def test_the_longest_text_that_is_taken_is_the_longest_that_runs() -> None:
    for length in (19_999, 20_000):
        try:
            program = parse(f'step("{"x" * length}")')
        except ProgramError:
            continue
        machine = Machine(program)
        assert isinstance(machine.want, LeafRequest), (length, machine.want)
