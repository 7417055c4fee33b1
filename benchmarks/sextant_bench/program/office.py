"""The office of the loops: invoices that are opened, noted on, approved, and left; the app counts each approval."""

import random
from dataclasses import dataclass

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.types.geometry import Size

__all__ = ["BACK", "HEAD", "ITEMS", "LOOPS", "Loop", "approved", "drawn_loop", "right"]

ITEMS = 20
HEAD, BACK = "Invoices", "Back to the list"
_TABLET = Size(820, 1400)
_BODY = """
    step("open {invoice}")
    amount = step("read the amount")
    step("write the note '{invoice}'")
    step("approve it")
    step("go back to the list")
    total += number(amount)
return total
"""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over invoices.

    Attributes:
        judged: The items are not in the program; somebody has to tell which invoices are due.
        warned: Invoices whose approval brings up a warning first.
        renamed: Invoices whose button is called by another name.
    """

    name: str
    judged: bool = False
    warned: tuple[int, ...] = ()
    renamed: tuple[int, ...] = ()

    @property
    def program(self) -> str:
        names = ", ".join(f'"{_name(number)}"' for number in range(1, ITEMS + 1))
        items = 'each("invoice that is due")' if self.judged else f"[{names}]"
        return f"total = 0\nfor invoice in {items}:{_BODY}"

    @property
    def total(self) -> float:
        """What the program has to return."""
        return sum(map(_amount, range(1, ITEMS + 1)))

    def device(self) -> ScriptedDevice:
        return ScriptedDevice(self.app(), size=_TABLET)

    def app(self) -> ScriptedApp:
        pages = {"list": self._list()}
        for number in range(1, ITEMS + 1):
            pages |= self._of(number)
        return ScriptedApp(pages, "list", name="office")

    def _list(self) -> Page:
        rows = [Widget(_name(number), "link", goes=f"invoice {number}") for number in range(1, ITEMS + 1)]
        if self.judged:
            rows = [one for row in rows for one in (row, *_settled(row.label))]
        return Page(HEAD, (Widget(HEAD, "heading"), *rows), "/invoices")

    def _of(self, number: int) -> dict[str, Page]:
        name, warned = _name(number), number in self.warned
        label = "Approve with remark" if number in self.renamed else "Approve"
        back = Widget(BACK, "link", goes="list")
        invoice = Page(
            name,
            (
                Widget(name, "heading"),
                Widget("Amount", "text"),
                Widget(f"EUR {_amount(number):.2f}", "text"),
                Widget("Note", "textbox", field=f"note {number}"),
                Widget(label, goes=f"{'warning' if warned else 'confirm'} {number}"),
                back,
            ),
            f"/invoices/{number}",
        )
        confirm = Page(
            "Confirm",
            (
                Widget("Confirm the approval", "heading"),
                Widget(f"{name} will be approved.", "text"),
                Widget("Confirm", effect=f"approved {number}", goes=f"approved {number}"),
                back,
            ),
            f"/invoices/{number}/confirm",
        )
        approved = Page("Approved", (Widget(f"{name} is approved", "heading"), back), f"/invoices/{number}/approved")
        warning = Page(
            "Unusual amount",
            (
                Widget("This amount is unusual", "heading"),
                Widget("Compare it before you go on.", "text"),
                Widget("Continue", goes=f"confirm {number}"),
                back,
            ),
            f"/invoices/{number}/unusual",
        )
        return {
            f"invoice {number}": invoice,
            f"confirm {number}": confirm,
            f"approved {number}": approved,
            f"warning {number}": warning,
        }


LOOPS = (
    Loop("list"),
    Loop("judged", judged=True),
    Loop("surprises", warned=(11,), renamed=(15,)),
)


def drawn_loop(rng: random.Random) -> Loop:
    """A loop with a warning and another name at places that nobody knows beforehand."""
    warned, renamed = rng.sample(range(4, ITEMS + 1), 2)
    return Loop("drawn", warned=(warned,), renamed=(renamed,))


def approved(device: ScriptedDevice) -> dict[int, int]:
    """How often each invoice was approved."""
    return {number: device.counts[f"approved {number}"] for number in range(1, ITEMS + 1)}


def right(device: ScriptedDevice) -> int:
    """How many invoices were approved exactly once, with the note that the program asks for."""
    counts = approved(device)
    notes = {number: device.fields.get(f"note {number}") for number in counts}
    return sum(count == 1 and notes[number] == _name(number) for number, count in counts.items())


def _name(number: int) -> str:
    return f"Invoice {number}"


def _amount(number: int) -> float:
    return 10 + 7 * number % 90 + 0.25


def _settled(label: str) -> tuple[Widget, ...]:
    """Every fifth due invoice has one that is paid after it."""
    number = int(label.split()[-1])
    return (Widget(f"Invoice {100 + number} (paid)", "link", goes="list"),) if number % 5 == 0 else ()
