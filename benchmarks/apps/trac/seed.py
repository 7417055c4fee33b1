"""A small project in Trac: pages, tickets, milestones, reports, and everybody an administrator."""

import sys
from datetime import UTC, datetime, timedelta

from trac.admin.console import TracAdmin
from trac.env import Environment
from trac.ticket.model import Component, Milestone, Ticket, Version
from trac.util.datefmt import to_utimestamp
from trac.wiki.model import WikiPage

BEGIN = datetime(2025, 3, 3, 9, 0, tzinfo=UTC)
PAGES = {
    "WikiStart": """= Lighthouse =
Software for keepers of small lighthouses.

 * [wiki:Installation How to install it]
 * [wiki:LampControl Lamp control]
 * [wiki:FogHorn The fog horn]
 * [wiki:MeetingNotes Notes of our meetings]
 * [wiki:TitleIndex All pages]
""",
    "Installation": "= Installation =\nCopy the files to the lamp room. See also [wiki:LampControl].\n",
    "LampControl": "= Lamp control =\nThe lamp turns every ten seconds. Its states are in [wiki:LampControl/States].\n",
    "LampControl/States": "= States of the lamp =\nOff, warming, turning, dimmed.\n",
    "FogHorn": "= Fog horn =\nSounds when visibility is below one mile.\n",
    "MeetingNotes": "= Meeting notes =\n * [wiki:MeetingNotes/2025-03 March]\n * [wiki:MeetingNotes/2025-04 April]\n",
    "MeetingNotes/2025-03": "= March =\nWe agreed on ten seconds.\n",
    "MeetingNotes/2025-04": "= April =\nThe horn was too loud; see #2.\n",
}
TICKETS = (
    ("Lamp stops in strong wind", "defect", "critical", "lamp", "first light", "keeper"),
    ("Horn wakes the village", "defect", "major", "horn", "first light", "keeper"),
    ("Show the tide on the front page", "enhancement", "minor", "pages", "second light", "ada"),
    ("Translate the manual into Norwegian", "task", "minor", "manual", "second light", "ada"),
    ("Power supply hums", "defect", "minor", "lamp", "second light", "brendan"),
    ("Remember the last visibility", "enhancement", "major", "horn", "", "brendan"),
    ("Log book loses the last line", "defect", "blocker", "pages", "first light", "keeper"),
)


def main(folder: str) -> None:
    """Makes the environment in `folder`."""
    admin = TracAdmin(folder)
    if admin.onecmd("initenv Lighthouse sqlite:db/trac.db"):
        raise SystemExit("no environment could be made")
    admin.onecmd("permission add anonymous TRAC_ADMIN")
    env = Environment(folder)
    for model in (Component, Milestone, Version):
        for one in list(model.select(env)):
            one.delete()
    for name in ("lamp", "horn", "pages", "manual"):
        component = Component(env)
        component.name, component.owner = name, "keeper"
        component.insert()
    for name, days in (("first light", 60), ("second light", 150)):
        milestone = Milestone(env)
        milestone.name, milestone.due = name, BEGIN + timedelta(days=days)
        milestone.description = f"What has to work at {name}."
        milestone.insert()
    for number, name in enumerate(("0.9", "1.0")):
        version = Version(env)
        version.name, version.time = name, BEGIN + timedelta(days=30 * number)
        version.insert()
    for number, (name, text) in enumerate(PAGES.items()):
        page = WikiPage(env, name)
        page.text = text
        page.save("ada", "first draft", BEGIN + timedelta(hours=number))
    for number, (summary, kind, priority, component, milestone, owner) in enumerate(TICKETS):
        ticket = Ticket(env)
        ticket["summary"], ticket["type"], ticket["priority"] = summary, kind, priority
        ticket["component"], ticket["milestone"], ticket["owner"] = component, milestone, owner
        ticket["reporter"], ticket["status"], ticket["version"] = "ada", "new", "0.9"
        ticket["description"] = f"{summary}. It was seen twice."
        ticket.insert(when=BEGIN + timedelta(days=number))
    env.db_transaction("UPDATE wiki SET time=%s WHERE author='trac'", (to_utimestamp(BEGIN),))
    env.shutdown()


main(sys.argv[1])
