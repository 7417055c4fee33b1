"""A calendar: agenda, event details, invitations, courses with fees, new events, reminders."""

from sextant_worlds.content.lists import Meetings, Places, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "calendar"
_EVENTS = 16


def build(cast: Cast) -> Built:
    """The calendar and what can be asked of it."""
    book = AppBuilder(cast, APP)
    book.named()
    app = book.spec(
        book.accent(),
        book.face(),
        {
            "events": _events(book),
            "invites": _invites(book),
            "courses": _courses(book),
            "added": (),
        },
        {"birthdays": cast.rng.random() < 0.5, "shared": book.mint.code("CLD-9A9A-99"), "deputy": cast.people[5].name},
    )
    _ask_all(book, app)
    return book.built(app)


def _ask_all(book: AppBuilder, app: AppSpec) -> None:
    events, invites = app.collections["events"], app.collections["invites"]
    ask(book, app, "event-sources", marked=sorted(events, key=lambda event: int(event["marked"])))
    for section in ("other-sources", "new-events", "once", "chores", "more-chores"):
        ask(book, app, section)
    sorts = sorted({str(invite["sort"]) for invite in invites})
    most = max(sorts, key=lambda sort: sum(i["sort"] == sort and i["state"] == "open" for i in invites))
    ask(book, app, "loops", sort=most)
    book.condition_forks("weekly", "sunday")


def _events(book: AppBuilder) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    wear = list(book.texts("wear"))
    cast.rng.shuffle(wear)
    made: list[Record] = [
        {
            "id": "",
            "name": book.say(meeting.en, meeting.zh),
            "icon": meeting.icon,
            "day": mint.day(cast.today, 1, 80) if number < 3 else mint.plain_day(cast.today, 1, 60),
            "time": mint.time(7, 20) if number < 6 else mint.plain_time(8, 20),
            "place": cast.rng.choice(lists(Places).venue_kinds[cast.locale][meeting.kind]),
            "host": mint.person(cast.locale).name if number < 4 else "",
            "room": mint.code("A-999"),
            "ticket": mint.code("999-AAA"),
            "wear": wear[number],
            "entry": mint.number(12_000, 98_000),
            "reminder": number in (1, 7),
            "checkin": number % 3 != 2,
            "marked": number,
        }
        for number, meeting in enumerate(cast.rng.sample(lists(Meetings).events, _EVENTS))
    ]
    made.sort(key=lambda event: (str(event["day"]), str(event["time"])))
    return tuple(event | {"id": f"e{number + 1:02d}"} for number, event in enumerate(made))


def _invites(book: AppBuilder) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    chosen = cast.rng.sample(lists(Meetings).invitations, 9)
    people = cast.rng.sample(cast.people, 9)
    made: list[Record] = []
    for number, (meeting, person) in enumerate(zip(chosen, people, strict=True)):
        made.append(
            {
                "id": f"i{number + 1}",
                "name": book.say(meeting.en, meeting.zh),
                "sort": book.say(*lists(Meetings).sorts[meeting.sort]),
                "by": person.name,
                "day": mint.plain_day(cast.today, 3, 50),
                "place": cast.rng.choice(lists(Places).venue_kinds[cast.locale][meeting.kind]),
                "reply": mint.day(cast.today, 1, 60) if number < 1 else mint.plain_day(cast.today, 1, 40),
                "state": "yes" if number == 3 else "open",
                "answer": book.say("Accepted", "已接受") if number == 3 else "",
            }
        )
    return tuple(made)


def _courses(book: AppBuilder) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    return tuple(
        {
            "id": f"k{number + 1}",
            "name": book.say(meeting.en, meeting.zh),
            "icon": meeting.icon,
            "place": cast.rng.choice(lists(Places).venue_kinds[cast.locale][meeting.kind]),
            "fee": mint.amount(book.cash(24), book.cash(190)),
            "tutor": mint.person(cast.locale).name if number < 2 else cast.rng.choice(cast.people).name,
            "number": mint.code("99A-999"),
            "saved": False,
        }
        for number, meeting in enumerate(cast.rng.sample(lists(Meetings).courses, 8))
    )
