"""What can be asked of the travel app."""

from sextant.worlds.content.travel import STATES
from sextant.worlds.genres.base import Chore
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    trips, legs = app.collections["trips"], app.collections["legs"]
    hotels, offers = app.collections["hotels"], app.collections["offers"]
    _trip_sources(m, trips)
    _other_sources(m, legs, hotels)
    _member(m, str(app.vars["member"]))
    _sinks(m, trips, hotels)
    chores = _chores(m, trips, offers)
    _hotel_chores(m, hotels)
    _loops(m, trips, hotels)
    _fork(m, trips, chores)


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


def _sinks(m: Maker, trips: tuple[Record, ...], hotels: tuple[Record, ...]) -> None:
    trip = next(r for r in trips if not r["past"])
    last = [r for r in trips if not r["past"]][-1]
    hotel, other = hotels[2], hotels[5]
    memos: tuple[tuple[str, FactKind, Record], ...] = (("memo", "code", trip), ("budget", "price", last))
    for name, kind, row in memos:
        town = row["town"]
        m.sink(
            name,
            (kind,),
            m.goals(
                (
                    f"save a memo with {{0}} on the trip to {town}",
                    f"put {{0}} into a memo for the {town} trip",
                    f"leave yourself a memo that reads {{0}} under the trip to {town}",
                ),
                (f"在前往{town}的行程里保存一条备忘，内容是{{0}}", f"把{{0}}记到{town}行程的备忘里"),
            ),
            go("tab-trips", f"trips-{row['id']}", ("memo", "{0}"), "save-memo"),
            m.records("memos", eq("trip", str(row["id"])), eq("text", "{0}")),
            "memos",
        )
    told_to: tuple[tuple[str, Record, FactKind], ...] = (("arrive", hotel, "time"), ("arrive-name", other, "name"))
    for name, row, kind in told_to:
        told = row["name"]
        en_what = "that you will arrive at {0}" if kind == "time" else "to expect {0} as your arrival"
        zh_what = "你将在{0}到店" if kind == "time" else "到店信息为{0}"
        m.sink(
            name,
            (kind,),
            m.goals(
                (
                    f"tell {told} {en_what}",
                    f"let {told} know {en_what}",
                    f"enter {{0}} as your arrival with {told} and pass it on",
                ),
                (f"告诉{told}{zh_what}", f"在{told}的页面把到店时间填为{{0}}并告知酒店"),
            ),
            go("tab-hotels", f"hotels-{row['id']}", ("arrive", "{0}"), "tell-arrival"),
            m.records("hotels", eq("id", str(row["id"])), eq("arrival", "{0}")),
            "hotels",
        )
    m.sink(
        "transfer",
        ("code", "number"),
        m.goals(
            (
                "transfer as many points as {1} to the member with the receiving code {0}",
                "send points to the receiving code {0}, their number being {1}",
                "give away points: the code of the receiver is {0}, the number of points is {1}",
            ),
            ("向接收码为{0}的会员转赠积分，数量为{1}", "转赠积分：接收码填{0}，积分数填{1}"),
        ),
        go("tab-profile", "transfer", ("points-to", "{0}"), ("points-count", "{1}"), "send-points", "dialog-send"),
        m.acted("transferred", to="{0}", points="{1}"),
        "transferred",
        once=True,
    )
    m.sink(
        "passport",
        ("code",),
        m.goals(
            (
                "save {0} as the document number in your profile",
                "set your travel document number to {0}",
                "fill in {0} where the profile asks for a document number and save it",
            ),
            ("把{0}保存为个人资料里的证件号码", "在“我的”页面将证件号码设为{0}并保存"),
        ),
        go("tab-profile", ("passport-number", "{0}"), "save-passport"),
        m.var("passport", "{0}"),
        "passport",
    )
    m.sink(
        "contact",
        ("name",),
        m.goals(
            (
                "make {0} your emergency contact",
                "save {0} as the person to call in an emergency",
                "set the emergency contact of your profile to {0}",
            ),
            ("把紧急联系人设为{0}", "将{0}保存为你的紧急联系人"),
        ),
        go("tab-profile", ("contact-name", "{0}"), "save-contact"),
        m.var("contact", "{0}"),
        "contact",
    )


def _chores(m: Maker, trips: tuple[Record, ...], offers: tuple[Record, ...]) -> tuple[Chore, Chore]:
    settings = ("tab-profile", "open-settings")
    alerts = m.chore(
        "alerts",
        m.goals(
            (
                "turn on delay alerts",
                "switch the delay alerts on",
                "make sure that you get an alert when a trip is late",
            ),
            ("打开延误提醒", "开启行程的延误提醒开关"),
        ),
        go(*settings, "alerts"),
        m.var("alerts", True),
        "alerts",
    )
    seat = m.chore(
        "seat",
        m.goals(
            (
                "set your seat preference to window",
                "choose window as the preferred seat",
                "ask for window seats from now on",
            ),
            ("把座位偏好改为靠窗", "将偏好座位选为靠窗"),
        ),
        go(*settings, "seat-window"),
        m.var("seat", "window"),
        "seat",
    )
    m.chore(
        "bags",
        m.goals(
            ("set the number of checked bags to 3", "plan with three checked bags", "raise the checked bags to 3"),
            ("把托运行李数设为 3", "托运行李改成三件"),
        ),
        go(*settings, "bags-plus", "bags-plus"),
        m.var("bags", 3),
        "bags",
    )
    m.chore(
        "sync",
        m.goals(
            (
                "turn on copying trips to the calendar",
                "have trips copied to the calendar",
                "see to it that trips are copied to the calendar",
            ),
            ("打开行程同步到日历", "让行程自动同步到日历"),
        ),
        go(*settings),
        m.var("sync", True),
        satisfied=True,
    )
    open_offers = {str(offer["trip"]) for offer in offers}
    trip = next(r for r in trips if str(r["id"]) in open_offers)
    offer = [o for o in offers if o["trip"] == trip["id"]][1]
    m.chore(
        "rebook",
        m.goals(
            (
                f"rebook the trip to {trip['town']} to the departure at {offer['leaves']}",
                f"move your {trip['town']} trip to the {offer['leaves']} departure",
                f"change the booking for {trip['town']} so that you leave at {offer['leaves']}",
            ),
            (
                f"把前往{trip['town']}的行程改签到 {offer['leaves']} 的班次",
                f"将{trip['town']}的行程改为 {offer['leaves']} 出发",
            ),
        ),
        go("tab-trips", f"trips-{trip['id']}", "rebook", f"offers-{offer['id']}", "rebook-now", "dialog-confirm"),
        m.acted("rebooked", trip=str(trip["id"]), leaves=str(offer["leaves"])),
        "rebooked",
        "trips",
        "offer",
        once=True,
    )
    saver = next(r for r in trips if r["final"])
    m.chore(
        "saver",
        m.goals(
            (
                f"rebook the trip to {saver['town']} to the next departure",
                f"move the {saver['town']} trip to another departure",
                f"get a different departure for your trip to {saver['town']}",
            ),
            (f"把前往{saver['town']}的行程改签到下一班", f"为{saver['town']}的行程换一个班次"),
        ),
        go("tab-trips", f"trips-{saver['id']}", "?final"),
        (),
        impossible=m.say("It is a saver fare, which cannot be rebooked.", "这是特价票，不可改签。"),
    )
    gone = next(r for r in trips if r["past"])
    m.chore(
        "archive",
        m.goals(
            (
                f"archive the past trip to {gone['town']}",
                f"move the finished {gone['town']} trip into the archive",
                f"get the trip to {gone['town']}, which is over, out of the list by archiving it",
            ),
            (f"归档已结束的{gone['town']}行程", f"把去过的{gone['town']}那次行程归档"),
        ),
        go("tab-trips", f"trips-{gone['id']}", "archive-trip"),
        m.records("trips", eq("id", str(gone["id"])), eq("archived", True)),
        "trips",
    )
    return alerts, seat


def _hotel_chores(m: Maker, hotels: tuple[Record, ...]) -> None:
    fresh = next(r for r in hotels if not r["saved"])
    kept = next(r for r in hotels if r["saved"])
    for name, row, done in (("save-hotel", fresh, False), ("kept-hotel", kept, True)):
        told = row["name"]
        m.chore(
            name,
            m.goals(
                (f"save {told} for later", f"put {told} among your saved hotels", f"bookmark {told} in the hotel list"),
                (f"收藏{told}", f"把{told}加入已收藏的酒店"),
            ),
            go("tab-hotels", f"hotels-{row['id']}", *(() if done else ("save-hotel",))),
            m.records("hotels", eq("id", str(row["id"])), eq("saved", True)),
            *(() if done else ("hotels",)),
            satisfied=done,
        )
    absent = m.say("Hotel Vesper", "暮星酒店")
    m.chore(
        "absent-hotel",
        m.goals(
            (
                f"tell {absent} that you will arrive at 19:00",
                f"let your hotel {absent} know that you come at 19:00",
                f"announce 19:00 as your arrival at {absent}",
            ),
            (f"告诉{absent}你将在 19:00 到店", f"把 19:00 到店告知{absent}"),
        ),
        go("tab-hotels", ("search-input", absent)),
        (),
        impossible=m.say("There is no booking with that hotel.", "没有这家酒店的预订。"),
    )


def _loops(m: Maker, trips: tuple[Record, ...], hotels: tuple[Record, ...]) -> None:
    past = [r for r in trips if r["past"]]
    m.loop(
        "archive-past",
        m.goals(
            (
                "archive every past trip",
                "put all trips that are over into the archive",
                "clear the trip list of every trip that has ended by archiving it",
            ),
            ("归档所有已结束的行程", "把每一个已经结束的行程都归档"),
        ),
        go("tab-trips", "trips-filter-past"),
        "trips",
        (eq("past", True), eq("archived", False)),
        m.say("Archive the trip to {item}", "归档{item}的行程"),
        go("trips-{item.id}", "archive-trip"),
        "trips",
        expects=(
            m.records("trips", eq("past", True), eq("archived", True), count=len(past)),
            m.records("trips", eq("past", False), eq("archived", True), count=0),
        ),
    )
    saved = [r for r in hotels if r["saved"]]
    m.loop(
        "sum-rates",
        m.goals(
            (
                "add up the nightly rates of all saved hotels",
                "work out what one night in each of the saved hotels would cost together",
                "find the sum of the rates per night over every hotel that is saved",
            ),
            ("把所有已收藏酒店的每晚价格加起来", "算出每家已收藏的酒店各住一晚一共多少钱"),
        ),
        go("tab-hotels", "hotels-filter-saved"),
        "hotels",
        (eq("saved", True),),
        m.say("Read the rate of {item}", "读取{item}的价格"),
        (*go("hotels-{item.id}"), *reading("rate"), *go("<back")),
        reads="rate",
        total=str(sum(int(r["rate"]) for r in saved)),
        where=m.say("Hotels > Saved > each hotel", "酒店 > 已收藏 > 每家酒店"),
        place=m.place("hotel"),
        items=tuple(str(r["rate"]) for r in saved),
    )


def _fork(m: Maker, trips: tuple[Record, ...], chores: tuple[Chore, Chore]) -> None:
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
    states = [say(*state) for state in STATES]
    for source in m.family("condition", "state", noted, spot, count=2, options=states):
        when = m.cast.rng.choice((source.value, states[0]))
        m.fork(source.id.removeprefix("travel-"), source, when, m.either(when), *chores)
