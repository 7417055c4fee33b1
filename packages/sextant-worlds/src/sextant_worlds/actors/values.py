"""Reads the value beside a label from any text of a brief: a listing, a note, a list of variables.

It knows nothing of sections or guides: a label on the screen, in a note or in a list of variables is read alike.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from sextant.text import folded
from sextant_worlds.actors.brief_text import BriefText, ListedElement, squeezed
from sextant_worlds.instructions import FindInstruction, Instruction, LookInstruction, TapInstruction
from sextant_worlds.memory.amounts import amounts_in
from sextant_worlds.memory.moments import days_in, times_in

__all__ = ["add_up", "beside", "put_in_order", "value_of"]


def beside(brief: BriefText, label: str, row: str = "") -> str:
    """The value next to a label; with `row`, what else stands in the row of that name. Empty where there is none."""
    return _in_listing(brief.elements, squeezed(label), squeezed(row)) or _in_prose(brief.lines, label)


def value_of(
    memory: Sequence[BriefText], number: int, instructions: Mapping[int, Instruction], passed: Sequence[bool]
) -> str:
    """The value that instruction `number` asks to remember, from the briefs in memory, the latest last.

    `passed` says of each brief whether that instruction was due while it was read. Where none of them is left, any
    text is searched for the label together with what was opened just before it.
    """
    line = instructions.get(number)
    if not isinstance(line, FindInstruction | LookInstruction):
        return ""
    label = line.field if isinstance(line, FindInstruction) else line.picture
    row = line.row if isinstance(line, FindInstruction) else ""
    for brief, due in zip(reversed(memory), reversed(passed), strict=True):
        if due and isinstance(line, FindInstruction):
            found = beside(brief, label, row)
            if found:
                return found
    before = instructions.get(number - 1)
    about = before.label if isinstance(before, TapInstruction) else row
    for brief in reversed(memory):
        found = _in_prose(brief.lines, label, about, line.slot)
        if found:
            return found
    return ""


def _in_listing(elements: Sequence[ListedElement], label: str, row: str) -> str:
    if row:
        for seen in elements:
            whole = seen.text or seen.label
            if whole != row and whole.startswith(row):
                return whole[len(row) :].strip(" ·:,")
    for at, seen in enumerate(elements):
        if seen.label == label or seen.text == label:
            if seen.value:
                return seen.value
            after = elements[at + 1] if at + 1 < len(elements) else None
            if seen.role in ("text", "heading") and after is not None and after.role == "text":
                return after.label
        elif seen.role == "text" and re.match(re.escape(label) + r"\s*[:：=]\s*\S", seen.label):
            return seen.label[len(label) :].strip(" :：=")
    return next((left for seen in elements if (left := _gap(label, seen.text or seen.label))), "")


def _gap(label: str, whole: str) -> str:
    """What stands in a text besides the label's words, in one piece: the label is the text without its value."""
    if len(label) < 3 or len(whole) <= len(label):
        return ""
    head = next((at for at, (a, b) in enumerate(zip(label, whole, strict=False)) if a != b), len(label))
    rest = label[head:].strip()
    tail = len(rest) if whole.endswith(rest) else -1
    left = whole[head : len(whole) - tail] if tail >= 0 else ""
    return left.strip(" ·:,：，")


def _in_prose(lines: Iterable[str], label: str, about: str = "", slot: str = "") -> str:
    """The value a sentence or a note gives: `Pickup code of Oolong tin: G6-5992`, `{A} = G6-5992`."""
    wanted = [word for word in re.findall(r"\w+", folded(label)) if len(word) > 2 or not word.isascii()]
    topic = re.findall(r"\w+", folded(about))[:2]
    for line in lines:
        if "[" in line[:6] or not wanted:
            continue
        if slot and (found := re.search(rf"\{{{slot}\}}\s*(?:=|:|is)\s*\"?([^\";]+)", line)):
            return found[1].strip(" .")
        head, sign, tail = line.partition(": ") if ": " in line else line.partition(" = ")
        if not sign or not tail or "line " in head:
            continue
        words = folded(head)
        if all(word in words for word in wanted) and (not about or all(word in words for word in topic)):
            return tail.strip().strip('".')
    return ""


def _number(value: str) -> Decimal | None:
    """The last amount of money, else the last number."""
    found = amounts_in(value)
    marked = [amount for amount in found if amount.currencies] or found
    return marked[-1].values[0] if marked else None


def add_up(values: Sequence[str]) -> str:
    """The sum in the notation of the first; empty where one of them is no amount."""
    amounts = [_number(value) for value in values]
    if not amounts or any(amount is None for amount in amounts):
        return ""
    total = sum((amount for amount in amounts if amount is not None), Decimal())
    cents = any(re.search(r"[.,]\d\d(?!\d)", value) for value in values)
    sign = re.search(r"[€$£¥]", values[0])
    figures = 2 if cents or total != int(total) else 0
    return f"{sign[0]}{total:,.{figures}f}" if sign else f"{total:.{figures}f}"


def put_in_order(names: Sequence[str], values: Sequence[str], largest: bool) -> str:
    """The names by their values; empty where a value says no quantity."""
    keys = [_key(value) for value in values]
    if any(key is None for key in keys):
        return ""
    ranked = sorted(zip(keys, names, strict=True), key=lambda pair: pair[0] or (), reverse=largest)
    return " > ".join(name for _, name in ranked)


def _key(value: str) -> tuple[Decimal, ...] | None:
    """As a date, else as a time, else as a number."""
    day = next(iter(days_in(value)), None)
    if day is not None:
        return (Decimal(day.year or 0), Decimal(day.month), Decimal(day.day))
    clock = next(iter(times_in(value)), None)
    if clock is not None:
        return (Decimal(clock.hour), Decimal(clock.minute))
    number = _number(value)
    return None if number is None else (number,)
