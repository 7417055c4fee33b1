"""Makes the box office of a house of culture: a music week on sale and one of theatre, with products and orders."""

import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.db import transaction

# category, product, price, whether on sale, what its page says
PRODUCTS = [
    ("Conciertos", "Concierto de apertura", "18.00", True, "Viernes 15 de enero, 20:00, sala grande."),
    ("Conciertos", "Concierto de apertura (reducida)", "11.50", True, "Estudiantes, jubilados y personas en paro."),
    ("Conciertos", "Noche de jazz", "14.00", True, "Sábado 16 de enero, 22:00, sala pequeña."),
    ("Conciertos", "Concierto de clausura", "20.00", True, "Domingo 24 de enero, 19:00, sala grande."),
    ("Conciertos", "Concierto familiar", "7.00", False, "Cancelado por obras."),
    ("Talleres", "Taller de percusión", "9.00", True, "Lunes 18 de enero, 17:30, aula 2. Máximo 12 personas."),
    ("Talleres", "Taller de coro", "6.50", True, "Martes 19 de enero, 18:00, aula 1. Máximo 30 personas."),
    ("Extras", "Programa impreso", "3.00", True, "Se recoge en la taquilla."),
]
# name, size, products
QUOTAS = [
    ("Sala grande, apertura", 220, ("Concierto de apertura", "Concierto de apertura (reducida)")),
    ("Sala grande, clausura", 220, ("Concierto de clausura",)),
    ("Sala pequeña, jazz", 60, ("Noche de jazz",)),
    ("Sala pequeña, familiar", 60, ("Concierto familiar",)),
    ("Aula 2", 12, ("Taller de percusión",)),
    ("Aula 1", 30, ("Taller de coro",)),
    ("Programas", 400, ("Programa impreso",)),
]
# code, buyer, address, state, tickets, internal note
ORDERS = [
    ("AQR7B", "Lucas Ferrer", "lucas.ferrer", "p", [("Noche de jazz", 2)], ""),
    ("BMT3K", "Marta Soler", "marta.soler", "p", [("Concierto de apertura", 1)], ""),
    ("CUX8D", "Nuria Vidal", "nuria.vidal", "p", [("Taller de percusión", 3), ("Programa impreso", 1)], ""),
    ("DHL9F", "Marta Soler", "marta.soler", "n", [("Concierto de clausura", 2), ("Programa impreso", 1)], ""),
    ("EPY3G", "Mario Solís", "mario.solis", "n", [("Concierto de clausura", 2), ("Programa impreso", 1)], ""),
    ("FWR8H", "Pau Camps", "pau.camps", "p", [("Taller de percusión", 2)], "Llega en silla de ruedas."),
    ("GKZ7J", "Lucía Ferrer", "lucia.ferrer", "n", [("Noche de jazz", 1)], ""),
    ("HVT9L", "Elsa Prat", "elsa.prat", "c", [("Taller de percusión", 4)], "Cancelado por teléfono."),
    ("JNC3M", "Tomás Rey", "tomas.rey", "p", [("Taller de coro", 2), ("Taller de percusión", 1)], ""),
    ("KDQ8S", "Irene Salas", "irene.salas", "p", [("Concierto de apertura (reducida)", 4)], ""),
    ("LFX7U", "Óscar Gil", "oscar.gil", "p", [("Taller de coro", 1)], ""),
    ("MYB9W", "Carla Mas", "carla.mas", "n", [("Taller de coro", 2)], "Pagará en taquilla."),
]
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
