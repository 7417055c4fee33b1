"""What can be asked of a shop."""

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Book, codes, go, names, plain
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.scenario import FactKind


def ask_all(book: Book, app: AppSpec) -> None:
    """Adds everything to the book."""
    _order_sources(book, app)
    _other_sources(book, app)
    for section in ("sinks", "chores", "more-chores", "loops"):
        ask(book, app, section)
    _fork(book)


def _fork(book: Book) -> None:
    source = next(source for source in book.sources if source.kind == "condition")
    other = next(option for option in source.options if option != source.shown)
    when = book.cast.rng.choice((source.shown, other))
    then, otherwise = book.chores_of("alerts", "locker")
    told = book.words("wrapping", when=when)
    book.fork("wrapping", source, when, told, plain(then, 0, 2, 3), plain(otherwise, 0, 1))


def _order_sources(book: Book, app: AppSpec) -> None:
    say, orders = book.say, list(app.collections["orders"])
    book.cast.rng.shuffle(orders)

    def near(field: str, own: Record) -> list[tuple[str, str]]:
        return [(str(other[field]), str(other["id"])) for other in orders if other is not own][:5]

    for own in [order for order in orders if order["status"] != "done"][:3]:
        _order_source(
            book,
            own,
            "pickup",
            "code",
            say("the pickup code for the {} order", "“{}”订单的取货码"),
            near("pickup", own),
        )
    for own in orders[3:5]:
        _order_source(
            book,
            own,
            "closes",
            "time",
            say("the closing time of the pickup point for the {} order", "“{}”订单自提点的关门时间"),
            near("closes", own),
        )
    due = [order for order in orders if order["packer"]]
    for own in due[:2]:
        others = [(book.date(str(order["back"])), str(order["id"])) for order in due if order is not own]
        _order_source(book, own, "back", "date", say("the last day to return the {}", "“{}”的退货截止日"), others)
    packed = due[2]
    people = [(str(order["packer"]), str(order["id"])) for order in due if order is not packed]
    _order_source(
        book, packed, "packer", "name", say("the name of whoever packed the {} order", "“{}”订单打包人的姓名"), people
    )
    _order_source(
        book,
        orders[6],
        "wrap",
        "condition",
        say("the wrapping of the {} order", "“{}”订单的包装方式"),
        near("wrap", orders[6]),
    )
    _order_source(
        book, orders[7], "number", "code", say("the order number of the {}", "“{}”的订单号"), near("number", orders[7])
    )
    shelf = orders[8]
    book.source(
        "shelf",
        "code",
        say(f"what the shelf label for the {shelf['name']} order says", f"“{shelf['name']}”订单货架标签上的编号"),
        str(shelf["shelf"]),
        book.place("order", str(shelf["id"])),
        _way(say("Orders", "订单"), str(shelf["name"])),
        go("tab-orders", f"orders-{shelf['id']}"),
        "shelf",
        near=near("shelf", shelf),
        others=codes(book.mint, "99-A", 3),
        medium="pixels",
        depth=2,
    )
    for own in app.collections["orders"][:7]:
        book.source(
            f"total-{own['id']}",
            "price",
            say(f"what the {own['name']} order cost", f"“{own['name']}”订单的金额"),
            str(own["total"]),
            book.place("orders"),
            say("Orders", "订单"),
            go("tab-orders"),
            f"orders-{own['id']}",
            shown=book.money(int(own["total"])),
            near=[(book.money(int(other["total"])), "") for other in orders if other is not own][:5],
            group="order totals",
        )


_FIELDS = {
    "pickup": ("Pickup code", "取货码"),
    "closes": ("Open until", "营业至"),
    "back": ("Return until", "退货截止"),
    "packer": ("Packed by", "打包人"),
    "wrap": ("Wrapping", "包装"),
    "number": ("Order no.", "订单号"),
}


def _order_source(book: Book, own: Record, field: str, kind: FactKind, label: str, near: list[tuple[str, str]]) -> None:
    value = str(own[field])
    book.source(
        f"{field}-{own['id']}",
        kind,
        label.format(own["name"]),
        value,
        book.place("order", str(own["id"])),
        _way(book.say("Orders", "订单"), str(own["name"])),
        go("tab-orders", f"orders-{own['id']}"),
        f"fact-{field}",
        shown=book.date(value) if kind == "date" else value,
        near=near,
        others=names(book.cast, 4) if kind == "name" else (),
        field=book.say(*_FIELDS[field]),
        depth=2,
    )


def _way(*steps: str) -> str:
    return " > ".join(steps)


def _other_sources(book: Book, app: AppSpec) -> None:
    say, saved = book.say, app.collections["saved"]
    for own in saved:
        book.source(
            f"saved-{own['id']}",
            "price",
            say(f"the price of the {own['name']} among the saved items", f"收藏夹里“{own['name']}”的价格"),
            str(own["price"]),
            book.place("saved"),
            _way(say("Account", "我的"), say("Saved items", "收藏夹")),
            go("tab-account", "open-saved"),
            f"saved-{own['id']}",
            shown=book.money(int(own["price"])),
            near=[(book.money(int(other["price"])), "") for other in saved if other is not own],
            group="saved items",
            depth=2,
        )
    item = app.collections["products"][11]
    book.source(
        "article",
        "code",
        say(f"the article number of the {item['name']}", f"“{item['name']}”的货号"),
        str(item["article"]),
        book.place("product", str(item["id"])),
        _way(say("Shop", "商店"), str(item["name"])),
        go("tab-home", f"catalogue-{item['id']}"),
        "fact-article",
        near=[(str(other["article"]), str(other["id"])) for other in app.collections["products"][:6]],
        field=say("Article no.", "货号"),
        depth=2,
    )
    gift = str(app.vars["gift"])
    book.source(
        "gift",
        "code",
        say("the code printed on the gift card", "礼品卡上印的卡号"),
        gift,
        book.place("gift"),
        _way(say("Account", "我的"), say("Gift card", "礼品卡")),
        go("tab-account", "open-gift"),
        "gift-card",
        others=codes(book.mint, "GC-AA99-99A9", 6),
        medium="pixels",
        depth=2,
    )
    member = str(app.vars["member"])
    book.source(
        "member",
        "number",
        say(f"my member number at {app.name}", f"我在{app.name}的会员号"),
        member,
        book.place("account"),
        say("Account", "我的"),
        go("tab-account"),
        "fact-member",
        others=[str(book.cast.rng.randint(310_000, 998_000)) for _ in range(6)],
        field=say("Member no.", "会员号"),
    )
    since = str(app.vars["since"])
    book.source(
        "since",
        "date",
        say(f"the day I became a member of {app.name}", f"我成为{app.name}会员的日期"),
        since,
        book.place("account"),
        say("Account", "我的"),
        go("tab-account"),
        "fact-since",
        shown=book.full(since),
        others=[book.full(book.mint.plain_day(book.cast.today, -900, -500)) for _ in range(6)],
        field=say("Member since", "入会日期"),
    )
