"""A shop: catalogue, product pages, cart, checkout, orders with pickup codes, account with a wish list."""

from sextant_worlds.content.lists import Places, lists
from sextant_worlds.content.products import Product, categories, pick_products, price
from sextant_worlds.genres.app_builder import AppBuilder, plain
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "shop"
_CATALOGUE = 22
_WISHES = 7
_ORDERS = 13


def build(cast: Cast) -> Built:
    """The shop and what can be asked of it."""
    book = AppBuilder(cast, APP)
    goods = pick_products(cast.rng, cast.locale, _CATALOGUE + _WISHES + _ORDERS)
    stock = _catalogue(book, goods[:_CATALOGUE])
    wishes = _wishes(book, goods[_CATALOGUE : _CATALOGUE + _WISHES])
    orders = _orders(book, goods[_CATALOGUE + _WISHES :])
    cart = tuple(
        {key: item[key] for key in ("id", "name", "price", "motif")} | {"product": item["id"], "amount": 1}
        for item in stock[4:6]
    )
    book.named()
    families = list(dict.fromkeys(str(item["category"]) for item in stock))[:4]
    app = book.spec(
        book.accent(),
        book.face(families=[{"id": one, "label": categories(cast.locale)[one]} for one in families]),
        {"products": stock, "saved": wishes, "orders": orders, "cart": cart, "requests": ()},
        {
            "newsletter": cast.rng.random() < 0.5,
            "collector": cast.people[9].name,
            "gift": book.mint.code("GC-AA99-99A9"),
            "member": str(book.mint.number(310_000, 998_000)),
            "since": book.mint.day(cast.today, -900, -500),
        },
    )
    _ask_all(book, app)
    return book.built(app)


def _ask_all(book: AppBuilder, app: AppSpec) -> None:
    orders = list(app.collections["orders"])
    book.cast.rng.shuffle(orders)
    ask(book, app, "order-sources", shuffled=orders, due=[order for order in orders if order["packer"]])
    for section in ("other-sources", "sinks", "chores", "more-chores", "loops"):
        ask(book, app, section)
    source = next(source for source in book.sources if source.kind == "condition")
    other = next(option for option in source.options if option != source.shown)
    when = book.cast.rng.choice((source.shown, other))
    then, otherwise = book.chores_of("alerts", "locker")
    told = book.words("wrapping", when=when)
    book.fork("wrapping", source, when, told, plain(then, 0, 2, 3), plain(otherwise, 0, 1))


# -- records ---------------------------------------------------------------------------------------------------


def _catalogue(book: AppBuilder, goods: tuple[Product, ...]) -> tuple[Record, ...]:
    rng, say = book.cast.rng, book.say
    made: list[Record] = []
    for number, item in enumerate(goods):
        days = rng.randint(1, 6)
        made.append(
            {
                "id": f"p{number + 1:02d}",
                "name": item.name,
                "category": item.category,
                "family": categories(book.cast.locale)[item.category],
                "price": price(item, book.mint, rng, book.cast.currency),
                "rating": f"{rng.randint(36, 50) / 10:.1f}",
                "reviews": rng.randrange(12, 930, 12) + rng.choice((0, 1, 4)),  # residues that no price has
                "stock": 0 if number in (8, 15) else 1,
                "left": say("Sold out", "已售罄") if number in (8, 15) else say("In stock", "有货"),
                "article": book.mint.code("AA-99-999"),
                "ships": say(f"{days}–{days + 2} working days", f"{days}–{days + 2} 个工作日"),
                "motif": item.motif,
            }
        )
    return tuple(made)


def _wishes(book: AppBuilder, goods: tuple[Product, ...]) -> tuple[Record, ...]:
    rng = book.cast.rng
    return tuple(
        {
            "id": f"w{number + 1}",
            "name": item.name,
            "family": categories(book.cast.locale)[item.category],
            "price": price(item, book.mint, rng, book.cast.currency),
            "motif": item.motif,
        }
        for number, item in enumerate(goods)
    )


def _orders(book: AppBuilder, goods: tuple[Product, ...]) -> tuple[Record, ...]:
    cast, mint, say = book.cast, book.mint, book.say
    points = cast.rng.sample(lists(Places).streets[cast.locale], len(goods))
    wraps = list(book.texts("wraps"))
    cast.rng.shuffle(wraps)
    made: list[Record] = []
    for number, item in enumerate(goods):
        status = ("ready", "way", "done", "ready", "done", "way", "done", "done", "ready")[number % 9]
        made.append(
            {
                "id": f"o{number + 1:02d}",
                "name": item.name,
                "motif": item.motif,
                "day": mint.plain_day(cast.today, -95, -2),
                "total": price(item, mint, cast.rng, cast.currency),
                "number": mint.code("99-9999-99"),
                "status": status,
                "state": {
                    "ready": say("Ready for pickup", "待自提"),
                    "way": say("On its way", "运输中"),
                    "done": say("Delivered", "已送达"),
                }[status],
                "pickup": mint.code("A9-9999"),
                "shelf": mint.code("99-A"),
                "point": points[number],
                "closes": mint.time(17, 21),
                "back": mint.day(cast.today, 3, 160) if number < 6 else mint.plain_day(cast.today, 3, 60),
                "wrap": wraps[number],
                "packer": mint.person(cast.locale).name if number < 5 else "",
                "archived": False,
            }
        )
    made.sort(key=lambda record: str(record["day"]), reverse=True)
    return tuple(made)
