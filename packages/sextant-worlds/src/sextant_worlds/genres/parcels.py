"""Parcels: what is arriving and what is to be sent, locker codes, delivery days, rescheduling, handing over."""

from sextant_worlds.content.lists import Places, lists
from sextant_worlds.content.products import pick_products
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "parcels"
_ARRIVING = 14
_SENDING = 8


def build(cast: Cast) -> Built:
    """The parcels app and what can be asked of it."""
    book = AppBuilder(cast, APP)
    shipments = _shipments(book)
    book.named()
    app = book.spec(
        book.accent(),
        book.face(),
        {
            "shipments": shipments,
            "trail": _trail(book, shipments),
            "outgoing": _outgoing(book),
        },
        {
            "evening": cast.rng.random() < 0.5,
            "neighbour": cast.people[3].name,
            "customer": book.mint.code("C99-AA-99"),
            "depot": book.mint.time(17, 20),
        },
    )
    _ask_all(book, app)
    return book.built(app)


def _ask_all(book: AppBuilder, app: AppSpec) -> None:
    for section in ("shipment-sources", "locker-sources", "other-sources", "sinks"):
        ask(book, app, section)
    day = book.date(book.mint.plain_day(book.cast.today, 15, 30))
    ask(book, app, "chores", person=book.cast.people[8], **{"new-day": day})
    ask(book, app, "settings")
    ask(book, app, "loops")
    book.condition_forks("photos", "leave")


def _shipments(book: AppBuilder) -> tuple[Record, ...]:
    cast, mint, say = book.cast, book.mint, book.say
    leave = list(book.texts("leave"))
    cast.rng.shuffle(leave)
    made: list[Record] = []
    streets = cast.rng.sample(lists(Places).streets[cast.locale], _ARRIVING)
    for number, item in enumerate(pick_products(cast.rng, cast.locale, _ARRIVING)):
        status = ("ready", "way", "way", "done", "done", "held", "ready", "done", "way")[number % 9]
        made.append(
            {
                "id": f"s{number + 1:02d}",
                "name": item.name,
                "motif": item.motif,
                "sender": cast.rng.choice(lists(Places).shops[cast.locale]),
                "carrier": cast.rng.choice(lists(Places).carriers[cast.locale]),
                "status": status,
                "state": {
                    "ready": say("In the locker", "已入柜"),
                    "way": say("On its way", "派送中"),
                    "done": say("Delivered", "已签收"),
                    "held": say("Held at customs", "海关查验"),
                }[status],
                "tracking": mint.code("9A99 999A 99"),
                "locker": mint.code("A9-9999"),
                "badge": mint.code("AA-99"),
                "street": streets[number],
                "day": mint.day(cast.today, 1, 75) if number < 3 else mint.plain_day(cast.today, 1, 14),
                "from": mint.time(8, 19) if number < 6 else mint.plain_time(8, 19),
                "courier": mint.person(cast.locale).name if number < 4 else "",
                "weight": mint.number(*item.grams),
                "leave": leave[number],
                "archived": False,
                "moved": "",
                "slot": "",
            }
        )
    return tuple(made)


def _trail(book: AppBuilder, shipments: tuple[Record, ...]) -> tuple[Record, ...]:
    cities = lists(Places).cities[book.cast.locale]
    stages = book.texts("stages")
    return tuple(
        {
            "id": f"{shipment['id']}-{number + 1}",
            "shipment": str(shipment["id"]),
            "text": stage.replace("<city>", book.cast.rng.choice(cities)),
            "at": book.mint.plain_time(5, 22),
        }
        for shipment in shipments
        for number, stage in enumerate(stages)
    )


def _outgoing(book: AppBuilder) -> tuple[Record, ...]:
    cast, mint, say = book.cast, book.mint, book.say
    things = book.texts("things")
    people = cast.rng.sample(cast.people, _SENDING)
    return tuple(
        {
            "id": f"g{number + 1}",
            "name": thing,
            "to": person.name,
            "postage": mint.cents(book.cash(4), book.cash(29)),
            "label": mint.code("LB99-A99"),
            "until": mint.time(15, 21) if number < 3 else mint.plain_time(15, 21),
            "handed": number in (2, 5),
            "state": say("Dropped off", "已交寄") if number in (2, 5) else say("To be dropped off", "待交寄"),
        }
        for number, (thing, person) in enumerate(zip(cast.rng.sample(things, _SENDING), people, strict=True))
    )
