"""Games on a canvas without any hierarchy: cards to remember, a hall with seats, a board of pixels."""

from sextant_worlds.content.lists import Tiles, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "tiles"
ROWS, COLUMNS = 5, 4
HALL_ROWS, HALL_COLUMNS = 7, 6
PIXELS = 8


def build(cast: Cast) -> Built:
    """The games and what can be asked of them."""
    m = AppBuilder(cast, APP)
    m.named()
    words = m.some(ROWS * COLUMNS, [w[0] for w in lists(Tiles).words], [w[1] for w in lists(Tiles).words])
    app = m.spec(
        m.accent(),
        m.face(),
        {
            "codes": _cards([m.mint.code("A9A9") for _ in range(ROWS * COLUMNS)]),
            "numbers": _cards([str(m.mint.number(1_010, 9_900)) for _ in range(ROWS * COLUMNS)]),
            "words": _cards(words),
            "seats": _seats(m),
            "dots": _dots(m),
            "rounds": _rounds(m),
            "pictures": (),
        },
        {"player": m.mint.code("T-99-AAA")},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    seats, dots = app.collections["seats"], app.collections["dots"]
    codes, numbers = (
        [_told(m, card) | {"id": f"{deck}-{card['id']}"} for card in app.collections[deck]]
        for deck in ("codes", "numbers")
    )
    words = [_told(m, card) for card in app.collections["words"]]
    ask(m, app, "card-sources", **{"codes-told": codes, "numbers-told": numbers})
    free = m.cast.rng.sample([seat for seat in seats if not seat["marked"]], 4)
    pale = m.cast.rng.sample([dot for dot in dots if not dot["marked"]], 5)
    ask(m, app, "sinks", seat=_told(m, free[0]), other=_told(m, free[1]), dot=_told(m, pale[0]))
    one, two = pale[1], pale[2]
    dark = m.cast.rng.sample([dot for dot in dots if dot["marked"]], 2)
    ask(
        m,
        app,
        "board-chores",
        one=one,
        two=two,
        both=m.say(f"{_spoken(m, one)} and {_spoken(m, two)}", f"{_spoken(m, one)}和{_spoken(m, two)}"),
        wipe=_told(m, dark[0]),
        marked=_told(m, dark[1]),
        seat=_told(m, free[2]),
        taken=_told(m, m.cast.rng.choice([seat for seat in seats if seat["marked"]])),
    )
    for section in ("setting-chores", "round-chores", "loops"):
        ask(m, app, section)
    options = [str(card["face"]) for card in words]
    for source in ask(m, app, "conditions", **{"words-told": words}):
        m.fork_on(source, m.cast.rng.choice((source.value, m.cast.rng.choice(options))), "sound", "speed")


def _spoken(m: AppBuilder, record: Record) -> str:
    row, column = int(record["row"]) + 1, int(record["col"]) + 1
    return m.say(f"row {row}, column {column}", f"第 {row} 行第 {column} 列")


def _told(m: AppBuilder, record: Record) -> Record:
    return record | {"spoken": _spoken(m, record)}


# -- records -------------------------------------------------------------------------------------------------------


def _cards(faces: list[str]) -> tuple[Record, ...]:
    return tuple(
        {
            "id": f"k{n + 1:02d}",
            "row": n // COLUMNS,
            "col": n % COLUMNS,
            "face": face,
            "open": False,
            "marked": False,
        }
        for n, face in enumerate(faces)
    )


def _seats(m: AppBuilder) -> tuple[Record, ...]:
    taken = set(m.cast.rng.sample(range(HALL_ROWS * HALL_COLUMNS), 14))
    return tuple(
        {
            "id": f"{n // HALL_COLUMNS + 1}{'ABCDEF'[n % HALL_COLUMNS]}",
            "row": n // HALL_COLUMNS,
            "col": n % HALL_COLUMNS,
            "face": "×" if n in taken else f"{n // HALL_COLUMNS + 1}{'ABCDEF'[n % HALL_COLUMNS]}",
            "open": True,
            "marked": n in taken,
        }
        for n in range(HALL_ROWS * HALL_COLUMNS)
    )


def _dots(m: AppBuilder) -> tuple[Record, ...]:
    dark = set(m.cast.rng.sample(range(PIXELS * PIXELS), 11))
    return tuple(
        {
            "id": f"x{n // PIXELS + 1}{n % PIXELS + 1}",
            "row": n // PIXELS,
            "col": n % PIXELS,
            "face": "",
            "open": True,
            "marked": n in dark,
        }
        for n in range(PIXELS * PIXELS)
    )


def _rounds(m: AppBuilder) -> tuple[Record, ...]:
    lost = set(m.cast.rng.sample(range(len(lists(Tiles).rounds)), m.cast.rng.randint(3, 5)))
    made: list[Record] = [
        {
            "id": f"g{n + 1:02d}",
            "name": m.say(en, zh),
            "against": m.people(1)[0].name,
            "points": m.mint.number(1_030, 9_800),
            "lost": n in lost,
            "mark": m.say("Lost", "输") if n in lost else m.say("Won", "赢"),
            "starred": n in (2,),
            "star": m.say("Starred", "已加星") if n in (2,) else m.say("No star", "无星"),
            "day": m.plain_day(-60, -1),
        }
        for n, (en, zh) in enumerate(lists(Tiles).rounds)
    ]
    m.cast.rng.shuffle(made)
    return tuple(made)
