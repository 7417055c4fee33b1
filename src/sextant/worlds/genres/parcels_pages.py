"""The pages of the parcels app."""

from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
from sextant.worlds.spec.apps import Dialog, DialogButton, Page
from sextant.worlds.spec.blocks import (
    Banner,
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
    RowAction,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import Ask, Back, Commit, Patch, Say


def pages(book: Book) -> tuple[Page, ...]:
    """All of them."""
    return (
        _arriving(book),
        _shipment(book),
        _locker(book),
        _move(book),
        _hand_over(book),
        _sending(book),
        _outgoing(book),
        _settings(book),
    )


def _arriving(book: Book) -> Page:
    say = book.say
    return Page(
        id="arriving",
        title=say("Arriving", "收件"),
        blocks=(
            List(
                id="shipments",
                source="shipments",
                where=(eq("archived", False),),
                shape="cards",
                row=Row(
                    title="{name}",
                    detail=say("{carrier}, from {sender}", "{carrier} · {sender}"),
                    badge="{state}",
                    lead="photo",
                    seed="{motif}",
                ),
                search=("name", "sender", "carrier"),
                search_hint=say("Search parcels", "搜索包裹"),
                filters=(
                    Filter(id="ready", label=say("In the locker", "已入柜"), where=eq("status", "ready")),
                    Filter(id="way", label=say("On its way", "派送中"), where=eq("status", "way")),
                    Filter(id="done", label=say("Delivered", "已签收"), where=eq("status", "done")),
                ),
                tap=to("shipment"),
                actions=(
                    RowAction(
                        id="archive",
                        label=say("Archive", "归档"),
                        icon="archive",
                        do=(Patch(field="archived", value=True),),
                    ),
                ),
                empty=say("No parcels here.", "这里没有包裹。"),
            ),
        ),
    )


def _shipment(book: Book) -> Page:
    say = book.say
    return Page(
        id="shipment",
        title=say("Parcel", "包裹详情"),
        of="shipments",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{state}", style="muted"),
            PictureBlock(id="map", draw="map", seed="{id}", alt=say("Map", "地图"), tall=140),
            Facts(
                rows=(
                    FactRow(id="day", label=say("Delivery day", "送达日"), value="{day|date}"),
                    FactRow(id="from", label=say("Not before", "最早时间"), value="{from}"),
                    FactRow(id="tracking", label=say("Tracking no.", "运单号"), value="{tracking}"),
                    FactRow(id="leave", label=say("If nobody is in", "无人在家时"), value="{leave}"),
                    FactRow(id="courier", label=say("Courier", "快递员"), value="{courier}", when=ne("courier", "")),
                    FactRow(id="weight", label=say("Weight", "重量"), value=say("{weight} g", "{weight} 克")),
                    FactRow(
                        id="moved", label=say("You asked for", "已改约"), value="{moved} {slot}", when=ne("moved", "")
                    ),
                )
            ),
            Button(
                id="open-locker", label=say("Locker", "快递柜"), icon="lock-keyhole", style="plain", do=to("locker")
            ),
            Button(
                id="reschedule",
                label=say("Change the day", "改约时间"),
                icon="calendar-clock",
                style="plain",
                do=to("move"),
                enabled=ne("status", "done"),
            ),
            Button(
                id="hand-over",
                label=say("Hand over to somebody", "请人代收"),
                icon="handshake",
                style="plain",
                do=to("hand"),
            ),
            Heading(text=say("On the way here", "物流轨迹")),
            List(
                id="trail",
                source="trail",
                where=(eq("shipment", "{id}"),),
                row=Row(title="{text}", aside="{at}", lead="icon", seed="map-pin"),
            ),
        ),
    )


def _locker(book: Book) -> Page:
    say = book.say
    return Page(
        id="locker",
        title=say("Locker", "快递柜"),
        of="shipments",
        blocks=(
            PictureBlock(id="door", draw="badge", text="{badge}", alt=say("Badge on the door", "柜门标牌"), tall=180),
            Facts(
                rows=(
                    FactRow(id="street", label=say("Street", "街道"), value="{street}"),
                    FactRow(id="locker", label=say("Opening code", "取件码"), value="{locker}"),
                )
            ),
            InputField(id="proof", label=say("Proof of pickup", "取件凭证"), hint=say("Any code", "凭证编码")),
            Button(
                id="collected",
                label=say("I have collected it", "我已取件"),
                do=(Ask(dialog="collected"),),
                enabled=ne("ui:proof", ""),
            ),
        ),
        dialogs=(
            Dialog(
                id="collected",
                title=say("Collected?", "确认已取件？"),
                text=say("The locker is given to somebody else.", "柜格将分配给他人。"),
                buttons=(
                    DialogButton(id="no", label=say("Not yet", "还没有")),
                    DialogButton(
                        id="yes",
                        label=say("Collected", "已取件"),
                        style="primary",
                        do=(
                            Commit(act="collect", fields={"parcel": "{id}", "proof": "{ui:proof}"}),
                            Patch(field="status", value="done"),
                            Patch(field="state", value=say("Delivered", "已签收")),
                            Say(text=say("Enjoy", "祝使用愉快")),
                            Back(),
                        ),
                    ),
                ),
            ),
        ),
    )


def _move(book: Book) -> Page:
    say = book.say
    return Page(
        id="move",
        title=say("Change the day", "改约时间"),
        of="shipments",
        blocks=(
            Text(text="{name}", style="body"),
            InputField(id="new-day", label=say("New day", "新日期"), hint=book.date(book.cast.today.isoformat())),
            InputField(id="new-time", label=say("Not before", "最早时间"), hint="10:00"),
            Button(
                id="save-move",
                label=say("Save", "保存"),
                do=(
                    Patch(field="moved", value="{ui:new-day}"),
                    Patch(field="slot", value="{ui:new-time}"),
                    Say(text=say("The carrier was told", "已通知快递员")),
                    Back(),
                ),
                enabled=ne("ui:new-day", ""),
            ),
        ),
    )


def _hand_over(book: Book) -> Page:
    say = book.say
    return Page(
        id="hand",
        title=say("Hand over", "请人代收"),
        of="shipments",
        blocks=(
            Banner(
                id="final",
                text=say("Handing over cannot be taken back.", "授权后无法撤回。"),
                style="warning",
            ),
            InputField(id="who", label=say("Who receives it", "代收人"), hint=say("Full name", "全名")),
            InputField(id="word", label=say("Password for the door", "交接口令"), hint=say("A word or a code", "口令")),
            Button(
                id="confirm-hand",
                label=say("Hand over", "确认授权"),
                style="danger",
                do=(Ask(dialog="hand"),),
                enabled=ne("ui:who", ""),
            ),
        ),
        dialogs=(
            Dialog(
                id="hand",
                title=say("Hand over to {ui:who}?", "交由{ui:who}代收？"),
                buttons=(
                    DialogButton(id="cancel", label=say("Cancel", "取消")),
                    DialogButton(
                        id="hand",
                        label=say("Hand over", "确认"),
                        style="danger",
                        do=(
                            Commit(act="hand", fields={"parcel": "{id}", "who": "{ui:who}", "word": "{ui:word}"}),
                            Say(text=say("Done", "已授权")),
                            Back(),
                        ),
                    ),
                ),
            ),
        ),
    )


def _sending(book: Book) -> Page:
    say = book.say
    return Page(
        id="sending",
        title=say("Sending", "寄件"),
        blocks=(
            List(
                id="outgoing",
                source="outgoing",
                row=Row(
                    title="{name}",
                    detail=say("to {to}", "寄给{to}"),
                    aside="{postage|money}",
                    lead="avatar",
                    seed="{to}",
                    unread=eq("handed", False),
                ),
                filters=(
                    Filter(id="open", label=say("To do", "待交寄"), where=eq("handed", False)),
                    Filter(id="gone", label=say("Dropped off", "已交寄"), where=eq("handed", True)),
                ),
                tap=to("outgoing"),
                empty=say("Nothing to send.", "没有寄件。"),
            ),
        ),
    )


def _outgoing(book: Book) -> Page:
    say = book.say
    return Page(
        id="outgoing",
        title=say("To send", "寄件详情"),
        of="outgoing",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{state}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="to", label=say("To", "收件人"), value="{to}"),
                    FactRow(id="label", label=say("Label no.", "面单号"), value="{label}"),
                    FactRow(id="until", label=say("Drop off until", "最晚交寄"), value="{until}"),
                )
            ),
            Button(
                id="dropped",
                label=say("Dropped off", "已经交寄"),
                icon="package-check",
                do=(
                    Patch(field="handed", value=True),
                    Patch(field="state", value=say("Dropped off", "已交寄")),
                ),
                enabled=eq("handed", False),
            ),
        ),
    )


def _settings(book: Book) -> Page:
    say = book.say
    return Page(
        id="settings",
        title=say("Settings", "设置"),
        blocks=(
            Facts(
                rows=(
                    FactRow(id="customer", label=say("Customer code", "客户编码"), value="{var:customer}"),
                    FactRow(id="depot", label=say("Depot closes at", "网点打烊"), value="{var:depot}"),
                    FactRow(id="neighbour", label=say("Neighbour", "代收邻居"), value="{var:neighbour}"),
                )
            ),
            Choice(
                id="leave",
                label=say("If nobody is in", "无人在家时"),
                options=(
                    Option(id="door", label=say("At the door", "放门口")),
                    Option(id="neighbour", label=say("With a neighbour", "交给邻居")),
                    Option(id="shop", label=say("At a shop", "放代收点")),
                ),
                style="radio",
                var="leave",
            ),
            Heading(text=say("Notifications", "通知")),
            Switch(id="alerts", label=say("Delivery alerts", "派送提醒"), var="alerts", icon="bell"),
            Switch(id="photos", label=say("Photo as proof", "拍照留证"), var="photos", icon="camera"),
            Switch(id="evening", label=say("Evening delivery", "晚间派送"), var="evening", icon="moon"),
            Switch(id="bell", label=say("Ring the bell", "按门铃"), var="bell", icon="bell-ring"),
            Heading(text=say("Trusted neighbour", "信任的邻居")),
            InputField(id="neighbour-name", label=say("Name", "姓名"), hint=say("Full name", "全名")),
            Button(
                id="save-neighbour",
                label=say("Save neighbour", "保存邻居"),
                do=(put_var("neighbour", "{ui:neighbour-name}"), Say(text=say("Saved", "已保存"))),
                enabled=ne("ui:neighbour-name", ""),
            ),
        ),
    )
