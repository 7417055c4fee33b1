"""Trips, boarding passes, connections and hotels; rebooking that cannot be undone."""

from sextant_worlds.content.lists import Travel, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "travel"


def build(cast: Cast) -> Built:
    """The travel app and what can be asked of it."""
    m = AppBuilder(cast, APP)
    m.named()
    trips = _trips(m)
    legs = _legs(m, trips)
    hotels = _hotels(m)
    offers = _offers(m, trips)
    app = m.spec(
        m.accent(),
        m.face(),
        {"trips": trips, "legs": legs, "hotels": hotels, "offers": offers, "memos": ()},
        {"member": m.mint.code("WF-999-9999")},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    trips, offers = app.collections["trips"], app.collections["offers"]
    for section in ("trip-sources", "other-sources", "member", "sinks"):
        ask(m, app, section)
    trip = next(r for r in trips if any(offer["trip"] == r["id"] for offer in offers))
    ask(m, app, "chores", trip=trip, offer=[offer for offer in offers if offer["trip"] == trip["id"]][1])
    ask(m, app, "hotel-chores")
    ask(m, app, "loops")
    states = [m.say(*state) for state in lists(Travel).states]
    m.state_forks(ask(m, app, "conditions", states=states), states[0], "alerts", "seat")


# -- records -------------------------------------------------------------------------------------------------------


def _trips(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    towns = rng.sample(lists(Travel).towns, 14)
    carriers = [m.say(*c) for c in lists(Travel).carriers]
    states = m.some(3, [s[0] for s in lists(Travel).states], [s[1] for s in lists(Travel).states])
    made: list[Record] = []
    for n, (en, zh, scene) in enumerate(towns):
        past = n >= 9
        made.append(
            {
                "id": f"t{n + 1:02d}",
                "town": m.say(en, zh),
                "carrier": rng.choice(carriers),
                "day": m.day(-150, -5) if past else m.day(2, 170),
                "leaves": m.mint.time(6, 21),
                "past": past,
                "when": m.say("Past", "已结束") if past else m.say("Upcoming", "待出发"),
                "state": states[n] if n < 3 else "",
                "code": m.mint.code("AA9A9A"),
                "fare": m.price(60, 520),
                "seat": f"{rng.randint(3, 38)}{rng.choice('ABCDEF')}",
                "gate": m.mint.code("A99"),
                "archived": False,
                "final": n in (3, 4),
                "moved": "",
                "motif": f"{scene}-{n}",
            }
        )
    rng.shuffle(made)
    return tuple(made)


def _legs(m: AppBuilder, trips: tuple[Record, ...]) -> tuple[Record, ...]:
    made: list[Record] = []
    for trip in trips:
        if trip["past"]:
            continue
        stops = m.some(4, [s[0] for s in lists(Travel).stations], [s[1] for s in lists(Travel).stations])
        for n in range(3):
            number = len(made) + 1
            made.append(
                {
                    "id": f"l{number:02d}",
                    "trip": str(trip["id"]),
                    "town": str(trip["town"]),
                    "name": f"{stops[n]} – {stops[n + 1]}",
                    "line": f"{m.cast.rng.choice(('RE', 'S', 'IC', 'T'))} {number + 10}",
                    "leaves": m.mint.time(5, 22),
                    "platform": m.mint.code("9-A"),
                }
            )
    return tuple(made)


def _hotels(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    towns = {en: (m.say(en, zh), scene) for en, zh, scene in lists(Travel).towns}
    made: list[Record] = []
    for n, (en, zh, fitting) in enumerate(rng.sample(lists(Travel).hotels, 13)):
        town, scene = towns[rng.choice(fitting.split("|"))]
        nights = rng.randint(1, 6)
        made.append(
            {
                "id": f"h{n + 1:02d}",
                "name": m.say(en, zh),
                "town": town,
                "nights": nights,
                "stay": m.say(f"{nights} night{'s' if nights > 1 else ''}", f"{nights} 晚"),
                "day": m.plain_day(3, 160),
                "late": m.mint.time(12, 22),
                "door": m.mint.code("9999#99"),
                "rate": m.price(48, 260),
                "saved": n in (0, 4, 7, 9, 11),
                "star": m.say("Saved", "已收藏") if n in (0, 4, 7, 9, 11) else "",
                "arrival": "",
                "motif": f"hotel-{scene}-{n}",
            }
        )
    return tuple(made)


def _offers(m: AppBuilder, trips: tuple[Record, ...]) -> tuple[Record, ...]:
    made: list[Record] = []
    for trip in trips:
        if trip["past"] or trip["final"]:
            continue
        for _ in range(4):
            made.append(
                {
                    "id": f"o{len(made) + 1:02d}",
                    "trip": str(trip["id"]),
                    "carrier": m.say(*m.cast.rng.choice(lists(Travel).carriers)),
                    "leaves": m.mint.time(5, 22),
                    "extra": m.price(12, 140),
                }
            )
    return tuple(made)
