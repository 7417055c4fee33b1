"""The ledger's entries, from its file."""

import re
from decimal import Decimal
from pathlib import Path


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Transactions by date, payee and text; every other directive and option by its line."""
    transactions: dict[str, dict[str, object]] = {}
    others: dict[str, dict[str, object]] = {}
    for block in blocks((data / "haushalt.beancount").read_text(encoding="utf-8")):
        head = re.match(r'(\d{4}-\d\d-\d\d) (\S+) "([^"]*)"(?: "([^"]*)")?(.*)', block[0])
        if head is None or head[2] in ("custom", "note", "event", "query", "document"):
            add(others, "\n".join(block), {})
            continue
        payee, text = (head[3], head[4]) if head[4] is not None else ("", head[3])
        fields = {"date": head[1], "flag": head[2], "payee": payee, "text": text, "more": head[5].strip()}
        add(transactions, f"{head[1]} | {payee} | {text}", {**fields, **postings(block[1:])})
    return {"transactions": transactions, "directives": others}


def add(table: dict[str, dict[str, object]], key: str, fields: dict[str, object]) -> None:
    """Equal entries are told apart by their count."""
    count = 1 + sum(1 for known in table if known == key or known.startswith(f"{key} #"))
    table[key if count == 1 else f"{key} #{count}"] = fields


def blocks(text: str) -> list[list[str]]:
    found: list[list[str]] = []
    for line in text.splitlines():
        if line[:1] in (" ", "\t") and line.strip() and found:
            found[-1].append(line.strip())
        elif line.strip():
            found.append([line.strip()])
    return found


def postings(lines: list[str]) -> dict[str, object]:
    """Amounts by account in euros; the one that was left out balances the others."""
    amounts: dict[str, Decimal] = {}
    open_account, notes = "", list[str]()
    for line in lines:
        match = re.match(r"((?:[^\W\d_]\w*:)[\w:\-]+)(?:\s+(-?[\d.,]+) EUR)?$", line)
        if match is None:
            notes.append(line)
        elif match[2]:
            amounts[match[1]] = amounts.get(match[1], Decimal(0)) + Decimal(match[2].replace(",", ""))
        else:
            open_account = match[1]
    if open_account:
        amounts[open_account] = -sum(amounts.values(), Decimal(0))
    return {**{account: f"{amount:.2f}" for account, amount in amounts.items()}, "notes": notes}
