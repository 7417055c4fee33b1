"""What can be asked of the games. Rows and columns are counted from 1 in words, from 0 in moves."""

from sextant.worlds.genres.base import Chore
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.reference import CellMove, Move
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the forks."""
    decks = {deck: app.collections[deck] for deck in ("codes", "numbers", "words")}
    seats, dots, rounds = app.collections["seats"], app.collections["dots"], app.collections["rounds"]
    _card_sources(m, decks)
    free = m.cast.rng.sample([seat for seat in seats if not seat["marked"]], 4)
    pale = m.cast.rng.sample([dot for dot in dots if not dot["marked"]], 5)
    _sinks(m, free, pale)
    _board_chores(m, free, pale, seats, dots)
    chores = _setting_chores(m)
    _round_chores(m, rounds)
    _loops(m, rounds)
    words = decks["words"]
    options = [str(card["face"]) for card in words]
    for source in m.family("condition", "face", words, _card(m, "words"), count=2, options=options):
        when = m.cast.rng.choice((source.value, m.cast.rng.choice(options)))
        m.fork(source.id.removeprefix("tiles-"), source, when, m.either(when), *chores)


def cell(board: str, record: Record) -> tuple[Move, ...]:
    """A touch on the cell of the record."""
    return (CellMove(board=board, row=int(record["row"]), column=int(record["col"])),)


def _spoken(m: Maker, record: Record) -> str:
    row, column = int(record["row"]) + 1, int(record["col"]) + 1
    return m.say(f"row {row}, column {column}", f"第 {row} 行第 {column} 列")


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


def _sinks(m: Maker, free: list[Record], pale: list[Record]) -> None:
    seat, other = free[0], free[1]
    m.sink(
        "reserve",
        ("code",),
        m.goals(
            (
                f"reserve the seat in {_spoken(m, seat)} of the hall with {{0}} as the voucher code",
                f"pick the seat in {_spoken(m, seat)} of the hall and reserve it, paying with {{0}} as the voucher",
                f"use {{0}} as the voucher and book the hall seat in {_spoken(m, seat)}",
            ),
            (
                f"预订剧场{_spoken(m, seat)}的座位，兑换码填{{0}}",
                f"选剧场{_spoken(m, seat)}的座位，用兑换码{{0}}预订",
            ),
        ),
        (*go("tab-hall"), *cell("board-hall", seat), *go(("voucher", "{0}"), "reserve", "dialog-reserve")),
        m.acted("reserved", seat=str(seat["id"]), code="{0}"),
        "reserved",
        "seat",
        once=True,
    )
    m.sink(
        "reserve-time",
        ("code", "time"),
        m.goals(
            (
                f"reserve the hall seat in {_spoken(m, other)} with {{0}} as the voucher and {{1}} as the arrival",
                f"book the hall seat in {_spoken(m, other)}: the voucher code is {{0}}, you arrive at {{1}}",
                f"get the seat in {_spoken(m, other)} of the hall; enter {{0}} as the voucher and {{1}} as the arrival",
            ),
            (
                f"预订剧场{_spoken(m, other)}的座位，兑换码为{{0}}，到场填{{1}}",
                f"用兑换码{{0}}预订剧场{_spoken(m, other)}，到场时间写{{1}}",
            ),
        ),
        (
            *go("tab-hall"),
            *cell("board-hall", other),
            *go(("voucher", "{0}"), ("arrives", "{1}"), "reserve", "dialog-reserve"),
        ),
        m.acted("reserved", seat=str(other["id"]), code="{0}", arrives="{1}"),
        "reserved",
        "seat",
        once=True,
    )
    dot = pale[0]
    m.sink(
        "picture",
        ("name",),
        m.goals(
            (
                f"mark the cell in {_spoken(m, dot)} of the studio board and save the picture as {{0}}",
                f"paint the studio cell in {_spoken(m, dot)}, then save the picture under the name {{0}}",
                f"fill in {_spoken(m, dot)} on the studio board and store the picture as {{0}}",
            ),
            (
                f"标记画室板上{_spoken(m, dot)}的格子，并以{{0}}为名保存画作",
                f"把画室{_spoken(m, dot)}涂上，再将画作保存为{{0}}",
            ),
        ),
        (*go("tab-studio"), *cell("board-studio", dot), *go(("picture-name", "{0}"), "save-picture")),
        (
            m.records("dots", eq("id", str(dot["id"])), eq("marked", True)),
            m.records("pictures", eq("name", "{0}")),
        ),
        "dots",
        "pictures",
    )
    m.sink(
        "nickname",
        ("code",),
        m.goals(
            (
                "set your nickname in the games to {0}",
                "make {0} my nickname in the games from now on",
                "save {0} as your nickname",
            ),
            ("把游戏别名设为{0}", "将别名保存为{0}"),
        ),
        go("tab-me", ("new-nickname", "{0}"), "save-nickname"),
        m.var("nickname", "{0}"),
        "nickname",
    )
    m.sink(
        "record",
        ("number",),
        m.goals(
            (
                "save {0} as your best result",
                "enter {0} as the best result on your page",
                "set your best result to {0}",
            ),
            ("把最佳成绩保存为{0}", "将最佳成绩设为{0}"),
        ),
        go("tab-me", ("new-record", "{0}"), "save-record"),
        m.var("record", "{0}"),
        "record",
    )


def _board_chores(
    m: Maker, free: list[Record], pale: list[Record], seats: tuple[Record, ...], dots: tuple[Record, ...]
) -> None:
    one, two = pale[1], pale[2]
    both = m.say(f"{_spoken(m, one)} and {_spoken(m, two)}", f"{_spoken(m, one)}和{_spoken(m, two)}")
    m.chore(
        "mark-two",
        m.goals(
            (
                f"mark the cells in {both} of the studio board",
                f"paint {both} on the studio board",
                f"fill in two cells of the studio board: {both}",
            ),
            (f"标记画室板上{both}的格子", f"在画室里涂上{both}"),
        ),
        (*go("tab-studio"), *cell("board-studio", one), *cell("board-studio", two)),
        tuple(m.records("dots", eq("id", str(dot["id"])), eq("marked", True)) for dot in (one, two)),
        "dots",
    )
    dark = m.cast.rng.sample([dot for dot in dots if dot["marked"]], 2)
    for name, dot, done in (("wipe", dark[0], False), ("marked", dark[1], True)):
        spoken = _spoken(m, dot)
        goals = (
            m.goals(
                (
                    f"mark {spoken} on the studio board",
                    f"see that the studio cell in {spoken} is marked",
                    f"have the cell in {spoken} of the studio board painted",
                ),
                (f"标记画室板上{spoken}的格子", f"让画室{spoken}的格子处于已标记状态"),
            )
            if done
            else m.goals(
                (
                    f"wipe the marked cell in {spoken} of the studio board",
                    f"clear the studio cell in {spoken}",
                    f"remove the mark from {spoken} on the studio board",
                ),
                (f"擦掉画室板上{spoken}的标记", f"把画室{spoken}的格子清空"),
            )
        )
        m.chore(
            name,
            goals,
            go("tab-studio") if done else (*go("tab-studio"), *cell("board-studio", dot)),
            m.records("dots", eq("id", str(dot["id"])), eq("marked", done)),
            *(() if done else ("dots",)),
            satisfied=done,
        )
    seat, taken = free[2], m.cast.rng.choice([seat for seat in seats if seat["marked"]])
    for name, row in (("pick", seat), ("taken", taken)):
        spoken, possible = _spoken(m, row), row is seat
        m.chore(
            name,
            m.goals(
                (
                    f"choose the hall seat in {spoken}",
                    f"pick the seat in {spoken} of the hall",
                    f"select {spoken} on the plan of the hall",
                ),
                (f"选择剧场{spoken}的座位", f"在剧场座位图上选{spoken}"),
            ),
            (*go("tab-hall"), *cell("board-hall", row)) if possible else go("tab-hall"),
            m.var("seat", str(row["id"])) if possible else (),
            *(("seat",) if possible else ()),
            impossible="" if possible else m.say("That seat is taken.", "该座位已被占用。"),
        )
    m.chore(
        "no-row",
        m.goals(
            (
                "choose the hall seat in row 12, column 2",
                "pick the second seat of row 12 in the hall",
                "select row 12, column 2 on the plan of the hall",
            ),
            ("选择剧场第 12 行第 2 列的座位", "在剧场座位图上选第 12 行第 2 列"),
        ),
        go("tab-hall"),
        (),
        impossible=m.say("The hall has seven rows.", "剧场只有七排。"),
    )


def _setting_chores(m: Maker) -> tuple[Chore, Chore]:
    sound = m.chore(
        "sound",
        m.goals(
            ("turn on the sounds of the games", "switch the game sounds on", "play the games with sound"),
            ("打开游戏音效", "把音效开关打开"),
        ),
        go("tab-me", "sound"),
        m.var("sound", True),
        "sound",
    )
    speed = m.chore(
        "speed",
        m.goals(
            (
                "set the speed of the games to brisk",
                "choose brisk as the playing speed",
                "play at brisk speed from now on",
            ),
            ("把游戏速度设为轻快", "速度选择轻快"),
        ),
        go("tab-me", "speed-brisk"),
        m.var("speed", "brisk"),
        "speed",
    )
    m.chore(
        "hints",
        m.goals(
            ("turn on the hints of the games", "have hints shown in the games", "see that hints are switched on"),
            ("打开游戏提示", "让游戏显示提示"),
        ),
        go("tab-me"),
        m.var("hints", True),
        satisfied=True,
    )
    return sound, speed


def _round_chores(m: Maker, rounds: tuple[Record, ...]) -> None:
    row = next(r for r in rounds if not r["starred"])
    m.chore(
        "star",
        m.goals(
            (
                f'star the round "{row["name"]}"',
                f'give the past round "{row["name"]}" a star',
                f'put a star on "{row["name"]}"',
            ),
            (f"给对局“{row['name']}”加星标", f"为往期对局“{row['name']}”加星"),
        ),
        go("tab-games", f"rounds-{row['id']}", "star"),
        m.records("rounds", eq("id", str(row["id"])), eq("starred", True)),
        "rounds",
    )


def _loops(m: Maker, rounds: tuple[Record, ...]) -> None:
    lost = [r for r in rounds if r["lost"]]
    other = sum(1 for r in rounds if r["starred"] and not r["lost"])
    m.loop(
        "star-lost",
        m.goals(
            (
                "star every round that you lost and that has no star yet",
                "give each lost round without a star a star",
                "see that all lost rounds bear a star",
            ),
            ("给所有输掉且还没有星标的对局加星", "让每一局输掉的对局都有星标"),
        ),
        go("tab-games", "rounds-filter-lost"),
        "rounds",
        (eq("lost", True), eq("starred", False)),
        m.say('Star "{item}"', "给“{item}”加星标"),
        go("rounds-{item.id}", "star", "<back"),
        "rounds",
        expects=(
            m.records("rounds", eq("lost", True), eq("starred", True), count=len(lost)),
            m.records("rounds", eq("starred", True), count=len(lost) + other),
        ),
    )
    m.loop(
        "sum-lost",
        m.goals(
            (
                "add up your points in all rounds that you lost",
                "work out how many points the lost rounds brought together",
                "find the sum of the points over every lost round",
            ),
            ("把所有输掉的对局的得分加起来", "算出每一局输掉的对局得分总和"),
        ),
        go("tab-games", "rounds-filter-lost"),
        "rounds",
        (eq("lost", True),),
        m.say('Read the points of "{item}"', "读取“{item}”的得分"),
        (*go("rounds-{item.id}"), *reading("points"), *go("<back")),
        reads="points",
        total=str(sum(int(r["points"]) for r in lost)),
        where=m.say("Games > Lost > each round", "游戏 > 输 > 每一局"),
        place=m.place("round"),
        items=tuple(str(r["points"]) for r in lost),
    )
