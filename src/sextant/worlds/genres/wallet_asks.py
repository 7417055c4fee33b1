"""What can be asked of the wallet."""

from sextant.worlds.genres.kit import Book, codes, eq, go, has, names, plain
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.reference import Move, ReadMove
from sextant.worlds.spec.scenario import FactKind


def ask_all(book: Book, app: AppSpec) -> None:
    """Adds everything to the book."""
    _account_sources(book, app)
    _payment_sources(book, app)
    _card_sources(book, app)
    _statement_sources(book, app)
    _transfers(book, app)
    _other_sinks(book, app)
    _chores(book, app)
    _settings(book, app)
    _loops(book, app)
    _fork(book)


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


def _transfers(book: Book, app: AppSpec) -> None:
    payees = app.collections["payees"]
    send = ("continue", "dialog-send")

    def way(payee: Record) -> tuple[str, ...]:
        return ("tab-accounts", "send-money", f"payees-{payee['id']}")

    one = payees[0]
    book.sink(
        "transfer",
        ("price",),
        book.words("transfer", app=app.name, name=str(one["name"])),
        go(*way(one), ("amount", "{0}"), *send),
        (
            book.acted("transfer", to=str(one["id"])),
            book.records("transfers", eq("to", str(one["id"])), has("amount", "{0}")),
        ),
        "transfers",
        once=True,
    )
    pairs: tuple[tuple[str, FactKind], ...] = (("code", "code"), ("date", "date"), ("name", "name"))
    for number, (ident, kind) in enumerate(pairs):
        payee = payees[number + 1]
        book.sink(
            f"transfer-{ident}",
            ("price", kind),
            book.words("transfer-reference", app=app.name, name=str(payee["name"])),
            go(*way(payee), ("amount", "{0}"), ("reference", "{1}"), *send),
            (
                book.acted("transfer", to=str(payee["id"])),
                book.records("transfers", eq("to", str(payee["id"])), has("amount", "{0}"), has("reference", "{1}")),
            ),
            "transfers",
            once=True,
        )


def _other_sinks(book: Book, app: AppSpec) -> None:
    row = next(row for row in app.collections["payments"][9:] if row["sort"] != "income")
    book.sink(
        "dispute",
        ("code",),
        book.words("dispute", app=app.name, name=str(row["name"])),
        go("tab-activity", f"payments-{row['id']}", ("case", "{0}"), "dispute"),
        book.acted("dispute", payment=str(row["id"]), case="{0}"),
        "payments",
        once=True,
    )
    book.sink(
        "contact",
        ("name",),
        book.words("contact", app=app.name),
        go("tab-more", ("contact-name", "{0}"), "save-contact"),
        book.var("contact", "{0}"),
        "contact",
    )


def _chores(book: Book, app: AppSpec) -> None:
    cards, payments, payees = (app.collections[name] for name in ("cards", "payments", "payees"))
    free, frozen = cards[1], cards[2]
    book.chore(
        "freeze",
        book.words("freeze", app=app.name, name=str(free["name"])),
        go("tab-cards", f"cards-{free['id']}", "freeze"),
        book.records("cards", eq("id", str(free["id"])), eq("frozen", True)),
        "cards",
    )
    book.chore(
        "unfreeze",
        book.words("unfreeze", app=app.name, name=str(frozen["name"])),
        go("tab-cards", f"cards-{frozen['id']}", "unfreeze"),
        book.records("cards", eq("id", str(frozen["id"])), eq("frozen", False)),
        "cards",
    )
    book.chore(
        "replace",
        book.words("replace", app=app.name, name=str(frozen["name"])),
        go("tab-cards", f"cards-{frozen['id']}", "replace", "dialog-replace"),
        book.acted("replace", card=str(frozen["id"])),
        once=True,
    )
    open_one = [payment for payment in payments if not payment["checked"]][3]
    book.chore(
        "check",
        book.words("check", app=app.name, name=str(open_one["name"])),
        go("tab-activity", f"payments-{open_one['id']}-check"),
        book.records("payments", eq("id", str(open_one["id"])), eq("checked", True)),
        "payments",
    )
    payee = payees[5]
    amount = book.money(book.mint.amount(book.cash(10), book.cash(90)))
    book.chore(
        "pay",
        book.words("pay", app=app.name, name=str(payee["name"]), amount=amount),
        go("tab-accounts", "send-money", f"payees-{payee['id']}", ("amount", amount), "continue", "dialog-send"),
        (
            book.acted("transfer", to=str(payee["id"])),
            book.records("transfers", eq("to", str(payee["id"])), has("amount", amount[1:])),
        ),
        "transfers",
        once=True,
    )
    book.chore(
        "frozen",
        book.words("frozen", app=app.name, name=str(frozen["name"])),
        go("tab-cards", f"cards-{frozen['id']}"),
        book.records("cards", eq("id", str(frozen["id"])), eq("frozen", True)),
        satisfied=True,
    )
    known = {payee["id"] for payee in payees}
    stranger = next(person for person in book.cast.people if person.id not in known)
    book.chore(
        "stranger",
        book.words("pay", app=app.name, name=stranger.name, amount=amount),
        go("tab-accounts", "send-money"),
        book.acted("transfer", to=stranger.id),
        "transfers",
        once=True,
        impossible=book.say("There is no such payee, and none can be added.", "没有这个收款人，也无法添加。"),
    )
    book.chore(
        "replace-active",
        book.words("replace", app=app.name, name=str(cards[0]["name"])),
        go("tab-cards", f"cards-{cards[0]['id']}"),
        book.acted("replace", card=str(cards[0]["id"])),
        once=True,
        impossible=book.say("The button is disabled: the card is not frozen.", "按钮不可用：卡片未冻结。"),
    )


def _settings(book: Book, app: AppSpec) -> None:
    book.chore(
        "roundup",
        book.words("roundup", app=app.name),
        go("tab-more", "roundup"),
        book.var("roundup", True),
        "roundup",
    )
    book.chore(
        "paper",
        book.words("paper", app=app.name),
        go("tab-more", "paper"),
        book.var("paper", False),
        "paper",
    )
    book.chore(
        "alerts",
        book.words("alerts", app=app.name),
        go("tab-more"),
        book.var("alerts", True),
        satisfied=True,
    )


def _loops(book: Book, app: AppSpec) -> None:
    payments, statements, accounts = (app.collections[name] for name in ("payments", "statements", "accounts"))
    counts = {sort: sum(p["sort"] == sort and not p["checked"] for p in payments) for sort in ("food", "travel", "fun")}
    sort = max(counts, key=lambda name: (counts[name] <= 8, counts[name]))
    family = next(str(payment["family"]) for payment in payments if payment["sort"] == sort)
    checked = sum(bool(payment["checked"]) for payment in payments)
    book.loop(
        "check-all",
        book.words("check-all", app=app.name, sort=family),
        go("tab-activity"),
        "payments",
        (eq("sort", sort), eq("checked", False)),
        book.say("Mark {item} as checked", "把{item}标为已核对"),
        go("payments-{item.id}-check"),
        "payments",
        expects=(
            book.records("payments", eq("sort", sort), eq("checked", False), count=0),
            book.records("payments", eq("checked", True), count=checked + counts[sort]),
        ),
    )
    for ident, rows, field, page, enter, title in (
        (
            "statement-total",
            statements,
            "out",
            "statements",
            ("tab-more", "open-statements"),
            book.say("Statements", "月度账单"),
        ),
        ("balance-total", accounts, "balance", "accounts", ("tab-accounts",), book.say("Accounts", "账户")),
    ):
        amounts = tuple(str(row[field]) for row in rows)
        book.loop(
            ident,
            book.words(ident, app=app.name),
            go(*enter),
            page,
            (),
            book.say("Read the amount of {item}", "读出{item}的金额"),
            (ReadMove(facts=(), item=field),),
            reads=field,
            total=str(sum(int(amount) for amount in amounts)),
            where=title,
            place=book.place(page),
            items=amounts,
        )


def _fork(book: Book) -> None:
    chores = {chore.id: chore for chore in book.chores}
    for source in [source for source in book.sources if source.kind == "condition"]:
        when = book.cast.rng.choice((source.shown, source.options[1]))
        book.fork(
            f"fork-{source.place.record}",
            source,
            when,
            book.words("fork", when=when),
            plain(chores["wallet-roundup"], 0, 1, 2),
            plain(chores["wallet-freeze"], 0, 1, 2),
        )
