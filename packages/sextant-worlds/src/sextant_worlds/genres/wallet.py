"""A bank in the phone: accounts, payments, cards, transfers with a confirmation, statements with a chart."""

from dataclasses import dataclass

from sextant_worlds.content.lists import Bills, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record
from sextant_worlds.spec.phone import Locale

APP = "wallet"
_PAYMENTS = 24
_ACCOUNT_ICONS = ("wallet", "piggy-bank", "luggage", "hammer", "users", "umbrella")
_CARD_ICONS = ("credit-card", "plane", "shopping-cart", "users")
_SPENT_FROM = {"food": (0, 0, 4), "travel": (0, 0, 2), "house": (0, 3, 4), "fun": (0, 0, 2), "income": (0, 1)}
"""Accounts that a sort of payment goes through, by their place in the list."""


def build(cast: Cast) -> Built:
    """The wallet and what can be asked of it."""
    book = AppBuilder(cast, APP)
    accounts = _accounts(book)
    book.named()
    app = book.spec(
        book.accent(),
        book.face(
            weeks=_weeks(book),
            sorts=[{"id": sort, "label": told} for sort, told in lists(Bills).sorts[cast.locale].items()],
        ),
        {
            "accounts": accounts,
            "payments": _payments(book, accounts),
            "cards": _cards(book),
            "payees": _payees(book),
            "statements": _statements(book),
            "transfers": (),
        },
        {
            "abroad": cast.rng.random() < 0.5,
            "contact": cast.people[7].name,
            "adviser": book.mint.person(cast.locale).name,
            "hours": book.mint.time(16, 20),
        },
    )
    _ask_all(book, app)
    return book.built(app)


def _ask_all(book: AppBuilder, app: AppSpec) -> None:
    payments, payees = app.collections["payments"], app.collections["payees"]
    for section in ("account-sources", "payment-sources", "card-sources", "statement-sources", "transfers"):
        ask(book, app, section)
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
    book.condition_forks("roundup", "freeze")


def _weeks(book: AppBuilder) -> str:
    return ",".join(str(book.cast.rng.randint(24, 96)) for _ in range(10))


def _iban(book: AppBuilder) -> str:
    return book.mint.code("NL99 TRDO 9999 99") if book.cast.locale == "en" else book.mint.code("6222 9999 9999")


def _accounts(book: AppBuilder) -> tuple[Record, ...]:
    names = book.texts("accounts")
    return tuple(
        {
            "id": f"a{number + 1}",
            "name": name,
            "icon": _ACCOUNT_ICONS[number],
            "number": _iban(book),
            "balance": book.mint.cents(book.cash(120), book.cash(7800)),
            "opened": book.mint.day(book.cast.today, -170, -20)
            if number < 3
            else book.mint.plain_day(book.cast.today, -170, -20),
            "rate": f"{book.cast.rng.randint(10, 390) / 100:.2f} %",
        }
        for number, name in enumerate(names)
    )


def _payments(book: AppBuilder, accounts: tuple[Record, ...]) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    made: list[Record] = []
    for merchant in cast.rng.sample(merchants(cast.locale), _PAYMENTS):
        amount = mint.cents(book.cash(merchant.low), book.cash(merchant.high))
        made.append(
            {
                "id": "",
                "name": merchant.name,
                "icon": merchant.icon,
                "sort": merchant.sort,
                "family": lists(Bills).sorts[cast.locale][merchant.sort],
                "amount": amount,
                "day": mint.plain_day(cast.today, -40, -1),
                "account": str(accounts[cast.rng.choice(_SPENT_FROM[merchant.sort])]["name"]),
                "reference": mint.code("9999-AA9"),
                "way": "",
                "checked": merchant.sort == "income",
                "tag": "",
            }
        )
    made.sort(key=lambda record: str(record["day"]), reverse=True)
    ways = list(book.texts("ways"))
    cast.rng.shuffle(ways)
    return tuple(
        record | {"id": f"t{number + 1:02d}", "way": ways[number] if number < len(ways) else ""}
        for number, record in enumerate(made)
    )


def _cards(book: AppBuilder) -> tuple[Record, ...]:
    names = book.texts("cards")
    return tuple(
        {
            "id": f"c{number + 1}",
            "name": name,
            "icon": _CARD_ICONS[number],
            "digits": book.mint.fresh(lambda: str(book.cast.rng.randrange(2004, 9990, 12) + 3)),  # as no price ends
            "pin": book.mint.code("99-99"),
            "limit": book.mint.cents(book.cash(300), book.cash(4000)),
            "until": book.mint.day(book.cast.today, 15, 165)
            if number < 2
            else book.mint.plain_day(book.cast.today, 15, 165),
            "frozen": number == 2,
            "state": book.say("Frozen", "已冻结") if number == 2 else book.say("Active", "使用中"),
        }
        for number, name in enumerate(names)
    )


def _payees(book: AppBuilder) -> tuple[Record, ...]:
    return tuple(
        {"id": person.id, "name": person.name, "number": _iban(book)}
        for person in book.cast.rng.sample(book.cast.people, 7)
    )


def _statements(book: AppBuilder) -> tuple[Record, ...]:
    today = book.cast.today
    months = book.texts("months")
    made: list[Record] = []
    for number in range(6):
        month = months[(today.month - 2 - number) % 12]
        made.append(
            {
                "id": f"s{number + 1}",
                "name": book.say(f"{month} statement", f"{month}账单"),
                "number": book.mint.code("ST-99A-999"),
                "out": book.mint.cents(book.cash(700), book.cash(2900)),
                "fees": book.mint.cents(book.cash(2), book.cash(19)),
                "shares": ",".join(str(book.cast.rng.randint(12, 48)) for _ in range(4)),
                "read": number > 2,
            }
        )
    return tuple(made)


@dataclass(frozen=True, slots=True)
class Merchant:
    """Somebody who is paid. `low` and `high` in whole euros; `sort` is one of the bills' `sorts`."""

    name: str
    sort: str
    low: int
    high: int
    icon: str


def merchants(locale: Locale) -> tuple[Merchant, ...]:
    """Everybody who takes or pays money, in a fixed order; names are unique."""
    return tuple(
        Merchant(en if locale == "en" else zh, sort, low, high, icon)
        for en, zh, sort, low, high, icon in lists(Bills).merchants
    )
