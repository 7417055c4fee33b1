"""The pages of a smart home."""

from sextant.worlds.genres.kit import Ask, Back, Commit, Patch, Record, Say, eq, ne, put_var, to
from sextant.worlds.genres.maker import Maker, row_flip
from sextant.worlds.spec.apps import Dialog, DialogButton, Page
from sextant.worlds.spec.blocks import (
    Button,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    PictureBlock,
    Row,
    Stepper,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import ClearField, Drop, Put

_HEATED = ("living", "bed", "bath")


def pages(m: Maker, months: tuple[Record, ...]) -> tuple[Page, ...]:
    """All of them."""
    return (
        _house_page(m),
        _room_page(m),
        _device_page(m),
        _sensors_page(m),
        _sensor_page(m),
        _climate_page(m),
        _routine_page(m),
        _energy_page(m, months),
        _month_page(m),
        _access_page(m),
        _guest_page(m),
        _new_guest_page(m),
        _order_page(m),
    )


def _house_page(m: Maker) -> Page:
    say = m.say
    active = say("Active", "已启用")
    return Page(
        id="house",
        title=m.name,
        blocks=(
            Heading(text=say("Scenes", "场景")),
            List(
                id="scenes",
                source="scenes",
                shape="tiles",
                row=Row(title="{name}", detail="{mark}", lead="icon", seed="{icon}"),
                tap=(
                    Patch(field="on", value=True),
                    Patch(field="mark", value=active),
                    Say(text=say("{name}: Active", "{name}: 已启用")),
                ),
            ),
            Heading(text=say("Rooms", "房间")),
            List(
                id="rooms",
                source="rooms",
                row=Row(title="{name}", lead="icon", seed="{icon}"),
                tap=to("room"),
            ),
            Button(id="all-sensors", label=say("Sensors", "传感器"), icon="radio", style="plain", do=to("sensors")),
            Button(
                id="order-part", label=say("Order a part", "订购配件"), icon="package", style="plain", do=to("order")
            ),
            Heading(text=say("All devices", "全部设备")),
            _device_list(m, "devices", ""),
        ),
    )


def _device_list(m: Maker, ident: str, room: str) -> List:
    say = m.say
    on_mark = say("On", "开")
    on, off = row_flip(
        "on",
        "on",
        "power",
        (say("Turn on", "打开"), on_mark),
        (say("Turn off", "关闭"), ""),
    )
    return List(
        id=ident,
        source="devices",
        where=(eq("room", room),) if room else (),
        row=Row(title="{name}", detail="{of}" if room else "{place}", badge="{mark}", lead="icon", seed="{icon}"),
        search=() if room else ("name", "place"),
        search_hint=say("Search devices", "搜索设备"),
        filters=()
        if room
        else (
            Filter(id="on", label=say("On", "已开启"), where=eq("on", True)),
            Filter(id="light", label=say("Lights", "灯"), where=eq("sort", "light")),
            Filter(id="plug", label=say("Plugs", "插座"), where=eq("sort", "plug")),
        ),
        tap=to("device"),
        actions=() if room else (on, off),
        empty=say("No devices here.", "这里没有设备。"),
    )


def _room_page(m: Maker) -> Page:
    return Page(
        id="room",
        title="{name}",
        of="rooms",
        blocks=(
            PictureBlock(id="view", draw="photo", seed="{motif}", alt="{name}", tall=140),
            Heading(text=m.say("Devices", "设备")),
            _device_list(m, "here", "{id}"),
        ),
    )


def _device_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="device",
        title="{name}",
        of="devices",
        blocks=(
            Text(text="{place}", style="muted"),
            PictureBlock(id="power", draw="dial", text="{on}", alt=say("Power", "电源"), tall=120),
            Facts(
                rows=(
                    FactRow(id="maker", label=say("Maker", "制造商"), value="{maker}"),
                    FactRow(id="serial", label=say("Serial number", "序列号"), value="{serial}"),
                    FactRow(id="watts", label=say("Rated power, watts", "额定功率（瓦）"), value="{watts}"),
                    FactRow(id="warranty", label=say("Warranty until", "保修至"), value="{until|date}"),
                )
            ),
            Text(
                id="offline",
                text=say("Offline: not reachable.", "离线：无法连接。"),
                style="muted",
                when=eq("offline", True),
            ),
            Button(
                id="turn-on",
                label=say("Turn on", "打开"),
                icon="power",
                do=(
                    Patch(field="on", value=True),
                    Patch(field="mark", value=say("On", "开")),
                    Say(text=say("Turned on", "已打开")),
                ),
                when=eq("on", False),
                enabled=eq("offline", False),
            ),
            Button(
                id="turn-off",
                label=say("Turn off", "关闭"),
                icon="power",
                style="plain",
                do=(
                    Patch(field="on", value=False),
                    Patch(field="mark", value=""),
                    Say(text=say("Turned off", "已关闭")),
                ),
                when=eq("on", True),
            ),
        ),
    )


def _sensors_page(m: Maker) -> Page:
    return Page(
        id="sensors",
        title=m.say("Sensors", "传感器"),
        blocks=(
            List(
                id="sensors",
                source="sensors",
                row=Row(title="{name}", lead="icon", seed="{icon}"),
                search=("name",),
                search_hint=m.say("Search sensors", "搜索传感器"),
                tap=to("sensor"),
            ),
        ),
    )


def _sensor_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="sensor",
        title="{name}",
        of="sensors",
        blocks=(
            Text(text=say("Signal lamp", "信号灯"), style="small"),
            PictureBlock(id="lamp", draw="swatch", seed="{lamp}", alt=say("Signal lamp", "信号灯"), tall=110),
            Facts(
                rows=(
                    FactRow(id="state", label=say("State", "状态"), value="{state}", when=ne("state", "")),
                    FactRow(id="seen", label=say("Last signal", "最近信号"), value="{seen}"),
                )
            ),
            Text(text=say("Printed label", "印刷标签"), style="small"),
            PictureBlock(id="tag", draw="badge", text="{tag}", alt=say("Label on the sensor", "传感器标签"), tall=110),
        ),
    )


def _climate_page(m: Maker) -> Page:
    say = m.say
    rooms = {"living": ("Living room", "客厅"), "bed": ("Bedroom", "卧室"), "bath": ("Bathroom", "浴室")}
    return Page(
        id="climate",
        title=say("Climate", "温控"),
        blocks=(
            Heading(text=say("Thermostats", "温控器")),
            *(
                Stepper(id=f"heat-{room}", label=say(*rooms[room]), var=room, low=12, high=28, unit="°C")
                for room in _HEATED
            ),
            Switch(id="holiday", label=say("Holiday mode", "假日模式"), var="holiday", icon="luggage"),
            Switch(id="windows", label=say("Pause while windows are open", "开窗时暂停"), var="windows", icon="wind"),
            Heading(text=say("Routines", "自动化")),
            List(
                id="routines",
                source="routines",
                row=Row(title="{name}", badge="{mark}", lead="icon", seed="{icon}"),
                filters=(Filter(id="running", label=say("Running", "运行中"), where=eq("on", True)),),
                tap=to("routine"),
            ),
        ),
    )


def _routine_page(m: Maker) -> Page:
    say = m.say
    paused = say("Paused", "已暂停")
    return Page(
        id="routine",
        title="{name}",
        of="routines",
        blocks=(
            Facts(rows=(FactRow(id="at", label=say("Starts at", "开始时间"), value="{at}"),)),
            InputField(id="new-time", label=say("New time", "新时间"), hint="07:30"),
            Button(
                id="save-time",
                label=say("Save time", "保存时间"),
                do=(
                    Patch(field="at", value="{ui:new-time}"),
                    ClearField(field="new-time"),
                    Say(text=say("Saved", "已保存")),
                ),
                enabled=ne("ui:new-time", ""),
            ),
            Button(
                id="pause",
                label=say("Pause routine", "暂停自动化"),
                icon="circle-pause",
                style="plain",
                do=(Patch(field="on", value=False), Patch(field="mark", value=paused), Say(text=paused)),
                when=eq("on", True),
            ),
            Button(
                id="resume",
                label=say("Resume routine", "恢复自动化"),
                icon="circle-play",
                do=(Patch(field="on", value=True), Patch(field="mark", value=""), Say(text=say("Running", "运行中"))),
                when=eq("on", False),
            ),
        ),
    )


def _energy_page(m: Maker, months: tuple[Record, ...]) -> Page:
    say = m.say
    return Page(
        id="energy",
        title=say("Energy", "能源"),
        blocks=(
            PictureBlock(
                id="chart",
                draw="bars",
                text=",".join(str(int(r["used"]) // 10) for r in reversed(months)),
                alt=say("Use by month", "每月用量"),
                tall=180,
            ),
            List(
                id="months",
                source="months",
                row=Row(title="{name}", lead="icon", seed="{icon}"),
                filters=(Filter(id="winter", label=say("Winter months", "冬季月份"), where=eq("winter", True)),),
                tap=to("month"),
            ),
            Facts(
                rows=(
                    FactRow(id="meter", label=say("Meter", "电表号"), value="{var:meter}"),
                    FactRow(id="tariff", label=say("Tariff", "资费"), value="{var:tariff}", when=ne("var:tariff", "")),
                )
            ),
            InputField(id="tariff-name", label=say("Tariff", "资费")),
            Button(
                id="save-tariff",
                label=say("Save tariff", "保存资费"),
                style="plain",
                do=(put_var("tariff", "{ui:tariff-name}"), ClearField(field="tariff-name")),
                enabled=ne("ui:tariff-name", ""),
            ),
        ),
    )


def _month_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="month",
        title="{name}",
        of="months",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="used", label=say("Used, kWh", "用量（度）"), value="{used}"),
                    FactRow(id="cost", label=say("Cost", "费用"), value="{cost|money}"),
                )
            ),
            PictureBlock(id="share", draw="ring", text="62", alt=say("Share of heating", "采暖占比"), tall=150),
        ),
    )


def _access_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="access",
        title=say("Access", "门禁"),
        blocks=(
            Button(id="new-guest", label=say("Add a guest", "添加访客"), icon="user-plus", do=to("new-guest")),
            List(
                id="guests",
                source="guests",
                row=Row(title="{name}", detail="{door}", badge="{mark}", lead="avatar", seed="{name}"),
                search=("name",),
                search_hint=say("Search guests", "搜索访客"),
                filters=(Filter(id="expired", label=say("Expired", "已过期"), where=eq("expired", True)),),
                tap=to("guest"),
                empty=say("No guests.", "没有访客。"),
            ),
            Heading(text=say("Front door", "前门")),
            Text(id="pin-set", text=say("Present code: {var:pin}", "当前密码：{var:pin}"), when=ne("var:pin", "")),
            InputField(id="new-pin", label=say("New door code", "新门锁密码")),
            Button(
                id="save-pin",
                label=say("Set door code", "设置门锁密码"),
                do=(
                    put_var("pin", "{ui:new-pin}"),
                    ClearField(field="new-pin"),
                    Say(text=say("Code set", "密码已设置")),
                ),
                enabled=ne("ui:new-pin", ""),
            ),
            Switch(id="leave", label=say("Lock when everybody left", "全员离家时上锁"), var="leave", icon="lock"),
        ),
    )


def _guest_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="guest",
        title="{name}",
        of="guests",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="door", label=say("Door", "门"), value="{door}"),
                    FactRow(id="code", label=say("Access code", "访问码"), value="{code}"),
                    FactRow(id="until", label=say("Valid until", "有效期至"), value="{until|date}"),
                )
            ),
            Button(
                id="revoke",
                label=say("Revoke access", "撤销访问权限"),
                icon="user-minus",
                style="danger",
                do=(Drop(), Back()),
            ),
        ),
    )


def _new_guest_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="new-guest",
        title=say("Add a guest", "添加访客"),
        blocks=(
            InputField(id="guest-name", label=say("Name", "姓名")),
            InputField(id="guest-code", label=say("Code", "访问码")),
            InputField(id="guest-until", label=say("Valid until", "有效期至")),
            Button(
                id="save-guest",
                label=say("Add guest", "添加"),
                do=(
                    Put(
                        into="guests",
                        fields={
                            "name": "{ui:guest-name}",
                            "code": "{ui:guest-code}",
                            "until": "{ui:guest-until}",
                            "expired": False,
                            "mark": "",
                            "door": say("Front door", "前门"),
                        },
                    ),
                    Say(text=say("Guest added", "访客已添加")),
                    Back(),
                ),
                enabled=ne("ui:guest-name", ""),
            ),
        ),
    )


def _order_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Place the order?", "确认下单？"),
        text=say("Parts are sent at once and cannot be returned.", "配件立即寄出，不可退货。"),
        buttons=(
            DialogButton(id="cancel", label=say("Not now", "暂不")),
            DialogButton(
                id="order",
                label=say("Order", "下单"),
                style="primary",
                do=(
                    Commit(act="ordered", fields={"serial": "{ui:part-serial}", "note": "{ui:part-note}"}),
                    Say(text=say("Ordered", "已下单")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="order",
        title=say("Order a part", "订购配件"),
        blocks=(
            Text(
                text=say("We find the part by the number on the device.", "我们按设备上的号码查找配件。"), style="muted"
            ),
            InputField(id="part-serial", label=say("Number", "号码")),
            InputField(id="part-note", label=say("Note", "备注")),
            Button(id="order", label=say("Order", "下单"), do=(Ask(dialog="sure"),), enabled=ne("ui:part-serial", "")),
        ),
        dialogs=(sure,),
    )
