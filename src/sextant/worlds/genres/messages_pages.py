"""The pages of the messenger."""

from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.spec.apps import BarAction, Dialog, DialogButton, Page
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


def pages(book: Book) -> tuple[Page, ...]:
    """All of them."""
    return (
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
    )


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
            PictureBlock(id="portrait", draw="portrait", seed="{name}", alt=say("Portrait", "头像"), tall=112),
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
            PictureBlock(
                id="portrait", draw="portrait", seed=book.cast.owner.name, alt=say("Portrait", "头像"), tall=112
            ),
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
