"""What can be asked of the messenger."""

from dataclasses import dataclass

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.base import Person
from sextant.worlds.genres.kit import eq, go, has, plain
from sextant.worlds.genres.maker import Maker
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


def ask_all(book: Maker, app: AppSpec, told: list[Told]) -> None:
    """Adds everything to the book."""
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


def _told_sources(book: Maker, told: list[Told]) -> None:
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


def _sent(book: Maker, person: Person, *texts: str) -> RecordsHold:
    where = [eq("chat", person.id), eq("mine", True), *(has("text", text) for text in texts)]
    return book.records("messages", *where)


def _send_sinks(book: Maker) -> None:
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


def _fork(book: Maker) -> None:
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
