"""Messages: chats with bubbles and composer, people with their details, invitations, a shared kitty, settings."""

from dataclasses import dataclass

from sextant.worlds.content.dishes import DISHES
from sextant.worlds.content.places import STREETS, VENUES
from sextant.worlds.content.talk import Talk, chats, spoken, told
from sextant.worlds.genres.base import Built, Cast, Person
from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.genres.messages_asks import Told, ask_all
from sextant.worlds.spec.apps import AppSpec, BarAction, Dialog, DialogButton, Page, Record, Tab
from sextant.worlds.spec.blocks import (
    Banner,
    Button,
    Composer,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    PictureBlock,
    Row,
    RowAction,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import Ask, Back, ClearField, Commit, Patch, Put, Say, When

APP = "messages"
_KINDS = ("code", "code", "code", "price", "price", "date", "date", "time", "time", "name", "number", "condition")


@dataclass(slots=True)
class _Talks:
    chats: list[Record]
    messages: list[Record]
    told: list[Told]


def build(cast: Cast) -> Built:
    """The messenger and what can be asked of it."""
    book = Book(cast, APP)
    talks = _talks(book)
    kitty = _kitty(book)
    app = AppSpec(
        id=APP,
        name=book.say("Messages", "信息"),
        genre=APP,
        icon="message-circle",
        accent=cast.rng.choice(("blue", "green", "violet")),
        tabs=(
            Tab(
                id="chats",
                label=book.say("Chats", "聊天"),
                icon="message-circle",
                page="chats",
                badge="{count:chats.unread}",
            ),
            Tab(id="people", label=book.say("People", "联系人"), icon="users", page="people"),
            Tab(id="invites", label=book.say("Invites", "邀请"), icon="mail", page="invites"),
            Tab(id="you", label=book.say("You", "我"), icon="settings", page="you"),
        ),
        home="chats",
        pages=(
            _chats_page(book),
            _archive(book),
            _chat(book),
            _people(book),
            _person(book),
            _photo(book),
            _money(book),
            _invites(book),
            _kitty_page(book),
            _you(book),
        ),
        collections={
            "chats": tuple(talks.chats),
            "messages": tuple(talks.messages),
            "invites": _invitations(book),
            "kitty": kitty,
            "asked": (),
        },
        vars={
            "receipts": True,
            "preview": True,
            "backup": False,
            "quiet": cast.rng.random() < 0.5,
            "linked": book.mint.code("AAA-999-999"),
            "saved": book.mint.day(cast.today, -70, -5),
            "status": book.say("Available", "在线"),
        },
        badge="{count:chats.unread}",
    )
    ask_all(book, app, talks.told)
    return book.built(app)


# -- records ---------------------------------------------------------------------------------------------------


def _talks(book: Book) -> _Talks:
    cast = book.cast
    rng = cast.rng
    pool = list(told(cast.locale))
    rng.shuffle(pool)
    chosen: list[Talk] = []
    for kind in _KINDS:
        found = next((talk for talk in pool if talk.kind == kind and talk not in chosen), None)
        if found is not None:
            chosen.append(found)
    small = list(chats(cast.locale))
    rng.shuffle(small)
    made = _Talks([], [], [])
    order = list(range(len(cast.people)))
    rng.shuffle(order)
    talking = set(order[: len(chosen)])
    unread = set(rng.sample(range(len(cast.people)), 4))
    days = book.ways(
        "Now\n8 min\nToday\nToday\nYesterday\nYesterday\nSun\nSat\nSat\nFri\nThu\nThu\nLast week\nLast week",
        "刚刚\n8分钟前\n今天\n今天\n昨天\n昨天\n周日\n周六\n周六\n周五\n周四\n周四\n上周\n上周",
    )
    for place, person in enumerate(cast.people):
        lines = [(line.text, line.mine) for line in spoken(small.pop(), _slots(book, person))]
        if place in talking:
            lines += _tell(book, person, chosen.pop(), made)
        elif small and rng.random() < 0.6:
            lines += [(line.text, line.mine) for line in spoken(small.pop(), _slots(book, person))]
        for text, mine in lines:
            made.messages.append(
                {"id": f"m{len(made.messages) + 1:03d}", "chat": person.id, "text": text, "mine": mine}
            )
        made.chats.append(
            _chat_record(book, person, lines[-1][0], days[place % len(days)]) | {"unread": place in unread}
        )
    _find_told(made)
    return made


def _tell(book: Book, person: Person, talk: Talk, made: _Talks) -> list[tuple[str, bool]]:
    value, shown, others = _value(book, talk)
    label = talk.label.replace("<who>", person.given)
    made.told.append(Told(talk.kind, label, value, shown, others, person, ""))
    slots = _slots(book, person) | {"v": shown}
    return [(line.text, line.mine) for line in spoken(talk, slots)]


def _find_told(made: _Talks) -> None:
    for number, entry in enumerate(made.told):
        message = next(
            message
            for message in made.messages
            if message["chat"] == entry.person.id and entry.shown in str(message["text"])
        )
        made.told[number] = Told(
            entry.kind, entry.label, entry.value, entry.shown, entry.others, entry.person, str(message["id"])
        )


def _value(book: Book, talk: Talk) -> tuple[str, str, tuple[str, ...]]:
    """Canonical, as shown, and what else it could have been."""
    mint, today = book.mint, book.cast.today
    match talk.kind:
        case "code":
            return (code := mint.code(talk.shape)), code, tuple(mint.code(talk.shape) for _ in range(5))
        case "price":
            low, high = book.cash(talk.low), book.cash(talk.high)
            amounts = [mint.amount(low, high) for _ in range(6)]
            return str(amounts[0]), book.money(amounts[0]), tuple(book.money(value) for value in amounts[1:])
        case "date":
            day = mint.day(today, 4, 80)
            others = (mint.plain_day(today, 4, 80) for _ in range(6))
            return day, book.date(day), tuple(dict.fromkeys(book.date(value) for value in others))
        case "time":
            return (at := mint.time(8, 21)), at, tuple(mint.plain_time(8, 21) for _ in range(6))
        case "name":
            name = mint.person(book.cast.locale).name
            return name, name, tuple(mint.person(book.cast.locale).name for _ in range(4))
        case "number":
            number = mint.number(talk.low, talk.high)
            return str(number), str(number), tuple(str(mint.number(talk.low, talk.high)) for _ in range(5))
        case _:
            said = mint.one(talk.options)
            return said, said, tuple(option for option in talk.options if option != said)


def _slots(book: Book, person: Person) -> dict[str, str]:
    cast = book.cast
    pal = cast.rng.choice([other for other in cast.people if other is not person])
    return {
        "who": person.given,
        "me": cast.owner.given,
        "pal": pal.given,
        "place": cast.rng.choice(VENUES[cast.locale]),
        "street": cast.rng.choice(STREETS[cast.locale]),
        "dish": cast.rng.choice(DISHES[cast.locale]),
    }


def _chat_record(book: Book, person: Person, last: str, when: str) -> Record:
    cast, mint = book.cast, book.mint
    about = book.ways(
        "Gone cycling\nPlease call, I never read these\nBusy being a parent\nAt the allotment\nTea first\n"
        "On the road\n"
        "Learning the cello\nNight shift this week\nBack on Monday\nCat person\n"
        "Out of office, out of mind\nAsk me later\nSinging in the kitchen\nLow battery",
        "骑车去了\n有事打电话\n带娃中\n在菜地里\n先喝口茶\n在路上\n正在学大提琴\n"
        "这周上夜班\n周一回来\n猫奴一枚\n放空中\n稍后回复\n厨房歌手\n电量不足",
    )
    phone = mint.code("+44 7999 999 999") if cast.locale == "en" else mint.code("138 9999 9999")
    return {
        "id": person.id,
        "name": person.name,
        "given": person.given,
        "last": last,
        "when": when,
        "pinned": False,
        "muted": False,
        "archived": False,
        "about": about[(cast.people.index(person) * 5 + cast.today.day) % len(about)],
        "phone": phone,
        "street": f"{cast.rng.choice(STREETS[cast.locale])} {cast.rng.randint(2, 89)}",
        "birthday": mint.day(cast.today, 12, 170) if person in cast.people[:4] else mint.plain_day(cast.today, 12, 170),
        "photo": mint.code("A99-99"),
    }


def _invitations(book: Book) -> tuple[Record, ...]:
    rows = book.ways(
        "Sunday five-a-side;sports\nAllotment committee;neighbours\nRiver swimmers;sports\nFlat 12 to 18;neighbours\n"
        "Quiz at the Kettle;friends\nTable tennis, beginners;sports\nPuppy playgroup;friends\n"
        "Street party;neighbours\n"
        "Slow joggers;sports\nBook swap;friends\nBouldering on Thursdays;sports\nCourtyard compost;neighbours",
        "周日五人足球;运动\n菜园委员会;邻里\n江边冬泳队;运动\n12到18号住户群;邻里\n周五猜谜局;朋友\n乒乓新手群;运动\n"
        "小狗聚会;朋友\n街坊年夜饭;邻里\n慢跑小队;运动\n换书角;朋友\n周四攀岩;运动\n院子堆肥组;邻里",
    )
    chosen = book.cast.rng.sample(rows, 9)
    people = book.cast.rng.sample(book.cast.people, 9)
    made: list[Record] = []
    for number, (row, person) in enumerate(zip(chosen, people, strict=True)):
        name, sort = row.split(";")
        made.append({"id": f"i{number + 1}", "name": name, "sort": sort, "by": person.name, "state": "open"})
    return tuple(made)


def _kitty(book: Book) -> tuple[Record, ...]:
    things = book.ways(
        "Cabin rent\nFerry tickets\nGroceries, first round\nFirewood\nMap and permits\nLast dinner\nBoat hire\n"
        "Breakfast rolls",
        "木屋租金\n轮渡船票\n第一轮采购\n柴火\n地图和通行证\n最后一顿晚饭\n租船\n早餐面包",
    )
    payers = book.cast.rng.sample(book.cast.people, 7)
    costs = ((180, 420), (60, 160), (45, 120), (18, 50), (15, 44), (70, 190), (50, 140))
    return tuple(
        {
            "id": f"k{number + 1}",
            "name": things[number],
            "by": payer.name,
            "amount": book.mint.amount(book.cash(costs[number][0]), book.cash(costs[number][1])),
        }
        for number, payer in enumerate(payers)
    )


# -- pages -----------------------------------------------------------------------------------------------------


def _chats_page(book: Book) -> Page:
    say = book.say
    return Page(
        id="chats",
        title=say("Chats", "聊天"),
        actions=(
            BarAction(id="open-archive", icon="archive", label=say("Archived chats", "已归档聊天"), do=to("archive")),
        ),
        blocks=(
            List(
                id="chats",
                source="chats",
                where=(eq("archived", False),),
                row=Row(
                    title="{name}",
                    detail="{last}",
                    aside="{when}",
                    lead="avatar",
                    seed="{name}",
                    unread=eq("unread", True),
                ),
                search=("name", "last"),
                search_hint=say("Search chats", "搜索聊天"),
                filters=(
                    Filter(id="unread", label=say("Unread", "未读"), where=eq("unread", True)),
                    Filter(id="pinned", label=say("Pinned", "置顶"), where=eq("pinned", True)),
                    Filter(id="muted", label=say("Muted", "免打扰"), where=eq("muted", True)),
                ),
                tap=(Patch(field="unread", value=False), *to("chat")),
                hold=(Ask(dialog="chat-menu"),),
                empty=say("No chats here.", "这里没有聊天。"),
            ),
        ),
        dialogs=(
            Dialog(
                id="chat-menu",
                title="{name}",
                sheet=True,
                buttons=(
                    DialogButton(id="pin", label=say("Pin", "置顶"), do=(Patch(field="pinned", value=True),)),
                    DialogButton(id="mute", label=say("Mute", "免打扰"), do=(Patch(field="muted", value=True),)),
                    DialogButton(
                        id="read", label=say("Mark as read", "标为已读"), do=(Patch(field="unread", value=False),)
                    ),
                    DialogButton(id="archive", label=say("Archive", "归档"), do=(Patch(field="archived", value=True),)),
                    DialogButton(id="cancel", label=say("Cancel", "取消")),
                ),
            ),
        ),
    )


def _archive(book: Book) -> Page:
    say = book.say
    return Page(
        id="archive",
        title=say("Archived chats", "已归档聊天"),
        blocks=(
            List(
                id="archived",
                source="chats",
                where=(eq("archived", True),),
                row=Row(title="{name}", detail="{last}", lead="avatar", seed="{name}"),
                actions=(
                    RowAction(
                        id="restore",
                        label=say("Restore", "恢复"),
                        icon="archive-restore",
                        do=(Patch(field="archived", value=False),),
                    ),
                ),
                empty=say("Nothing archived.", "没有归档的聊天。"),
            ),
        ),
    )


def _chat(book: Book) -> Page:
    say = book.say
    return Page(
        id="chat",
        title="{name}",
        of="chats",
        actions=(BarAction(id="details", icon="info", label=say("Details", "详情"), do=to("person")),),
        blocks=(
            List(
                id="thread",
                source="messages",
                where=(eq("chat", "{id}"),),
                shape="bubbles",
                row=Row(title="{text}"),
                mine=eq("mine", True),
            ),
            Composer(
                id="message",
                hint=say("Message", "发消息"),
                send=(
                    When(
                        cond=ne("ui:message", ""),
                        then=(
                            Put(into="messages", fields={"chat": "{id}", "text": "{ui:message}", "mine": True}),
                            Commit(act="send", fields={"chat": "{id}", "text": "{ui:message}"}),
                            Patch(field="last", value="{ui:message}"),
                            Patch(field="when", value=say("Now", "刚刚")),
                            ClearField(field="message"),
                        ),
                    ),
                ),
            ),
        ),
    )


def _people(book: Book) -> Page:
    say = book.say
    return Page(
        id="people",
        title=say("People", "联系人"),
        blocks=(
            List(
                id="people",
                source="chats",
                row=Row(title="{name}", detail="{about}", lead="avatar", seed="{name}"),
                search=("name",),
                search_hint=say("Search people", "搜索联系人"),
                tap=to("person"),
                empty=say("Nobody by that name.", "没有这个人。"),
            ),
        ),
    )


def _person(book: Book) -> Page:
    say = book.say
    return Page(
        id="person",
        title=say("Details", "详情"),
        of="chats",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{about}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="phone", label=say("Phone", "电话"), value="{phone}"),
                    FactRow(id="birthday", label=say("Birthday", "生日"), value="{birthday|date}"),
                    FactRow(id="street", label=say("Address", "地址"), value="{street}"),
                )
            ),
            Button(id="write", label=say("Write a message", "发消息"), icon="message-circle", do=to("chat")),
            Button(
                id="shared-photo",
                label=say("Shared photo", "共享照片"),
                icon="image",
                style="plain",
                do=to("photo"),
            ),
            Button(
                id="ask-money",
                label=say("Request money", "收款"),
                icon="coins",
                style="plain",
                do=to("money"),
            ),
            Button(
                id="block",
                label=say("Block", "拉黑"),
                icon="user-x",
                style="danger",
                do=(Ask(dialog="block-them"),),
                enabled=eq("muted", True),
            ),
        ),
        dialogs=(
            Dialog(
                id="block-them",
                title=say("Block {name}?", "拉黑{name}？"),
                buttons=(
                    DialogButton(id="keep", label=say("Cancel", "取消")),
                    DialogButton(
                        id="block",
                        label=say("Block", "拉黑"),
                        style="danger",
                        do=(Commit(act="block", fields={"who": "{id}"}), Patch(field="archived", value=True)),
                    ),
                ),
            ),
        ),
    )


def _photo(book: Book) -> Page:
    say = book.say
    return Page(
        id="photo",
        title=say("Shared photo", "共享照片"),
        of="chats",
        blocks=(
            PictureBlock(id="shot", draw="sign", text="{photo}", alt=say("A door sign", "一块门牌"), tall=220),
            Text(text=say("Sent by {given}: this is the door.", "{given}发的：就是这扇门。"), style="muted"),
        ),
    )


def _money(book: Book) -> Page:
    say = book.say
    return Page(
        id="money",
        title=say("Request money", "收款"),
        of="chats",
        blocks=(
            Text(text=say("From {name}", "向{name}收款"), style="body"),
            InputField(id="amount", label=say("Amount", "金额"), hint=book.money(book.cash(12) + 50)),
            InputField(id="due", label=say("Due on", "截止日期"), hint=book.date(book.cast.today.isoformat())),
            Button(
                id="send-request",
                label=say("Send request", "发送请求"),
                do=(
                    Commit(act="ask", fields={"who": "{id}", "amount": "{ui:amount}", "due": "{ui:due}"}),
                    Put(into="asked", fields={"who": "{id}", "amount": "{ui:amount}", "due": "{ui:due}"}),
                    Say(text=say("Request sent", "请求已发送")),
                    Back(),
                ),
                enabled=ne("ui:amount", ""),
            ),
        ),
    )


def _invites(book: Book) -> Page:
    say = book.say
    return Page(
        id="invites",
        title=say("Invites", "邀请"),
        blocks=(
            Banner(
                id="trip",
                text=say("The trip kitty is open", "旅行账本已开启"),
                style="info",
            ),
            Button(
                id="open-kitty", label=say("Trip kitty", "旅行账本"), icon="piggy-bank", style="plain", do=to("kitty")
            ),
            Heading(text=say("Groups you were asked to join", "邀请你加入的群")),
            List(
                id="invites",
                source="invites",
                where=(eq("state", "open"),),
                row=Row(
                    title="{name}",
                    detail=say("from {by}", "来自{by}"),
                    badge="{sort}",
                    lead="avatar",
                    seed="{name}",
                ),
                actions=(
                    RowAction(
                        id="accept",
                        label=say("Accept", "接受"),
                        icon="check",
                        do=(Patch(field="state", value="joined"),),
                    ),
                    RowAction(
                        id="decline", label=say("Decline", "拒绝"), icon="x", do=(Patch(field="state", value="left"),)
                    ),
                ),
                empty=say("No open invites.", "没有待处理的邀请。"),
            ),
        ),
    )


def _kitty_page(book: Book) -> Page:
    say = book.say
    return Page(
        id="kitty",
        title=say("Trip kitty", "旅行账本"),
        blocks=(
            Text(text=say("Who paid for what", "谁付了什么"), style="muted"),
            List(
                id="kitty",
                source="kitty",
                row=Row(
                    title="{name}",
                    detail=say("paid by {by}", "{by}付"),
                    aside="{amount|money}",
                    lead="avatar",
                    seed="{by}",
                ),
                tap=(Say(text=say("{by} paid", "{by}已付")),),
            ),
        ),
    )


def _you(book: Book) -> Page:
    say = book.say
    return Page(
        id="you",
        title=say("You", "我"),
        blocks=(
            Text(text=book.cast.owner.name, style="large"),
            Text(text="{var:status}", style="muted"),
            InputField(id="status-text", label=say("Status", "状态"), hint=say("A few words", "几个字")),
            Button(
                id="save-status",
                label=say("Save status", "保存状态"),
                style="plain",
                do=(put_var("status", "{ui:status-text}"), Say(text=say("Saved", "已保存"))),
                enabled=ne("ui:status-text", ""),
            ),
            Heading(text=say("Privacy", "隐私")),
            Switch(id="receipts", label=say("Read receipts", "已读回执"), var="receipts", icon="check-check"),
            Switch(id="preview", label=say("Show previews", "显示预览"), var="preview", icon="eye"),
            Switch(id="quiet", label=say("Quiet at night", "夜间静音"), var="quiet", icon="moon"),
            Heading(text=say("Backup", "备份")),
            Switch(id="backup", label=say("Back up every night", "每晚备份"), var="backup", icon="cloud"),
            Facts(
                rows=(
                    FactRow(id="saved", label=say("Last backup", "上次备份"), value="{var:saved|date}"),
                    FactRow(id="linked", label=say("Linking code", "关联码"), value="{var:linked}"),
                )
            ),
        ),
    )
