"""What can be asked of the task app."""

from sextant.worlds.content.lists import Tasks, lists
from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    projects, tasks, notes = app.collections["projects"], app.collections["tasks"], app.collections["notes"]
    _project_sources(m, projects)
    _other_sources(m, tasks, notes)
    for section in ("sinks", "task-chores", "note-chores", "setting-chores"):
        ask(m, app, section)
    tag = m.cast.rng.randrange(4)
    ask(m, app, "loops", tag=tag, name=m.say(*lists(Tasks).tags[tag]))
    spot = _project(m, m.say("State", "状态"), "state", "状态", "fact-state")
    noted = [r for r in projects if r["state"]]
    states = [m.say(*state) for state in lists(Tasks).states]
    m.value_forks(m.family("condition", "state", noted, spot, count=2, options=states), states[0], "remind", "sound")


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
