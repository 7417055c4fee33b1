"""A tracker of a bicycle hire in the given folder: 55 bugs, nine tasks, three milestones, six people."""

# ruff: noqa: E501 - a table of bugs reads best with a bug a line
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from roundup import init, instance, password

BEGIN = datetime(2025, 2, 3, 9, 0, tzinfo=UTC)
PEOPLE = (
    # name, real name, roles, organisation
    ("keeper", "Kim Eriksen", "User,Developer,Coordinator,Admin", "Pedal & Post"),
    ("ada", "Ada Brandt", "User,Developer", "Pedal & Post"),
    ("bjarne", "Bjarne Holm", "User,Developer", "Pedal & Post"),
    ("clara", "Clara Duval", "User", "City of Havn"),
    ("dev", "Dev Patel", "User", "City of Havn"),
    ("eva", "Eva Stein", "User", ""),
)  # fmt: skip
KEYWORDS = (("patch", ""), ("winter", "Only in frost and snow"), ("payment", "Cards and invoices"), ("easy", "For beginners"))  # fmt: skip
BUGS = (
    # title, type, severity, priority, components, status, assignee, keywords
    ("Lock does not open below zero degrees", "crash", "critical", "immediate", ("backend",), "open", "ada", ("winter",)),
    ("Map shows stations that were closed", "behavior", "major", "high", ("frontend",), "open", "bjarne", ()),
    ("Receipt has no date", "behavior", "normal", "normal", ("backend",), "new", "ada", ("payment",)),
    ("Bike 214 rings its bell at night", "behavior", "minor", "low", ("backend",), "open", "", ()),
    ("Hire ends twice when the signal is weak", "behavior", "critical", "urgent", ("backend",), "open", "keeper", ("payment",)),
    ("Battery level jumps from 40 to 90 percent", "behavior", "major", "high", ("backend",), "pending", "bjarne", ()),
    ("Text runs over the button on small phones", "behavior", "minor", "normal", ("frontend",), "new", "", ("easy",)),
    ("Password can be read in the log", "security", "critical", "immediate", ("backend",), "closed", "ada", ()),
    ("Station names are cut after 20 letters", "behavior", "normal", "normal", ("frontend",), "closed", "bjarne", ("easy",)),
    ("App needs 300 MB after an hour", "resource usage", "major", "high", ("frontend",), "open", "", ()),
    ("Manual says left lever, means right lever", "behavior", "minor", "low", ("documentation",), "closed", "ada", ("easy",)),
    ("Does not compile with the new toolchain", "compile error", "urgent", "urgent", ("backend",), "closed", "keeper", ("patch",)),
    ("Offer helmets at the harbour", "rfe", "minor", "low", ("specification",), "new", "", ()),
    ("Refund goes to the wrong card", "security", "critical", "immediate", ("backend",), "open", "keeper", ("payment",)),
    ("Basket sensor reports a load of minus 3 kg", "behavior", "normal", "normal", ("backend",), "new", "", ()),
    ("Search finds nothing with a trailing space", "behavior", "minor", "normal", ("frontend",), "new", "", ("easy",)),
    ("Crash when the clock is set back", "crash", "major", "high", ("backend",), "pending", "ada", ()),
    ("Show how long a hire has lasted", "rfe", "minor", "low", ("frontend",), "open", "bjarne", ()),
    ("Two people can book the last bike", "behavior", "urgent", "urgent", ("backend",), "open", "ada", ()),
    ("Invoice rounds up to full hours", "behavior", "major", "high", ("backend", "documentation"), "pending", "clara", ("payment",)),
    ("Dark colours hide the warning triangle", "behavior", "normal", "normal", ("frontend",), "new", "", ()),
    ("Station at the ferry is missing on Sundays", "behavior", "normal", "normal", ("backend",), "new", "dev", ()),
    ("Lights stay on after the hire", "behavior", "normal", "normal", ("backend",), "open", "bjarne", ("winter",)),
    ("Export leaves out the last row", "behavior", "normal", "normal", ("backend",), "closed", "ada", ()),
    ("Allow a hire for two people", "rfe", "normal", "low", ("specification",), "new", "", ()),
    ("Back key closes the app while paying", "behavior", "urgent", "urgent", ("frontend",), "open", "", ("payment",)),
    ("Chain guard is drawn on the wrong side", "behavior", "minor", "low", ("documentation",), "new", "", ("easy",)),
    ("Translation into Danish is half done", "behavior", "normal", "normal", ("frontend",), "open", "eva", ()),
    ("Memory of the lock fills up in a week", "resource usage", "urgent", "urgent", ("backend",), "open", "ada", ()),
    ("Season tickets end a day early", "behavior", "major", "high", ("backend",), "new", "", ("payment",)),
    ("Tyre pressure is shown in the wrong unit", "behavior", "minor", "normal", ("frontend",), "new", "", ()),
    ("Login by post code should go", "security", "major", "high", ("backend",), "pending", "keeper", ()),
    ("Long names push the price out of the window", "behavior", "minor", "normal", ("frontend",), "new", "", ("easy",)),
    ("Frost warning comes in July", "behavior", "minor", "low", ("backend",), "closed", "", ("winter",)),
    ("Reserve a bike a day ahead", "rfe", "normal", "normal", ("specification",), "open", "", ()),
    ("Docking takes four tries at the museum", "behavior", "major", "high", ("backend",), "new", "", ()),
    ("Help opens behind the map", "behavior", "normal", "normal", ("frontend",), "new", "", ("easy",)),
    ("Price list is from last year", "behavior", "normal", "normal", ("documentation",), "closed", "clara", ()),
    ("Server answers slowly at eight in the morning", "resource usage", "major", "high", ("backend",), "open", "bjarne", ()),
    ("Bell icon looks like a pear", "behavior", "minor", "low", ("frontend",), "closed", "", ()),
    ("Count the hires of each station", "rfe", "minor", "low", ("specification",), "new", "", ()),
    ("Voice guide is silent in tunnels", "behavior", "normal", "normal", ("frontend",), "new", "", ()),
    ("Photo of a damage cannot be turned", "behavior", "minor", "normal", ("frontend",), "new", "", ()),
    ("Keyboard hides the field for the voucher", "behavior", "normal", "normal", ("frontend",), "open", "", ("payment",)),
    ("Voucher can be used again after a refund", "security", "urgent", "urgent", ("backend",), "open", "keeper", ("payment",)),
    ("Kick stand folds up on slopes", "behavior", "normal", "normal", ("specification",), "closed", "", ()),
    ("Warn before the battery is empty", "rfe", "normal", "normal", ("backend",), "open", "ada", ()),
    ("Rain cover is not in the list of parts", "behavior", "minor", "low", ("documentation",), "new", "", ()),
    ("Wrong time zone in mails to guests", "behavior", "normal", "normal", ("backend",), "closed", "bjarne", ()),
    ("Child seats are counted as bikes", "behavior", "normal", "normal", ("backend",), "new", "", ()),
    ("Tests fail on machines with one core", "compile error", "normal", "normal", ("backend",), "open", "ada", ("patch",)),
    ("Sign-up asks for the town twice", "behavior", "minor", "normal", ("frontend",), "new", "", ("easy",)),
    ("Bikes vanish from the map while they charge", "behavior", "major", "high", ("backend",), "open", "", ()),
    ("Offer bills by post", "rfe", "minor", "low", ("specification",), "pending", "", ("payment",)),
    ("Left-handed mode mirrors the map", "behavior", "normal", "normal", ("frontend",), "new", "", ()),
)  # fmt: skip
TASKS = (
    ("Write the guide for the workshop", "normal", ("ada",), "open"),
    ("Order 200 new locks", "high", ("keeper",), "open"),
    ("Measure how far the signal reaches", "normal", ("bjarne",), "new"),
    ("Paint the stations at the harbour", "low", (), "new"),
    ("Ask the city about Sundays", "high", ("clara", "dev"), "pending"),
    ("Replace the server in the cellar", "urgent", ("keeper", "bjarne"), "open"),
    ("Collect the bikes before the frost", "high", (), "closed"),
    ("Print the price list", "low", ("clara",), "closed"),
    ("Try the new batteries for a month", "normal", ("ada",), "open"),
)
MILESTONES = (
    ("Spring opening", "2025-04-01", "closed", (8, 9, 12), (7,)),
    ("Summer season", "2025-06-15", "open", (1, 2, 5, 14), (1, 2, 5)),
    ("Winter fleet", "2025-11-01", "new", (23, 34), (9,)),
)
QUERIES = (
    ("Payment troubles", "bug", "@columns=id,activity,title,status&@sort=-activity&@filter=keywords&keywords=3&@pagesize=50&@startwith=0"),
    ("Urgent tasks", "task", "@columns=id,title,status,priority&@sort=priority&@filter=priority&priority=1,2&@pagesize=50&@startwith=0"),
)  # fmt: skip


def main(home: str) -> None:
    """Makes the tracker in `home`."""
    template = Path(sys.prefix, "share", "roundup", "templates", "responsive")
    settings = {
        "rdbms_backend": "sqlite",
        "static_files": "static",
        "tracker_name": "Pedal & Post",
        "tracker_web": "http://127.0.0.1:8080/",
        "mail_domain": "hire.example",
        "mail_host": "localhost",
    }
    init.install(home, str(template), settings=settings)
    tracker = instance.open(home)
    tracker.init(password.Password("Harbour!1", config=tracker.config), tx_Source="cli")
    db = tracker.open("admin")
    fill(db)
    db.commit()
    db.close()
    date_back(Path(home, "db", "db"))


def fill(db) -> None:
    """People, keywords, bugs, tasks, milestones, saved queries."""
    for name, real, roles, organisation in PEOPLE:
        secret = password.Password("Harbour!1", config=db.config)
        db.user.create(username=name, realname=real, roles=roles, organisation=organisation, password=secret,
                       address=f"{name}@hire.example")  # fmt: skip
    for name, about in KEYWORDS:
        try:
            db.keyword.set(db.keyword.lookup(name), description=about)
        except KeyError:
            db.keyword.create(name=name, description=about)
    for kind in ("purchase", "repair", "paperwork"):
        db.task_type.create(name=kind)
    for number, (title, kind, severity, priority, components, status, assignee, keywords) in enumerate(BUGS, 1):
        said = [f"{title}. It was seen twice at the harbour.", "Seen again; nothing else was changed."]
        messages = [message(db, "clara", text) for text in said[: 1 + number % 2]]
        files = [file(db, "notes.txt", "Notes from the workshop.")] if number % 9 == 2 else []
        db.bug.create(
            title=title, type=db.bug_type.lookup(kind), severity=db.severity.lookup(severity),
            priority=db.priority.lookup(priority), components=[db.component.lookup(one) for one in components],
            versions=[db.version.lookup("1.3")], status=db.status.lookup(status),
            assignee=db.user.lookup(assignee) if assignee else None,
            keywords=[db.keyword.lookup(one) for one in keywords], messages=messages, files=files,
        )  # fmt: skip
    for title, priority, people, status in TASKS:
        db.task.create(
            title=title, priority=db.priority.lookup(priority), assignee=[db.user.lookup(one) for one in people],
            status=db.status.lookup(status), type="1", components=["1"],
            messages=[message(db, "ada", f"{title}, please.")],
        )  # fmt: skip
    for title, day, status, bugs, tasks in MILESTONES:
        db.milestone.create(title=title, release_date=day, status=db.status.lookup(status),
                            bugs=[str(one) for one in bugs], tasks=[str(one) for one in tasks])  # fmt: skip
    owner = db.user.lookup("keeper")
    made = [db.query.create(name=name, klass=klass, url=url, private_for=owner) for name, klass, url in QUERIES]
    db.user.set(owner, queries=made)


def message(db, author: str, text: str) -> str:
    """A message of somebody."""
    return db.msg.create(author=db.user.lookup(author), summary=text[:40], content=text, date=None, type="text/plain")


def file(db, name: str, text: str) -> str:
    """An attached file."""
    return db.file.create(name=name, content=text, type="text/plain")


def date_back(path: Path) -> None:
    """Everything was made in the spring of 2025, an hour after the other, instead of now."""
    base = sqlite3.connect(path)
    tables = [
        name for (name,) in base.execute("select name from sqlite_master where name like '%\\_\\_journal' escape '\\'")
    ]
    for table in sorted(name.removesuffix("__journal") for name in tables):
        for (number,) in base.execute(f"select id from _{table}").fetchall():
            stamp = (BEGIN + timedelta(hours=number)).strftime("%Y%m%d%H%M%S")
            base.execute(f"update _{table} set _creation = ?, _activity = ? where id = ?", (stamp, stamp, number))
            base.execute(f"update {table}__journal set date = ? where nodeid = ?", (stamp, number))
    base.execute("update _msg set _date = _creation")
    base.commit()
    base.close()


if __name__ == "__main__":
    main(sys.argv[1])
