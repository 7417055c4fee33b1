"""Makes the desk of a school's computer support: three agents, three queues, sixteen tickets, a knowledge base."""

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from django.core.management import call_command

# queue, title, text, submitter, status (1 open, 2 reopened, 3 resolved, 4 closed), priority, owner
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
TICKETS = CONTENT["tickets"]
ARTICLES = CONTENT["articles"]


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
