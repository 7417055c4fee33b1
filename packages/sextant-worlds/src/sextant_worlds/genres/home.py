"""A smart home: rooms, devices, heating, scenes, energy, door codes, guests, sensors, routines."""

from sextant_worlds.content.lists import Home, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "home"
_MOTIFS = {
    "sofa": "sofa",
    "cooking-pot": "pot",
    "bed-double": "bed",
    "lamp-desk": "desk",
    "door-open": "hall",
    "bath": "tub",
}


_SORTS = {"light": ("Light", "灯"), "media": ("Media", "影音"), "air": ("Air", "空气"), "plug": ("Plug", "插座")}


def build(cast: Cast) -> Built:
    """The smart home and what can be asked of it."""
    m = AppBuilder(cast, APP)
    m.named()
    months = _months(m)
    app = m.spec(
        m.accent(),
        m.face(bars=",".join(str(int(r["used"]) // 10) for r in reversed(months))),
        {
            "rooms": tuple(
                {"id": f"r{n + 1}", "name": m.say(en, zh), "icon": icon, "motif": _MOTIFS[icon]}
                for n, (en, zh, icon, _) in enumerate(lists(Home).rooms)
            ),
            "devices": _devices(m),
            "sensors": _sensors(m),
            "scenes": tuple(
                {
                    "id": f"c{n + 1}",
                    "name": m.say(en, zh),
                    "icon": icon,
                    "on": n == 0,
                    "mark": m.say("Active", "已启用") if n == 0 else "",
                }
                for n, (en, zh, icon) in enumerate(lists(Home).scenes)
            ),
            "routines": _routines(m),
            "months": months,
            "guests": _guests(m),
        },
        {"meter": m.mint.code("99-9999-A")},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    for section in ("device-sources", "other-sources", "sensor-sources", "sinks", "device-chores"):
        ask(m, app, section)
    ask(m, app, "house-chores", scene=m.cast.rng.choice(app.collections["scenes"][1:]))
    bath = m.cast.rng.choice((24, 25))
    pluses: list[Record] = [{} for _ in range(bath - 22)]
    ask(m, app, "warm-chore", bath=bath, pluses=pluses)
    ask(m, app, "climate-chores")
    ask(m, app, "loops")
    states = [m.say(*state) for state in lists(Home).states]
    m.state_forks(ask(m, app, "conditions", states=states), states[0], "warm", "holiday")
    lamps = app.collections["sensors"][:8]
    asked = {source.place.record for source in m.sources if source.test_id == "lamp"}
    left, colours = [r for r in lamps if r["id"] not in asked], [str(r["colour"]) for r in lamps]
    for source in ask(m, app, "lamp-conditions", left=left, colours=colours):
        m.fork_on(source, m.cast.rng.choice((source.value, *source.options)), "warm", "holiday")


# -- records -------------------------------------------------------------------------------------------------------


def _devices(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    lit = rng.sample(range(9), 4)
    made: list[Record] = []
    rooms = [room[3] for room in lists(Home).rooms]
    for n, (en, zh, sort, icon, fitting, low, high) in enumerate(lists(Home).devices):
        on = n in lit or n in (12, 18)
        room = rooms.index(rng.choice(fitting.split()))
        made.append(
            {
                "id": f"d{n + 1:02d}",
                "name": m.say(en, zh),
                "sort": sort,
                "of": m.say(*_SORTS[sort]),
                "icon": icon,
                "room": f"r{room + 1}",
                "place": m.say(lists(Home).rooms[room][0], lists(Home).rooms[room][1]),
                "on": on,
                "mark": m.say("On", "开") if on else "",
                "maker": m.say(*rng.choice(lists(Home).makers)),
                "serial": m.mint.code("AA-99999"),
                "watts": m.mint.number(low, high),
                "until": m.day(40, 330),
                "offline": n == 19,
            }
        )
    rng.shuffle(made)
    return tuple(made)


def _sensors(m: AppBuilder) -> tuple[Record, ...]:
    states = m.some(2, [s[0] for s in lists(Home).states], [s[1] for s in lists(Home).states])
    lamps = m.cast.rng.sample(lists(Home).lamps, 8)
    return tuple(
        {
            "id": f"s{n + 1:02d}",
            "name": m.say(en, zh),
            "icon": icon,
            "state": states[n] if n < 2 else "",
            "lamp": lamps[n % 8][0],
            "colour": m.say(*lamps[n % 8]),
            "tag": m.mint.code("9A99"),
            "seen": m.mint.time(6, 22),
        }
        for n, (en, zh, icon) in enumerate(lists(Home).sensors)
    )


def _routines(m: AppBuilder) -> tuple[Record, ...]:
    return tuple(
        {
            "id": f"t{n + 1:02d}",
            "name": m.say(en, zh),
            "icon": icon,
            "at": m.mint.time(5, 22),
            "on": n not in (2, 7),
            "mark": m.say("Paused", "已暂停") if n in (2, 7) else "",
        }
        for n, (en, zh, icon) in enumerate(lists(Home).routines)
    )


def _months(m: AppBuilder) -> tuple[Record, ...]:
    last = m.cast.today.month - 1
    return tuple(
        {
            "id": f"m{n + 1:02d}",
            "name": m.say(*lists(Home).months[(last - 1 - n) % 12][:2]),
            "icon": lists(Home).months[(last - 1 - n) % 12][2],
            "used": m.mint.number(121, 790),
            "cost": m.price(38, 190),
            "winter": (last - 1 - n) % 12 in (0, 1, 10, 11),
        }
        for n in range(12)
    )


def _guests(m: AppBuilder) -> tuple[Record, ...]:
    expired = m.say("Expired", "已过期")
    return tuple(
        {
            "id": f"g{n + 1:02d}",
            "name": person.name,
            "code": m.mint.code("9999-99"),
            "until": m.day(-60, -2) if n in (1, 4, 7, 8) else m.day(3, 150),
            "expired": n in (1, 4, 7, 8),
            "mark": expired if n in (1, 4, 7, 8) else "",
            "door": m.say(*m.cast.rng.choice((("Front door", "前门"), ("Garden gate", "花园门")))),
        }
        for n, person in enumerate(m.people(12))
    )
