"""The pages of the calendar."""

from sextant.worlds.genres.kit import Book, eq, ne, put_var, to
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
    RowAction,
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import Ask, Back, Commit, Drop, Patch, Put, Say


def pages(book: Book) -> tuple[Page, ...]:
    """All of them."""
    return (
        _agenda(book),
        _event(book),
        _ticket(book),
        _new(book),
        _invites(book),
        _invite(book),
        _courses(book),
        _course(book),
        _settings(book),
    )


def _agenda(book: Book) -> Page:
    say = book.say
    return Page(
        id="agenda",
        title=say("Agenda", "日程"),
        fab=BarAction(id="new-event", icon="plus", label=say("New event", "新建日程"), do=to("new")),
        blocks=(
            Text(text=book.full(book.cast.today.isoformat()), style="muted"),
            List(
                id="events",
                source="events",
                row=Row(title="{name}", detail="{place}", aside="{day|day}", lead="icon", seed="{icon}"),
                search=("name", "place"),
                search_hint=say("Search events", "搜索日程"),
                filters=(Filter(id="reminded", label=say("With reminder", "有提醒"), where=eq("reminder", True)),),
                sorts=(
                    Sort(id="soon", label=say("Soonest", "最近"), by="day"),
                    Sort(id="name", label=say("By name", "按名称"), by="name"),
                ),
                tap=to("event"),
                empty=say("Nothing planned.", "没有安排。"),
            ),
            Heading(text=say("Added by you", "您添加的")),
            List(
                id="added",
                source="added",
                row=Row(title="{title}", detail="{on} {at}", lead="icon", seed="calendar-plus"),
                actions=(RowAction(id="delete", label=say("Delete", "删除"), icon="trash-2", do=(Drop(),)),),
                empty=say("Nothing yet. Use the plus button.", "还没有，点加号新建。"),
            ),
        ),
    )


def _event(book: Book) -> Page:
    say = book.say
    return Page(
        id="event",
        title=say("Event", "日程详情"),
        of="events",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text="{place}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="day", label=say("Day", "日期"), value="{day|full}"),
                    FactRow(id="time", label=say("Begins", "开始"), value="{time}"),
                    FactRow(id="room", label=say("Room", "房间"), value="{room}"),
                    FactRow(id="wear", label=say("What to wear", "着装"), value="{wear}"),
                    FactRow(id="entry", label=say("Entry no.", "登记号"), value="{entry}"),
                    FactRow(id="host", label=say("Host", "主持人"), value="{host}", when=ne("host", "")),
                )
            ),
            Button(
                id="remind",
                label=say("Remind me", "提醒我"),
                icon="bell",
                style="plain",
                do=(Patch(field="reminder", value=True), Say(text=say("Reminder set", "已设提醒"))),
                when=eq("reminder", False),
            ),
            Button(
                id="unremind",
                label=say("Remove the reminder", "取消提醒"),
                icon="bell-off",
                style="plain",
                do=(Patch(field="reminder", value=False),),
                when=eq("reminder", True),
            ),
            Button(id="open-ticket", label=say("Ticket", "入场券"), icon="ticket", style="plain", do=to("ticket")),
            Heading(text=say("Check in", "签到")),
            InputField(id="pass", label=say("Check-in code", "签到码"), hint=say("From the organiser", "由主办方提供")),
            Button(
                id="check-in",
                label=say("Check in", "签到"),
                do=(
                    Commit(act="checkin", fields={"event": "{id}", "word": "{ui:pass}"}),
                    Say(text=say("You are checked in", "签到成功")),
                    Back(),
                ),
                enabled=eq("checkin", True),
            ),
            Button(
                id="delete-event",
                label=say("Delete event", "删除日程"),
                style="danger",
                do=(Ask(dialog="delete"),),
            ),
        ),
        dialogs=(
            Dialog(
                id="delete",
                title=say("Delete {name}?", "删除“{name}”？"),
                buttons=(
                    DialogButton(id="keep", label=say("Keep", "保留")),
                    DialogButton(
                        id="delete",
                        label=say("Delete", "删除"),
                        style="danger",
                        do=(Commit(act="delete", fields={"event": "{id}"}), Drop(), Back()),
                    ),
                ),
            ),
        ),
    )


def _ticket(book: Book) -> Page:
    say = book.say
    return Page(
        id="ticket",
        title=say("Ticket", "入场券"),
        of="events",
        blocks=(
            PictureBlock(id="stub", draw="ticket", text="{ticket}", alt=say("Ticket", "入场券"), tall=200),
            Text(text=say("Show this at the door of {place}.", "在{place}入口出示。"), style="muted"),
        ),
    )


def _new(book: Book) -> Page:
    say = book.say
    fields = {"title": "{ui:title}", "on": "{ui:on}", "at": "{ui:at}", "with": "{ui:guest}", "note": "{ui:note}"}
    return Page(
        id="new",
        title=say("New event", "新建日程"),
        blocks=(
            InputField(id="title", label=say("Title", "标题"), hint=say("What is it", "什么事")),
            InputField(id="on", label=say("Day", "日期"), hint=book.date(book.cast.today.isoformat())),
            InputField(id="at", label=say("Time", "时间"), hint="10:00"),
            InputField(id="guest", label=say("With", "和谁"), hint=say("A name", "姓名")),
            InputField(id="note", label=say("Note", "备注"), hint=say("Anything else", "其他"), input="long"),
            Button(
                id="save-event",
                label=say("Save event", "保存日程"),
                do=(Put(into="added", fields=dict(fields)), Say(text=say("Saved", "已保存")), Back()),
                enabled=ne("ui:title", ""),
            ),
        ),
    )


def _invites(book: Book) -> Page:
    say = book.say
    return Page(
        id="invites",
        title=say("Invitations", "邀请"),
        blocks=(
            List(
                id="invites",
                source="invites",
                row=Row(
                    title="{name}",
                    detail=say("{sort}, from {by}", "{sort} · 来自{by}"),
                    aside="{day|date}",
                    badge="{answer}",
                    lead="avatar",
                    seed="{by}",
                    unread=eq("state", "open"),
                ),
                filters=(
                    Filter(id="open", label=say("Open", "待回复"), where=eq("state", "open")),
                    Filter(id="yes", label=say("Accepted", "已接受"), where=eq("state", "yes")),
                ),
                tap=to("invite"),
                empty=say("No invitations.", "没有邀请。"),
            ),
        ),
    )


def _invite(book: Book) -> Page:
    say = book.say
    return Page(
        id="invite",
        title=say("Invitation", "邀请详情"),
        of="invites",
        blocks=(
            Text(text="{name}", style="large"),
            Text(text=say("{by} invites you to {place}.", "{by}邀请您到{place}。"), style="body"),
            Facts(
                rows=(
                    FactRow(id="when", label=say("Day", "日期"), value="{day|date}"),
                    FactRow(id="reply", label=say("Reply until", "回复截止"), value="{reply|date}"),
                )
            ),
            InputField(id="guest", label=say("Guest", "同行人"), hint=say("Who comes along", "和谁同去")),
            Button(
                id="accept",
                label=say("Accept", "接受"),
                icon="check",
                do=(
                    Commit(act="accept", fields={"invite": "{id}", "guest": "{ui:guest}"}),
                    Patch(field="state", value="yes"),
                    Patch(field="answer", value=say("Accepted", "已接受")),
                ),
                when=ne("state", "yes"),
            ),
            Button(
                id="decline",
                label=say("Decline", "婉拒"),
                icon="x",
                style="plain",
                do=(
                    Commit(act="decline", fields={"invite": "{id}"}),
                    Patch(field="state", value="no"),
                    Patch(field="answer", value=say("Declined", "已婉拒")),
                ),
                when=eq("state", "open"),
            ),
        ),
    )


def _courses(book: Book) -> Page:
    say = book.say
    return Page(
        id="courses",
        title=say("Courses", "课程"),
        blocks=(
            Text(text=say("Evening courses this season", "本季晚间课程"), style="muted"),
            List(
                id="courses",
                source="courses",
                row=Row(title="{name}", detail="{place}", aside="{fee|money}", lead="icon", seed="{icon}"),
                search=("name",),
                search_hint=say("Search courses", "搜索课程"),
                tap=to("course"),
                empty=say("No such course.", "没有这门课。"),
            ),
        ),
    )


def _course(book: Book) -> Page:
    say = book.say
    return Page(
        id="course",
        title=say("Course", "课程详情"),
        of="courses",
        blocks=(
            Text(text="{name}", style="large"),
            Facts(
                rows=(
                    FactRow(id="tutor", label=say("Tutor", "老师"), value="{tutor}"),
                    FactRow(id="number", label=say("Course no.", "课程号"), value="{number}"),
                    FactRow(id="place", label=say("Place", "地点"), value="{place}"),
                )
            ),
            InputField(id="student", label=say("Student's name", "学员姓名"), hint=say("Full name", "全名")),
            InputField(id="card", label=say("Membership code", "会员编码"), hint=say("On your card", "见会员卡")),
            Button(
                id="enrol",
                label=say("Enrol", "报名"),
                do=(
                    Commit(act="enrol", fields={"course": "{id}", "student": "{ui:student}", "card": "{ui:card}"}),
                    Patch(field="saved", value=True),
                    Say(text=say("Enrolled", "报名成功")),
                    Back(),
                ),
                enabled=ne("ui:student", ""),
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
                    FactRow(id="shared", label=say("Sharing code", "共享码"), value="{var:shared}"),
                    FactRow(id="deputy", label=say("Deputy", "代理人"), value="{var:deputy}"),
                )
            ),
            Choice(
                id="first",
                label=say("Week begins on", "每周起始"),
                options=(
                    Option(id="monday", label=say("Monday", "周一")),
                    Option(id="saturday", label=say("Saturday", "周六")),
                    Option(id="sunday", label=say("Sunday", "周日")),
                ),
                style="segments",
                var="first",
            ),
            Heading(text=say("Reminders", "提醒")),
            Switch(id="reminders", label=say("Event reminders", "日程提醒"), var="reminders", icon="bell"),
            Switch(id="weekly", label=say("Weekly summary", "每周摘要"), var="weekly", icon="list"),
            Switch(id="birthdays", label=say("Birthdays", "生日"), var="birthdays", icon="cake"),
            Switch(
                id="decline-busy", label=say("Decline when busy", "忙碌时自动婉拒"), var="decline", icon="calendar-x"
            ),
            Heading(text=say("Deputy", "代理人")),
            InputField(id="deputy-name", label=say("Name", "姓名"), hint=say("Full name", "全名")),
            Button(
                id="save-deputy",
                label=say("Save deputy", "保存代理人"),
                do=(put_var("deputy", "{ui:deputy-name}"), Say(text=say("Saved", "已保存"))),
                enabled=ne("ui:deputy-name", ""),
            ),
        ),
    )
