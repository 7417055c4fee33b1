"""Six mailing lists of a village: half a year of letters, tags, categories and votes. The same everywhere."""

import random
import uuid
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

CHANCE = random.Random(20260302)
BEGIN = datetime(2025, 9, 1, 7, tzinfo=UTC)
DAYS = 181
PEOPLE = (
    "Agnes Holloway",
    "Bram Whitlock",
    "Cora Pentreath",
    "Dev Mukherjee",
    "Edith Lamb",
    "Felix Oakes",
    "Gwen Tregear",
    "Hamish Boyd",
    "Isla Farrow",
    "Jonah Pike",
    "Keziah Stone",
    "Leo Marchetti",
    "Maud Ellery",
    "Nils Aaby",
)
LISTS = (
    (
        "allotments",
        "Allotments",
        "Plots, seeds, water and what eats them",
        (
            "Slugs in the lettuce again",
            "Who has spare broad beans?",
            "Water butt is leaking",
            "Plot 14 is free from January",
            "Seed swap on Saturday",
            "Shed roof blew off",
            "Compost delivery in October",
            "Rhubarb that will not stop",
            "Keys for the north gate",
            "Badgers, and how to be friends with them",
            "Frost tonight, cover the potatoes",
            "Dividing the blackcurrants",
            "Waiting list: how it works",
            "Hosepipe rules",
            "Pumpkin contest results",
            "Rotavator for hire",
            "Blight on plot 3",
            "Manure from the stables",
            "Rent for 2026",
            "Greenhouse glass to give away",
        ),
    ),
    (
        "bell-ringers",
        "Bell ringers",
        "The tower of Saint Neot, on Tuesdays",
        (
            "Practice moved to Wednesday",
            "The tenor needs a new rope",
            "Quarter peal for the harvest",
            "Learners welcome in November",
            "Ringing for the wedding of Isla",
            "Ear protection",
            "Outing to five towers",
            "Muffled bells on Remembrance Sunday",
            "Tower captain: who stands?",
            "Stays, and how not to break them",
            "New Year at midnight",
            "Complaint about the noise",
            "Plain Bob for beginners",
            "Heating in the ringing room",
            "Clapper of the third bell",
            "Dinner in February",
        ),
    ),
    (
        "repair-cafe",
        "Repair café",
        "Every second Saturday in the old school",
        (
            "Toaster with a temper",
            "Volunteers for December",
            "Soldering iron gone missing",
            "Sewing machine, 1964, jammed",
            "How many kettles did we mend?",
            "Insurance question",
            "Bicycle stand wanted",
            "Radio that only gets Norway",
            "Glue that holds china",
            "Cake rota",
            "A clock with no hands",
            "Spare parts cupboard",
            "Testing plugs: who is trained?",
            "Repair manual library",
            "Lamp from the lighthouse",
            "Report for the council",
            "Vacuum cleaner bags",
            "Opening hours in summer",
        ),
    ),
    (
        "footpaths",
        "Footpaths",
        "Stiles, mud, signposts and the cliff path",
        (
            "Cliff path closed at the quarry",
            "Stile at Hob's Lane is broken",
            "Map of dry routes in winter",
            "Bull in the third field",
            "Signpost points the wrong way",
            "Walk on Boxing Day",
            "Brambles between mill and weir",
            "Bridge over the leat",
            "Dogs on leads in spring",
            "Landslip after the storm",
            "Counting walkers in February",
            "Grant for new gates",
            "Night walk with bats",
            "Lost glove, blue",
            "Access for wheelchairs",
            "Stepping stones under water",
        ),
    ),
    (
        "choir",
        "Village choir",
        "Four parts, and biscuits",
        (
            "Christmas concert programme",
            "Tenors, please",
            "Scores for the Fauré",
            "Accompanist is ill",
            "Rehearsal in the cold church",
            "Carols in the pub",
            "Recording of the spring concert",
            "Who took the blue folders?",
            "Warm-ups that help",
            "Summer tour to Brittany",
            "Solo in the third verse",
            "Uniform: black or not?",
            "Biscuit money",
            "Sight reading for altos",
        ),
    ),
    (
        "announce",
        "Village announcements",
        "Few letters, for everybody",
        (
            "Road works on Mill Street",
            "Power cut on Thursday night",
            "Parish meeting: agenda",
            "Post office van times",
            "Flu clinic",
            "Storm warning for Sunday",
            "New doctor",
            "Mobile library comes back",
            "Lost cat, answers to Pudding",
            "Election of the parish council",
        ),
    ),
)
BODIES = (
    (
        "Hello all,\n\nhas anybody else seen this? I was there on {day} and it was no better than last week. "
        "I can help on Saturday morning if two others come.\n\nBest,\n{me}"
    ),
    (
        "Dear neighbours,\n\na short note before I forget. We should settle this by the end of the month, "
        "or somebody will settle it for us.\n\n{me}"
    ),
    (
        "Good morning,\n\nI have asked around and nobody knows. Does one of you? "
        "I shall make tea for whoever answers first.\n\nYours,\n{me}"
    ),
)
REPLIES = (
    "I can do Saturday.\n\n{me}",
    "That happened to us in 2019. It went away by itself, but it took a year.\n\n{me}",
    "Count me in, and Hamish too.\n\n{me}",
    "I disagree, but kindly. Let us talk about it over a cup of tea.\n\n{me}",
    "There is a ladder behind the hall. Please bring it back.\n\n{me}",
    "Thank you, that was what I needed to know.\n\n{me}",
    "Ask Maud. She has the key and the patience.\n\n{me}",
    "We have no money for that before April.\n\n{me}",
    "I have put a drawing on the notice board.\n\n{me}",
)
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
