"""Makes the desk of a school's computer support: three agents, three queues, sixteen tickets, a knowledge base."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from django.core.management import call_command

# queue, title, text, submitter, status (1 open, 2 reopened, 3 resolved, 4 closed), priority, owner
TICKETS = [
    ("Hardware", "Printer on floor 2 jams", "Paper jams at tray 1, every third page.", "lena", 1, 3, ""),
    ("Hardware", "Projector in room 14 is dark", "The lamp glows, no picture.", "ivo", 1, 2, "omar"),
    ("Accounts", "Cannot sign in to the timetable", "It says the account is locked.", "mira", 1, 3, "nora"),
    ("Network", "VPN drops every hour", "I am thrown out while grading.", "tom", 1, 2, "omar"),
    ("Hardware", "Keyboard without the letter E", "Library, seat 5.", "lena", 1, 4, ""),
    ("Accounts", "New teacher: account for Pia Holm", "Starts on Monday, teaches physics.", "office", 1, 2, "nora"),
    ("Network", "No wireless in the gym", "Since the roof was repaired.", "ivo", 1, 1, ""),
    ("Network", "Slow downloads in room 3", "Only in the afternoon.", "mira", 3, 4, "nora"),
    ("Hardware", "Printer on floor 3 prints stripes", "Toner was changed last week.", "tom", 1, 3, "nora"),
    ("Accounts", "Password of the choir mailbox", "Nobody remembers it.", "lena", 1, 5, "omar"),
    ("Hardware", "Scanner in the office beeps", "Long, short, long.", "office", 4, 4, "nora"),
    ("Network", "Guest network asks twice", "Visitors have to accept the rules twice.", "office", 1, 4, "nora"),
    (
        "Accounts",
        "Delete the account of Ivo Berg",
        "He left in summer. Please wait for the head's signature.",
        "office",
        1,
        3,
        "",
    ),
    ("Hardware", "Tablet cart does not charge", "Slots 7 to 12 stay dark.", "mira", 2, 1, "nora"),
    ("Network", "Printer queue hangs", "Server prn2, since this morning.", "tom", 1, 1, "omar"),
    ("Accounts", "Duplicate: cannot sign in to the timetable", "Same as my other message.", "mira", 1, 3, ""),
]
ARTICLES = [
    (
        "Resetting a locked account",
        "How do I unlock an account?",
        "Open the directory, search the name, choose Unlock. The person then waits 15 minutes.",
    ),
    (
        "Clearing a paper jam",
        "What to do when tray 1 jams?",
        "Open door C, remove the sheet upwards, close door C, press the green key.",
    ),
    (
        "Guest network",
        "How long is a guest code valid?",
        "A guest code is valid for 12 hours, a group code for 3 days.",
    ),
]


def main(data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)
    tickets(people())
    knowledge()


def people() -> dict[str, object]:
    from django.contrib.auth.models import User

    found = {}
    for name, first, last in (("nora", "Nora", "Vik"), ("omar", "Omar", "Saleh"), ("petra", "Petra", "Lund")):
        found[name] = User.objects.create_user(
            name, f"{name}@desk.example", "quiet-river-27", first_name=first, last_name=last, is_staff=True
        )
    return found


def tickets(agents: dict[str, object]) -> None:
    from helpdesk.models import FollowUp, PreSetReply, Queue, Ticket

    queues = {
        name: Queue.objects.create(title=name, slug=name.lower(), allow_public_submission=True)
        for name in ("Hardware", "Accounts", "Network")
    }
    for number, (queue, title, text, sender, status, priority, owner) in enumerate(TICKETS):
        made = datetime(2026, 11, 2, 7, 0, tzinfo=UTC) + timedelta(hours=19 * number)
        ticket = Ticket.objects.create(
            queue=queues[queue],
            title=title,
            description=text,
            submitter_email=f"{sender}@school.example",
            status=status,
            priority=priority,
            assigned_to=agents.get(owner),
            created=made,
            modified=made,
        )
        FollowUp.objects.create(ticket=ticket, date=made, title="Ticket Opened", comment=text, public=True)
    FollowUp.objects.create(
        ticket=Ticket.objects.get(pk=4),
        date=datetime(2026, 11, 9, 9, 0, tzinfo=UTC),
        title="Comment",
        public=True,
        user=agents["omar"],
        comment="The certificate of gate 2 ends on 14 December; renewing it should help.",
    )
    PreSetReply.objects.create(name="Picked up", body="We are working on it.")


def knowledge() -> None:
    from helpdesk.models import KBCategory, KBItem

    category = KBCategory.objects.create(
        name="Everyday", title="Everyday", slug="everyday", description="Short answers"
    )
    for title, question, answer in ARTICLES:
        KBItem.objects.create(category=category, title=title, question=question, answer=answer)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
