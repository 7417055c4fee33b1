"""What can be asked of the parcels app."""

from sextant.worlds.genres.kit import Book, codes, eq, go, names, plain
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.reference import ReadMove
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
    _sinks(book, app)
    _chores(book, app)
    _settings(book, app)
    _loops(book, app)
    _forks(book)


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


def _open(app: AppSpec, *statuses: str) -> list[Record]:
    return [row for row in app.collections["shipments"] if row["status"] in statuses]


def _sinks(book: Book, app: AppSpec) -> None:
    way = _open(app, "way", "ready", "held")
    one, two, three, four, five = way[3], way[4], way[2], way[5], way[6]

    def page(row: Record) -> tuple[str, ...]:
        return ("tab-arriving", f"shipments-{row['id']}")

    book.sink(
        "move",
        ("date",),
        book.words("move", app=app.name, name=str(one["name"])),
        go(*page(one), "reschedule", ("new-day", "{0}"), "save-move"),
        book.records("shipments", eq("id", str(one["id"])), eq("moved", "{0}")),
        "shipments",
    )
    book.sink(
        "move-time",
        ("date", "time"),
        book.words("move-time", app=app.name, name=str(two["name"])),
        go(*page(two), "reschedule", ("new-day", "{0}"), ("new-time", "{1}"), "save-move"),
        book.records("shipments", eq("id", str(two["id"])), eq("moved", "{0}"), eq("slot", "{1}")),
        "shipments",
    )
    for ident, row, kinds in (("hand", three, ("name", "code")), ("hand-time", four, ("name", "time"))):
        first, second = kinds
        book.sink(
            ident,
            ("name", "code" if second == "code" else "time"),
            book.words("hand", app=app.name, name=str(row["name"])),
            go(*page(row), "hand-over", ("who", "{0}"), ("word", "{1}"), "confirm-hand", "dialog-hand"),
            book.acted("hand", parcel=str(row["id"]), who="{0}", word="{1}"),
            once=True,
        )
        assert first == "name"
    book.sink(
        "collect",
        ("code",),
        book.words("collect", app=app.name, name=str(five["name"])),
        go(*page(five), "open-locker", ("proof", "{0}"), "collected", "dialog-yes"),
        book.acted("collect", parcel=str(five["id"]), proof="{0}"),
        "shipments",
        once=True,
    )
    book.sink(
        "neighbour",
        ("name",),
        book.words("neighbour", app=app.name),
        go("tab-settings", ("neighbour-name", "{0}"), "save-neighbour"),
        book.var("neighbour", "{0}"),
        "neighbour",
    )


def _chores(book: Book, app: AppSpec) -> None:
    done, outgoing = _open(app, "done"), app.collections["outgoing"]
    old, late = done[0], done[1]
    book.chore(
        "archive",
        book.words("archive", app=app.name, name=str(old["name"])),
        go("tab-arriving", f"shipments-{old['id']}-archive"),
        book.records("shipments", eq("id", str(old["id"])), eq("archived", True)),
        "shipments",
    )
    todo, gone = outgoing[4], outgoing[2]
    book.chore(
        "drop",
        book.words("drop", app=app.name, name=str(todo["to"]), thing=str(todo["name"])),
        go("tab-sending", f"outgoing-{todo['id']}", "dropped"),
        book.records("outgoing", eq("id", str(todo["id"])), eq("handed", True)),
        "outgoing",
    )
    book.chore(
        "dropped",
        book.words("dropped", app=app.name, name=str(gone["to"]), thing=str(gone["name"])),
        go("tab-sending", f"outgoing-{gone['id']}"),
        book.records("outgoing", eq("id", str(gone["id"])), eq("handed", True)),
        satisfied=True,
    )
    person, row = book.cast.people[8], _open(app, "way")[0]
    book.chore(
        "hand-fixed",
        book.words("hand-fixed", app=app.name, name=str(row["name"]), who=person.name),
        go(
            "tab-arriving",
            f"shipments-{row['id']}",
            "hand-over",
            ("who", person.name),
            "confirm-hand",
            "dialog-hand",
        ),
        book.acted("hand", parcel=str(row["id"]), who=person.name),
        once=True,
    )
    day = book.date(book.mint.plain_day(book.cast.today, 15, 30))
    book.chore(
        "move-late",
        book.words("move-fixed", app=app.name, name=str(late["name"]), day=day),
        go("tab-arriving", f"shipments-{late['id']}"),
        book.records("shipments", eq("id", str(late["id"])), eq("moved", day)),
        "shipments",
        impossible=book.say("It was delivered already; the button is disabled.", "包裹已签收，按钮不可用。"),
    )
    unknown = book.say("Glass chess set", "玻璃国际象棋")
    book.chore(
        "missing",
        book.words("archive", app=app.name, name=unknown),
        go("tab-arriving"),
        book.records("shipments", eq("name", unknown), eq("archived", True)),
        "shipments",
        impossible=book.say("There is no such parcel.", "没有这个包裹。"),
    )


def _settings(book: Book, app: AppSpec) -> None:
    book.chore(
        "photos", book.words("photos", app=app.name), go("tab-settings", "photos"), book.var("photos", True), "photos"
    )
    book.chore("bell", book.words("bell", app=app.name), go("tab-settings", "bell"), book.var("bell", False), "bell")
    book.chore(
        "leave",
        book.words("leave", app=app.name),
        go("tab-settings", "leave-neighbour"),
        book.var("leave", "neighbour"),
        "leave",
    )
    book.chore(
        "leave-shop",
        book.words("leave-shop", app=app.name),
        go("tab-settings", "leave-shop"),
        book.var("leave", "shop"),
        "leave",
    )
    book.chore(
        "alerts", book.words("alerts", app=app.name), go("tab-settings"), book.var("alerts", True), satisfied=True
    )


def _loops(book: Book, app: AppSpec) -> None:
    done = _open(app, "done")
    book.loop(
        "archive-done",
        book.words("archive-done", app=app.name),
        go("tab-arriving"),
        "shipments",
        (eq("status", "done"), eq("archived", False)),
        book.say("Archive {item}", "归档{item}"),
        go("shipments-{item.id}-archive"),
        "shipments",
        expects=(
            book.records("shipments", eq("status", "done"), eq("archived", False), count=0),
            book.records("shipments", eq("archived", True), count=len(done)),
        ),
    )
    outgoing = app.collections["outgoing"]
    book.loop(
        "drop-all",
        book.words("drop-all", app=app.name),
        go("tab-sending"),
        "outgoing",
        (eq("handed", False),),
        book.say("Mark {item} as dropped off", "把{item}标为已交寄"),
        go("outgoing-{item.id}", "dropped", "<back"),
        "outgoing",
        expects=(book.records("outgoing", eq("handed", False), count=0),),
    )
    amounts = tuple(str(row["postage"]) for row in outgoing)
    book.loop(
        "postage-total",
        book.words("postage-total", app=app.name),
        go("tab-sending"),
        "outgoing",
        (),
        book.say("Read the postage of {item}", "读出{item}的邮费"),
        (ReadMove(facts=(), item="postage"),),
        reads="postage",
        total=str(sum(int(amount) for amount in amounts)),
        where=book.say("Sending", "寄件"),
        place=book.place("sending"),
        items=amounts,
    )


def _forks(book: Book) -> None:
    chores = {chore.id: chore for chore in book.chores}
    for source in [source for source in book.sources if source.kind == "condition"]:
        when = book.cast.rng.choice((source.shown, source.options[1]))
        book.fork(
            f"fork-{source.place.record}",
            source,
            when,
            book.words("fork", when=when),
            plain(chores["parcels-photos"], 0, 1, 2),
            plain(chores["parcels-leave"], 0, 1, 2),
        )
