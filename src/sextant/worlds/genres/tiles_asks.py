"""What can be asked of the games. Rows and columns are counted from 1 in words, from 0 in moves."""

from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.reference import CellMove, Move
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the forks."""
    decks = {deck: app.collections[deck] for deck in ("codes", "numbers", "words")}
    seats, dots = app.collections["seats"], app.collections["dots"]
    _card_sources(m, decks)
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
    words = decks["words"]
    options = [str(card["face"]) for card in words]
    for source in m.family("condition", "face", words, _card(m, "words"), count=2, options=options):
        m.fork_on(source, m.cast.rng.choice((source.value, m.cast.rng.choice(options))), "sound", "speed")


def cell(board: str, record: Record) -> tuple[Move, ...]:
    """A touch on the cell of the record."""
    return (CellMove(board=board, row=int(record["row"]), column=int(record["col"])),)


def _spoken(m: Maker, record: Record) -> str:
    row, column = int(record["row"]) + 1, int(record["col"]) + 1
    return m.say(f"row {row}, column {column}", f"第 {row} 行第 {column} 列")


def _told(m: Maker, record: Record) -> Record:
    return record | {"spoken": _spoken(m, record)}


def _card(m: Maker, deck: str) -> Spot:
    en, zh = {"codes": ("code", "编号"), "numbers": ("number", "数字"), "words": ("word", "词语")}[deck]
    return Spot(
        page=f"deck-{deck}",
        field="",
        label=lambda r: m.say(
            f"the {en} on the card in {_spoken(m, r)} of the {en} cards", f"{zh}牌{_spoken(m, r)}的{zh}"
        ),
        where=lambda r: m.say(f"Games > {en} cards > ", f"游戏 > {zh}牌 > ") + _spoken(m, r),
        moves=lambda r: (*go("tab-games", f"play-{deck}"), *cell(f"board-{deck}", r)),
        test_id=f"board-{deck}",
        depth=2,
        medium="pixels",
        single=False,
    )


def _card_sources(m: Maker, decks: dict[str, tuple[Record, ...]]) -> None:
    kinds: dict[str, FactKind] = {"codes": "code", "numbers": "number"}
    for deck, kind in kinds.items():
        made = m.family(
            kind,
            "face",
            [dict(r) | {"id": f"{deck}-{r['id']}"} for r in decks[deck]],
            _card(m, deck),
            count=6,
            group=deck,
        )
        assert len(made) == 6
