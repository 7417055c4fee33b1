"""What can be asked of the smart home."""

from sextant.worlds.content.home import STATES
from sextant.worlds.genres.base import Chore, Source
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    devices, guests, months = app.collections["devices"], app.collections["guests"], app.collections["months"]
    routines, sensors = app.collections["routines"], app.collections["sensors"]
    _device_sources(m, devices)
    _other_sources(m, guests, months, routines)
    _sensor_sources(m, sensors)
    _sinks(m, routines)
    _device_chores(m, devices)
    _house_chores(m, app.collections["scenes"], routines, guests)
    chores = _climate_chores(m)
    _loops(m, devices, guests, months)
    noted = [r for r in sensors if r["state"]]
    states = [m.say(*state) for state in STATES]
    for source in m.family("condition", "state", noted, _sensor(m, "state", "状态", "fact-state"), options=states):
        when = m.cast.rng.choice((source.value, states[0]))
        m.fork(source.id.removeprefix("home-"), source, when, m.either(when), *chores)
    for source in _lamp_conditions(m, sensors):
        when = m.cast.rng.choice((source.value, *source.options))
        m.fork(source.id.removeprefix("home-"), source, when, m.either(when), *chores)


def _lamp_conditions(m: Maker, sensors: tuple[Record, ...]) -> list[Source]:
    """Conditions that are to be seen in pixels only: the colour of a signal lamp."""
    asked = {source.place.record for source in m.sources if source.test_id == "lamp"}
    left = [r for r in sensors[:8] if r["id"] not in asked]
    lamp = _sensor(m, "colour of the signal lamp", "信号灯颜色", "lamp", True)
    return m.family("condition", "colour", left, lamp, count=2, options=[str(r["colour"]) for r in sensors[:8]])


def _spot(m: Maker, page: str, way: tuple[str, str], tab: str, what: tuple[str, ...], test_id: str) -> Spot:
    """A fact on the page of a row that is listed on a tab; `what` is label in both languages, words in both."""
    return Spot(
        page=page,
        field=m.say(what[0], what[1]),
        label=lambda r: m.say(f"the {what[2]} of {r['name']}", f"{r['name']}的{what[3]}"),
        where=lambda r: m.say(*way) + f" > {r['name']}",
        moves=lambda r: go(f"tab-{tab}", f"{page}s-{r['id']}"),
        test_id=test_id,
        depth=1,
    )


def _device_sources(m: Maker, devices: tuple[Record, ...]) -> None:
    say = m.say

    def deep(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="device",
            field=field,
            label=lambda r: say(
                f"the {en} of the device {r['name']} in the {r['place']}", f"{r['place']}里{r['name']}的{zh}"
            ),
            where=lambda r: say("Home", "家") + f" > {r['place']} > {r['name']}",
            moves=lambda r: go("tab-house", f"rooms-{r['room']}", f"here-{r['id']}"),
            test_id=test_id,
            depth=2,
        )

    m.family(
        "code",
        "serial",
        devices,
        deep(say("Serial number", "序列号"), "serial number", "序列号", "fact-serial"),
        count=5,
    )
    watts = deep(say("Rated power, watts", "额定功率（瓦）"), "rated power in watts", "额定功率（瓦）", "fact-watts")
    m.family("number", "watts", devices, watts, count=6, group="watts")
    until = deep(say("Warranty until", "保修至"), "end of warranty", "保修截止日期", "fact-warranty")
    m.family("date", "until", devices, until, count=4)


def _other_sources(
    m: Maker, guests: tuple[Record, ...], months: tuple[Record, ...], routines: tuple[Record, ...]
) -> None:
    access, energy, climate = ("Access", "门禁"), ("Energy", "能源"), ("Climate", "温控")
    code = _spot(m, "guest", access, "access", ("Access code", "访问码", "access code", "访问码"), "fact-code")
    m.family("code", "code", guests, code, count=4)
    until = ("Valid until", "有效期至", "last day of access", "访问权限的截止日期")
    m.family("date", "until", guests, _spot(m, "guest", access, "access", until, "fact-until"), count=5, group="valid")
    used = ("Used, kWh", "用量（度）", "electricity use in the month", "用电量")
    m.family("number", "used", months, _spot(m, "month", energy, "energy", used, "fact-used"), count=6, group="used")
    cost = ("Cost", "费用", "electricity cost in the month", "电费")
    m.family("price", "cost", months, _spot(m, "month", energy, "energy", cost, "fact-cost"), count=8, group="costs")
    at = Spot(
        page="routine",
        field=m.say("Starts at", "开始时间"),
        label=lambda r: m.say(f'the start time of the routine "{r["name"]}"', f"自动化“{r['name']}”的开始时间"),
        where=lambda r: m.say(*climate) + f" > {r['name']}",
        moves=lambda r: go("tab-climate", f"routines-{r['id']}"),
        test_id="fact-at",
        depth=1,
    )
    m.family("time", "at", routines, at, count=4)


def _sensor(m: Maker, en: str, zh: str, test_id: str, pixels: bool = False) -> Spot:
    return Spot(
        page="sensor",
        field="" if pixels else m.say("State", "状态"),
        label=lambda r: m.say(f'the {en} of the sensor "{r["name"]}"', f"传感器“{r['name']}”的{zh}"),
        where=lambda r: m.say("Home > Sensors > ", "家 > 传感器 > ") + str(r["name"]),
        moves=lambda r: go("tab-house", "all-sensors", f"sensors-{r['id']}"),
        test_id=test_id,
        depth=2,
        medium="pixels" if pixels else "text",
    )


def _sensor_sources(m: Maker, sensors: tuple[Record, ...]) -> None:
    m.family("code", "tag", sensors, _sensor(m, "printed label", "标签编号", "tag", True), count=3)
    single = sensors[:8]
    colours = [str(r["colour"]) for r in single]
    lamp = _sensor(m, "colour of the signal lamp", "信号灯颜色", "lamp", True)
    m.family("text", "colour", single, lamp, count=2, options=colours)


def _sinks(m: Maker, routines: tuple[Record, ...]) -> None:
    m.sink(
        "pin",
        ("code",),
        m.goals(
            (
                "set {0} as the new code of the front door",
                "change the door code of the front door to {0}",
                "make {0} the code that opens the front door",
            ),
            ("把前门的门锁密码改为{0}", "将{0}设置为前门的新密码"),
        ),
        go("tab-access", ("new-pin", "{0}"), "save-pin"),
        m.var("pin", "{0}"),
        "pin",
    )
    m.sink(
        "guest",
        ("name", "code"),
        m.goals(
            (
                "add a guest with the name {0} and the code {1}",
                "give access to a new guest: the name is {0}, the code {1}",
                "enter {0} as a new guest who opens the door with {1}",
            ),
            ("添加一位访客，姓名为{0}，访问码为{1}", "登记新访客：姓名填{0}，访问码填{1}"),
        ),
        go("tab-access", "new-guest", ("guest-name", "{0}"), ("guest-code", "{1}"), "save-guest"),
        m.records("guests", eq("name", "{0}"), eq("code", "{1}")),
        "guests",
    )
    visitor = m.pick(("Plumber", "Dog sitter", "Cleaner"), ("水管工", "遛狗师", "保洁员"))
    m.sink(
        "guest-until",
        ("code", "date"),
        m.goals(
            (
                f'add the guest "{visitor}" with the code {{0}}, valid until {{1}}',
                f'let "{visitor}" in as a new guest: {{0}} is the code and {{1}} the last day',
                f'create access for "{visitor}" that uses the code {{0}} and ends on {{1}}',
            ),
            (f"添加访客“{visitor}”，访问码为{{0}}，有效期至{{1}}", f"给“{visitor}”开通访问：访问码{{0}}，截止{{1}}"),
        ),
        go(
            "tab-access",
            "new-guest",
            ("guest-name", visitor),
            ("guest-code", "{0}"),
            ("guest-until", "{1}"),
            "save-guest",
        ),
        m.records("guests", eq("name", visitor), eq("code", "{0}"), eq("until", "{1}")),
        "guests",
    )
    routine = routines[4]
    m.sink(
        "routine",
        ("time",),
        m.goals(
            (
                f'move the routine "{routine["name"]}" to {{0}}',
                f'let the routine "{routine["name"]}" start at {{0}} from now on',
                f'change the start of "{routine["name"]}" to {{0}} and save it',
            ),
            (f"把自动化“{routine['name']}”改到{{0}}开始", f"将“{routine['name']}”的开始时间设为{{0}}并保存"),
        ),
        go("tab-climate", f"routines-{routine['id']}", ("new-time", "{0}"), "save-time"),
        m.records("routines", eq("id", str(routine["id"])), eq("at", "{0}")),
        "routines",
    )
    m.sink(
        "order",
        ("code", "price"),
        m.goals(
            (
                "order a part for the number {0} and put {1} into the note",
                "place an order for a part: the number is {0}, the note says {1}",
                "have a part sent for the number {0}, with {1} as the note",
            ),
            ("为号码{0}订购配件，备注写{1}", "下单订购配件：号码填{0}，备注填{1}"),
        ),
        go("tab-house", "order-part", ("part-serial", "{0}"), ("part-note", "{1}"), "order", "dialog-order"),
        m.acted("ordered", serial="{0}", note="{1}"),
        "ordered",
        once=True,
    )
    m.sink(
        "tariff",
        ("number",),
        m.goals(
            (
                "save {0} as the tariff on the energy page",
                "enter {0} where energy asks for the tariff",
                "set the electricity tariff to {0}",
            ),
            ("把{0}保存为能源页面的资费", "将电费资费设为{0}"),
        ),
        go("tab-energy", ("tariff-name", "{0}"), "save-tariff"),
        m.var("tariff", "{0}"),
        "tariff",
    )


def _device_chores(m: Maker, devices: tuple[Record, ...]) -> None:
    idle = [r for r in devices if not r["on"] and not r["offline"]]
    running = [r for r in devices if r["on"]]
    for name, row, done in (("on", idle[0], False), ("was-on", running[0], True)):
        told = f"{row['name']}"
        m.chore(
            name,
            m.goals(
                (f'turn on the device "{told}"', f'switch "{told}" on', f'see that "{told}" is running'),
                (f"打开设备“{told}”", f"让“{told}”处于开启状态"),
            ),
            go("tab-house", *(() if done else (f"devices-{row['id']}-on",))),
            m.records("devices", eq("id", str(row["id"])), eq("on", True)),
            *(() if done else ("devices",)),
            satisfied=done,
        )
    row = running[1]
    m.chore(
        "off",
        m.goals(
            (f'turn off the device "{row["name"]}"', f'switch "{row["name"]}" off', f'shut "{row["name"]}" down'),
            (f"关闭设备“{row['name']}”", f"把“{row['name']}”关掉"),
        ),
        go("tab-house", f"devices-{row['id']}", "turn-off"),
        m.records("devices", eq("id", str(row["id"])), eq("on", False)),
        "devices",
    )
    lost = next(r for r in devices if r["offline"])
    m.chore(
        "offline",
        m.goals(
            (
                f'turn on "{lost["name"]}" from its own page',
                f'open the device "{lost["name"]}" and switch it on there',
                f'start "{lost["name"]}" with the button on its page',
            ),
            (f"在设备页面打开“{lost['name']}”", f"进入“{lost['name']}”的页面并将其打开"),
        ),
        go("tab-house", f"devices-{lost['id']}", "?offline"),
        (),
        impossible=m.say("The device is offline.", "设备离线。"),
    )


def _house_chores(
    m: Maker, scenes: tuple[Record, ...], routines: tuple[Record, ...], guests: tuple[Record, ...]
) -> None:
    scene = m.cast.rng.choice(scenes[1:])
    for name, row, done in (("scene", scene, False), ("scene-on", scenes[0], True)):
        told = row["name"]
        m.chore(
            name,
            m.goals(
                (f'start the scene "{told}"', f'activate the scene "{told}"', f'put the house into "{told}"'),
                (f"启用场景“{told}”", f"切换到“{told}”场景"),
            ),
            go("tab-house", *(() if done else (f"scenes-{row['id']}",))),
            m.records("scenes", eq("id", str(row["id"])), eq("on", True)),
            *(() if done else ("scenes",)),
            satisfied=done,
        )
    routine = next(r for r in routines if r["on"])
    m.chore(
        "pause",
        m.goals(
            (
                f'pause the routine "{routine["name"]}"',
                f'keep the routine "{routine["name"]}" from running',
                f'set "{routine["name"]}" to paused',
            ),
            (f"暂停自动化“{routine['name']}”", f"让“{routine['name']}”不再自动运行"),
        ),
        go("tab-climate", f"routines-{routine['id']}", "pause"),
        m.records("routines", eq("id", str(routine["id"])), eq("on", False)),
        "routines",
    )
    guest = next(r for r in guests if not r["expired"])
    m.chore(
        "revoke",
        m.goals(
            (
                f"revoke the access of {guest['name']}",
                f"take {guest['name']} off the guest list",
                f"see that {guest['name']} can no longer open the door",
            ),
            (f"撤销{guest['name']}的访问权限", f"把{guest['name']}从访客名单里去掉"),
        ),
        go("tab-access", f"guests-{guest['id']}", "revoke"),
        m.records("guests", eq("id", str(guest["id"])), count=0),
        "guests",
    )
    absent = m.say("Window cleaner", "擦窗工")
    m.chore(
        "absent",
        m.goals(
            (
                f'revoke the access of the guest "{absent}"',
                f'remove "{absent}" from the guests',
                f'end the access that "{absent}" has',
            ),
            (f"撤销访客“{absent}”的访问权限", f"把“{absent}”从访客中移除"),
        ),
        go("tab-access", ("search-input", absent)),
        (),
        impossible=m.say("There is no guest of that name.", "没有这个访客。"),
    )


def _climate_chores(m: Maker) -> tuple[Chore, Chore]:
    bath = m.cast.rng.choice((24, 25))
    warm = m.chore(
        "warm",
        m.goals(
            (
                f"set the thermostat of the bathroom to {bath} °C",
                f"heat the bathroom to {bath} °C",
                f"raise the bathroom to {bath} degrees",
            ),
            (f"把浴室温控器设为 {bath} °C", f"浴室温度调到 {bath} 度"),
        ),
        go("tab-climate", *("heat-bath-plus",) * (bath - 22)),
        m.var("bath", bath),
        "bath",
    )
    holiday = m.chore(
        "holiday",
        m.goals(
            ("turn on holiday mode", "switch the heating to holiday mode", "put the house into holiday mode"),
            ("打开假日模式", "把温控切换到假日模式"),
        ),
        go("tab-climate", "holiday"),
        m.var("holiday", True),
        "holiday",
    )
    return warm, holiday


def _loops(m: Maker, devices: tuple[Record, ...], guests: tuple[Record, ...], months: tuple[Record, ...]) -> None:
    lights = [r for r in devices if r["sort"] == "light"]
    others = sum(1 for r in devices if r["on"] and r["sort"] != "light")
    m.loop(
        "lights-off",
        m.goals(
            (
                "turn off every light that is on",
                "switch off all lights that are still burning",
                "go through the lights and turn off each that is on",
            ),
            ("关掉所有亮着的灯", "把每一盏开着的灯都关掉"),
        ),
        go("tab-house", "devices-filter-light"),
        "devices",
        (eq("sort", "light"), eq("on", True)),
        m.say('Turn off "{item}"', "关闭“{item}”"),
        go("devices-{item.id}-unon"),
        "devices",
        expects=(
            m.records("devices", eq("sort", "light"), eq("on", False), count=len(lights)),
            m.records("devices", eq("on", True), count=others),
        ),
    )
    expired = [r for r in guests if r["expired"]]
    m.loop(
        "revoke-expired",
        m.goals(
            (
                "revoke the access of every guest that has expired",
                "clear the guest list of all expired guests",
                "remove each guest marked as expired",
            ),
            ("撤销所有已过期访客的访问权限", "把每一位已过期的访客都移除"),
        ),
        go("tab-access", "guests-filter-expired"),
        "guests",
        (eq("expired", True),),
        m.say("Revoke the access of {item}", "撤销{item}的访问权限"),
        go("guests-{item.id}", "revoke"),
        "guests",
        expects=(
            m.records("guests", eq("expired", True), count=0),
            m.records("guests", count=len(guests) - len(expired)),
        ),
    )
    winter = [r for r in months if r["winter"]]
    m.loop(
        "sum-winter",
        m.goals(
            (
                "add up what electricity cost in all winter months",
                "work out the cost of electricity over every month that counts as winter",
                "find the sum of the costs of each of the winter months",
            ),
            ("把所有冬季月份的电费加起来", "算出每个冬季月份电费的总和"),
        ),
        go("tab-energy", "months-filter-winter"),
        "months",
        (eq("winter", True),),
        m.say("Read the cost of {item}", "读取{item}的费用"),
        (*go("months-{item.id}"), *reading("cost"), *go("<back")),
        reads="cost",
        total=str(sum(int(r["cost"]) for r in winter)),
        where=m.say("Energy > Winter months > each month", "能源 > 冬季月份 > 每个月"),
        place=m.place("month"),
        items=tuple(str(r["cost"]) for r in winter),
    )
