"""What can be asked of the calendar."""

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Book, codes, go, names
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.scenario import FactKind

_FACTS: dict[str, tuple[FactKind, str, str, str, str]] = {
    "day": ("date", "the day of the event {}", "“{}”的日期", "Day", "日期"),
    "time": ("time", "when the event {} begins", "“{}”几点开始", "Begins", "开始"),
    "room": ("code", "the room of the event {}", "“{}”所在的房间", "Room", "房间"),
    "wear": ("condition", "what to wear for the event {}", "“{}”的着装要求", "What to wear", "着装"),
    "entry": ("number", "the entry number of the event {}", "“{}”的登记号", "Entry no.", "登记号"),
    "host": ("name", "the host of the event {}", "“{}”的主持人", "Host", "主持人"),
}


def ask_all(book: Book, app: AppSpec) -> None:
    """Adds everything to the book."""
    _event_sources(book, app)
    _other_sources(book, app)
    for section in ("new-events", "once", "chores", "more-chores"):
        ask(book, app, section)
    ask(book, app, "loops", sort=_most_open(app))
    book.told_forks("weekly", "sunday")


def _most_open(app: AppSpec) -> str:
    """The sort of invitation of which most are open."""
    invites = app.collections["invites"]
    sorts = sorted({str(invite["sort"]) for invite in invites})
    return max(sorts, key=lambda sort: sum(i["sort"] == sort and i["state"] == "open" for i in invites))


def _marked(app: AppSpec, *marks: int) -> list[Record]:
    """Events by the order in which they were made, the first of which hold values that occur once."""
    by_mark = {int(event["marked"]): event for event in app.collections["events"]}
    return [by_mark[mark] for mark in marks]


def _event_sources(book: Book, app: AppSpec) -> None:
    rows = app.collections["events"]
    for field, mark in (
        ("time", 3),
        ("time", 4),
        ("time", 5),
        ("room", 6),
        ("room", 8),
        ("wear", 9),
        ("wear", 2),
        ("entry", 10),
        ("entry", 7),
        ("host", 0),
        ("host", 1),
    ):
        own = _marked(app, mark)[0]
        kind, en, zh, title_en, title_zh = _FACTS[field]
        book.source(
            f"{field}-{own['id']}",
            kind,
            book.say(en, zh).format(own["name"]),
            str(own[field]),
            book.place("event", str(own["id"])),
            f"{book.say('Agenda', '日程')} > {own['name']}",
            go("tab-agenda", f"events-{own['id']}"),
            f"fact-{field}",
            near=[(str(row[field]), str(row["id"])) for row in rows if row is not own and row[field] != ""][:6],
            others=names(book.cast, 4) if kind == "name" else (),
            field=book.say(title_en, title_zh),
            depth=2,
        )
    for own in _marked(app, 11, 12):
        book.source(
            f"ticket-{own['id']}",
            "code",
            book.say(f"the code on the ticket for the event {own['name']}", f"“{own['name']}”入场券上的编码"),
            str(own["ticket"]),
            book.place("ticket", str(own["id"])),
            f"{book.say('Agenda', '日程')} > {own['name']} > {book.say('Ticket', '入场券')}",
            go("tab-agenda", f"events-{own['id']}", "open-ticket"),
            "stub",
            near=[(str(row["ticket"]), str(row["id"])) for row in rows if row is not own][:6],
            medium="pixels",
            depth=3,
        )


def _other_sources(book: Book, app: AppSpec) -> None:
    say, courses, invites = book.say, app.collections["courses"], app.collections["invites"]
    path = say("Courses", "课程")
    for own in courses:
        book.source(
            f"fee-{own['id']}",
            "price",
            say(f"the fee of the course {own['name']}", f"“{own['name']}”课的学费"),
            str(own["fee"]),
            book.place("courses"),
            path,
            go("tab-courses"),
            f"courses-{own['id']}",
            shown=book.money(int(own["fee"])),
            near=[(book.money(int(row["fee"])), "") for row in courses if row is not own],
            group="course fees",
        )
    own = courses[0]
    book.source(
        "tutor",
        "name",
        say(f"the tutor of the course {own['name']}", f"“{own['name']}”课的老师"),
        str(own["tutor"]),
        book.place("course", str(own["id"])),
        f"{path} > {own['name']}",
        go("tab-courses", f"courses-{own['id']}"),
        "fact-tutor",
        near=[(str(row["tutor"]), str(row["id"])) for row in courses if row is not own],
        others=names(book.cast, 3),
        field=say("Tutor", "老师"),
        depth=2,
    )
    for own in courses[3:5]:
        book.source(
            f"course-number-{own['id']}",
            "code",
            say(f"the number of the course {own['name']}", f"“{own['name']}”课的课程号"),
            str(own["number"]),
            book.place("course", str(own["id"])),
            f"{path} > {own['name']}",
            go("tab-courses", f"courses-{own['id']}"),
            "fact-number",
            near=[(str(row["number"]), str(row["id"])) for row in courses if row is not own],
            field=say("Course no.", "课程号"),
            depth=2,
        )
    own = invites[0]
    book.source(
        "reply",
        "date",
        say(f"the last day to answer the invitation to {own['name']}", f"“{own['name']}”邀请的回复截止日"),
        str(own["reply"]),
        book.place("invite", str(own["id"])),
        f"{say('Invitations', '邀请')} > {own['name']}",
        go("tab-invites", f"invites-{own['id']}"),
        "fact-reply",
        shown=book.date(str(own["reply"])),
        near=[(book.date(str(row["reply"])), str(row["id"])) for row in invites if row is not own],
        field=say("Reply until", "回复截止"),
        depth=2,
    )
    shared = str(app.vars["shared"])
    book.source(
        "shared",
        "code",
        say("the sharing code of my calendar", "我日历的共享码"),
        shared,
        book.place("settings"),
        say("Settings", "设置"),
        go("tab-settings"),
        "fact-shared",
        others=codes(book.mint, "CLD-9A9A-99", 6),
        field=say("Sharing code", "共享码"),
    )
