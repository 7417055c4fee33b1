"""What can be asked of the messenger."""

from dataclasses import dataclass

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.base import Person
from sextant.worlds.genres.kit import Book, codes, eq, go, has, plain
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind
from sextant.worlds.spec.tasks import RecordsHold


@dataclass(frozen=True, slots=True)
class Told:
    """A value that somebody told in a message."""

    kind: FactKind
    label: str
    value: str
    shown: str
    others: tuple[str, ...]
    person: Person
    message: str


def ask_all(book: Book, app: AppSpec, told: list[Told]) -> None:
    """Adds everything to the book."""
    _told_sources(book, told)
    _other_sources(book, app)
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


def _told_sources(book: Book, told: list[Told]) -> None:
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


def _other_sources(book: Book, app: AppSpec) -> None:
    say, people = book.say, app.collections["chats"]
    born = [person for person in people if person["id"] in {someone.id for someone in book.cast.people[:4]}]
    for own in born[:2]:
        ident, name = str(own["id"]), str(own["name"])
        book.source(
            f"birthday-{ident[:20]}",
            "date",
            say(f"{name}'s birthday", f"{name}的生日"),
            str(own["birthday"]),
            book.place("person", ident),
            f"{say('People', '联系人')} > {name}",
            go("tab-people", f"people-{ident}"),
            "fact-birthday",
            shown=book.date(str(own["birthday"])),
            near=[(book.date(str(other["birthday"])), str(other["id"])) for other in born if other is not own],
            field=say("Birthday", "生日"),
            depth=2,
        )
    own = people[5]
    book.source(
        "phone",
        "code",
        say(f"{own['name']}'s phone number", f"{own['name']}的电话号码"),
        str(own["phone"]),
        book.place("person", str(own["id"])),
        f"{say('People', '联系人')} > {own['name']}",
        go("tab-people", f"people-{own['id']}"),
        "fact-phone",
        near=[(str(other["phone"]), str(other["id"])) for other in people[6:11]],
        field=say("Phone", "电话"),
        depth=2,
    )
    for own in people[2:4]:
        book.source(
            f"photo-{str(own['id'])[:20]}",
            "code",
            say(f"what the sign in {own['given']}'s shared photo says", f"{own['given']}共享照片里门牌上的字"),
            str(own["photo"]),
            book.place("photo", str(own["id"])),
            f"{say('People', '联系人')} > {own['name']} > {say('Shared photo', '共享照片')}",
            go("tab-people", f"people-{own['id']}", "shared-photo"),
            "shot",
            near=[(str(other["photo"]), str(other["id"])) for other in people[4:8]],
            medium="pixels",
            depth=3,
        )
    for own in app.collections["kitty"]:
        book.source(
            f"kitty-{own['id']}",
            "price",
            say(f"what {own['by']} paid for in the trip kitty", f"旅行账本里{own['by']}付的金额"),
            str(own["amount"]),
            book.place("kitty"),
            f"{say('Invites', '邀请')} > {say('Trip kitty', '旅行账本')}",
            go("tab-invites", "open-kitty"),
            f"kitty-{own['id']}",
            shown=book.money(int(own["amount"])),
            near=[(book.money(int(other["amount"])), "") for other in app.collections["kitty"] if other is not own],
            group="trip kitty",
            depth=2,
        )
    linked, saved = str(app.vars["linked"]), str(app.vars["saved"])
    book.source(
        "linked",
        "code",
        say("the linking code of the messenger", "信息应用的关联码"),
        linked,
        book.place("you"),
        say("You", "我"),
        go("tab-you"),
        "fact-linked",
        others=codes(book.mint, "AAA-999-999", 6),
        field=say("Linking code", "关联码"),
    )
    book.source(
        "saved",
        "date",
        say("the day of the messenger's last backup", "信息应用上次备份的日期"),
        saved,
        book.place("you"),
        say("You", "我"),
        go("tab-you"),
        "fact-saved",
        shown=book.date(saved),
        others=[book.date(book.mint.plain_day(book.cast.today, -70, -5)) for _ in range(8)],
        field=say("Last backup", "上次备份"),
    )


def _sent(book: Book, person: Person, *texts: str) -> RecordsHold:
    where = [eq("chat", person.id), eq("mine", True), *(has("text", text) for text in texts)]
    return book.records("messages", *where)


def _send_sinks(book: Book) -> None:
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


def _fork(book: Book) -> None:
    source = next(source for source in book.sources if source.kind == "condition")
    chores = {chore.id: chore for chore in book.chores}
    when = book.cast.rng.choice((source.shown, source.options[1]))
    book.fork(
        "told",
        source,
        when,
        book.words("fork", when=when),
        plain(chores["messages-pin"], 0, 1, 2),
        plain(chores["messages-mute"], 0, 1, 2),
    )
