"""What can be asked of the smart home."""

from sextant.worlds.content.lists import Home, lists
from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.base import Source
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    devices, guests, months = app.collections["devices"], app.collections["guests"], app.collections["months"]
    routines, sensors = app.collections["routines"], app.collections["sensors"]
    _device_sources(m, devices)
    _other_sources(m, guests, months, routines)
    _sensor_sources(m, sensors)
    ask(m, app, "sinks")
    ask(m, app, "device-chores")
    ask(m, app, "house-chores", scene=m.cast.rng.choice(app.collections["scenes"][1:]))
    _warm(m)
    ask(m, app, "climate-chores")
    ask(m, app, "loops")
    noted = [r for r in sensors if r["state"]]
    states = [m.say(*state) for state in lists(Home).states]
    spot = _sensor(m, "state", "状态", "fact-state")
    m.value_forks(m.family("condition", "state", noted, spot, options=states), states[0], "warm", "holiday")
    for source in _lamp_conditions(m, sensors):
        m.fork_on(source, m.cast.rng.choice((source.value, *source.options)), "warm", "holiday")


def _warm(m: Maker) -> None:
    bath = m.cast.rng.choice((24, 25))
    m.chore(
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
