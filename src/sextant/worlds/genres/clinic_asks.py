"""What can be asked of the clinic."""

from sextant.worlds.content.lists import Clinic, lists
from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    visits, doctors = app.collections["visits"], app.collections["doctors"]
    labs, drugs = app.collections["labs"], app.collections["drugs"]
    _visit_sources(m, visits)
    _doctor_sources(m, doctors)
    _other_sources(m, labs, drugs)
    for section in ("sinks", "visit-chores", "other-chores", "setting-chores"):
        ask(m, app, section)
    en, zh, field = m.cast.rng.choice(lists(Clinic).departments)
    ask(m, app, "loops", name=m.say(en, zh), field=field)
    noted = [r for r in visits if r["state"]]
    states = [m.say(*state) for state in lists(Clinic).states]
    spot = _visit(m, m.say("Status", "状态"), "status", "状态", "fact-state")
    m.value_forks(m.family("condition", "state", noted, spot, count=2, options=states), states[0], "remind", "share")


def _visit(m: Maker, field: str, en: str, zh: str, test_id: str, *more: str) -> Spot:
    return Spot(
        page="ticket" if more else "visit",
        field=field,
        label=lambda r: m.say(f'the {en} of the visit "{r["name"]}"', f"就诊“{r['name']}”的{zh}"),
        where=lambda r: m.say("Visits", "就诊") + f" > {r['name']}",
        moves=lambda r: go("tab-visits", f"visits-{r['id']}", *more),
        test_id=test_id,
        depth=1 + len(more),
        medium="pixels" if more else "text",
    )


def _visit_sources(m: Maker, visits: tuple[Record, ...]) -> None:
    say = m.say
    ahead = [r for r in visits if not r["past"]]
    m.family(
        "date", "day", visits, _visit(m, say("Day", "日期"), "day", "日期", "fact-day"), count=6, group="visit-days"
    )
    m.family("time", "at", ahead, _visit(m, say("Time", "时间"), "time", "时间", "fact-at"), count=3)
    wards = [str(r["ward"]) for r in visits]
    ward = _visit(m, say("Where", "地点"), "place", "地点", "fact-ward")
    m.family("name", "ward", visits, ward, count=4, options=wards)
    m.family("code", "queue", ahead, _visit(m, "", "number on the queue ticket", "排队号", "queue", "ticket"), count=3)


def _doctor_sources(m: Maker, doctors: tuple[Record, ...]) -> None:
    say = m.say

    def doctor(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="doctor",
            field=field,
            label=lambda r: say(f"the {en} of {r['name']}", f"{r['name']}的{zh}"),
            where=lambda r: say("Doctors", "医生") + f" > {r['name']}",
            moves=lambda r: go("tab-doctors", f"doctors-{r['id']}"),
            test_id=test_id,
            depth=1,
        )

    fee = doctor(say("Consultation fee", "诊费"), "consultation fee", "诊费", "fact-fee")
    m.family("price", "fee", doctors, fee, count=8, group="fees")
    free = doctor(say("Next free day", "最近可约日期"), "next free day", "最近可约日期", "fact-next")
    m.family("date", "next", doctors, free, count=5, group="free-days")
    m.family("code", "room", doctors, doctor(say("Room", "诊室"), "room", "诊室号", "fact-room"), count=3)


def _other_sources(m: Maker, labs: tuple[Record, ...], drugs: tuple[Record, ...]) -> None:
    say = m.say

    def lab(field: str, en: str, zh: str, test_id: str, pixels: bool = False) -> Spot:
        return Spot(
            page="result",
            field=field,
            label=lambda r: say(f"the {en} of the lab result {r['name']}", f"{r['name']}检验报告的{zh}"),
            where=lambda r: say("Results", "报告") + f" > {r['name']}",
            moves=lambda r: go("tab-results", f"labs-{r['id']}"),
            test_id=test_id,
            depth=1,
            medium="pixels" if pixels else "text",
        )

    m.family("number", "value", labs, lab(say("Value", "数值"), "value", "数值", "fact-value"), count=7, group="values")
    m.family("code", "seal", labs, lab("", "code on the seal", "检验章编号", "seal", True), count=3)

    def drug(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="drug",
            field=field,
            label=lambda r: say(f"the {en} of the prescription for {r['name']}", f"{r['name']}处方的{zh}"),
            where=lambda r: say("Record > Prescriptions > ", "档案 > 处方 > ") + str(r["name"]),
            moves=lambda r: go("tab-record", "medicines", f"drugs-{r['id']}"),
            test_id=test_id,
            depth=2,
        )

    m.family(
        "code", "refill", drugs, drug(say("Refill code", "续方码"), "refill code", "续方码", "fact-refill"), count=5
    )
    copay = drug(say("Your share", "自付金额"), "co-payment", "自付金额", "fact-copay")
    m.family("price", "copay", drugs, copay, count=6, group="copays")
