"""What can be asked of the parcels app."""

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Book, codes, go, names
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind

_LABELS: dict[str, tuple[FactKind, str, str, str, str]] = {
    "day": ("date", "the delivery day of the {}", "“{}”的送达日", "Delivery day", "送达日"),
    "from": ("time", "the earliest time the {} can come", "“{}”最早几点送达", "Not before", "最早时间"),
    "tracking": ("code", "the tracking number of the {}", "“{}”的运单号", "Tracking no.", "运单号"),
    "leave": (
        "condition",
        "where the {} is left if nobody is in",
        "“{}”无人在家时的放置方式",
        "If nobody is in",
        "无人在家时",
    ),
    "courier": ("name", "the courier who brings the {}", "派送“{}”的快递员", "Courier", "快递员"),
}


def ask_all(book: Book, app: AppSpec) -> None:
    """Adds everything to the book."""
    _shipment_sources(book, app)
    _locker_sources(book, app)
    _other_sources(book, app)
    ask(book, app, "sinks")
    day = book.date(book.mint.plain_day(book.cast.today, 15, 30))
    ask(book, app, "chores", person=book.cast.people[8], **{"new-day": day})
    ask(book, app, "settings")
    ask(book, app, "loops")
    book.told_forks("photos", "leave")


def _shipment_sources(book: Book, app: AppSpec) -> None:
    rows = app.collections["shipments"]
    wanted = (
        ("day", 0),
        ("day", 1),
        ("from", 2),
        ("from", 4),
        ("tracking", 7),
        ("leave", 3),
        ("leave", 8),
        ("courier", 1),
    )
    for field, index in wanted:
        own = rows[index]
        kind, en, zh, title_en, title_zh = _LABELS[field]
        shown = book.date(str(own[field])) if kind == "date" else str(own[field])
        near = [
            (book.date(str(row[field])) if kind == "date" else str(row[field]), str(row["id"]))
            for row in rows
            if row is not own and row[field] != ""
        ][:6]
        book.source(
            f"{field}-{own['id']}",
            kind,
            book.say(en, zh).format(own["name"]),
            str(own[field]),
            book.place("shipment", str(own["id"])),
            f"{book.say('Arriving', '收件')} > {own['name']}",
            go("tab-arriving", f"shipments-{own['id']}"),
            f"fact-{field}",
            shown=shown,
            near=near,
            others=names(book.cast, 4) if kind == "name" else (),
            field=book.say(title_en, title_zh),
            depth=2,
        )


def _locker_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["shipments"]
    for own in (rows[0], rows[6], rows[9]):
        book.source(
            f"locker-{own['id']}",
            "code",
            say(f"the opening code of the locker with the {own['name']}", f"“{own['name']}”的取件码"),
            str(own["locker"]),
            book.place("locker", str(own["id"])),
            f"{say('Arriving', '收件')} > {own['name']} > {say('Locker', '快递柜')}",
            go("tab-arriving", f"shipments-{own['id']}", "open-locker"),
            "fact-locker",
            near=[(str(row["locker"]), str(row["id"])) for row in rows if row is not own][:6],
            field=say("Opening code", "取件码"),
            depth=3,
        )
    for own in (rows[5], rows[10]):
        book.source(
            f"badge-{own['id']}",
            "code",
            say(f"the badge on the locker door of the {own['name']}", f"“{own['name']}”柜门标牌上的编号"),
            str(own["badge"]),
            book.place("locker", str(own["id"])),
            f"{say('Arriving', '收件')} > {own['name']} > {say('Locker', '快递柜')}",
            go("tab-arriving", f"shipments-{own['id']}", "open-locker"),
            "door",
            near=[(str(row["badge"]), str(row["id"])) for row in rows if row is not own][:6],
            medium="pixels",
            depth=3,
        )


def _other_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["outgoing"]
    sending = say("Sending", "寄件")
    for own in rows:
        book.source(
            f"postage-{own['id']}",
            "price",
            say(f"the postage of the parcel to {own['to']}", f"寄给{own['to']}那件的邮费"),
            str(own["postage"]),
            book.place("sending"),
            sending,
            go("tab-sending"),
            f"outgoing-{own['id']}",
            shown=book.money(int(own["postage"])),
            near=[(book.money(int(row["postage"])), "") for row in rows if row is not own],
            group="postage",
        )
    for own, field, kind in ((rows[0], "until", "time"), (rows[1], "until", "time"), (rows[3], "label", "code")):
        source_kind: FactKind = "time" if kind == "time" else "code"
        book.source(
            f"{field}-{own['id']}",
            source_kind,
            say(f"the latest time to drop off the parcel to {own['to']}", f"寄给{own['to']}那件最晚几点交寄")
            if field == "until"
            else say(f"the label number of the parcel to {own['to']}", f"寄给{own['to']}那件的面单号"),
            str(own[field]),
            book.place("outgoing", str(own["id"])),
            f"{sending} > {own['name']}",
            go("tab-sending", f"outgoing-{own['id']}"),
            f"fact-{field}",
            near=[(str(row[field]), str(row["id"])) for row in rows if row is not own],
            field=say("Drop off until", "最晚交寄") if field == "until" else say("Label no.", "面单号"),
            depth=2,
        )
    customer, depot = str(app.vars["customer"]), str(app.vars["depot"])
    settings = say("Settings", "设置")
    book.source(
        "customer",
        "code",
        say(f"my customer code at {app.name}", f"我在{app.name}的客户编码"),
        customer,
        book.place("settings"),
        settings,
        go("tab-settings"),
        "fact-customer",
        others=codes(book.mint, "C99-AA-99", 6),
        field=say("Customer code", "客户编码"),
    )
    book.source(
        "depot",
        "time",
        say("when the parcel depot closes", "快递网点打烊的时间"),
        depot,
        book.place("settings"),
        settings,
        go("tab-settings"),
        "fact-depot",
        others=[book.mint.plain_time(17, 20) for _ in range(8)],
        field=say("Depot closes at", "网点打烊"),
    )
