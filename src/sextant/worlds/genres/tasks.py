"""To-do lists by project, and notes with longer texts."""

from sextant.worlds.content.tasks import COLOURS, IDEAS, NOTES, PROJECTS, STATES, TAGS, Project
from sextant.worlds.genres.base import Built, Cast
from sextant.worlds.genres.kit import Ask, Back, Commit, Patch, Record, Say, eq, ne, to
from sextant.worlds.genres.maker import Maker, flip, row_flip
from sextant.worlds.genres.tasks_asks import ask_all
from sextant.worlds.spec.apps import AppSpec, BarAction, Dialog, DialogButton, Page, Tab
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
from sextant.worlds.spec.effects import Put

APP = "tasks"


def build(cast: Cast) -> Built:
    """The task app and what can be asked of it."""
    m = Maker(cast, APP)
    m.name = m.pick(("Tidewise", "Clearlist", "Plumb", "Onward"), ("清单派", "待办手账", "条理", "今日事"))
    chosen = m.cast.rng.sample(PROJECTS, 8)
    projects = _projects(m, chosen)
    app = AppSpec(
        id=APP,
        name=m.name,
        genre=APP,
        icon="list-todo",
        accent=cast.rng.choice(("green", "violet", "slate")),
        tabs=(
            Tab(id="todo", label=m.say("Tasks", "任务"), icon="list-checks", page="todo"),
            Tab(id="projects", label=m.say("Projects", "项目"), icon="folder", page="projects"),
            Tab(id="notes", label=m.say("Notes", "笔记"), icon="notebook-text", page="notes"),
            Tab(id="more", label=m.say("More", "更多"), icon="menu", page="more"),
        ),
        home="todo",
        pages=(
            _todo_page(m),
            _task_page(m),
            _new_task_page(m),
            _projects_page(m),
            _project_page(m),
            _notes_page(m),
            _note_page(m),
            _new_note_page(m),
            _more_page(m),
            _sheet_page(m),
        ),
        collections={"projects": projects, "tasks": _tasks(m, chosen, projects), "notes": _notes(m), "comments": ()},
        vars={"remind": False, "weekly": True, "badge": False, "sound": "chime", "goal": 5},
        badge="",
    )
    ask_all(m, app)
    return m.built(app)


# -- records -------------------------------------------------------------------------------------------------------


def _projects(m: Maker, chosen: list[Project]) -> tuple[Record, ...]:
    states = m.some(2, [s[0] for s in STATES], [s[1] for s in STATES])
    colours = m.cast.rng.sample(COLOURS, 8)
    return tuple(
        {
            "id": f"p{n + 1}",
            "name": m.say(*project.name),
            "icon": project.icon,
            "state": states[n] if n < 2 else "",
            "budget": m.price(90, 2400),
            "until": m.day(12, 200),
            "supplier": m.say(*project.supplier),
            "colour": m.say(*colours[n]),
            "swatch": colours[n][0],
            "label": m.mint.code("A-999"),
            "size": 4 if n < 2 else 3,
        }
        for n, project in enumerate(chosen)
    )


def _tasks(m: Maker, chosen: list[Project], projects: tuple[Record, ...]) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for n in range(26):  # two projects have one thing to do of each tag, the others one less
        project, tag = projects[n % 8], (n % 8 + n // 8) % 4
        title = m.say(*chosen[n % 8].todos[tag])
        made.append(
            {
                "id": f"k{n + 1:02d}",
                "title": title,
                "project": str(project["id"]),
                "of": str(project["name"]),
                "tag": f"tag{tag}",
                "tagged": m.say(*TAGS[tag]),
                "day": m.day(-20, 160),
                "done": n in (1, 6, 11, 14, 20),
                "mark": m.say("Done", "已完成") if n in (1, 6, 11, 14, 20) else "",
                "minutes": m.mint.number(104, 420),
                "ticket": m.mint.code("A9-99A9"),
                "blocked": n == 9,
                "urgent": n in (0, 5),
            }
        )
    rng.shuffle(made)
    return tuple(made)


def _notes(m: Maker) -> tuple[Record, ...]:
    made: list[Record] = []
    for n, (motif, icon, en, zh, text, wen) in enumerate(NOTES):
        before, after = m.say(text, wen).split("{code}")
        code = m.mint.code("99-AA-99" if n % 2 else "A9999A")
        made.append(
            {"title": m.say(en, zh), "motif": motif, "icon": icon, "before": before, "code": code, "after": after}
        )
    for motif, icon, en, zh, text, wen in IDEAS:
        said = m.say(text, wen)
        made.append({"title": m.say(en, zh), "motif": motif, "icon": icon, "before": said, "code": "", "after": ""})
    m.cast.rng.shuffle(made)
    for n, note in enumerate(made):
        note |= {
            "id": f"n{n + 1:02d}",
            "day": m.plain_day(-90, -1),
            "pinned": n in (0, 3),
            "pin": m.say("Pinned", "置顶") if n in (0, 3) else "",
            "archived": False,
        }
    return tuple(made)


# -- pages ---------------------------------------------------------------------------------------------------------


def _rows(m: Maker, where: str = "") -> List:
    say = m.say
    done = say("Done", "已完成")
    return List(
        id="tasks" if not where else "open",
        source="tasks",
        where=(eq("project", where),) if where else (),
        row=Row(title="{title}", detail="{of} · {tagged}" if not where else "{tagged}", badge="{mark}"),
        search=() if where else ("title", "of"),
        search_hint=say("Search tasks", "搜索任务"),
        filters=()
        if where
        else (
            Filter(id="open", label=say("Open", "未完成"), where=eq("done", False)),
            *(Filter(id=f"tag{n}", label=say(*tag), where=eq("tag", f"tag{n}")) for n, tag in enumerate(TAGS)),
        ),
        sorts=()
        if where
        else (
            Sort(id="day", label=say("By date", "按日期"), by="day"),
            Sort(id="title", label=say("By name", "按名称"), by="title"),
        ),
        tap=to("task"),
        actions=()
        if where
        else row_flip(
            "done",
            "done",
            "circle-check",
            (say("Mark as done", "标为完成"), done),
            (say("Mark as open", "标为未完成"), ""),
        ),
        empty=say("Nothing to do here.", "这里没有任务。"),
    )


def _todo_page(m: Maker) -> Page:
    return Page(
        id="todo",
        title=m.say("Tasks", "任务"),
        blocks=(_rows(m),),
        actions=(BarAction(id="new-task", icon="plus", label=m.say("New task", "新建任务"), do=to("new-task")),),
    )


def _task_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="task",
        title="{title}",
        of="tasks",
        blocks=(
            Text(text="{of}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="due", label=say("Due", "截止日期"), value="{day|date}"),
                    FactRow(id="tag", label=say("Tag", "标签"), value="{tagged}"),
                    FactRow(id="minutes", label=say("Estimate, minutes", "预计分钟数"), value="{minutes}"),
                    FactRow(id="ticket", label=say("Ticket", "单号"), value="{ticket}"),
                )
            ),
            Text(
                id="blocked",
                text=say("Blocked: waiting for somebody else.", "已阻塞：在等别人处理。"),
                style="muted",
                when=eq("blocked", True),
            ),
            Button(
                id="finish",
                label=say("Complete task", "完成任务"),
                icon="check",
                do=(
                    Patch(field="done", value=True),
                    Patch(field="mark", value=say("Done", "已完成")),
                    Say(text=say("Well done", "已完成")),
                ),
                enabled=eq("blocked", False),
                when=eq("done", False),
            ),
            Button(
                id="urgent",
                label=say("Flag as urgent", "标为紧急"),
                icon="flag",
                style="plain",
                do=(Patch(field="urgent", value=True), Say(text=say("Flagged", "已标为紧急"))),
                when=eq("urgent", False),
            ),
            Text(id="flagged", text=say("Urgent", "紧急"), style="small", when=eq("urgent", True)),
            Heading(text=say("Comments", "评论")),
            List(
                id="comments",
                source="comments",
                where=(eq("task", "{id}"),),
                row=Row(title="{text}", detail="{by}", lead="avatar", seed="{by}"),
                empty=say("No comments yet.", "还没有评论。"),
            ),
            InputField(id="comment", label=say("Comment", "评论"), hint=say("Write a comment", "写评论")),
            Button(
                id="add-comment",
                label=say("Add comment", "添加评论"),
                style="plain",
                do=(Put(into="comments", fields={"task": "{id}", "text": "{ui:comment}", "by": m.cast.owner.name}),),
                enabled=ne("ui:comment", ""),
            ),
        ),
    )


def _new_task_page(m: Maker) -> Page:
    say = m.say
    fields: dict[str, str | bool] = {
        "title": "{ui:task-title}",
        "day": "{ui:task-due}",
        "tag": "{ui:task-tag}",
        "tagged": "",
        "project": "",
        "of": "",
        "mark": "",
        "done": False,
        "blocked": False,
        "urgent": False,
        "minutes": "",
        "ticket": "",
    }
    return Page(
        id="new-task",
        title=say("New task", "新建任务"),
        blocks=(
            InputField(id="task-title", label=say("Title", "标题"), hint=say("What is to be done?", "要做什么？")),
            InputField(id="task-due", label=say("Due", "截止"), hint=say("Some day", "某一天")),
            Choice(
                id="task-tag",
                label=say("Tag", "标签"),
                options=tuple(Option(id=f"tag{n}", label=say(*tag)) for n, tag in enumerate(TAGS)),
                start="tag0",
            ),
            Button(
                id="save-task",
                label=say("Save", "保存"),
                do=(Put(into="tasks", fields={**fields}), Say(text=say("Task added", "任务已添加")), Back()),
                enabled=ne("ui:task-title", ""),
            ),
        ),
    )


def _projects_page(m: Maker) -> Page:
    return Page(
        id="projects",
        title=m.say("Projects", "项目"),
        blocks=(
            List(
                id="projects",
                source="projects",
                row=Row(title="{name}", detail=m.say("{size} tasks", "{size} 项任务"), lead="icon", seed="{icon}"),
                shape="cards",
                sorts=(Sort(id="until", label=m.say("By deadline", "按截止日期"), by="until"),),
                tap=to("project"),
            ),
        ),
    )


def _project_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="project",
        title="{name}",
        of="projects",
        blocks=(
            Text(text=say("Colour", "颜色"), style="small"),
            PictureBlock(id="colour", draw="swatch", seed="{swatch}", alt=say("Colour", "颜色"), tall=90),
            Facts(
                rows=(
                    FactRow(id="state", label=say("State", "状态"), value="{state}", when=ne("state", "")),
                    FactRow(id="budget", label=say("Budget", "预算"), value="{budget|money}"),
                    FactRow(id="until", label=say("Deadline", "最后期限"), value="{until|date}"),
                    FactRow(id="supplier", label=say("Supplier", "供应商"), value="{supplier}"),
                )
            ),
            Text(text=say("Box label", "箱子标签"), style="small"),
            PictureBlock(id="label", draw="sign", text="{label}", alt=say("Box label", "箱子标签"), tall=120),
            Heading(text=say("Tasks", "任务")),
            _rows(m, "{id}"),
        ),
    )


def _notes_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="notes",
        title=say("Notes", "笔记"),
        blocks=(
            List(
                id="notes",
                source="notes",
                where=(eq("archived", False),),
                row=Row(title="{title}", detail="{day|date}", badge="{pin}", lead="icon", seed="{icon}"),
                search=("title",),
                search_hint=say("Search notes", "搜索笔记"),
                filters=(Filter(id="pinned", label=say("Pinned", "置顶"), where=eq("pinned", True)),),
                tap=to("note"),
                hold=(Patch(field="archived", value=True), Say(text=say("Note archived", "笔记已归档"))),
                empty=say("No notes.", "没有笔记。"),
            ),
        ),
        fab=BarAction(id="new-note", icon="pencil", label=say("New note", "新建笔记"), do=to("new-note")),
    )


def _note_page(m: Maker) -> Page:
    say = m.say
    pinned = say("Pinned", "已置顶")
    return Page(
        id="note",
        title="{title}",
        of="notes",
        actions=(
            BarAction(id="pin", icon="pin", label=say("Pin or unpin", "置顶或取消"), do=flip("pinned")),
            BarAction(
                id="archive-note",
                icon="archive",
                label=say("Archive", "归档"),
                do=(Patch(field="archived", value=True), Back()),
            ),
        ),
        blocks=(
            Text(text="{day|date}", style="small"),
            Text(id="pinned", text=pinned, style="small", when=eq("pinned", True)),
            Text(text="{before}{code}{after}", id="note-body"),
            PictureBlock(id="sketch", draw="photo", seed="{motif}", alt=say("Sketch", "草图"), tall=150),
        ),
    )


def _new_note_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="new-note",
        title=say("New note", "新建笔记"),
        blocks=(
            InputField(id="note-title", label=say("Title", "标题")),
            InputField(id="note-text", label=say("Text", "正文"), input="long", hint=say("Start writing", "开始写")),
            Button(
                id="save-note",
                label=say("Save note", "保存笔记"),
                do=(
                    Put(
                        into="notes",
                        fields={
                            "title": "{ui:note-title}",
                            "before": "{ui:note-text}",
                            "code": "",
                            "after": "",
                            "day": m.cast.today.isoformat(),
                            "pin": "",
                            "pinned": False,
                            "archived": False,
                        },
                    ),
                    Say(text=say("Note saved", "笔记已保存")),
                    Back(),
                ),
                enabled=ne("ui:note-title", ""),
            ),
        ),
    )


def _more_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="more",
        title=say("More", "更多"),
        blocks=(
            Button(id="time-sheet", label=say("Time sheet", "工时表"), icon="clock", style="plain", do=to("sheet")),
            Heading(text=say("Reminders", "提醒")),
            Switch(id="remind", label=say("Remind me every morning", "每天早上提醒"), var="remind", icon="bell"),
            Switch(id="weekly", label=say("Weekly review", "每周回顾"), var="weekly", icon="calendar-check"),
            Switch(id="badge", label=say("Count on the app icon", "图标角标"), var="badge", icon="hash"),
            Choice(
                id="sound",
                label=say("Sound", "提示音"),
                var="sound",
                style="radio",
                options=(
                    Option(id="chime", label=say("Chime", "风铃")),
                    Option(id="drop", label=say("Drop", "水滴")),
                    Option(id="none", label=say("Silent", "静音")),
                ),
            ),
            Stepper(id="goal", label=say("Daily goal", "每日目标"), var="goal", low=1, high=12),
        ),
    )


def _sheet_page(m: Maker) -> Page:
    say = m.say
    sent = Dialog(
        id="sheet",
        title=say("Hand in the time sheet?", "提交工时表？"),
        text=say("It cannot be changed afterwards.", "提交后不能修改。"),
        buttons=(
            DialogButton(id="cancel", label=say("Not yet", "暂不")),
            DialogButton(
                id="hand-in",
                label=say("Hand in", "提交"),
                style="primary",
                do=(
                    Commit(act="sheet", fields={"ticket": "{ui:sheet-ticket}", "hours": "{ui:sheet-points}"}),
                    Say(text=say("Time sheet handed in", "工时表已提交")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="sheet",
        title=say("Time sheet", "工时表"),
        blocks=(
            Text(
                text=say("One entry a week; it goes straight to the office.", "每周一条，直接发送给办公室。"),
                style="muted",
            ),
            InputField(id="sheet-ticket", label=say("Reference", "编号")),
            InputField(id="sheet-points", label=say("Points", "点数"), input="number"),
            Button(
                id="hand-in",
                label=say("Hand in", "提交"),
                do=(Ask(dialog="sheet"),),
                enabled=ne("ui:sheet-points", ""),
            ),
        ),
        dialogs=(sent,),
    )
