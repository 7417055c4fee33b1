"""Six mailing lists of a village: half a year of letters, tags, categories and votes. The same everywhere."""

import json
import random
import uuid
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

CHANCE = random.Random(20260302)
BEGIN = datetime(2025, 9, 1, 7, tzinfo=UTC)
DAYS = 181
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
PEOPLE = CONTENT["people"]
LISTS = CONTENT["lists"]
BODIES = CONTENT["bodies"]
REPLIES = CONTENT["replies"]
CATEGORIES = (("Question", "#2255aa"), ("Help wanted", "#aa5522"), ("Report", "#228844"), ("To give away", "#884499"))
TAGS = ("winter", "water", "tools", "money", "young-people", "storm", "food", "noise", "history", "safety")


def main() -> None:
    """Makes the database, the search index and the styles."""
    import django

    django.setup()
    from django.contrib.sites.models import Site
    from django.core.management import call_command
    from django.db import transaction
    from hyperkitty import tasks

    tasks.AsyncTask = AtOnce
    call_command("migrate", verbosity=0)
    Site.objects.update(domain="lists.neot.example", name="Letters of Neot")
    with transaction.atomic():
        write_letters()
        judge()
    call_command("rebuild_index", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


class AtOnce:
    """What the app would hand to a queue: done here, but for caches, which end with this process."""

    def __init__(self, task, *values, **_options):
        self.task, self.values = task, values

    def run(self) -> None:
        """Does it."""
        if "rebuild" not in self.task.__name__:
            self.task(*self.values)


def write_letters() -> None:
    """Letters and replies of each list, oldest first."""
    from hyperkitty.lib.incoming import add_to_list
    from hyperkitty.models import MailingList, Sender

    for short, title, about, subjects in LISTS:
        name = f"{short}@lists.neot.example"
        letters = []
        for number, subject in enumerate(subjects):
            letters += thread(short, number, subject, BEGIN + timedelta(days=DAYS * (number + 0.5) / len(subjects)))
        for when, letter in sorted(letters, key=lambda one: one[0]):
            letter["Date"] = format_datetime(when)
            add_to_list(name, letter, from_import=True)
        mlist = MailingList.objects.get(name=name)
        mlist.display_name, mlist.description = title, about
        mlist.created_at = BEGIN - timedelta(days=100 * len(short))
        mlist.save()
    for sender in Sender.objects.order_by("address"):
        sender.mailman_id = uuid.uuid5(uuid.NAMESPACE_DNS, sender.address)
        sender.save()


def thread(short, number, subject, when):
    """A letter and its replies, each with its moment."""
    letters, known = [], []
    for answer in range(CHANCE.choice((1, 2, 3, 3, 4, 5, 7)) if number % 6 else 9):
        me = PEOPLE[(number * 3 + answer * 5 + len(short)) % len(PEOPLE)]
        letter = EmailMessage()
        letter["From"] = f"{me} <{me.lower().replace(' ', '.')}@post.example>"
        letter["To"] = f"{short}@lists.neot.example"
        letter["Message-ID"] = f"<{short}.{number}.{answer}@post.example>"
        letter["Subject"] = f"Re: {subject}" if answer else subject
        if answer:
            parent = known[CHANCE.randrange(len(known))]
            letter["In-Reply-To"] = parent
            letter["References"] = parent
        text = CHANCE.choice(REPLIES if answer else BODIES)
        letter.set_content(text.format(me=me.split()[0], day=when.strftime("%A")))
        if not answer and number % 7 == 3:
            letter.add_attachment(f"{subject}\n\n1. first\n2. second\n", filename="notes.txt")
        letters.append((when, letter))
        known.append(letter["Message-ID"])
        when += timedelta(hours=CHANCE.randrange(1, 40))
    return letters


def judge() -> None:
    """Categories, tags and votes."""
    from django.contrib.auth import get_user_model
    from hyperkitty.models import Email, Tag, Tagging, Thread, ThreadCategory, Vote

    users = [
        get_user_model().objects.create_user(
            one.lower().replace(" ", "."), f"{one.split()[0].lower()}@post.example", "x"
        )
        for one in PEOPLE
    ]
    kinds = [ThreadCategory.objects.create(name=name.lower(), color=color) for name, color in CATEGORIES]
    tags = [Tag.objects.create(name=name) for name in TAGS]
    for number, one in enumerate(Thread.objects.order_by("mailinglist__name", "starting_email__message_id")):
        if number % 3 == 0:
            one.category = kinds[number % len(kinds)]
            one.save()
        for tag in {number % len(tags), (number * 7 + 3) % len(tags)} if number % 2 else ():
            Tagging.objects.create(thread=one, user=users[number % len(users)], tag=tags[tag])
    for number, letter in enumerate(Email.objects.order_by("mailinglist__name", "message_id")):
        for user in users[: CHANCE.choice((0, 0, 0, 1, 2, 6))]:
            Vote.objects.create(email=letter, user=user, value=1 if number % 9 else -1)


main()
