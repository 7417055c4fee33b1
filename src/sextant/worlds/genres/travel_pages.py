"""The pages of a travel app."""

from sextant.worlds.genres.kit import Ask, Back, Commit, Patch, Say, eq, ne, put_var, to
from sextant.worlds.genres.maker import Maker, flip
from sextant.worlds.spec.apps import BarAction, Dialog, DialogButton, Page
from sextant.worlds.spec.blocks import (
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
    Stepper,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import ClearField, Cond, Go, Put, When


def pages(m: Maker) -> tuple[Page, ...]:
    """All of them."""
    return (
        _trips_page(m),
        _trip_page(m),
        _leg_page(m),
        _pass_page(m),
        _rebook_page(m),
        _hotels_page(m),
        _hotel_page(m),
        _profile_page(m),
        _settings_page(m),
        _points_page(m),
    )


def _trips_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="trips",
        title=say("Trips", "行程"),
        blocks=(
            List(
                id="trips",
                source="trips",
                where=(eq("archived", False),),
                row=Row(title="{town}", detail="{carrier} · {leaves}", aside="{when}", lead="photo", seed="{motif}"),
                search=("town", "carrier"),
                search_hint=say("Search trips", "搜索行程"),
                filters=(
                    Filter(id="upcoming", label=say("Upcoming", "即将出发"), where=eq("past", False)),
                    Filter(id="past", label=say("Past", "已结束"), where=eq("past", True)),
                ),
                sorts=(
                    Sort(id="date", label=say("By date", "按日期"), by="day"),
                    Sort(id="town", label=say("By name", "按名称"), by="town"),
                ),
                tap=to("trip"),
                empty=say("No trips here.", "这里没有行程。"),
            ),
        ),
    )


def _trip_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="trip",
        title="{town}",
        of="trips",
        actions=(
            BarAction(
                id="archive-trip",
                icon="archive",
                label=say("Archive", "归档"),
                do=(Patch(field="archived", value=True), Back()),
                when=eq("past", True),
            ),
        ),
        blocks=(
            PictureBlock(id="photo", draw="photo", seed="{motif}", alt="{town}", tall=150),
            Facts(
                rows=(
                    FactRow(id="carrier", label=say("Carrier", "承运"), value="{carrier}"),
                    FactRow(id="day", label=say("Date", "日期"), value="{day|date}"),
                    FactRow(id="leaves", label=say("Departure", "出发时间"), value="{leaves}"),
                    FactRow(id="state", label=say("Status", "状态"), value="{state}", when=ne("state", "")),
                    FactRow(id="code", label=say("Booking reference", "预订编号"), value="{code}"),
                    FactRow(id="fare", label=say("Fare paid", "已付票价"), value="{fare|money}"),
                    FactRow(id="moved", label=say("Rebooked to", "已改签至"), value="{moved}", when=ne("moved", "")),
                )
            ),
            Button(
                id="show-pass",
                label=say("Boarding pass", "登机牌"),
                icon="ticket",
                do=to("pass"),
                when=eq("past", False),
            ),
            Button(
                id="rebook",
                label=say("Rebook", "改签"),
                icon="repeat",
                style="plain",
                do=to("rebook"),
                when=eq("past", False),
                enabled=eq("final", False),
            ),
            Text(
                text=say("Saver fare: this trip cannot be rebooked.", "特价票：此行程不可改签。"),
                style="muted",
                id="final",
                when=eq("final", True),
            ),
            Heading(text=say("Connections", "接驳")),
            List(
                id="legs",
                source="legs",
                where=(eq("trip", "{id}"),),
                row=Row(title="{name}", detail="{line}", lead="icon", seed="train-front"),
                tap=to("leg"),
                empty=say("No connections.", "没有接驳。"),
            ),
            InputField(id="memo", label=say("Memo for this trip", "行程备忘"), hint=say("Write a memo", "写一条备忘")),
            Button(
                id="save-memo",
                label=say("Save memo", "保存备忘"),
                style="plain",
                do=(
                    Put(into="memos", fields={"trip": "{id}", "text": "{ui:memo}"}),
                    ClearField(field="memo"),
                    Say(text=say("Memo saved", "备忘已保存")),
                ),
                enabled=ne("ui:memo", ""),
            ),
            List(
                id="memos",
                source="memos",
                where=(eq("trip", "{id}"),),
                row=Row(title="{text}", lead="icon", seed="notebook-pen"),
                empty=say("No memos yet.", "还没有备忘。"),
            ),
        ),
    )


def _leg_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="leg",
        title="{name}",
        of="legs",
        blocks=(
            PictureBlock(id="map", draw="map", seed="{name}", alt=say("Map of the stop", "站点地图"), tall=170),
            Facts(
                rows=(
                    FactRow(id="line", label=say("Line", "线路"), value="{line}"),
                    FactRow(id="leg-leaves", label=say("Leaves at", "发车时间"), value="{leaves}"),
                    FactRow(id="platform", label=say("Platform", "站台"), value="{platform}"),
                )
            ),
            Text(
                text=say("Be on the platform two minutes early.", "请提前两分钟到达站台。"),
                style="muted",
            ),
        ),
    )


def _pass_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="pass",
        title=say("Boarding pass", "登机牌"),
        of="trips",
        blocks=(
            Text(text="{carrier} · {town}", style="large"),
            Text(text=say("Gate", "登机口"), style="small"),
            PictureBlock(id="gate", draw="ticket", text="{gate}", alt=say("Gate", "登机口"), tall=210),
            Text(text=say("Seat", "座位"), style="small"),
            PictureBlock(id="seat", draw="badge", text="{seat}", alt=say("Seat", "座位"), tall=110),
            Text(text=say("Show this at the gate.", "请在登机口出示。"), style="muted"),
        ),
    )


def _rebook_page(m: Maker) -> Page:
    say = m.say
    confirm = Dialog(
        id="confirm",
        title=say("Rebook this trip?", "确认改签？"),
        text=say("This cannot be undone.", "改签后无法撤销。"),
        buttons=(
            DialogButton(id="cancel", label=say("Keep my booking", "保留原预订")),
            DialogButton(
                id="confirm",
                label=say("Rebook", "改签"),
                style="danger",
                do=(
                    Patch(field="moved", value="{var:offer}"),
                    Commit(act="rebooked", fields={"trip": "{id}", "leaves": "{var:offer}"}),
                    Say(text=say("Rebooked", "改签成功")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="rebook",
        title=say("Rebook", "改签"),
        of="trips",
        blocks=(
            Text(text=say("Other departures to {town} on the same day", "同日前往{town}的其他班次"), style="body"),
            List(
                id="offers",
                source="offers",
                where=(eq("trip", "{id}"),),
                row=Row(
                    title="{leaves}",
                    detail="{carrier}",
                    aside="+{extra|money}",
                    lead="icon",
                    seed="plane-takeoff",
                ),
                sorts=(
                    Sort(id="time", label=say("Earliest", "最早"), by="leaves"),
                    Sort(id="price", label=say("Cheapest", "最便宜"), by="extra"),
                ),
                tap=(put_var("offer", "{leaves}"), Say(text=say("{leaves} chosen", "已选 {leaves}"))),
                empty=say("No other departures.", "没有其他班次。"),
            ),
            Facts(rows=(FactRow(id="chosen", label=say("Chosen departure", "已选班次"), value="{var:offer}"),)),
            Button(
                id="rebook-now",
                label=say("Rebook to this departure", "改签到此班次"),
                style="danger",
                do=(Ask(dialog="confirm"),),
                enabled=ne("var:offer", ""),
            ),
        ),
        opened=(put_var("offer", ""),),
        dialogs=(confirm,),
    )


def _hotels_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="hotels",
        title=say("Hotels", "酒店"),
        blocks=(
            List(
                id="hotels",
                source="hotels",
                row=Row(title="{name}", detail="{town} · {stay}", badge="{star}", lead="photo", seed="{motif}"),
                shape="cards",
                search=("name", "town"),
                search_hint=say("Search hotels", "搜索酒店"),
                filters=(
                    Filter(id="saved", label=say("Saved", "已收藏"), where=eq("saved", True)),
                    Filter(
                        id="long",
                        label=say("4 nights or more", "4 晚及以上"),
                        where=Cond(left="nights", op="ge", right=4),
                    ),
                ),
                sorts=(Sort(id="name", label=say("By name", "按名称"), by="name"),),
                tap=to("hotel"),
            ),
        ),
    )


def _hotel_page(m: Maker) -> Page:
    say = m.say
    saved = say("Saved", "已收藏")
    return Page(
        id="hotel",
        title="{name}",
        of="hotels",
        actions=(
            BarAction(
                id="save-hotel",
                icon="bookmark",
                label=say("Save or unsave", "收藏或取消"),
                do=(
                    *flip("saved"),
                    When(
                        cond=eq("saved", True),
                        then=(Patch(field="star", value=saved),),
                        otherwise=(Patch(field="star", value=""),),
                    ),
                ),
            ),
        ),
        blocks=(
            PictureBlock(id="photo", draw="photo", seed="{motif}", alt="{name}", tall=170),
            Text(text="{town} · {stay}", style="muted"),
            Text(id="saved", text=saved, style="small", when=eq("saved", True)),
            Facts(
                rows=(
                    FactRow(id="rate", label=say("Rate per night", "每晚价格"), value="{rate|money}"),
                    FactRow(id="check-in", label=say("Check-in day", "入住日期"), value="{day|date}"),
                    FactRow(id="late", label=say("Desk closes at", "前台关闭时间"), value="{late}"),
                    FactRow(id="door", label=say("Door code", "门锁密码"), value="{door}"),
                    FactRow(
                        id="arrival", label=say("Arrival told", "已告知到店"), value="{arrival}", when=ne("arrival", "")
                    ),
                )
            ),
            InputField(id="arrive", label=say("Your arrival time", "你的到店时间"), hint="18:30"),
            Button(
                id="tell-arrival",
                label=say("Tell the hotel", "告知酒店"),
                do=(
                    Patch(field="arrival", value="{ui:arrive}"),
                    ClearField(field="arrive"),
                    Say(text=say("The hotel knows", "已告知酒店")),
                ),
                enabled=ne("ui:arrive", ""),
            ),
        ),
    )


def _profile_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="profile",
        title=say("Profile", "我的"),
        actions=(BarAction(id="open-settings", icon="settings", label=say("Settings", "设置"), do=to("settings")),),
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed=m.cast.owner.name, alt=say("Portrait", "头像"), tall=112),
            Text(text=m.cast.owner.name, style="large"),
            Facts(
                rows=(
                    FactRow(id="member", label=say("Member number", "会员号"), value="{var:member}"),
                    FactRow(
                        id="passport",
                        label=say("Passport", "护照"),
                        value="{var:passport}",
                        when=ne("var:passport", ""),
                    ),
                    FactRow(
                        id="contact",
                        label=say("Emergency contact", "紧急联系人"),
                        value="{var:contact}",
                        when=ne("var:contact", ""),
                    ),
                )
            ),
            Button(
                id="transfer", label=say("Transfer points", "转赠积分"), icon="gift", style="plain", do=to("points")
            ),
            InputField(id="passport-number", label=say("Document number", "证件号码")),
            Button(
                id="save-passport",
                label=say("Save document", "保存证件"),
                do=(put_var("passport", "{ui:passport-number}"), ClearField(field="passport-number")),
                enabled=ne("ui:passport-number", ""),
            ),
            InputField(id="contact-name", label=say("Emergency contact", "紧急联系人")),
            Button(
                id="save-contact",
                label=say("Save contact", "保存联系人"),
                do=(put_var("contact", "{ui:contact-name}"), ClearField(field="contact-name")),
                enabled=ne("ui:contact-name", ""),
            ),
        ),
    )


def _settings_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="settings",
        title=say("Settings", "设置"),
        blocks=(
            Heading(text=say("Notifications", "通知")),
            Switch(id="alerts", label=say("Delay alerts", "延误提醒"), var="alerts", icon="bell"),
            Switch(id="sync", label=say("Copy trips to the calendar", "行程同步到日历"), var="sync", icon="calendar"),
            Switch(id="offline", label=say("Keep passes offline", "离线保存登机牌"), var="offline", icon="download"),
            Heading(text=say("Preferences", "偏好")),
            Choice(
                id="seat",
                label=say("Seat", "座位"),
                var="seat",
                style="segments",
                options=(
                    Option(id="window", label=say("Window", "靠窗")),
                    Option(id="middle", label=say("Middle", "中间")),
                    Option(id="aisle", label=say("Aisle", "过道")),
                ),
            ),
            Stepper(id="bags", label=say("Checked bags", "托运行李"), var="bags", low=0, high=5),
        ),
    )


def _points_page(m: Maker) -> Page:
    say = m.say
    sent = Dialog(
        id="send",
        title=say("Transfer points?", "确认转赠？"),
        text=say("Points cannot be called back.", "积分转出后不可撤回。"),
        buttons=(
            DialogButton(id="cancel", label=say("Cancel", "取消")),
            DialogButton(
                id="send",
                label=say("Transfer", "转赠"),
                style="primary",
                do=(
                    Commit(act="transferred", fields={"to": "{ui:points-to}", "points": "{ui:points-count}"}),
                    Say(text=say("Points transferred", "积分已转赠")),
                    Go(page="profile"),
                ),
            ),
        ),
    )
    return Page(
        id="points",
        title=say("Transfer points", "转赠积分"),
        blocks=(
            Text(text=say("Points go to another member at once.", "积分会立即转给另一位会员。"), style="muted"),
            InputField(id="points-to", label=say("Receiving code", "接收码")),
            InputField(id="points-count", label=say("Points", "积分数"), input="number"),
            Button(
                id="send-points",
                label=say("Transfer", "转赠"),
                do=(Ask(dialog="send"),),
                enabled=ne("ui:points-count", ""),
            ),
        ),
        dialogs=(sent,),
    )
