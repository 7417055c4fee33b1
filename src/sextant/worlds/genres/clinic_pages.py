"""The pages of a clinic."""

from sextant.worlds.content.clinic import FIELDS
from sextant.worlds.genres.kit import Ask, Back, Commit, Patch, Say, eq, ne, put_var, to
from sextant.worlds.genres.maker import Maker, flip
from sextant.worlds.spec.apps import BarAction, Dialog, DialogButton, Page
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
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import ClearField, Put, When


def pages(m: Maker) -> tuple[Page, ...]:
    """All of them."""
    return (
        _visits_page(m),
        _visit_page(m),
        _ticket_page(m),
        _doctors_page(m),
        _doctor_page(m),
        _book_page(m),
        _results_page(m),
        _result_page(m),
        _record_page(m),
        _drugs_page(m),
        _drug_page(m),
        _diary_page(m),
    )


def _visits_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="visits",
        title=say("Visits", "就诊"),
        blocks=(
            Banner(
                id="flu", text=say("Flu shots are available without a booking.", "流感疫苗可免预约接种。"), style="info"
            ),
            List(
                id="visits",
                source="visits",
                where=(eq("cancelled", False),),
                row=Row(title="{name}", detail="{when}", badge="{mark}", lead="icon", seed="{icon}"),
                filters=(
                    Filter(id="coming", label=say("Coming up", "即将到来"), where=eq("past", False)),
                    Filter(id="past", label=say("Past", "已结束"), where=eq("past", True)),
                ),
                sorts=(Sort(id="day", label=say("By date", "按日期"), by="day"),),
                tap=to("visit"),
            ),
        ),
    )


def _visit_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Cancel this visit?", "取消这次就诊？"),
        text=say("The slot goes to somebody else.", "号源会释放给其他人。"),
        buttons=(
            DialogButton(id="keep", label=say("Keep it", "保留")),
            DialogButton(
                id="cancel-visit",
                label=say("Cancel visit", "取消就诊"),
                style="danger",
                do=(
                    Patch(field="cancelled", value=True),
                    Commit(act="cancelled", fields={"visit": "{id}"}),
                    Say(text=say("Visit cancelled", "就诊已取消")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="visit",
        title="{name}",
        of="visits",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="state", label=say("Status", "状态"), value="{state}", when=ne("state", "")),
                    FactRow(id="day", label=say("Day", "日期"), value="{day|date}"),
                    FactRow(id="at", label=say("Time", "时间"), value="{at}"),
                    FactRow(id="ward", label=say("Where", "地点"), value="{ward}"),
                )
            ),
            PictureBlock(id="map", draw="map", seed="{ward}", alt=say("Map", "地图"), tall=150),
            Button(
                id="ticket",
                label=say("Queue ticket", "排队号"),
                icon="ticket",
                do=to("ticket"),
                when=eq("past", False),
            ),
            Button(
                id="cancel",
                label=say("Cancel visit", "取消就诊"),
                style="danger",
                do=(Ask(dialog="sure"),),
                when=eq("past", False),
            ),
            Text(id="over", text=say("This visit is over.", "这次就诊已结束。"), style="muted", when=eq("past", True)),
        ),
        dialogs=(sure,),
    )


def _ticket_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="ticket",
        title=say("Queue ticket", "排队号"),
        of="visits",
        blocks=(
            Text(text="{name}", style="large"),
            PictureBlock(id="queue", draw="ticket", text="{queue}", alt=say("Ticket", "号票"), tall=220),
            Text(text=say("Wait until your number is called.", "请等待叫号。"), style="muted"),
        ),
    )


def _doctors_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="doctors",
        title=say("Doctors", "医生"),
        blocks=(
            List(
                id="doctors",
                source="doctors",
                row=Row(
                    title="{name}", detail="{of}", aside="★ {rating}", badge="{mark}", lead="avatar", seed="{name}"
                ),
                search=("name", "of"),
                search_hint=say("Search doctors", "搜索医生"),
                filters=tuple(
                    Filter(id=ident, label=say(en, zh), where=eq("field", ident)) for en, zh, ident in FIELDS
                ),
                sorts=(Sort(id="rating", label=say("Best rated", "评分最高"), by="rating", down=True),),
                tap=to("doctor"),
            ),
        ),
    )


def _doctor_page(m: Maker) -> Page:
    say = m.say
    saved = say("Saved", "已收藏")
    return Page(
        id="doctor",
        title="{name}",
        of="doctors",
        actions=(
            BarAction(
                id="save-doctor",
                icon="heart",
                label=say("Save or unsave", "收藏或取消"),
                do=(
                    *flip("liked"),
                    When(
                        cond=eq("liked", True),
                        then=(Patch(field="mark", value=saved),),
                        otherwise=(Patch(field="mark", value=""),),
                    ),
                ),
            ),
        ),
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed="{name}", alt=say("Portrait", "头像"), tall=112),
            Text(text="{of} · ★ {rating}", style="muted"),
            Text(id="saved", text=saved, style="small", when=eq("liked", True)),
            Facts(
                rows=(
                    FactRow(id="fee", label=say("Consultation fee", "诊费"), value="{fee|money}"),
                    FactRow(id="next", label=say("Next free day", "最近可约日期"), value="{next|date}"),
                    FactRow(id="room", label=say("Room", "诊室"), value="{room}"),
                )
            ),
            Text(
                id="full",
                text=say("Not taking new patients.", "暂不接收新患者。"),
                style="muted",
                when=eq("full", True),
            ),
            Button(
                id="book",
                label=say("Book a visit", "预约就诊"),
                icon="calendar-plus",
                do=to("book"),
                enabled=eq("full", False),
            ),
            InputField(id="message", label=say("Message to the practice", "给诊室留言")),
            Button(
                id="send-message",
                label=say("Send message", "发送留言"),
                style="plain",
                do=(
                    Put(into="messages", fields={"doctor": "{id}", "text": "{ui:message}"}),
                    ClearField(field="message"),
                    Say(text=say("Message sent", "留言已发送")),
                ),
                enabled=ne("ui:message", ""),
            ),
        ),
    )


def _book_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Book this visit?", "确认预约？"),
        text=say("Bookings are binding.", "预约后不可更改。"),
        buttons=(
            DialogButton(id="cancel", label=say("Not yet", "暂不")),
            DialogButton(
                id="book",
                label=say("Book", "预约"),
                style="primary",
                do=(
                    Commit(act="booked", fields={"doctor": "{id}", "part": "{ui:part}", "reason": "{ui:reason}"}),
                    Say(text=say("Booked", "预约成功")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="book",
        title=say("Book a visit", "预约就诊"),
        of="doctors",
        blocks=(
            Text(text="{name}", style="large"),
            Choice(
                id="part",
                label=say("Part of the day", "时段"),
                style="segments",
                start="morning",
                options=(
                    Option(id="morning", label=say("Morning", "上午")),
                    Option(id="noon", label=say("Noon", "中午")),
                    Option(id="evening", label=say("Evening", "傍晚")),
                ),
            ),
            InputField(id="reason", label=say("Reason or referral", "事由或转诊号")),
            Button(id="confirm", label=say("Confirm", "确认"), do=(Ask(dialog="sure"),), enabled=ne("ui:reason", "")),
        ),
        dialogs=(sure,),
    )


def _results_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="results",
        title=say("Results", "报告"),
        blocks=(
            List(
                id="labs",
                source="labs",
                row=Row(title="{name}", badge="{mark}", lead="icon", seed="{icon}", unread=eq("fresh", True)),
                filters=(Filter(id="fresh", label=say("New", "新报告"), where=eq("fresh", True)),),
                tap=to("result"),
            ),
        ),
    )


def _result_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="result",
        title="{name}",
        of="labs",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="value", label=say("Value", "数值"), value="{value}"),
                    FactRow(id="unit", label=say("Unit", "单位"), value="{unit}"),
                    FactRow(id="taken", label=say("Sample taken", "采样日期"), value="{taken|date}"),
                )
            ),
            Text(text=say("Seal of the laboratory", "检验章"), style="small"),
            PictureBlock(id="seal", draw="badge", text="{seal}", alt=say("Seal of the laboratory", "检验章"), tall=120),
            Button(
                id="seen",
                label=say("Mark as read", "标为已读"),
                style="plain",
                do=(Patch(field="fresh", value=False), Patch(field="mark", value="")),
                when=eq("fresh", True),
            ),
        ),
    )


def _record_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="record",
        title=say("Record", "档案"),
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed=m.cast.owner.name, alt=say("Portrait", "头像"), tall=112),
            Text(text=m.cast.owner.name, style="large"),
            Facts(
                rows=(
                    FactRow(id="patient", label=say("Patient number", "患者编号"), value="{var:patient}"),
                    FactRow(
                        id="policy", label=say("Insurance", "保险号"), value="{var:policy}", when=ne("var:policy", "")
                    ),
                    FactRow(
                        id="contact",
                        label=say("Next of kin", "紧急联系人"),
                        value="{var:contact}",
                        when=ne("var:contact", ""),
                    ),
                )
            ),
            Button(id="medicines", label=say("Prescriptions", "处方"), icon="pill", style="plain", do=to("drugs")),
            Button(
                id="diary", label=say("Symptom diary", "症状日记"), icon="notebook-pen", style="plain", do=to("diary")
            ),
            InputField(id="policy-number", label=say("Insurance number", "保险号")),
            Button(
                id="save-policy",
                label=say("Save insurance", "保存保险号"),
                do=(put_var("policy", "{ui:policy-number}"), ClearField(field="policy-number")),
                enabled=ne("ui:policy-number", ""),
            ),
            InputField(id="kin", label=say("Next of kin", "紧急联系人")),
            Button(
                id="save-kin",
                label=say("Save contact", "保存联系人"),
                style="plain",
                do=(put_var("contact", "{ui:kin}"), ClearField(field="kin")),
                enabled=ne("ui:kin", ""),
            ),
            Heading(text=say("Settings", "设置")),
            Switch(id="remind", label=say("Remind me of visits", "就诊提醒"), var="remind", icon="bell"),
            Switch(id="paperless", label=say("Letters by e-mail", "电子信函"), var="paperless", icon="mail"),
            Switch(
                id="share", label=say("Share results with my doctor", "与医生共享报告"), var="share", icon="share-2"
            ),
        ),
    )


def _drugs_page(m: Maker) -> Page:
    return Page(
        id="drugs",
        title=m.say("Prescriptions", "处方"),
        blocks=(
            List(
                id="drugs",
                source="drugs",
                row=Row(title="{name}", detail="{dose}", lead="icon", seed="{icon}"),
                search=("name",),
                search_hint=m.say("Search prescriptions", "搜索处方"),
                tap=to("drug"),
            ),
        ),
    )


def _drug_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Ask for a refill?", "申请续方？"),
        text=say("The pharmacy starts at once.", "药房会立即配药。"),
        buttons=(
            DialogButton(id="cancel", label=say("No", "否")),
            DialogButton(
                id="refill",
                label=say("Ask", "申请"),
                style="primary",
                do=(
                    Patch(field="asked", value=True),
                    Commit(act="refilled", fields={"drug": "{id}", "code": "{ui:refill-code}"}),
                    Say(text=say("Refill requested", "已申请续方")),
                ),
            ),
        ),
    )
    return Page(
        id="drug",
        title="{name}",
        of="drugs",
        blocks=(
            Facts(
                rows=(
                    FactRow(id="dose", label=say("Dose", "用法"), value="{dose}"),
                    FactRow(id="refill", label=say("Refill code", "续方码"), value="{refill}"),
                    FactRow(id="copay", label=say("Your share", "自付金额"), value="{copay|money}"),
                    FactRow(id="until", label=say("Valid until", "有效期至"), value="{until|date}"),
                )
            ),
            Text(id="left", text="{told}", style="muted"),
            InputField(id="refill-code", label=say("Code for the pharmacy", "取药码")),
            Button(
                id="ask-refill",
                label=say("Ask for a refill", "申请续方"),
                icon="refresh-cw",
                do=(Ask(dialog="sure"),),
                enabled=ne("left", 0),
            ),
        ),
        dialogs=(sure,),
    )


def _diary_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="diary",
        title=say("Symptom diary", "症状日记"),
        blocks=(
            InputField(id="reading", label=say("Reading", "读数")),
            InputField(id="reading-day", label=say("When", "日期")),
            Button(
                id="add-entry",
                label=say("Add entry", "添加记录"),
                do=(
                    Put(into="diary", fields={"reading": "{ui:reading}", "day": "{ui:reading-day}"}),
                    ClearField(field="reading"),
                    ClearField(field="reading-day"),
                    Say(text=say("Entry added", "记录已添加")),
                ),
                enabled=ne("ui:reading", ""),
            ),
            List(
                id="entries",
                source="diary",
                row=Row(title="{reading}", detail="{day}", lead="icon", seed="notebook-pen"),
                empty=say("No entries yet.", "还没有记录。"),
            ),
        ),
    )
