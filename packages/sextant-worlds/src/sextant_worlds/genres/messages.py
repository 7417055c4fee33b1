"""Messages: chats with bubbles and composer, people with their details, invitations, a shared kitty, settings."""

from dataclasses import dataclass

from sextant_worlds.content.lists import Dishes, Places, lists
from sextant_worlds.content.talk import Talk, chats, spoken, told
from sextant_worlds.genres.app_builder import AppBuilder, eq, go, has, plain
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast, WorldPerson
from sextant_worlds.spec.apps import AppSpec, Record
from sextant_worlds.spec.scenario import FactKind
from sextant_worlds.spec.tasks import RecordsHold

APP = "messages"
_KINDS = ("code", "code", "code", "price", "price", "date", "date", "time", "time", "name", "number", "condition")


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value that somebody told in a message."""

    kind: FactKind
    label: str
    value: str
    shown: str
    others: tuple[str, ...]
    person: WorldPerson
    message: str


@dataclass(slots=True)
class _Talks:
    chats: list[Record]
    messages: list[Record]
    told: list[ToldValue]


def build(cast: Cast) -> Built:
    """The messenger and what can be asked of it."""
    book = AppBuilder(cast, APP)
    talks = _talks(book)
    kitty = _kitty(book)
    book.named()
    app = book.spec(
        book.accent(),
        book.face(),
        {
            "chats": tuple(talks.chats),
            "messages": tuple(talks.messages),
            "invites": _invitations(book),
            "kitty": kitty,
            "asked": (),
        },
        {
            "quiet": cast.rng.random() < 0.5,
            "linked": book.mint.code("AAA-999-999"),
            "saved": book.mint.day(cast.today, -70, -5),
        },
    )
    _ask_all(book, app, talks.told)
    return book.built(app)


# -- records ---------------------------------------------------------------------------------------------------


def _talks(book: AppBuilder) -> _Talks:
    cast = book.cast
    rng = cast.rng
    pool = list(told(cast.locale))
    rng.shuffle(pool)
    chosen: list[Talk] = []
    for kind in _KINDS:
        found = next((talk for talk in pool if talk.kind == kind and talk not in chosen), None)
        if found is not None:
            chosen.append(found)
    small = list(chats(cast.locale))
    rng.shuffle(small)
    made = _Talks([], [], [])
    order = list(range(len(cast.people)))
    rng.shuffle(order)
    talking = set(order[: len(chosen)])
    unread = set(rng.sample(range(len(cast.people)), 4))
    days = book.texts("days")
    for place, person in enumerate(cast.people):
        lines = [(line.text, line.mine) for line in spoken(small.pop(), _slots(book, person))]
        if place in talking:
            lines += _tell(book, person, chosen.pop(), made)
        elif small and rng.random() < 0.6:
            lines += [(line.text, line.mine) for line in spoken(small.pop(), _slots(book, person))]
        for text, mine in lines:
            made.messages.append(
                {"id": f"m{len(made.messages) + 1:03d}", "chat": person.id, "text": text, "mine": mine}
            )
        made.chats.append(
            _chat_record(book, person, lines[-1][0], days[place % len(days)]) | {"unread": place in unread}
        )
    _find_told(made)
    return made


def _tell(book: AppBuilder, person: WorldPerson, talk: Talk, made: _Talks) -> list[tuple[str, bool]]:
    value, shown, others = _value(book, talk)
    label = talk.label.replace("<who>", person.given)
    made.told.append(ToldValue(talk.kind, label, value, shown, others, person, ""))
    slots = _slots(book, person) | {"v": shown}
    return [(line.text, line.mine) for line in spoken(talk, slots)]


def _find_told(made: _Talks) -> None:
    for number, entry in enumerate(made.told):
        message = next(
            message
            for message in made.messages
            if message["chat"] == entry.person.id and entry.shown in str(message["text"])
        )
        made.told[number] = ToldValue(
            entry.kind, entry.label, entry.value, entry.shown, entry.others, entry.person, str(message["id"])
        )


def _value(book: AppBuilder, talk: Talk) -> tuple[str, str, tuple[str, ...]]:
    """Canonical, as shown, and what else it could have been."""
    mint, today = book.mint, book.cast.today
    match talk.kind:
        case "code":
            return (code := mint.code(talk.shape)), code, tuple(mint.code(talk.shape) for _ in range(5))
        case "price":
            low, high = book.cash(talk.low), book.cash(talk.high)
            amounts = [mint.amount(low, high) for _ in range(6)]
            return str(amounts[0]), book.money(amounts[0]), tuple(book.money(value) for value in amounts[1:])
        case "date":
            day = mint.day(today, 4, 80)
            others = (mint.plain_day(today, 4, 80) for _ in range(6))
            return day, book.date(day), tuple(dict.fromkeys(book.date(value) for value in others))
        case "time":
            return (at := mint.time(8, 21)), at, tuple(mint.plain_time(8, 21) for _ in range(6))
        case "name":
            name = mint.person(book.cast.locale).name
            return name, name, tuple(mint.person(book.cast.locale).name for _ in range(4))
        case "number":
            number = mint.number(talk.low, talk.high)
            return str(number), str(number), tuple(str(mint.number(talk.low, talk.high)) for _ in range(5))
        case _:
            said = mint.one(talk.options)
            return said, said, tuple(option for option in talk.options if option != said)


def _slots(book: AppBuilder, person: WorldPerson) -> dict[str, str]:
    cast = book.cast
    pal = cast.rng.choice([other for other in cast.people if other is not person])
    return {
        "who": person.given,
        "me": cast.owner.given,
        "pal": pal.given,
        "cafe": cast.rng.choice(lists(Places).venue_kinds[cast.locale]["eat"]),
        "cinema": cast.rng.choice(lists(Places).venue_kinds[cast.locale]["film"]),
        "hall": cast.rng.choice(lists(Places).venue_kinds[cast.locale]["music"]),
        "street": cast.rng.choice(lists(Places).streets[cast.locale]),
        "dish": cast.rng.choice(lists(Dishes).dishes[cast.locale]),
    }


def _chat_record(book: AppBuilder, person: WorldPerson, last: str, when: str) -> Record:
    cast, mint = book.cast, book.mint
    about = book.texts("about")
    phone = mint.code("+44 7999 999 999") if cast.locale == "en" else mint.code("138 9999 9999")
    return {
        "id": person.id,
        "name": person.name,
        "given": person.given,
        "last": last,
        "when": when,
        "pinned": False,
        "muted": False,
        "archived": False,
        "about": about[(cast.people.index(person) * 5 + cast.today.day) % len(about)],
        "phone": phone,
        "street": f"{cast.rng.choice(lists(Places).streets[cast.locale])} {cast.rng.randint(2, 89)}",
        "birthday": mint.day(cast.today, 12, 170) if person in cast.people[:4] else mint.plain_day(cast.today, 12, 170),
        "photo": mint.code("A99-99"),
    }


def _invitations(book: AppBuilder) -> tuple[Record, ...]:
    rows = book.texts("groups")
    chosen = book.cast.rng.sample(rows, 9)
    people = book.cast.rng.sample(book.cast.people, 9)
    made: list[Record] = []
    for number, (row, person) in enumerate(zip(chosen, people, strict=True)):
        name, sort = row.split(";")
        made.append({"id": f"i{number + 1}", "name": name, "sort": sort, "by": person.name, "state": "open"})
    return tuple(made)


def _kitty(book: AppBuilder) -> tuple[Record, ...]:
    things = book.texts("things")
    payers = book.cast.rng.sample(book.cast.people, 7)
    costs = ((180, 420), (60, 160), (45, 120), (18, 50), (15, 44), (70, 190), (50, 140))
    return tuple(
        {
            "id": f"k{number + 1}",
            "name": things[number],
            "by": payer.name,
            "amount": book.mint.amount(book.cash(costs[number][0]), book.cash(costs[number][1])),
        }
        for number, payer in enumerate(payers)
    )


# -- what can be asked ----------------------------------------------------------------------------------------


def _ask_all(book: AppBuilder, app: AppSpec, told: list[ToldValue]) -> None:
    _told_sources(book, told)
    ask(book, app, "other-sources")
    _send_sinks(book)
    ask(book, app, "money-sinks")
    unread = {chat["id"] for chat in app.collections["chats"] if chat["unread"]}
    seen = [
        person for place, person in enumerate(book.cast.people) if place not in (0, 4, 7) and person.id not in unread
    ]
    ask(book, app, "chat-chores", seen=seen[0])
    ask(book, app, "setting-chores")
    ask(book, app, "loops")
    _fork(book)


def _told_sources(book: AppBuilder, told: list[ToldValue]) -> None:
    for number, entry in enumerate(told):
        near = [(other.shown, other.person.id) for other in told if other is not entry and other.kind == entry.kind]
        book.source(
            f"told-{number}",
            entry.kind,
            entry.label,
            entry.value,
            book.place("chat", entry.person.id),
            f"{book.say('Chats', '聊天')} > {entry.person.name}",
            go("tab-chats", f"chats-{entry.person.id}"),
            f"thread-{entry.message}",
            shown=entry.shown,
            near=near,
            others=entry.others,
            depth=2,
        )


def _sent(book: AppBuilder, person: WorldPerson, *texts: str) -> RecordsHold:
    where = [eq("chat", person.id), eq("mine", True), *(has("text", text) for text in texts)]
    return book.records("messages", *where)


def _send_sinks(book: AppBuilder) -> None:
    kinds: tuple[FactKind, ...] = ("code", "date", "time", "price", "name", "number", "condition", "code")
    people = book.cast.people
    for number, kind in enumerate(kinds):
        person = people[(number * 5 + 3) % len(people)]
        wordings = book.words("send", name=person.name, given=person.given)
        turn = number % len(wordings)
        book.sink(
            f"send-{number}-{kind}",
            (kind,),
            wordings[turn:] + wordings[:turn],
            go("tab-chats", f"chats-{person.id}", ("message", "{0}"), "message-send"),
            _sent(book, person, "{0}"),
            "messages",
            "chats",
            "send",
        )
    pairs: tuple[tuple[FactKind, FactKind], ...] = (("code", "time"), ("name", "date"), ("price", "price"))
    for number, pair in enumerate(pairs):
        person = people[(number * 4 + 6) % len(people)]
        book.sink(
            f"send-both-{number}",
            pair,
            book.words("send-both", name=person.name, given=person.given),
            go("tab-chats", f"chats-{person.id}", ("message", "{0}, {1}"), "message-send"),
            _sent(book, person, "{0}", "{1}"),
            "messages",
            "chats",
            "send",
        )


def _fork(book: AppBuilder) -> None:
    source = next(source for source in book.sources if source.kind == "condition")
    when = book.cast.rng.choice((source.shown, source.options[1]))
    then, otherwise = (plain(chore, 0, 1, 2) for chore in book.chores_of("pin", "mute"))
    book.fork("told", source, when, book.words("fork", when=when), then, otherwise)
