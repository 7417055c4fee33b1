"""A calendar: agenda, event details, invitations, courses with fees, new events, reminders."""

from sextant.worlds.content.places import VENUES
from sextant.worlds.genres.base import Built, Cast
from sextant.worlds.genres.calendar_asks import ask_all
from sextant.worlds.genres.calendar_pages import pages
from sextant.worlds.genres.kit import Book
from sextant.worlds.spec.apps import AppSpec, Record, Tab

APP = "calendar"
_EVENTS = 16


def build(cast: Cast) -> Built:
    """The calendar and what can be asked of it."""
    book = Book(cast, APP)
    app = AppSpec(
        id=APP,
        name=book.say("Calendar", "日历"),
        genre=APP,
        icon="calendar-days",
        accent=cast.rng.choice(("red", "blue", "violet", "green")),
        tabs=(
            Tab(id="agenda", label=book.say("Agenda", "日程"), icon="calendar-days", page="agenda"),
            Tab(
                id="invites",
                label=book.say("Invitations", "邀请"),
                icon="mail-open",
                page="invites",
                badge="{count:invites.state=open}",
            ),
            Tab(id="courses", label=book.say("Courses", "课程"), icon="graduation-cap", page="courses"),
            Tab(id="settings", label=book.say("Settings", "设置"), icon="settings", page="settings"),
        ),
        home="agenda",
        pages=pages(book),
        collections={
            "events": _events(book),
            "invites": _invites(book),
            "courses": _courses(book),
            "added": (),
        },
        vars={
            "reminders": True,
            "weekly": False,
            "birthdays": cast.rng.random() < 0.5,
            "decline": False,
            "first": "monday",
            "shared": book.mint.code("CLD-9A9A-99"),
            "deputy": cast.people[5].name,
        },
        badge="{count:invites.state=open}",
    )
    ask_all(book, app)
    return book.built(app)


def _events(book: Book) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    titles = book.ways(
        "Parents' evening\nEye test\nQuarterly review\nChoir rehearsal\nBoiler inspection\nBook club\n"
        "Dentist, check-up\n"
        "Handover with the night team\nAllotment meeting\nFlu jab\nBudget round\nPiano lesson\nHouse viewing\n"
        "Swimming gala\nVisit to the archive\nFarewell drinks\nFirst-aid refresher\nPhoto shoot\nRoad safety day\n"
        "Tax adviser",
        "家长会\n验光\n季度复盘\n合唱排练\n锅炉检修\n读书会\n口腔复查\n夜班交接\n菜园会议\n流感疫苗\n预算讨论\n"
        "钢琴课\n看房\n游泳比赛\n"
        "参观档案馆\n欢送会\n急救培训\n拍摄证件照\n交通安全日\n税务咨询",
    )
    wear = list(
        book.ways(
            "Something yellow\nWalking boots\nNo perfume, please\nOld clothes\nWhite shirt\nSlippers from home\n"
            "Costume of a bird\n"
            "Reflective vest\nBlack tie\nSwimming cap\nHair tied back\nWarm socks\nName badge\nApron\n"
            "Anything goes\nSports shoes",
            "带点黄色的衣服\n登山鞋\n请勿喷香水\n旧衣服\n白衬衫\n自带拖鞋\n扮成一只鸟\n反光背心\n黑领结正装\n泳帽\n"
            "把头发扎起来\n厚袜子\n"
            "姓名牌\n围裙\n随意穿\n运动鞋",
        )
    )
    cast.rng.shuffle(wear)
    made: list[Record] = [
        {
            "id": "",
            "name": title,
            "day": mint.day(cast.today, 1, 80) if number < 3 else mint.plain_day(cast.today, 1, 60),
            "time": mint.time(7, 20) if number < 6 else mint.plain_time(8, 20),
            "place": cast.rng.choice(VENUES[cast.locale]),
            "host": mint.person(cast.locale).name if number < 4 else "",
            "room": mint.code("A-999"),
            "ticket": mint.code("999-AAA"),
            "wear": wear[number],
            "entry": mint.number(12_000, 98_000),
            "reminder": number in (1, 7),
            "checkin": number % 3 != 2,
            "marked": number,
        }
        for number, title in enumerate(cast.rng.sample(titles, _EVENTS))
    ]
    made.sort(key=lambda event: (str(event["day"]), str(event["time"])))
    return tuple(event | {"id": f"e{number + 1:02d}"} for number, event in enumerate(made))


def _invites(book: Book) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    rows = book.ways(
        "Garden party;family\nSprint planning;work\nGrandma's ninetieth;family\nSupplier visit;work\n"
        "Board game night;friends\n"
        "Product demo;work\nBaby shower;family\nInterview panel;work\nCanoe trip;friends\nSafety briefing;work\n"
        "Christening;family\nKaraoke;friends",
        "花园聚会;家人\n迭代计划会;工作\n外婆九十大寿;家人\n供应商来访;工作\n桌游之夜;朋友\n产品演示;工作\n"
        "满月酒;家人\n面试评审;工作\n"
        "划艇一日游;朋友\n安全说明会;工作\n乔迁宴;家人\n唱歌聚会;朋友",
    )
    chosen = cast.rng.sample(rows, 9)
    people = cast.rng.sample(cast.people, 9)
    made: list[Record] = []
    for number, (row, person) in enumerate(zip(chosen, people, strict=True)):
        name, sort = row.split(";")
        made.append(
            {
                "id": f"i{number + 1}",
                "name": name,
                "sort": sort,
                "by": person.name,
                "day": mint.plain_day(cast.today, 3, 50),
                "place": cast.rng.choice(VENUES[cast.locale]),
                "reply": mint.day(cast.today, 1, 60) if number < 1 else mint.plain_day(cast.today, 1, 40),
                "state": "yes" if number == 3 else "open",
                "answer": book.say("Accepted", "已接受") if number == 3 else "",
            }
        )
    return tuple(made)


def _courses(book: Book) -> tuple[Record, ...]:
    cast, mint = book.cast, book.mint
    names = book.ways(
        "Life drawing\nBread baking\nBicycle repair\nItalian for travellers\nBeekeeping, first steps\n"
        "Sewing a shirt\nBookbinding\n"
        "Astronomy on the roof\nPublic speaking\nUkulele",
        "人体速写\n面包烘焙\n自行车维修\n旅行意大利语\n养蜂入门\n缝一件衬衫\n手工装订\n屋顶观星\n公开演讲\n尤克里里",
    )
    return tuple(
        {
            "id": f"k{number + 1}",
            "name": name,
            "place": cast.rng.choice(VENUES[cast.locale]),
            "fee": mint.amount(book.cash(24), book.cash(190)),
            "tutor": mint.person(cast.locale).name if number < 2 else cast.rng.choice(cast.people).name,
            "number": mint.code("99A-999"),
            "saved": False,
        }
        for number, name in enumerate(cast.rng.sample(names, 8))
    )
