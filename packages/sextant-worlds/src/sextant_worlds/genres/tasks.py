"""To-do lists by project, and notes with longer texts."""

from sextant_worlds.content.lists import Project, Tasks, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "tasks"


def build(cast: Cast) -> Built:
    """The task app and what can be asked of it."""
    m = AppBuilder(cast, APP)
    m.named()
    chosen = m.cast.rng.sample(lists(Tasks).projects, 8)
    projects = _projects(m, chosen)
    app = m.spec(
        m.accent(),
        m.face(),
        {"projects": projects, "tasks": _tasks(m, chosen, projects), "notes": _notes(m), "comments": ()},
        {},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    for section in ("project-sources", "other-sources", "sinks", "task-chores", "note-chores", "setting-chores"):
        ask(m, app, section)
    tag = m.cast.rng.randrange(4)
    ask(m, app, "loops", tag=tag, name=m.say(*lists(Tasks).tags[tag]))
    states = [m.say(*state) for state in lists(Tasks).states]
    m.state_forks(ask(m, app, "conditions", states=states), states[0], "remind", "sound")


# -- records -------------------------------------------------------------------------------------------------------


def _projects(m: AppBuilder, chosen: list[Project]) -> tuple[Record, ...]:
    states = m.some(2, [s[0] for s in lists(Tasks).states], [s[1] for s in lists(Tasks).states])
    colours = m.cast.rng.sample(lists(Tasks).colours, 8)
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


def _tasks(m: AppBuilder, chosen: list[Project], projects: tuple[Record, ...]) -> tuple[Record, ...]:
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
                "tagged": m.say(*lists(Tasks).tags[tag]),
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


def _notes(m: AppBuilder) -> tuple[Record, ...]:
    made: list[Record] = []
    for n, (motif, icon, en, zh, text, wen) in enumerate(lists(Tasks).notes):
        before, after = m.say(text, wen).split("{code}")
        code = m.mint.code("99-AA-99" if n % 2 else "A9999A")
        made.append(
            {"title": m.say(en, zh), "motif": motif, "icon": icon, "before": before, "code": code, "after": after}
        )
    for motif, icon, en, zh, text, wen in lists(Tasks).ideas:
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
