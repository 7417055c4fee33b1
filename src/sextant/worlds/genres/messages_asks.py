"""What can be asked of the messenger."""

from dataclasses import dataclass

from sextant.worlds.genres.base import Person
from sextant.worlds.genres.kit import Book, codes, eq, go, has, plain
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.reference import ReadMove
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
    _money_sinks(book)
    _chat_chores(book, app)
    _setting_chores(book, app)
    _loops(book, app)
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


def _money_sinks(book: Book) -> None:
    one, two = book.cast.people[1], book.cast.people[9]
    book.sink(
        "ask-money",
        ("price", "date"),
        book.words("ask-money", name=one.name, given=one.given),
        go(
            "tab-people",
            f"people-{one.id}",
            "ask-money",
            ("amount", "{0}"),
            ("due", "{1}"),
            "send-request",
        ),
        (
            book.acted("ask", who=one.id),
            book.records("asked", eq("who", one.id), has("amount", "{0}"), has("due", "{1}")),
        ),
        "asked",
        once=True,
    )
    book.sink(
        "ask-amount",
        ("price",),
        book.words("ask-amount", name=two.name, given=two.given),
        go("tab-people", f"people-{two.id}", "ask-money", ("amount", "{0}"), "send-request"),
        (book.acted("ask", who=two.id), book.records("asked", eq("who", two.id), has("amount", "{0}"))),
        "asked",
        once=True,
    )
    book.sink(
        "status",
        ("time",),
        book.words("status-time"),
        go("tab-you", ("status-text", "{0}"), "save-status"),
        book.var("status", "{0}"),
        "status",
    )


def _chat_chores(book: Book, app: AppSpec) -> None:
    people = book.cast.people
    unread = {str(chat["id"]) for chat in app.collections["chats"] if chat["unread"]}
    pinned, muted, archived = people[0], people[4], people[7]
    for ident, person, button, field in (
        ("pin", pinned, "dialog-pin", "pinned"),
        ("mute", muted, "dialog-mute", "muted"),
        ("archive", archived, "dialog-archive", "archived"),
    ):
        book.chore(
            ident,
            book.words(ident, name=person.name, given=person.given),
            go("tab-chats", f"~chats-{person.id}", button),
            book.records("chats", eq("id", person.id), eq(field, True)),
            "chats",
        )
    late = next(person for person in people if person.id in unread)
    book.chore(
        "read",
        book.words("read", name=late.name, given=late.given),
        go("tab-chats", f"~chats-{late.id}", "dialog-read"),
        book.records("chats", eq("id", late.id), eq("unread", False)),
        "chats",
    )
    texts = book.ways(
        "On my way\nThank you for yesterday\nCan you talk tonight?\nHappy to help\nSounds good to me",
        "我在路上了\n昨天谢谢你\n今晚方便聊聊吗\n很乐意帮忙\n我觉得可以",
    )
    person, text = people[11], book.cast.rng.choice(texts)
    book.chore(
        "write",
        book.words("write", name=person.name, given=person.given, text=text),
        go("tab-chats", f"chats-{person.id}", ("message", text), "message-send"),
        _sent(book, person, text),
        "messages",
        "chats",
        "send",
    )
    seen = next(person for person in people if person.id not in unread and person not in (pinned, muted, archived))
    book.chore(
        "listed",
        book.words("listed", name=seen.name, given=seen.given),
        go("tab-chats"),
        book.records("chats", eq("id", seen.id), eq("archived", False)),
        satisfied=True,
    )
    blocked = people[2]
    book.chore(
        "block",
        book.words("block", name=blocked.name, given=blocked.given),
        go("tab-people", f"people-{blocked.id}"),
        book.acted("block", who=blocked.id),
        "chats",
        once=True,
        impossible=book.say(
            "The button is disabled: only muted people can be blocked.", "按钮不可用：只有免打扰的人才能拉黑。"
        ),
    )


def _setting_chores(book: Book, app: AppSpec) -> None:
    invites = app.collections["invites"]
    taken = invites[4]
    book.chore(
        "accept",
        book.words("accept", group=str(taken["name"])),
        go("tab-invites", f"invites-{taken['id']}-accept"),
        book.records("invites", eq("id", str(taken["id"])), eq("state", "joined")),
        "invites",
    )
    missing = book.say("Chess in the park", "公园象棋")
    book.chore(
        "missing-invite",
        book.words("accept", group=missing),
        go("tab-invites"),
        book.records("invites", eq("name", missing), eq("state", "joined")),
        "invites",
        impossible=book.say("There is no such invite.", "没有这个邀请。"),
    )
    book.chore("backup", book.words("backup"), go("tab-you", "backup"), book.var("backup", True), "backup")
    book.chore("preview", book.words("preview"), go("tab-you", "preview"), book.var("preview", False), "preview")
    status = book.say("Back in an hour", "一小时后回来")
    book.chore(
        "status-words",
        book.words("status", text=status),
        go("tab-you", ("status-text", status), "save-status"),
        book.var("status", status),
        "status",
    )
    book.chore("receipts", book.words("receipts"), go("tab-you"), book.var("receipts", True), satisfied=True)


def _loops(book: Book, app: AppSpec) -> None:
    invites = app.collections["invites"]
    sort = book.say("sports", "运动")
    count = sum(invite["sort"] == sort for invite in invites)
    book.loop(
        "accept-sports",
        book.words("accept-all", sort=sort),
        go("tab-invites"),
        "invites",
        (eq("sort", sort), eq("state", "open")),
        book.say("Accept {item}", "接受{item}"),
        go("invites-{item.id}-accept"),
        "invites",
        expects=(
            book.records("invites", eq("sort", sort), eq("state", "joined"), count=count),
            book.records("invites", eq("state", "joined"), count=count),
        ),
    )
    book.loop(
        "read-all",
        book.words("read-all"),
        go("tab-chats"),
        "chats",
        (eq("unread", True), eq("archived", False)),
        book.say("Mark {item} as read", "把{item}标为已读"),
        go("~chats-{item.id}", "dialog-read"),
        "chats",
        expects=(book.records("chats", eq("unread", True), count=0),),
    )
    amounts = tuple(str(share["amount"]) for share in app.collections["kitty"])
    book.loop(
        "kitty-total",
        book.words("kitty-total"),
        go("tab-invites", "open-kitty"),
        "kitty",
        (),
        book.say("Read what {item} cost", "读出{item}的金额"),
        (ReadMove(facts=(), item="amount"),),
        reads="amount",
        total=str(sum(int(amount) for amount in amounts)),
        where=f"{book.say('Invites', '邀请')} > {book.say('Trip kitty', '旅行账本')}",
        place=book.place("kitty"),
        items=amounts,
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
