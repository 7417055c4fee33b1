"""What each task on pretix asks for, done in its database: proves that its truth can be reached."""

from benchmarks.by_hand.database import Solution, copied, steps_on

_DATABASE = "db.sqlite3"


def _item(name: str) -> str:
    return f"(SELECT id FROM pretixbase_item WHERE name LIKE '%{name}\"%')"


SOLUTIONS: dict[str, Solution] = {
    "pretix-taller": steps_on(
        _DATABASE,
        copied(
            "pretixbase_item",
            "name LIKE '%Taller de coro%'",
            name='{"es": "Taller de guitarra"}',
            default_price="12.50",
            uuid="0b7f4a4e0d2f4b8a9a53d0f2b0c4e611",
        ),
        copied("pretixbase_quota", "name = 'Aula 1'", name="Aula 3", size=15),
        f"INSERT INTO pretixbase_quota_items (quota_id, item_id) VALUES "
        f"((SELECT id FROM pretixbase_quota WHERE name = 'Aula 3'), {_item('Taller de guitarra')})",
    ),
    "pretix-vale": steps_on(
        _DATABASE,
        copied(
            "pretixbase_voucher",
            "code = 'CORO-2027'",
            code="ABONADOS-27",
            max_usages=10,
            item_id=_item("Concierto de clausura"),
            value="11.50",
            comment="Para abonados",
        ),
    ),
    "pretix-pago": steps_on(
        _DATABASE,
        "UPDATE pretixbase_order SET status = 'p', comment = 'Justificante recibido' WHERE code = 'DHL9F'",
        "UPDATE pretixbase_orderpayment SET state = 'confirmed' WHERE order_id = "
        "(SELECT id FROM pretixbase_order WHERE code = 'DHL9F')",
    ),
}
