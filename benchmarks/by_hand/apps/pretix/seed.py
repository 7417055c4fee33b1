"""Makes the box office of a house of culture: a music week on sale and one of theatre, with products and orders."""

import json
import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.db import transaction

# category, product, price, whether on sale, what its page says
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
PRODUCTS = CONTENT["products"]
# name, size, products
QUOTAS = CONTENT["quotas"]
# code, buyer, address, state, tickets, internal note
ORDERS = CONTENT["orders"]
# code, uses, used, product, effect, value, note
VOUCHERS = [
    ("PRENSA-CLAUSURA", 4, 1, "Concierto de clausura", "set", "0.00", "Para la prensa"),
    ("VECINOS", 50, 12, "Concierto de apertura", "percent", "20.00", "Asociación de vecinos"),
    ("CORO-2027", 10, 0, "Taller de coro", "set", "5.00", "Miembros del coro"),
]


def main(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0, run_syncdb=True)
    from django_scopes import scope
    from pretix.base.models import Organizer

    organizer = Organizer.objects.create(name="Casa de Cultura de Valdeluz", slug="valdeluz")
    organizer.settings.set("locales", ["es"])
    organizer.settings.set("locale", "es")
    with scope(organizer=organizer):
        people(organizer)
        week = event(organizer, "Semana de la música", "musica", datetime(2027, 1, 15, 20, tzinfo=UTC))
        fill(week)
        other = event(organizer, "Jornadas de teatro", "teatro", datetime(2027, 3, 5, 19, tzinfo=UTC))
        stage = other.items.create(name=text("Obra de estreno"), default_price=Decimal("16.00"), admission=True)
        other.quotas.create(name="Sala grande", size=220).items.add(stage)


def text(words: str) -> Any:
    from i18nfield.strings import LazyI18nString

    return LazyI18nString({"es": words})


def people(organizer: Any) -> None:
    from pretix.base.models import User

    ines = User.objects.create_user("ines@valdeluz.example", "quiet-river-27", fullname="Inés Roldán", locale="es")
    team = organizer.teams.create(
        name="Taquilla", all_events=True, all_event_permissions=True, all_organizer_permissions=False
    )
    team.members.add(ines)


def event(organizer: Any, name: str, slug: str, start: datetime) -> Any:
    made = organizer.events.create(
        name=text(name),
        slug=slug,
        currency="EUR",
        date_from=start,
        is_public=True,
        live=True,
        plugins="pretix.plugins.banktransfer",
    )
    for key, value in (("locales", ["es"]), ("locale", "es"), ("timezone", "UTC"), ("region", "ES")):
        made.settings.set(key, value)
    made.settings.set("payment_banktransfer__enabled", True)
    made.settings.set("payment_banktransfer_bank_details", text("Caja de Valdeluz, cuenta 0001"))
    made.checkin_lists.create(name="Entrada", all_products=True)
    return made


def fill(week: Any) -> None:
    groups = {
        name: week.categories.create(name=text(name), position=number)
        for number, name in enumerate(("Conciertos", "Talleres", "Extras"))
    }
    items: dict[str, Any] = {}
    for number, (group, name, price, active, about) in enumerate(PRODUCTS):
        items[name] = week.items.create(
            name=text(name),
            category=groups[group],
            default_price=Decimal(price),
            active=active,
            description=text(about),
            admission=group != "Extras",
            position=number,
        )
    for name, size, names in QUOTAS:
        week.quotas.create(name=name, size=size).items.add(*(items[one] for one in names))
    for code, uses, used, name, mode, value, note in VOUCHERS:
        week.vouchers.create(
            code=code,
            max_usages=uses,
            redeemed=used,
            item=items[name],
            price_mode=mode,
            value=Decimal(value),
            comment=note,
        )
    channel = week.organizer.sales_channels.get(identifier="web")
    for number, order in enumerate(ORDERS):
        with transaction.atomic():  # its ledger of transactions is written at the end of one
            sell(week, items, channel, datetime(2026, 11, 9, 9, 30, tzinfo=UTC) + timedelta(hours=31 * number), *order)


def sell(
    week: Any,
    items: dict[str, Any],
    channel: Any,
    made: datetime,
    code: str,
    buyer: str,
    address: str,
    status: str,
    tickets: list[tuple[str, int]],
    note: str,
) -> None:
    total = sum(items[name].default_price * count for name, count in tickets)
    order = week.orders.create(
        code=code,
        status=status,
        email=f"{address}@correo.example",
        datetime=made,
        expires=datetime(2027, 1, 10, 23, 59, tzinfo=UTC),
        total=total,
        locale="es",
        comment=note,
        sales_channel=channel,
    )
    place = 0
    for name, count in tickets:
        for _ in range(count):
            place += 1
            order.positions.create(
                positionid=place,
                item=items[name],
                price=items[name].default_price,
                attendee_name_parts={"_scheme": "full", "full_name": buyer},
            )
    order.payments.create(
        provider="banktransfer",
        amount=total,
        state={"p": "confirmed", "n": "created", "c": "canceled"}[status],
        payment_date=made + timedelta(days=1) if status == "p" else None,
    )
    order.create_transactions(is_new=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
