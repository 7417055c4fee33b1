"""What each task on pretix asks for, done in its database: proves that its truth can be reached."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

Solution = Callable[[str, Path], None]


def _copy(table: str, like: str, **fields: object) -> str:
    """A copy of the newest row of a table that fits `like`, with fields of its own; SQL starts with `(`."""
    return json.dumps({"table": table, "like": like, "fields": fields})


def _rows(*steps: str) -> Solution:
    """Steps on the database: SQL, or what `_copy` gives."""

    def solve(_address: str, data: Path) -> None:
        with sqlite3.connect(data / "db.sqlite3") as found:
            for step in steps:
                if not step.startswith("{"):
                    assert found.execute(step).rowcount >= 1, step
                    continue
                copy = json.loads(step)
                names = [row[1] for row in found.execute(f"PRAGMA table_info({copy['table']})") if row[1] != "id"]
                fields = {
                    name: value if str(value).startswith("(") else "'" + str(value) + "'"
                    for name, value in copy["fields"].items()
                }
                chosen = ", ".join(fields.get(name, f'"{name}"') for name in names)
                columns = ", ".join(f'"{name}"' for name in names)
                made = found.execute(
                    f"INSERT INTO {copy['table']} ({columns}) SELECT {chosen} FROM {copy['table']} "
                    f"WHERE {copy['like']} ORDER BY id DESC LIMIT 1"
                )
                assert made.rowcount == 1, step

    return solve


def _item(name: str) -> str:
    return f"(SELECT id FROM pretixbase_item WHERE name LIKE '%{name}\"%')"


SOLUTIONS: dict[str, Solution] = {
    "pretix-taller": _rows(
        _copy(
            "pretixbase_item",
            "name LIKE '%Taller de coro%'",
            name='{"es": "Taller de guitarra"}',
            default_price="12.50",
            uuid="0b7f4a4e0d2f4b8a9a53d0f2b0c4e611",
        ),
        _copy("pretixbase_quota", "name = 'Aula 1'", name="Aula 3", size=15),
        f"INSERT INTO pretixbase_quota_items (quota_id, item_id) VALUES "
        f"((SELECT id FROM pretixbase_quota WHERE name = 'Aula 3'), {_item('Taller de guitarra')})",
    ),
    "pretix-vale": _rows(
        _copy(
            "pretixbase_voucher",
            "code = 'CORO-2027'",
            code="ABONADOS-27",
            max_usages=10,
            item_id=_item("Concierto de clausura"),
            value="11.50",
            comment="Para abonados",
        )
    ),
    "pretix-pago": _rows(
        "UPDATE pretixbase_order SET status = 'p', comment = 'Justificante recibido' WHERE code = 'DHL9F'",
        "UPDATE pretixbase_orderpayment SET state = 'confirmed' WHERE order_id = "
        "(SELECT id FROM pretixbase_order WHERE code = 'DHL9F')",
    ),
}
