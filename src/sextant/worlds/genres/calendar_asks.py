"""What can be asked of the calendar."""

from sextant.worlds.genres.kit import Book, codes, eq, go, names, plain
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.reference import ReadMove
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
    _new_events(book)
    _once(book, app)
    _chores(book, app)
    _more_chores(book, app)
    _loops(book, app)
    _forks(book)


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


def _new_events(book: Book) -> None:
    titles = book.ways(
        "Pick up Grandma\nPay the rent\nCall the landlord\nCollect the bike\nMeet for a walk\nVan rental",
        "接奶奶\n交房租\n给房东打电话\n取自行车\n一起散步\n租货车",
    )
    start = ("tab-agenda", "new-event")
    forms: tuple[tuple[str, tuple[FactKind, ...], tuple[str, ...]], ...] = (
        ("on", ("date",), ("on",)),
        ("on-at", ("date", "time"), ("on", "at")),
        ("with-on", ("name", "date"), ("guest", "on")),
        ("note", ("code",), ("note",)),
        ("at", ("time",), ("at",)),
    )
    columns = {"on": "on", "at": "at", "guest": "with", "note": "note"}
    for number, (ident, kinds, fields) in enumerate(forms):
        title = titles[number]
        typed = [(field, f"{{{place}}}") for place, field in enumerate(fields)]
        book.sink(
            f"new-{ident}",
            kinds,
            book.words(f"new-{ident}", title=title),
            go(*start, ("title", title), *typed, "save-event"),
            book.records("added", eq("title", title), *(eq(columns[field], text) for field, text in typed)),
            "added",
        )


def _once(book: Book, app: AppSpec) -> None:
    event = next(event for event in app.collections["events"] if event["checkin"])
    invite = next(invite for invite in app.collections["invites"][1:] if invite["state"] == "open")
    course, other = app.collections["courses"][5], app.collections["courses"][6]
    book.sink(
        "check-in",
        ("code",),
        book.words("check-in", name=str(event["name"])),
        go("tab-agenda", f"events-{event['id']}", ("pass", "{0}"), "check-in"),
        book.acted("checkin", event=str(event["id"]), word="{0}"),
        once=True,
    )
    book.sink(
        "bring",
        ("name",),
        book.words("bring", name=str(invite["name"])),
        go("tab-invites", f"invites-{invite['id']}", ("guest", "{0}"), "accept"),
        book.acted("accept", invite=str(invite["id"]), guest="{0}"),
        "invites",
        once=True,
    )
    book.sink(
        "enrol",
        ("name", "code"),
        book.words("enrol", name=str(course["name"])),
        go("tab-courses", f"courses-{course['id']}", ("student", "{0}"), ("card", "{1}"), "enrol"),
        book.acted("enrol", course=str(course["id"]), student="{0}", card="{1}"),
        "courses",
        once=True,
    )
    book.sink(
        "enrol-name",
        ("name",),
        book.words("enrol-name", name=str(other["name"])),
        go("tab-courses", f"courses-{other['id']}", ("student", "{0}"), "enrol"),
        book.acted("enrol", course=str(other["id"]), student="{0}"),
        "courses",
        once=True,
    )
    book.sink(
        "deputy",
        ("name",),
        book.words("deputy"),
        go("tab-settings", ("deputy-name", "{0}"), "save-deputy"),
        book.var("deputy", "{0}"),
        "deputy",
    )


def _chores(book: Book, app: AppSpec) -> None:
    invites = [invite for invite in app.collections["invites"] if invite["state"] == "open"]
    taken, refused = invites[2], invites[4]
    book.chore(
        "accept",
        book.words("accept", name=str(taken["name"])),
        go("tab-invites", f"invites-{taken['id']}", "accept"),
        book.acted("accept", invite=str(taken["id"])),
        "invites",
        once=True,
    )
    book.chore(
        "decline",
        book.words("decline", name=str(refused["name"])),
        go("tab-invites", f"invites-{refused['id']}", "decline"),
        book.acted("decline", invite=str(refused["id"])),
        "invites",
        once=True,
    )
    quiet = [event for event in app.collections["events"] if not event["reminder"]]
    loud = next(event for event in app.collections["events"] if event["reminder"])
    told, gone = quiet[3], quiet[5]
    book.chore(
        "remind",
        book.words("remind", name=str(told["name"])),
        go("tab-agenda", f"events-{told['id']}", "remind"),
        book.records("events", eq("id", str(told["id"])), eq("reminder", True)),
        "events",
    )
    book.chore(
        "delete",
        book.words("delete", name=str(gone["name"])),
        go("tab-agenda", f"events-{gone['id']}", "delete-event", "dialog-delete"),
        (book.acted("delete", event=str(gone["id"])), book.records("events", eq("id", str(gone["id"])), count=0)),
        "events",
        once=True,
    )
    book.chore(
        "reminded",
        book.words("reminded", name=str(loud["name"])),
        go("tab-agenda", f"events-{loud['id']}"),
        book.records("events", eq("id", str(loud["id"])), eq("reminder", True)),
        satisfied=True,
    )
    closed = next(event for event in app.collections["events"] if not event["checkin"])
    book.chore(
        "closed",
        book.words("check-in-plain", name=str(closed["name"])),
        go("tab-agenda", f"events-{closed['id']}"),
        book.acted("checkin", event=str(closed["id"])),
        once=True,
        impossible=book.say("Check-in is not open; the button is disabled.", "签到未开放，按钮不可用。"),
    )
    missing = book.say("Beekeepers' ball", "养蜂人舞会")
    book.chore(
        "missing",
        book.words("accept", name=missing),
        go("tab-invites"),
        book.records("invites", eq("name", missing), eq("state", "yes")),
        "invites",
        impossible=book.say("There is no such invitation.", "没有这个邀请。"),
    )


def _more_chores(book: Book, app: AppSpec) -> None:
    book.chore("weekly", book.words("weekly"), go("tab-settings", "weekly"), book.var("weekly", True), "weekly")
    book.chore("busy", book.words("busy"), go("tab-settings", "decline-busy"), book.var("decline", True), "decline")
    book.chore("sunday", book.words("sunday"), go("tab-settings", "first-sunday"), book.var("first", "sunday"), "first")
    title = book.say("Water the tomatoes", "给番茄浇水")
    book.chore(
        "add",
        book.words("add", title=title),
        go("tab-agenda", "new-event", ("title", title), "save-event"),
        book.records("added", eq("title", title)),
        "added",
    )
    book.chore("reminders", book.words("reminders"), go("tab-settings"), book.var("reminders", True), satisfied=True)
    assert app.vars["reminders"] is True


def _loops(book: Book, app: AppSpec) -> None:
    invites = app.collections["invites"]
    sorts = sorted({str(invite["sort"]) for invite in invites})
    counts = {sort: sum(i["sort"] == sort and i["state"] == "open" for i in invites) for sort in sorts}
    sort = max(sorts, key=lambda name: counts[name])
    already = sum(invite["state"] == "yes" for invite in invites)
    book.loop(
        "accept-sort",
        book.words("accept-sort", sort=sort),
        go("tab-invites"),
        "invites",
        (eq("sort", sort), eq("state", "open")),
        book.say("Accept {item}", "接受{item}"),
        go("invites-{item.id}", "accept", "<back"),
        "invites",
        "accept",
        expects=(
            book.records("invites", eq("sort", sort), eq("state", "open"), count=0),
            book.records("invites", eq("state", "yes"), count=already + counts[sort]),
        ),
    )
    fees = tuple(str(course["fee"]) for course in app.collections["courses"])
    book.loop(
        "fee-total",
        book.words("fee-total"),
        go("tab-courses"),
        "courses",
        (),
        book.say("Read the fee of {item}", "读出{item}的学费"),
        (ReadMove(facts=(), item="fee"),),
        reads="fee",
        total=str(sum(int(fee) for fee in fees)),
        where=book.say("Courses", "课程"),
        place=book.place("courses"),
        items=fees,
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
            plain(chores["calendar-weekly"], 0, 1, 2),
            plain(chores["calendar-sunday"], 0, 1, 2),
        )
