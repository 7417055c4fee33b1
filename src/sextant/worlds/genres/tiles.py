"""Games on a canvas without any hierarchy: cards to remember, a hall with seats, a board of pixels."""

from sextant.worlds.content.tiles import ROUNDS, WORDS
from sextant.worlds.genres.base import Built, Cast
from sextant.worlds.genres.kit import Ask, Commit, Patch, Record, Say, eq, ne, put_var, to
from sextant.worlds.genres.maker import Maker
from sextant.worlds.genres.tiles_asks import ask_all
from sextant.worlds.spec.apps import AppSpec, Dialog, DialogButton, Page, Tab
from sextant.worlds.spec.blocks import (
    Board,
    Button,
    Choice,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    Option,
    PictureBlock,
    Row,
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import ClearField, Put, When

APP = "tiles"
ROWS, COLUMNS = 5, 4
HALL_ROWS, HALL_COLUMNS = 7, 6
PIXELS = 8


def build(cast: Cast) -> Built:
    """The games and what can be asked of them."""
    m = Maker(cast, APP)
    m.name = m.pick(("Tessera", "Flipside", "Parquet", "Gridlight"), ("方格间", "翻牌", "拼格", "格子铺"))
    words = m.some(ROWS * COLUMNS, [w[0] for w in WORDS], [w[1] for w in WORDS])
    app = AppSpec(
        id=APP,
        name=m.name,
        genre=APP,
        icon="layout-grid",
        accent=cast.rng.choice(("violet", "indigo", "amber")),
        tabs=(
            Tab(id="games", label=m.say("Games", "游戏"), icon="gamepad-2", page="games"),
            Tab(id="hall", label=m.say("Hall", "剧场"), icon="armchair", page="hall"),
            Tab(id="studio", label=m.say("Studio", "画室"), icon="palette", page="studio"),
            Tab(id="me", label=m.say("Me", "我"), icon="user", page="me"),
        ),
        home="games",
        pages=(
            _games_page(m),
            *(_deck_page(m, deck, title) for deck, title in _decks(m).items()),
            _round_page(m),
            _hall_page(m),
            _studio_page(m),
            _me_page(m),
        ),
        collections={
            "codes": _cards([m.mint.code("A9A9") for _ in range(ROWS * COLUMNS)]),
            "numbers": _cards([str(m.mint.number(1_010, 9_900)) for _ in range(ROWS * COLUMNS)]),
            "words": _cards(words),
            "seats": _seats(m),
            "dots": _dots(m),
            "rounds": _rounds(m),
            "pictures": (),
        },
        vars={
            "sound": False,
            "hints": True,
            "speed": "calm",
            "seat": "",
            "nickname": "",
            "record": "",
            "player": m.mint.code("T-99-AAA"),
        },
        badge="",
    )
    ask_all(m, app)
    return m.built(app)


def _decks(m: Maker) -> dict[str, str]:
    return {
        "codes": m.say("Code cards", "编号牌"),
        "numbers": m.say("Number cards", "数字牌"),
        "words": m.say("Word cards", "词语牌"),
    }


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


def _seats(m: Maker) -> tuple[Record, ...]:
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


def _dots(m: Maker) -> tuple[Record, ...]:
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


def _rounds(m: Maker) -> tuple[Record, ...]:
    lost = set(m.cast.rng.sample(range(len(ROUNDS)), m.cast.rng.randint(3, 5)))
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
        for n, (en, zh) in enumerate(ROUNDS)
    ]
    m.cast.rng.shuffle(made)
    return tuple(made)


# -- pages ---------------------------------------------------------------------------------------------------------


def _games_page(m: Maker) -> Page:
    say = m.say
    icons = {"codes": "hash", "numbers": "dices", "words": "quote"}
    return Page(
        id="games",
        title=m.name,
        blocks=(
            Text(
                text=say("Turn a card, keep it in mind: it hides again.", "翻开一张牌并记住它：它会再次盖上。"),
                style="muted",
            ),
            *(
                Button(id=f"play-{deck}", label=title, icon=icons[deck], style="plain", do=to(f"deck-{deck}"))
                for deck, title in _decks(m).items()
            ),
            Heading(text=say("Past rounds", "往期对局")),
            List(
                id="rounds",
                source="rounds",
                row=Row(title="{name}", detail="{against}", badge="{mark}", lead="avatar", seed="{against}"),
                filters=(
                    Filter(id="lost", label=say("Lost", "输"), where=eq("lost", True)),
                    Filter(id="won", label=say("Won", "赢"), where=eq("lost", False)),
                ),
                sorts=(Sort(id="name", label=say("By name", "按名称"), by="name"),),
                tap=to("round"),
            ),
        ),
    )


def _deck_page(m: Maker, deck: str, title: str) -> Page:
    say = m.say
    return Page(
        id=f"deck-{deck}",
        title=title,
        blocks=(
            Text(text=say("One card stays open at a time.", "同一时间只有一张牌保持翻开。"), style="muted"),
            Board(id=f"board-{deck}", source=deck, rows=ROWS, columns=COLUMNS, rule="turn", hides=1),
        ),
    )


def _round_page(m: Maker) -> Page:
    say = m.say
    starred = say("Starred", "已加星")
    return Page(
        id="round",
        title="{name}",
        of="rounds",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="against", label=say("Against", "对手"), value="{against}"),
                    FactRow(id="points", label=say("Points", "得分"), value="{points}"),
                    FactRow(id="outcome", label=say("Outcome", "结果"), value="{mark}"),
                    FactRow(id="star", label=say("Star", "星标"), value="{star}"),
                )
            ),
            Button(
                id="star",
                label=say("Star this round", "加星标"),
                icon="star",
                do=(Patch(field="starred", value=True), Patch(field="star", value=starred)),
                when=eq("starred", False),
            ),
        ),
    )


def _hall_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Reserve seat {var:seat}?", "预订座位 {var:seat}？"),
        text=say("A reserved seat cannot be given back.", "座位预订后不可退。"),
        buttons=(
            DialogButton(id="cancel", label=say("Look again", "再看看")),
            DialogButton(
                id="reserve",
                label=say("Reserve", "预订"),
                style="primary",
                do=(
                    Commit(
                        act="reserved",
                        fields={"seat": "{var:seat}", "code": "{ui:voucher}", "arrives": "{ui:arrives}"},
                    ),
                    Say(text=say("Seat reserved", "座位已预订")),
                ),
            ),
        ),
    )
    return Page(
        id="hall",
        title=say("Hall", "剧场"),
        blocks=(
            Board(
                id="board-hall",
                source="seats",
                rows=HALL_ROWS,
                columns=HALL_COLUMNS,
                rule="pick",
                var="seat",
                do=(
                    When(
                        cond=eq("marked", True),
                        then=(put_var("seat", ""), Say(text=say("That seat is taken.", "该座位已被占用。"))),
                    ),
                ),
            ),
            Facts(rows=(FactRow(id="seat", label=say("Chosen seat", "已选座位"), value="{var:seat}"),)),
            InputField(id="voucher", label=say("Voucher code", "兑换码")),
            InputField(id="arrives", label=say("Arriving", "到场")),
            Button(id="reserve", label=say("Reserve", "预订"), do=(Ask(dialog="sure"),), enabled=ne("var:seat", "")),
        ),
        dialogs=(sure,),
    )


def _studio_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="studio",
        title=say("Studio", "画室"),
        blocks=(
            Board(id="board-studio", source="dots", rows=PIXELS, columns=PIXELS, rule="mark"),
            InputField(id="picture-name", label=say("Name of the picture", "画名")),
            Button(
                id="save-picture",
                label=say("Save picture", "保存画作"),
                do=(
                    Put(into="pictures", fields={"name": "{ui:picture-name}"}),
                    ClearField(field="picture-name"),
                    Say(text=say("Picture saved", "画作已保存")),
                ),
                enabled=ne("ui:picture-name", ""),
            ),
            List(
                id="pictures",
                source="pictures",
                row=Row(title="{name}", lead="icon", seed="image"),
                empty=say("No pictures yet.", "还没有画作。"),
            ),
        ),
    )


def _me_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="me",
        title=say("Me", "我"),
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed=m.cast.owner.name, alt=say("Portrait", "头像"), tall=112),
            Text(text=m.cast.owner.name, style="large"),
            Facts(
                rows=(
                    FactRow(id="player", label=say("Player number", "玩家编号"), value="{var:player}"),
                    FactRow(
                        id="nickname",
                        label=say("Nickname", "别名"),
                        value="{var:nickname}",
                        when=ne("var:nickname", ""),
                    ),
                    FactRow(
                        id="best", label=say("Best result", "最佳成绩"), value="{var:record}", when=ne("var:record", "")
                    ),
                )
            ),
            InputField(id="new-nickname", label=say("Nickname", "别名")),
            Button(
                id="save-nickname",
                label=say("Save nickname", "保存别名"),
                style="plain",
                do=(put_var("nickname", "{ui:new-nickname}"), ClearField(field="new-nickname")),
                enabled=ne("ui:new-nickname", ""),
            ),
            InputField(id="new-record", label=say("Best result", "最佳成绩")),
            Button(
                id="save-record",
                label=say("Save result", "保存成绩"),
                style="plain",
                do=(put_var("record", "{ui:new-record}"), ClearField(field="new-record")),
                enabled=ne("ui:new-record", ""),
            ),
            Heading(text=say("Settings", "设置")),
            Switch(id="sound", label=say("Sounds", "音效"), var="sound", icon="volume-2"),
            Switch(id="hints", label=say("Hints", "提示"), var="hints", icon="lightbulb"),
            Choice(
                id="speed",
                label=say("Speed", "速度"),
                var="speed",
                style="segments",
                options=(
                    Option(id="calm", label=say("Calm", "悠闲")),
                    Option(id="brisk", label=say("Brisk", "轻快")),
                    Option(id="wild", label=say("Wild", "疾速")),
                ),
            ),
        ),
    )
