"""Templates, conditions, formats and line breaking."""

from hypothesis import given
from hypothesis import strategies as st

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.text import text_width, wrap
from sextant_worlds.engine.update import start
from sextant_worlds.engine.values import context, expand, fresh_memo, holds, money, valued
from tests.worlds.sample import sample

WORLD = served(sample())
ZH = served(sample(locale="zh"))


def ctx(rec: Json | None = None, world: Json = WORLD) -> Json:
    state = start(world)
    state["clip"] = "7Q2"
    return context(world, state, "market", rec or {}, {"field": "typed"})


def test_templates() -> None:
    rec: Json = {"name": "Tea", "n": 3, "price": 123456705, "at": "2026-03-13T19:05"}
    rec |= {"day": "2026-03-14", "next": "2026-03-15", "far": "2027-01-01"}
    texts = {
        "plain": "plain",
        "{name}: {n}{missing}": "Tea: 3",
        "{var:quantity} {ui:field}-{clip}": "1 typed-7Q2",
        "{count:items} {count:items.stock} {count:items.shelf=Home}": "6 5 3",
        "{sum:cart.price} {sum:cart.price*count|money}": "12800 €256.00",
        "{price|money}": "€1,234,567.05",
        "{day|date} {day|day} {next|day} {far|day}": "Sat 14 Mar Today Tomorrow Fri 1 Jan",
        "{far|full} {at|time} {at|date}": "1 January 2027 19:05 Fri 13 Mar",
        "an open { brace": "an open { brace",
    }
    assert {template: expand(ctx(rec), template) for template in texts} == texts
    rec = {"day": "2026-03-15", "price": 5}
    assert expand(ctx(rec, ZH), "{day|date} {day|day} {day|full} {price|money}") == "3月15日 明天 2026年3月15日 ¥0.05"
    assert money(-5, "USD") == "-$0.05"


def test_a_bare_expression_keeps_its_type() -> None:
    assert valued(ctx({"n": 3, "on": True}), "{n}") == 3
    assert valued(ctx({"n": 3, "on": True}), "{on}") is True
    assert valued(ctx({"n": 3}), "{n}x") == "3x"
    assert valued(ctx(), 7) == 7


def test_conditions() -> None:
    rec: Json = {"n": 10, "on": True, "name": "Green tea", "other": "Green tea", "day": "2026-03-09"}
    numbers = (("n", "eq", 10, True), ("n", "eq", "10", True), ("n", "lt", 9, False), ("n", "gt", "9", True))
    others = (("on", "eq", True, True), ("on", "eq", 1, False), ("missing", "eq", "", True))
    texts = (("name", "has", "TEA", True), ("name", "ne", "{other}", False), ("day", "le", "2026-03-14", True))
    for left, op, right, held in (*numbers, *others, *texts):
        assert holds(ctx(rec), {"left": left, "op": op, "right": right}) is held, (left, op, right)


@given(st.text(alphabet="aWi. ,…-“中文，。（）\n é", max_size=120), st.integers(60, 300), st.integers(0, 3))
def test_lines_fit_and_lose_nothing(text: str, width: int, most: int) -> None:
    memo = fresh_memo()
    lines, read = wrap(memo, text, 16, 400, width, most)
    assert all(text_width(memo, line, 16, 400) <= width for line in lines)
    assert not most or len(lines) <= most
    if not most:
        assert "".join(read.split()) == "".join(text.split())
    assert "".join("".join(lines).split()) == "".join(read.split())


def test_chinese_breaks_anywhere_but_before_closing_marks() -> None:
    lines, read = wrap(fresh_memo(), "钥匙放在二楼邻居那里了，就是门口有自行车的那家。", 16, 400, 16 * 11, 0)
    assert read == "钥匙放在二楼邻居那里了，就是门口有自行车的那家。"
    assert len(lines) == 3
    assert not any(line[0] in "，。" for line in lines)
