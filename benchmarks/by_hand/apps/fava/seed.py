"""Writes the ledger of a household in 2026: German accounts, twelve kinds of entries, the app in German."""

import json
import sys
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
ACCOUNTS = CONTENT["accounts"]
FOOD = ["41.18", "36.72", "58.09", "29.95", "44.60", "51.37", "33.28", "47.81", "38.44", "62.15", "27.90", "49.03"]
SINGLE = CONTENT["single"]


def entry(day: date, payee: str, text: str, postings: list[tuple[str, str]]) -> str:
    lines = [f'{day} * "{payee}" "{text}"', *(f"  {account}  {amount} EUR" for account, amount in postings)]
    return "\n".join(lines) + "\n"


def spent(day: str, payee: str, text: str, account: str, source: str, amount: str) -> tuple[str, str]:
    return day, entry(date.fromisoformat(day), payee, text, [(account, amount), (source, f"-{amount}")])


def main(data: Path) -> None:
    entries = [spent(*one) for one in SINGLE]
    for month in range(1, 9):
        first = date(2026, month, 1)
        rent = "870.00" if month == 6 else "780.00"  # June is booked wrongly; its text names the right rent
        text = "Miete Juni (780 EUR laut Vertrag)" if month == 6 else f"Miete {month:02d}/2026"
        entries.append(spent(str(first), "Hausverwaltung Ost", text, "Ausgaben:Miete", "Aktiva:Girokonto", rent))
        power = str(Decimal("61.00") + month)
        entries.append(
            spent(f"2026-{month:02d}-15", "Stadtwerke", "Abschlag Strom", "Ausgaben:Strom", "Aktiva:Girokonto", power)
        )
        entries.append(
            spent(f"2026-{month:02d}-20", "Nordnetz", "Internet", "Ausgaben:Internet", "Aktiva:Girokonto", "29.90")
        )
        salary = [("Aktiva:Girokonto", "2480.00"), ("Einnahmen:Gehalt", "-2480.00")]
        entries.append((f"2026-{month:02d}-27", entry(date(2026, month, 27), "Werft Petersen", "Gehalt", salary)))
        for week in range(3):
            day = first + timedelta(days=4 + 8 * week)
            amount = FOOD[(3 * month + week) % len(FOOD)]
            shop = ("Markthalle", "Bioladen Grün", "Kaufhof am Ring")[week]
            entries.append(spent(str(day), shop, "Wocheneinkauf", "Ausgaben:Lebensmittel", "Aktiva:Girokonto", amount))
    head = [
        'option "title" "Haushalt"',
        'option "operating_currency" "EUR"',
        'option "name_assets" "Aktiva"',
        'option "name_liabilities" "Passiva"',
        'option "name_equity" "Eigenkapital"',
        'option "name_income" "Einnahmen"',
        'option "name_expenses" "Ausgaben"',
        '2025-12-31 custom "fava-option" "language" "de"',
        *(f"2025-12-31 open {account}" for account in ACCOUNTS),
        "",
        entry(
            date(2026, 1, 1),
            "Bank",
            "Eröffnung",
            [
                ("Aktiva:Girokonto", "1900.00"),
                ("Aktiva:Tagesgeld", "5000.00"),
                ("Aktiva:Bargeld", "150.00"),
                ("Eigenkapital:Eröffnung", "-7050.00"),
            ],
        ),
    ]
    body = [text for _, text in sorted(entries, key=lambda one: one[0])]
    (data / "haushalt.beancount").write_text("\n".join([*head, *body]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
