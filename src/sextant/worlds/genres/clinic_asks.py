"""What can be asked of the clinic."""

from sextant.worlds.content.clinic import FIELDS, STATES
from sextant.worlds.genres.base import Chore
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    visits, doctors = app.collections["visits"], app.collections["doctors"]
    labs, drugs = app.collections["labs"], app.collections["drugs"]
    _visit_sources(m, visits)
    _doctor_sources(m, doctors)
    _other_sources(m, labs, drugs)
    _sinks(m, doctors, drugs)
    _visit_chores(m, visits, doctors)
    _other_chores(m, labs, drugs)
    chores = _setting_chores(m)
    _loops(m, doctors)
    noted = [r for r in visits if r["state"]]
    states = [m.say(*state) for state in STATES]
    spot = _visit(m, m.say("Status", "状态"), "status", "状态", "fact-state")
    for source in m.family("condition", "state", noted, spot, count=2, options=states):
        when = m.cast.rng.choice((source.value, states[0]))
        m.fork(source.id.removeprefix("clinic-"), source, when, m.either(when), *chores)


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


def _sinks(m: Maker, doctors: tuple[Record, ...], drugs: tuple[Record, ...]) -> None:
    doctor = next(r for r in doctors if not r["full"])
    other = [r for r in doctors if not r["full"]][3]
    told = doctor["name"]
    m.sink(
        "book",
        ("code",),
        m.goals(
            (
                f"book an evening visit with {told} and give {{0}} as the reason",
                f"make a booking with {told} for the evening, {{0}} being the referral",
                f"get an evening slot with {told}; the reason or referral to enter is {{0}}",
            ),
            (f"预约{told}的傍晚时段，事由填{{0}}", f"向{told}预约傍晚就诊，转诊号为{{0}}"),
        ),
        go(
            "tab-doctors",
            f"doctors-{doctor['id']}",
            "book",
            "part-evening",
            ("reason", "{0}"),
            "confirm",
            "dialog-book",
        ),
        m.acted("booked", doctor=str(doctor["id"]), part="evening", reason="{0}"),
        "booked",
        once=True,
    )
    drug = next(r for r in drugs if r["left"])
    m.sink(
        "refill",
        ("code",),
        m.goals(
            (
                f"ask for a refill of {drug['name']} with {{0}} as the code for the pharmacy",
                f"request a refill of {drug['name']}; the pharmacy needs the code {{0}}",
                f"have {drug['name']} refilled, entering {{0}} for the pharmacy",
            ),
            (f"为{drug['name']}申请续方，取药码填{{0}}", f"申请{drug['name']}的续方，并填写取药码{{0}}"),
        ),
        go("tab-record", "medicines", f"drugs-{drug['id']}", ("refill-code", "{0}"), "ask-refill", "dialog-refill"),
        m.acted("refilled", drug=str(drug["id"]), code="{0}"),
        "refilled",
        "drugs",
        once=True,
    )
    m.sink(
        "diary",
        ("number", "date"),
        m.goals(
            (
                "add {0} as a reading of {1} to the symptom diary",
                "enter the reading {0} for {1} into the symptom diary",
                "write into the symptom diary that the reading was {0} on {1}",
            ),
            ("在症状日记里添加读数{0}，日期为{1}", "把{1}的读数{0}记入症状日记"),
        ),
        go("tab-record", "diary", ("reading", "{0}"), ("reading-day", "{1}"), "add-entry"),
        m.records("diary", eq("reading", "{0}"), eq("day", "{1}")),
        "diary",
    )
    m.sink(
        "policy",
        ("code",),
        m.goals(
            (
                "save {0} as your insurance number",
                "enter {0} as the number of your insurance",
                "set the insurance number in your record to {0}",
            ),
            ("把保险号保存为{0}", "在档案里将保险号填为{0}"),
        ),
        go("tab-record", ("policy-number", "{0}"), "save-policy"),
        m.var("policy", "{0}"),
        "policy",
    )
    m.sink(
        "kin",
        ("name",),
        m.goals(
            ("save {0} as your next of kin", "make {0} the next of kin in your record", "set the next of kin to {0}"),
            ("把紧急联系人保存为{0}", "在档案中将紧急联系人设为{0}"),
        ),
        go("tab-record", ("kin", "{0}"), "save-kin"),
        m.var("contact", "{0}"),
        "contact",
    )
    letters: tuple[tuple[str, FactKind, Record], ...] = (("message", "time", other), ("message-price", "price", doctor))
    for name, kind, row in letters:
        m.sink(
            name,
            (kind,),
            m.goals(
                (
                    f"send a message that reads {{0}} to the practice of {row['name']}",
                    f"message {row['name']} with just {{0}}",
                    f"leave {{0}} as a message for {row['name']}",
                ),
                (f"给{row['name']}的诊室留言{{0}}", f"向{row['name']}发送留言，内容为{{0}}"),
            ),
            go("tab-doctors", f"doctors-{row['id']}", ("message", "{0}"), "send-message"),
            m.records("messages", eq("doctor", str(row["id"])), eq("text", "{0}")),
            "messages",
        )


def _visit_chores(m: Maker, visits: tuple[Record, ...], doctors: tuple[Record, ...]) -> None:
    ahead = next(r for r in visits if not r["past"])
    m.chore(
        "cancel",
        m.goals(
            (
                f'cancel the visit "{ahead["name"]}"',
                f'call off the appointment "{ahead["name"]}"',
                f'give up the slot for "{ahead["name"]}" by cancelling it',
            ),
            (f"取消“{ahead['name']}”这次就诊", f"把就诊“{ahead['name']}”取消掉"),
        ),
        go("tab-visits", f"visits-{ahead['id']}", "cancel", "dialog-cancel-visit"),
        (
            m.acted("cancelled", visit=str(ahead["id"])),
            m.records("visits", eq("id", str(ahead["id"])), eq("cancelled", True)),
        ),
        "cancelled",
        "visits",
        once=True,
    )
    over = next(r for r in visits if r["past"])
    m.chore(
        "over",
        m.goals(
            (
                f'cancel the visit "{over["name"]}"',
                f'call off "{over["name"]}"',
                f'see that the visit "{over["name"]}" is cancelled',
            ),
            (f"取消“{over['name']}”这次就诊", f"让就诊“{over['name']}”被取消"),
        ),
        go("tab-visits", f"visits-{over['id']}", "?over"),
        (),
        impossible=m.say("That visit is over already.", "这次就诊已经结束。"),
    )
    free = next(r for r in doctors if not r["liked"] and not r["full"])
    for name, row, done in (("save", free, False), ("saved", next(r for r in doctors if r["liked"]), True)):
        told = row["name"]
        m.chore(
            name,
            m.goals(
                (
                    f"save {told} among your doctors",
                    f"put {told} among the saved doctors",
                    f"see that {told} is a saved doctor",
                ),
                (f"收藏{told}", f"把{told}加入收藏的医生"),
            ),
            go("tab-doctors", *(() if done else (f"doctors-{row['id']}", "save-doctor"))),
            m.records("doctors", eq("id", str(row["id"])), eq("liked", True)),
            *(() if done else ("doctors",)),
            satisfied=done,
        )
    reason = m.pick(("itchy elbow", "second opinion", "tired eyes"), ("手肘发痒", "复核意见", "眼睛疲劳"))
    full = next(r for r in doctors if r["full"])
    for name, row in (("book-noon", free), ("book-full", full)):
        told, possible = row["name"], row is free
        m.chore(
            name,
            m.goals(
                (
                    f'book a visit at noon with {told}, the reason being "{reason}"',
                    f'make a noon booking with {told} for "{reason}"',
                    f'get a slot at noon with {told} and enter "{reason}" as the reason',
                ),
                (f"预约{told}中午的时段，事由填“{reason}”", f"向{told}预约中午就诊，事由为“{reason}”"),
            ),
            go("tab-doctors", f"doctors-{row['id']}", "book", "part-noon", ("reason", reason), "confirm", "dialog-book")
            if possible
            else go("tab-doctors", f"doctors-{row['id']}", "?full"),
            m.acted("booked", doctor=str(row["id"]), part="noon", reason=reason) if possible else (),
            *(("booked",) if possible else ()),
            once=possible,
            impossible="" if possible else m.say("That doctor takes no new patients.", "这位医生暂不接收新患者。"),
        )


def _other_chores(m: Maker, labs: tuple[Record, ...], drugs: tuple[Record, ...]) -> None:
    fresh = next(r for r in labs if r["fresh"])
    old = next(r for r in labs if not r["fresh"])
    for name, row, done in (("read", fresh, False), ("was-read", old, True)):
        m.chore(
            name,
            m.goals(
                (
                    f"mark the lab result {row['name']} as read",
                    f"see that the result {row['name']} counts as read",
                    f"set the {row['name']} result to read",
                ),
                (f"把{row['name']}的检验报告标为已读", f"让{row['name']}报告处于已读状态"),
            ),
            go("tab-results", f"labs-{row['id']}", *(() if done else ("seen",))),
            m.records("labs", eq("id", str(row["id"])), eq("fresh", False)),
            *(() if done else ("labs",)),
            satisfied=done,
        )
    none = next(r for r in drugs if not r["left"])
    m.chore(
        "no-refill",
        m.goals(
            (
                f"ask for a refill of {none['name']}",
                f"have {none['name']} refilled",
                f"request more {none['name']} from the pharmacy",
            ),
            (f"为{none['name']}申请续方", f"申请{none['name']}的续方"),
        ),
        go("tab-record", "medicines", f"drugs-{none['id']}", "?left"),
        (),
        impossible=m.say("No refills are left.", "已不可再续方。"),
    )


def _setting_chores(m: Maker) -> tuple[Chore, Chore]:
    remind = m.chore(
        "remind",
        m.goals(
            ("turn on the reminders of visits", "have the clinic remind you of visits", "switch visit reminders on"),
            ("打开就诊提醒", "开启就诊前的提醒"),
        ),
        go("tab-record", "remind"),
        m.var("remind", True),
        "remind",
    )
    share = m.chore(
        "share",
        m.goals(
            (
                "share your results with your doctor",
                "turn on sharing of results with the doctor",
                "allow your doctor to see the results",
            ),
            ("与医生共享报告", "打开报告共享开关"),
        ),
        go("tab-record", "share"),
        m.var("share", True),
        "share",
    )
    return remind, share


def _loops(m: Maker, doctors: tuple[Record, ...]) -> None:
    m.loop(
        "read-all",
        m.goals(
            (
                "mark every new lab result as read",
                "go through all new results and mark each as read",
                "leave no result new: mark each of them as read",
            ),
            ("把所有新的检验报告标为已读", "逐个打开新报告并标为已读"),
        ),
        go("tab-results", "labs-filter-fresh"),
        "labs",
        (eq("fresh", True),),
        m.say("Mark {item} as read", "把{item}标为已读"),
        go("labs-{item.id}", "seen", "<back"),
        "labs",
        expects=(m.records("labs", eq("fresh", True), count=0),),
    )
    en, zh, ident = m.cast.rng.choice(FIELDS)
    name = m.say(en, zh)
    group = [r for r in doctors if r["field"] == ident]
    m.loop(
        "sum-fees",
        m.goals(
            (
                f'add up the consultation fees of all doctors of "{name}"',
                f'work out what one consultation with every doctor of "{name}" costs together',
                f'find the sum of the fees that the doctors listed under "{name}" charge',
            ),
            (f"把“{name}”所有医生的诊费加起来", f"算出“{name}”每位医生诊费的总和"),
        ),
        go("tab-doctors", f"doctors-filter-{ident}"),
        "doctors",
        (eq("field", ident),),
        m.say("Read the fee of {item}", "读取{item}的诊费"),
        (*go("doctors-{item.id}"), *reading("fee"), *go("<back")),
        reads="fee",
        total=str(sum(int(r["fee"]) for r in group)),
        where=m.say(f"Doctors > {name} > each doctor", f"医生 > {name} > 每位医生"),
        place=m.place("doctor"),
        items=tuple(str(r["fee"]) for r in group),
    )
