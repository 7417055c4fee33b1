"""Claims on a page that was never seen before: of twenty, fourteen confirm a deed and six do not.

Each run opens a form, fills what there is to fill, and touches one control; the claim is made on the page that follows.
"""

from dataclasses import dataclass

import pytest

from sextant.types.actions import ByIndex, InputText
from sextant.types.evidence import TextVisible
from sextant.types.screens import Element, Screen
from tests.program.test_support import DONE, Run
from tests.support.screens import element, screen


@dataclass(frozen=True)
class Row:
    """A goal; the control that is touched last, its role; what is shown then; what the claim names of it."""

    goal: str
    control: str
    shown: tuple[str, ...]
    claimed: str
    accepted: bool
    role: str = "button"
    typed: str = ""
    heading: str = ""
    offers: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


ROWS = (
    Row(
        "Order a pizza",
        "Place order",
        ("Your order is on its way", "Arrives at 19:40"),
        "Your order is on its way",
        True,
    ),
    Row("Log in", "Log in", ("Welcome back, Bob", "3 new letters"), "Welcome back, Bob", True),
    Row("Überweise Max 20 Euro", "Absenden", ("Auftrag ausgeführt", "20,00 € an Max"), "Auftrag ausgeführt", True),
    Row("给李四转账200元", "确认转账", ("转账成功", "李四 200.00元"), "转账成功", True),
    Row("Book a table", "Book", ("You're all set!", "Table for two, 20:00"), "You're all set!", True),
    Row("Pay the electricity bill", "Pay 84.10", ("Payment received", "Receipt 5521"), "Payment received", True),
    Row("Sign up for the newsletter", "Sign up", ("Thanks for joining us",), "Thanks for joining us", True),
    Row(
        "Buy two tickets for the zoo", "Confirm", ("Thank you for your purchase",), "Thank you for your purchase", True
    ),
    Row("Reserviere einen Tisch für zwei", "Reservieren", ("Ihre Reservierung ist bestätigt",), "bestätigt", True),
    Row("Bestelle eine Pizza", "Jetzt kaufen", ("Vielen Dank!", "Lieferung um 19:40"), "Vielen Dank!", True),
    Row("Melde dich an", "Anmelden", ("Willkommen zurück, Eva",), "Willkommen zurück, Eva", True, typed="eva"),
    Row("预订一张明天的火车票", "提交订单", ("预订已完成", "二等座"), "预订已完成", True),
    Row("登录", "登录", ("欢迎回来，小王",), "欢迎回来，小王", True, typed="小王"),
    Row("Text Anna I am late", "Send", ("Anna", "I am late"), "I am late", True, typed="I am late", heading="Anna"),
    # What must go on being refused.
    Row("Order a pizza", "Menu", ("Our pizzas", "Margherita", "8 €"), "Margherita", False, offers=("Order",)),
    Row(
        "Log in",
        "Log in",
        ("Welcome back!", "Forgot your password?"),
        "Welcome back!",
        False,
        offers=("Log in",),
        fields=("Name", "Password"),
    ),
    Row("Pay the electricity bill", "Pay 84.10", ("Payment declined", "Thank you"), "Thank you", False),
    Row("Überweise Max 20 Euro", "Absenden", ("Auftrag nicht ausgeführt", "Limit"), "Auftrag nicht ausgeführt", False),
    Row("给李四转账200元", "确认转账", ("转账失败", "余额不足"), "余额不足", False, typed="200"),
    Row("Order a pizza", "Your orders", ("Order 17", "Your order is on its way"), "is on its way", False, role="link"),
)


def form(row: Row, value: str = "") -> Screen:
    """What was typed stands in the field, and on a line of its own inside of it, as rich text fields have it."""
    written = [element(3, "text", value, parent=1)] if value else []
    return screen(
        element(0, "heading", row.heading or row.goal),
        element(1, "textbox", "Text", states=("editable",), value=value),
        element(2, row.role, row.control),
        *written,
        title="Form",
        key="form",
    )


def follows(row: Row) -> Screen:
    shown: list[tuple[str, str]] = [("text", text) for text in row.shown]
    offered = [("button", text) for text in row.offers]
    parts: list[Element] = [element(at, role, text) for at, (role, text) in enumerate([*shown, *offered])]
    parts += [element(len(parts) + at, "textbox", text, states=("editable",)) for at, text in enumerate(row.fields)]
    return screen(*parts, title="App", key="follows")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.goal}: {row.claimed}")
def test_a_claim_on_a_page_never_seen_before(row: Row) -> None:
    run = Run(row.goal).touches(0, form(row))
    if row.typed:
        run.does(InputText(row.typed, ByIndex(1)), form(row, row.typed))
    run.touches(2, follows(row)).says(DONE, TextVisible(row.claimed))
    assert run.verified is row.accepted, run.remark
