"""What can be asked of the wallet."""

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Book, codes, go, names
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.reference import Move
from sextant.worlds.spec.scenario import FactKind


def ask_all(book: Book, app: AppSpec) -> None:
    """Adds everything to the book."""
    _account_sources(book, app)
    _payment_sources(book, app)
    _card_sources(book, app)
    _statement_sources(book, app)
    payments, payees = app.collections["payments"], app.collections["payees"]
    ask(book, app, "transfers")
    ask(book, app, "other-sinks", row=next(row for row in payments[9:] if row["sort"] != "income"))
    amount = book.money(book.mint.amount(book.cash(10), book.cash(90)))
    known = {payee["id"] for payee in payees}
    stranger = next(person for person in book.cast.people if person.id not in known)
    ask(book, app, "chores", amount=amount, figure=amount[1:], stranger=stranger)
    ask(book, app, "settings")
    counts = {sort: sum(p["sort"] == sort and not p["checked"] for p in payments) for sort in ("food", "travel", "fun")}
    sort = max(counts, key=lambda name: (counts[name] <= 8, counts[name]))
    family = next(str(payment["family"]) for payment in payments if payment["sort"] == sort)
    ask(book, app, "loops", sort=sort, family=family)
    book.told_forks("roundup", "freeze")


def _near(rows: tuple[Record, ...], own: Record, field: str) -> list[tuple[str, str]]:
    others = [row for row in rows if row is not own and row[field] != ""]
    return [(str(row[field]), str(row["id"])) for row in others[:5]]


def _account_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["accounts"]
    for own in rows:
        book.source(
            f"balance-{own['id']}",
            "price",
            say(f"the balance of the account {own['name']}", f"“{own['name']}”的余额"),
            str(own["balance"]),
            book.place("accounts"),
            say("Accounts", "账户"),
            go("tab-accounts"),
            f"accounts-{own['id']}",
            shown=book.money(int(own["balance"])),
            near=[(book.money(int(row["balance"])), "") for row in rows if row is not own],
            group="balances",
        )
    own = rows[1]
    _on_record(book, own, "code", "number", say("the account number of {}", "“{}”的账号"), rows)
    own = rows[2]
    book.source(
        "opened",
        "date",
        say(f"the day the account {own['name']} was opened", f"“{own['name']}”的开户日期"),
        str(own["opened"]),
        book.place("account", str(own["id"])),
        f"{say('Accounts', '账户')} > {own['name']}",
        go("tab-accounts", f"accounts-{own['id']}"),
        "fact-opened",
        shown=book.date(str(own["opened"])),
        near=[(book.date(str(row["opened"])), str(row["id"])) for row in rows if row is not own],
        field=say("Opened on", "开户日期"),
        depth=2,
    )


def _on_record(book: Book, own: Record, kind: FactKind, field: str, label: str, rows: tuple[Record, ...]) -> None:
    """A source on an account's page."""
    book.source(
        f"{field}-{own['id']}",
        kind,
        label.format(own["name"]),
        str(own[field]),
        book.place("account", str(own["id"])),
        f"{book.say('Accounts', '账户')} > {own['name']}",
        go("tab-accounts", f"accounts-{own['id']}"),
        f"fact-{field}",
        near=_near(rows, own, field),
        field=book.say("Account no.", "账号"),
        depth=2,
    )


def _payment_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["payments"]

    def add(own: Record, kind: FactKind, field: str, label: str, title: str) -> None:
        book.source(
            f"{field}-{own['id']}",
            kind,
            label,
            str(own[field]),
            book.place("payment", str(own["id"])),
            f"{say('Activity', '明细')} > {own['name']}",
            go("tab-activity", f"payments-{own['id']}"),
            f"fact-{field}",
            near=_near(rows, own, field),
            field=title,
            depth=2,
        )

    paid = [row for row in rows if row["sort"] != "income"]
    told = [row for row in paid if row["way"]]
    for own in (paid[9], paid[14]):
        name = own["name"]
        add(
            own,
            "code",
            "reference",
            say(f"the reference of the payment to {name}", f"“{name}”那笔交易的流水号"),
            say("Reference", "流水号"),
        )
    for own in told[:2]:
        name = own["name"]
        add(
            own,
            "condition",
            "way",
            say(f"how {name} was paid", f"“{name}”的支付方式"),
            say("Paid", "支付方式"),
        )
    for own in paid[:6]:
        amount = int(own["amount"])
        book.source(
            f"amount-{own['id']}",
            "price",
            say(f"the amount of the payment {own['name']}", f"“{own['name']}”那笔交易的金额"),
            str(amount),
            book.place("activity"),
            say("Activity", "明细"),
            go("tab-activity"),
            f"payments-{own['id']}",
            shown=book.money(amount),
            near=[(book.money(int(row["amount"])), "") for row in paid[:8] if row is not own],
            group="payments",
        )


def _card_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["cards"]

    def way(own: Record) -> tuple[Move, ...]:
        return go("tab-cards", f"cards-{own['id']}")

    for own in rows[:2]:
        name, ident = own["name"], str(own["id"])
        path = f"{say('Cards', '银行卡')} > {name}"
        book.source(
            f"pin-{ident}",
            "code",
            say(f"the PIN on the picture of the card {name}", f"“{name}”图片上的密码"),
            str(own["pin"]),
            book.place("card", ident),
            path,
            way(own),
            "pin",
            near=_near(rows, own, "pin"),
            others=codes(book.mint, "99-99", 3),
            medium="pixels",
            depth=2,
        )
        book.source(
            f"limit-{ident}",
            "price",
            say(f"the monthly limit of the card {name}", f"“{name}”的每月限额"),
            str(own["limit"]),
            book.place("card", ident),
            path,
            way(own),
            "fact-limit",
            shown=book.money(int(own["limit"])),
            near=[(book.money(int(row["limit"])), str(row["id"])) for row in rows if row is not own],
            field=say("Monthly limit", "每月限额"),
            depth=2,
        )
        book.source(
            f"until-{ident}",
            "date",
            say(f"the day the card {name} is renewed", f"“{name}”的换卡日期"),
            str(own["until"]),
            book.place("card", ident),
            path,
            way(own),
            "fact-until",
            shown=book.date(str(own["until"])),
            near=[(book.date(str(row["until"])), str(row["id"])) for row in rows if row is not own],
            field=say("Renewed on", "换卡日期"),
            depth=2,
        )


def _statement_sources(book: Book, app: AppSpec) -> None:
    say, rows = book.say, app.collections["statements"]
    path = f"{say('More', '更多')} > {say('Statements', '月度账单')}"
    for own in rows:
        book.source(
            f"out-{own['id']}",
            "price",
            say(f"the sum on the {own['name']}", f"{own['name']}的总额"),
            str(own["out"]),
            book.place("statements"),
            path,
            go("tab-more", "open-statements"),
            f"statements-{own['id']}",
            shown=book.money(int(own["out"])),
            near=[(book.money(int(row["out"])), "") for row in rows if row is not own],
            group="statements",
            depth=2,
        )
    own = rows[3]
    book.source(
        "statement-number",
        "code",
        say(f"the number of the {own['name']}", f"{own['name']}的账单号"),
        str(own["number"]),
        book.place("statement", str(own["id"])),
        f"{path} > {own['name']}",
        go("tab-more", "open-statements", f"statements-{own['id']}"),
        "fact-statement-number",
        near=_near(rows, own, "number"),
        field=say("Statement no.", "账单号"),
        depth=3,
    )
    own = rows[4]
    book.source(
        "fees",
        "price",
        say(f"the fees on the {own['name']}", f"{own['name']}里的手续费"),
        str(own["fees"]),
        book.place("statement", str(own["id"])),
        f"{path} > {own['name']}",
        go("tab-more", "open-statements", f"statements-{own['id']}"),
        "fact-fees",
        shown=book.money(int(own["fees"])),
        near=[(book.money(int(row["fees"])), str(row["id"])) for row in rows if row is not own],
        field=say("Fees", "手续费"),
        depth=3,
    )
    adviser, hours = str(app.vars["adviser"]), str(app.vars["hours"])
    book.source(
        "adviser",
        "name",
        say(f"the name of my adviser at {app.name}", f"我在{app.name}的顾问的姓名"),
        adviser,
        book.place("more"),
        say("More", "更多"),
        go("tab-more"),
        "fact-adviser",
        others=names(book.cast, 6),
        field=say("Name", "姓名"),
    )
    book.source(
        "hours",
        "time",
        say(f"until when my adviser at {app.name} takes calls", f"我在{app.name}的顾问几点前接电话"),
        hours,
        book.place("more"),
        say("More", "更多"),
        go("tab-more"),
        "fact-hours",
        others=[book.mint.plain_time(16, 20) for _ in range(8)],
        field=say("Calls until", "接听至"),
    )
