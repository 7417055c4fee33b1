"""What can be asked of the travel app."""

from sextant.worlds.content.lists import Travel, lists
from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    trips, legs = app.collections["trips"], app.collections["legs"]
    hotels, offers = app.collections["hotels"], app.collections["offers"]
    _trip_sources(m, trips)
    _other_sources(m, legs, hotels)
    _member(m, str(app.vars["member"]))
    ask(m, app, "sinks")
    trip = next(r for r in trips if any(offer["trip"] == r["id"] for offer in offers))
    ask(m, app, "chores", trip=trip, offer=[offer for offer in offers if offer["trip"] == trip["id"]][1])
    ask(m, app, "hotel-chores")
    ask(m, app, "loops")
    _fork(m, trips)


def _trip_sources(m: Maker, trips: tuple[Record, ...]) -> None:
    say = m.say
    ahead = [trip for trip in trips if not trip["past"]]

    def spot(page: str, field: str, en: str, zh: str, test_id: str, *more: str) -> Spot:
        return Spot(
            page=page,
            field=field,
            label=lambda r: say(f"the {en} of the trip to {r['town']}", f"前往{r['town']}的行程的{zh}"),
            where=lambda r: say("Trips", "行程") + f" > {r['town']}",
            moves=lambda r: go("tab-trips", f"trips-{r['id']}", *more),
            test_id=test_id,
            depth=1 + len(more),
            medium="pixels" if more else "text",
        )

    booking = say("Booking reference", "预订编号")
    m.family("code", "code", trips, spot("trip", booking, "booking reference", "预订编号", "fact-code"), count=4)
    m.family(
        "price",
        "fare",
        ahead,
        spot("trip", say("Fare paid", "已付票价"), "fare", "票价", "fact-fare"),
        count=7,
        group="fares",
    )
    m.family("date", "day", ahead, spot("trip", say("Date", "日期"), "date", "日期", "fact-day"), count=5, group="days")
    m.family("code", "gate", ahead, spot("pass", "", "gate", "登机口", "gate", "show-pass"), count=3)


def _other_sources(m: Maker, legs: tuple[Record, ...], hotels: tuple[Record, ...]) -> None:
    say = m.say

    def leg(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="leg",
            field=field,
            label=lambda r: say(
                f"the {en} of the connection {r['line']} ({r['name']}) on the trip to {r['town']}",
                f"前往{r['town']}的行程中接驳 {r['line']}（{r['name']}）的{zh}",
            ),
            where=lambda r: say("Trips", "行程") + f" > {r['town']} > {r['name']}",
            moves=lambda r: go("tab-trips", f"trips-{r['trip']}", f"legs-{r['id']}"),
            test_id=test_id,
            depth=2,
        )

    m.family("time", "leaves", legs, leg(say("Leaves at", "发车时间"), "departure time", "发车时间", "fact-leg-leaves"))
    m.family("code", "platform", legs, leg(say("Platform", "站台"), "platform", "站台", "fact-platform"))

    def hotel(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="hotel",
            field=field,
            label=lambda r: say(f"the {en} of {r['name']}", f"{r['name']}的{zh}"),
            where=lambda r: say("Hotels", "酒店") + f" > {r['name']}",
            moves=lambda r: go("tab-hotels", f"hotels-{r['id']}"),
            test_id=test_id,
            depth=1,
        )

    m.family("code", "door", hotels, hotel(say("Door code", "门锁密码"), "door code", "门锁密码", "fact-door"), count=4)
    m.family(
        "price",
        "rate",
        hotels,
        hotel(say("Rate per night", "每晚价格"), "nightly rate", "每晚价格", "fact-rate"),
        count=8,
        group="rates",
    )
    closing = hotel(say("Desk closes at", "前台关闭时间"), "closing time of the desk", "前台关闭时间", "fact-late")
    m.family("time", "late", hotels, closing)


def _member(m: Maker, number: str) -> None:
    m.source(
        "member",
        "code",
        m.say("your member number with the airline club", "你的航空会员号"),
        number,
        m.place("profile"),
        m.say("Profile", "我的"),
        go("tab-profile"),
        "fact-member",
        field=m.say("Member number", "会员号"),
        others=tuple(m.mint.code("WF-999-9999") for _ in range(5)),
        depth=0,
    )


def _fork(m: Maker, trips: tuple[Record, ...]) -> None:
    say = m.say
    noted = [r for r in trips if r["state"]]
    spot = Spot(
        page="trip",
        field=say("Status", "状态"),
        label=lambda r: say(f"the status of the trip to {r['town']}", f"前往{r['town']}的行程的状态"),
        where=lambda r: say("Trips", "行程") + f" > {r['town']}",
        moves=lambda r: go("tab-trips", f"trips-{r['id']}"),
        test_id="fact-state",
        depth=1,
    )
    states = [say(*state) for state in lists(Travel).states]
    m.value_forks(m.family("condition", "state", noted, spot, count=2, options=states), states[0], "alerts", "seat")
