"""A clinic: visits, doctors, lab results, prescriptions; bookings and refills that cannot be taken back."""

from sextant_worlds.content.lists import Clinic, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "clinic"


def build(cast: Cast) -> Built:
    """The clinic and what can be asked of it."""
    m = AppBuilder(cast, APP)
    m.named()
    app = m.spec(
        m.accent(),
        m.face(),
        {
            "visits": _visits(m),
            "doctors": _doctors(m),
            "labs": _labs(m),
            "drugs": _drugs(m),
            "diary": (),
            "messages": (),
        },
        {"patient": m.mint.code("P-9999-999")},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    sections = ("visit-sources", "doctor-sources", "other-sources", "sinks", "visit-chores", "other-chores")
    for section in (*sections, "setting-chores"):
        ask(m, app, section)
    en, zh, field = m.cast.rng.choice(lists(Clinic).departments)
    ask(m, app, "loops", name=m.say(en, zh), field=field)
    states = [m.say(*state) for state in lists(Clinic).states]
    m.state_forks(ask(m, app, "conditions", states=states), states[0], "remind", "share")


# -- records -------------------------------------------------------------------------------------------------------


def _visits(m: AppBuilder) -> tuple[Record, ...]:
    states = m.some(3, [s[0] for s in lists(Clinic).states], [s[1] for s in lists(Clinic).states])
    made: list[Record] = []
    for n, (en, zh, icon) in enumerate(lists(Clinic).visits):
        past = n in (5, 6, 9)
        made.append(
            {
                "id": f"v{n + 1:02d}",
                "name": m.say(en, zh),
                "icon": icon,
                "past": past,
                "when": m.say("Past", "已结束") if past else m.say("Coming up", "即将到来"),
                "day": m.day(-120, -3) if past else m.day(2, 150),
                "at": m.mint.time(7, 18),
                "ward": m.say(*lists(Clinic).wards[n]),
                "state": states[n] if n < 3 else "",
                "queue": m.mint.code("A999"),
                "cancelled": False,
                "mark": "",
            }
        )
    m.cast.rng.shuffle(made)
    return tuple(made)


def _doctors(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for n, (en, zh) in enumerate(lists(Clinic).doctors):
        field = lists(Clinic).departments[n % len(lists(Clinic).departments)]
        made.append(
            {
                "id": f"a{n + 1:02d}",
                "name": m.say(en, zh),
                "field": field[2],
                "of": m.say(field[0], field[1]),
                "rating": f"{rng.randint(38, 50) / 10:.1f}",
                "fee": m.price(45, 260),
                "next": m.day(3, 160),
                "room": m.mint.code("A9-99"),
                "full": n == 6,
                "liked": n in (1, 5),
                "mark": m.say("Saved", "已收藏") if n in (1, 5) else "",
            }
        )
    rng.shuffle(made)
    return tuple(made)


def _labs(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    fresh = set(rng.sample(range(len(lists(Clinic).labs)), rng.randint(3, 5)))
    return tuple(
        {
            "id": f"b{n + 1:02d}",
            "name": m.say(en, zh),
            "icon": icon,
            "unit": unit,
            "value": m.mint.number(low, high),
            "taken": m.day(-170, -3),
            "fresh": n in fresh,
            "mark": m.say("New", "新") if n in fresh else "",
            "seal": m.mint.code("9A9A9"),
        }
        for n, (en, zh, unit, low, high, icon) in enumerate(lists(Clinic).labs)
    )


def _drugs(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for n, (en, zh, form, icon) in enumerate(lists(Clinic).drugs):
        left = 0 if n == 4 else rng.randint(1, 4)
        made.append(
            {
                "id": f"x{n + 1:02d}",
                "name": m.say(en, zh),
                "icon": icon,
                "dose": m.say(*lists(Clinic).doses[form]),
                "refill": m.mint.code("RX-9999A"),
                "copay": m.price(4, 48),
                "until": m.day(8, 160),
                "left": left,
                "told": m.say(f"{left} refills left", f"还可续方 {left} 次")
                if left
                else m.say("No refills left", "不可再续方"),
                "asked": False,
            }
        )
    rng.shuffle(made)
    return tuple(made)
