"""What can be asked of the task app."""

from sextant.worlds.content.tasks import STATES, TAGS
from sextant.worlds.genres.base import Chore
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    projects, tasks, notes = app.collections["projects"], app.collections["tasks"], app.collections["notes"]
    _project_sources(m, projects)
    _other_sources(m, tasks, notes)
    _sinks(m, tasks)
    _task_chores(m, tasks)
    _note_chores(m, notes)
    chores = _setting_chores(m)
    _loops(m, tasks, notes)
    spot = _project(m, m.say("State", "状态"), "state", "状态", "fact-state")
    noted = [r for r in projects if r["state"]]
    states = [m.say(*state) for state in STATES]
    for source in m.family("condition", "state", noted, spot, count=2, options=states):
        when = m.cast.rng.choice((source.value, states[0]))
        m.fork(source.id.removeprefix("tasks-"), source, when, m.either(when), *chores)


def _project(m: Maker, field: str, en: str, zh: str, test_id: str, pixels: bool = False) -> Spot:
    return Spot(
        page="project",
        field=field,
        label=lambda r: m.say(f'the {en} of the project "{r["name"]}"', f"项目“{r['name']}”的{zh}"),
        where=lambda r: m.say("Projects", "项目") + f" > {r['name']}",
        moves=lambda r: go("tab-projects", f"projects-{r['id']}"),
        test_id=test_id,
        depth=1,
        medium="pixels" if pixels else "text",
    )


def _project_sources(m: Maker, projects: tuple[Record, ...]) -> None:
    say = m.say
    budget = _project(m, say("Budget", "预算"), "budget", "预算", "fact-budget")
    m.family("price", "budget", projects, budget, count=8, group="budgets")
    until = _project(m, say("Deadline", "最后期限"), "deadline", "最后期限", "fact-until")
    m.family("date", "until", projects, until, count=5, group="deadlines")
    supplier = _project(m, say("Supplier", "供应商"), "supplier", "供应商", "fact-supplier")
    names = [str(r["supplier"]) for r in projects]
    m.family("name", "supplier", projects, supplier, count=4, options=names)
    m.family("code", "label", projects, _project(m, "", "box label", "箱子标签编号", "label", pixels=True), count=3)
    colours = [str(r["colour"]) for r in projects]
    colour = _project(m, "", "colour", "颜色", "colour", pixels=True)
    m.family("text", "colour", projects, colour, count=2, options=colours)


def _other_sources(m: Maker, tasks: tuple[Record, ...], notes: tuple[Record, ...]) -> None:
    say = m.say

    def task(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="task",
            field=field,
            label=lambda r: say(f'the {en} of the task "{r["title"]}"', f"任务“{r['title']}”的{zh}"),
            where=lambda r: say("Tasks", "任务") + f" > {r['title']}",
            moves=lambda r: go("tab-todo", f"tasks-{r['id']}"),
            test_id=test_id,
            depth=1,
        )

    m.family("code", "ticket", tasks, task(say("Ticket", "单号"), "ticket", "单号", "fact-ticket"), count=4)
    minutes = task(say("Estimate, minutes", "预计分钟数"), "estimate in minutes", "预计分钟数", "fact-minutes")
    m.family("number", "minutes", tasks, minutes, count=7, group="minutes")
    told = Spot(
        page="note",
        field="",
        label=lambda r: say(f'the code in the note "{r["title"]}"', f"笔记“{r['title']}”里的编码"),
        where=lambda r: say("Notes", "笔记") + f" > {r['title']}",
        moves=lambda r: go("tab-notes", f"notes-{r['id']}"),
        test_id="note-body",
        depth=1,
    )
    m.family("code", "code", [r for r in notes if r["code"]], told, count=4)
    deep = Spot(
        page="task",
        field=say("Due", "截止日期"),
        label=lambda r: say(
            f'the due date of "{r["title"]}" in the project "{r["of"]}"', f"项目“{r['of']}”中“{r['title']}”的截止日期"
        ),
        where=lambda r: say("Projects", "项目") + f" > {r['of']} > {r['title']}",
        moves=lambda r: go("tab-projects", f"projects-{r['project']}", f"open-{r['id']}"),
        test_id="fact-due",
        depth=2,
    )
    m.family("date", "day", tasks, deep, count=3)


def _sinks(m: Maker, tasks: tuple[Record, ...]) -> None:
    one, two = tasks[4], tasks[7]
    m.sink(
        "new-task",
        ("name", "date"),
        m.goals(
            (
                "add a task with {0} as its title, due on {1}",
                "create a task that is called {0} and put {1} as its due day",
                "write down a new task: the title is {0}, the due day {1}",
            ),
            ("新建一个任务，标题是{0}，截止日期为{1}", "添加任务：标题填{0}，截止填{1}"),
        ),
        go("tab-todo", "new-task", ("task-title", "{0}"), ("task-due", "{1}"), "save-task"),
        m.records("tasks", eq("title", "{0}"), eq("day", "{1}")),
        "tasks",
    )
    m.sink(
        "new-note",
        ("code",),
        m.goals(
            (
                'save a note titled "Do not forget" whose text is {0}',
                'write {0} into a new note that you call "Do not forget"',
                'keep {0} in a note under the title "Do not forget"',
            ),
            ("新建一条标题为“别忘了”的笔记，正文写{0}", "把{0}写进一条名为“别忘了”的新笔记"),
        ),
        go(
            "tab-notes", "new-note", ("note-title", m.say("Do not forget", "别忘了")), ("note-text", "{0}"), "save-note"
        ),
        m.records("notes", eq("title", m.say("Do not forget", "别忘了")), eq("before", "{0}")),
        "notes",
    )
    comments: tuple[tuple[str, FactKind, Record], ...] = (("comment", "price", one), ("comment-time", "time", two))
    for name, kind, row in comments:
        title = row["title"]
        m.sink(
            name,
            (kind,),
            m.goals(
                (
                    f'comment on the task "{title}" with {{0}}',
                    f'add a comment to the task "{title}" that says {{0}}',
                    f'leave {{0}} as a comment under "{title}"',
                ),
                (f"给任务“{title}”添加评论，内容为{{0}}", f"把{{0}}作为评论写到任务“{title}”下面"),
            ),
            go("tab-todo", f"tasks-{row['id']}", ("comment", "{0}"), "add-comment"),
            m.records("comments", eq("task", str(row["id"])), eq("text", "{0}")),
            "comments",
        )
    m.sink(
        "sheet",
        ("code", "number"),
        m.goals(
            (
                "hand in the time sheet with the reference {0} and {1} as the points",
                "submit this week's time sheet: the reference is {0}, the points are {1}",
                "fill in the time sheet with {0} as the reference and {1} as the points and hand it in",
            ),
            ("提交工时表，编号为{0}，点数为{1}", "填写并提交工时表：编号填{0}，点数填{1}"),
        ),
        go("tab-more", "time-sheet", ("sheet-ticket", "{0}"), ("sheet-points", "{1}"), "hand-in", "dialog-hand-in"),
        m.acted("sheet", ticket="{0}", hours="{1}"),
        "sheet",
        once=True,
    )


def _task_chores(m: Maker, tasks: tuple[Record, ...]) -> None:
    fresh = [r for r in tasks if not r["done"] and not r["blocked"] and not r["urgent"]]
    for name, row, done in (("done", fresh[0], False), ("was-done", next(r for r in tasks if r["done"]), True)):
        title = row["title"]
        m.chore(
            name,
            m.goals(
                (f'mark the task "{title}" as done', f'tick off "{title}"', f'complete the task "{title}"'),
                (f"把任务“{title}”标为完成", f"勾选完成“{title}”这项任务"),
            ),
            go("tab-todo", *(() if done else (f"tasks-{row['id']}-done",))),
            m.records("tasks", eq("id", str(row["id"])), eq("done", True)),
            *(() if done else ("tasks",)),
            satisfied=done,
        )
    urgent = fresh[1]
    m.chore(
        "urgent",
        m.goals(
            (
                f'flag the task "{urgent["title"]}" as urgent',
                f'make "{urgent["title"]}" an urgent task',
                f'put the urgent flag on "{urgent["title"]}"',
            ),
            (f"将任务“{urgent['title']}”标为紧急", f"给“{urgent['title']}”加上紧急标记"),
        ),
        go("tab-todo", f"tasks-{urgent['id']}", "urgent"),
        m.records("tasks", eq("id", str(urgent["id"])), eq("urgent", True)),
        "tasks",
    )
    blocked = next(r for r in tasks if r["blocked"])
    m.chore(
        "blocked",
        m.goals(
            (
                f'open the task "{blocked["title"]}" and complete it',
                f'finish "{blocked["title"]}" with the button on its page',
                f'complete "{blocked["title"]}" from the page of the task',
            ),
            (f"打开任务“{blocked['title']}”并完成它", f"用任务页面上的按钮完成“{blocked['title']}”"),
        ),
        go("tab-todo", f"tasks-{blocked['id']}", "?blocked"),
        (),
        impossible=m.say("The task is blocked; its button is disabled.", "任务被阻塞，按钮不可用。"),
    )
    title = m.pick(
        ("Oil the garden gate", "Wash the curtains", "Ring the piano tuner"), ("给院门上油", "洗窗帘", "约调琴师")
    )
    m.chore(
        "add",
        m.goals(
            (
                f'add a task "{title}" with the tag "{TAGS[1][0]}"',
                f'create the task "{title}" and tag it "{TAGS[1][0]}"',
                f'write down "{title}" as a new task under the tag "{TAGS[1][0]}"',
            ),
            (f"新建任务“{title}”，标签选“{TAGS[1][1]}”", f"添加一项任务“{title}”，并打上“{TAGS[1][1]}”标签"),
        ),
        go("tab-todo", "new-task", ("task-title", title), "task-tag-tag1", "save-task"),
        m.records("tasks", eq("title", title), eq("tag", "tag1")),
        "tasks",
    )


def _note_chores(m: Maker, notes: tuple[Record, ...]) -> None:
    loose = [r for r in notes if not r["pinned"]]
    for name, row, done in (("pin", loose[0], False), ("pinned", next(r for r in notes if r["pinned"]), True)):
        title = row["title"]
        m.chore(
            name,
            m.goals(
                (f'pin the note "{title}"', f'keep the note "{title}" pinned', f'see that "{title}" is a pinned note'),
                (f"置顶笔记“{title}”", f"让笔记“{title}”保持置顶"),
            ),
            go("tab-notes", f"notes-{row['id']}", *(() if done else ("pin",))),
            m.records("notes", eq("id", str(row["id"])), eq("pinned", True)),
            *(() if done else ("notes",)),
            satisfied=done,
        )
    for name, row, moves in (
        ("archive", loose[1], (f"notes-{loose[1]['id']}", "archive-note")),
        ("hold", loose[2], (f"~notes-{loose[2]['id']}",)),
    ):
        title = row["title"]
        m.chore(
            name,
            m.goals(
                (
                    f'archive the note "{title}"',
                    f'move "{title}" to the archived notes',
                    f'put the note "{title}" away',
                ),
                (f"归档笔记“{title}”", f"把“{title}”这条笔记收进归档"),
            ),
            go("tab-notes", *moves),
            m.records("notes", eq("id", str(row["id"])), eq("archived", True)),
            "notes",
        )
    absent = m.say("Piano lessons", "钢琴课")
    m.chore(
        "absent",
        m.goals(
            (
                f'archive the note "{absent}"',
                f'put the note about "{absent}" away',
                f'remove "{absent}" by archiving it',
            ),
            (f"归档笔记“{absent}”", f"把“{absent}”那条笔记归档"),
        ),
        go("tab-notes", ("search-input", absent)),
        (),
        impossible=m.say("There is no such note.", "没有这条笔记。"),
    )


def _setting_chores(m: Maker) -> tuple[Chore, Chore]:
    remind = m.chore(
        "remind",
        m.goals(
            (
                "turn on the morning reminder",
                "have the app remind you every morning",
                "switch the daily morning reminder on",
            ),
            ("打开每天早上的提醒", "开启早晨提醒"),
        ),
        go("tab-more", "remind"),
        m.var("remind", True),
        "remind",
    )
    sound = m.chore(
        "sound",
        m.goals(
            ("set the reminder sound to silent", "choose silent as the sound", "make reminders silent"),
            ("把提示音设为静音", "提示音选择静音"),
        ),
        go("tab-more", "sound-none"),
        m.var("sound", "none"),
        "sound",
    )
    m.chore(
        "goal",
        m.goals(
            ("set the daily goal to 7", "raise the daily goal to seven tasks", "aim for 7 tasks a day"),
            ("把每日目标设为 7", "每日目标改成七项"),
        ),
        go("tab-more", "goal-plus", "goal-plus"),
        m.var("goal", 7),
        "goal",
    )
    return remind, sound


def _loops(m: Maker, tasks: tuple[Record, ...], notes: tuple[Record, ...]) -> None:
    tag = m.cast.rng.randrange(4)
    name = m.say(*TAGS[tag])
    hit = [r for r in tasks if r["tag"] == f"tag{tag}"]
    others = sum(1 for r in tasks if r["done"] and r["tag"] != f"tag{tag}")
    m.loop(
        "done-all",
        m.goals(
            (
                f'mark every open task with the tag "{name}" as done',
                f'tick off all tasks tagged "{name}" that are still open',
                f'complete each task that bears the tag "{name}"',
            ),
            (f"把所有带“{name}”标签的未完成任务标为完成", f"完成每一个标签是“{name}”的任务"),
        ),
        go("tab-todo", f"tasks-filter-tag{tag}"),
        "tasks",
        (eq("tag", f"tag{tag}"), eq("done", False)),
        m.say('Mark "{item}" as done', "把“{item}”标为完成"),
        go("tasks-{item.id}-done"),
        "tasks",
        expects=(
            m.records("tasks", eq("tag", f"tag{tag}"), eq("done", True), count=len(hit)),
            m.records("tasks", eq("done", True), count=len(hit) + others),
        ),
    )
    m.loop(
        "sum-minutes",
        m.goals(
            (
                f'add up the estimates in minutes of all tasks tagged "{name}"',
                f'find out how many minutes the tasks with the tag "{name}" are estimated to take together',
                f'work out the sum of the estimated minutes over every task with the tag "{name}"',
            ),
            (f"把所有“{name}”标签任务的预计分钟数加起来", f"算出标签为“{name}”的任务一共预计多少分钟"),
        ),
        go("tab-todo", f"tasks-filter-tag{tag}"),
        "tasks",
        (eq("tag", f"tag{tag}"),),
        m.say('Read the estimate of "{item}"', "读取“{item}”的预计分钟数"),
        (*go("tasks-{item.id}"), *reading("minutes"), *go("<back")),
        reads="minutes",
        total=str(sum(int(r["minutes"]) for r in hit)),
        where=m.say(f"Tasks > {name} > each task", f"任务 > {name} > 每个任务"),
        place=m.place("task"),
        items=tuple(str(r["minutes"]) for r in hit),
    )
    pinned = [r for r in notes if r["pinned"]]
    m.loop(
        "archive-pinned",
        m.goals(
            ("archive every pinned note", "put away all notes that are pinned", "move each pinned note to the archive"),
            ("归档所有置顶的笔记", "把每条置顶笔记都归档"),
        ),
        go("tab-notes", "notes-filter-pinned"),
        "notes",
        (eq("pinned", True), eq("archived", False)),
        m.say('Archive "{item}"', "归档“{item}”"),
        go("notes-{item.id}", "archive-note"),
        "notes",
        expects=(
            m.records("notes", eq("pinned", True), eq("archived", True), count=len(pinned)),
            m.records("notes", eq("archived", True), count=len(pinned)),
        ),
    )
