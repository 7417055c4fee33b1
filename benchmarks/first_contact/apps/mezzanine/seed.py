"""The site of a town orchestra: pages, a blog with comments, two forms with answers, a gallery, members who write."""

import json
import random
import sys
import uuid
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

DATA = Path(sys.argv[1])
BEGIN = datetime(2025, 2, 3, 9, tzinfo=UTC)
CHANCE = random.Random(20250203)
MOMENTS = count()
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)

import django  # noqa: E402
from django.utils import timezone  # noqa: E402

timezone.now = lambda: BEGIN + timedelta(minutes=11 * next(MOMENTS))  # the same times on every machine
django.setup()

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry  # noqa: E402
from django.contrib.auth.models import Group, User  # noqa: E402
from django.contrib.contenttypes.models import ContentType  # noqa: E402
from django.contrib.redirects.models import Redirect  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402

(DATA / "media").mkdir()
(DATA / "static").mkdir()
call_command("migrate", verbosity=0, interactive=False)

from mezzanine.blog.models import BlogCategory, BlogPost  # noqa: E402
from mezzanine.conf.models import Setting  # noqa: E402
from mezzanine.core.models import CONTENT_STATUS_DRAFT, CONTENT_STATUS_PUBLISHED  # noqa: E402
from mezzanine.forms.models import Field, FieldEntry, Form, FormEntry  # noqa: E402
from mezzanine.galleries.models import Gallery  # noqa: E402
from mezzanine.generic.models import ThreadedComment  # noqa: E402
from mezzanine.pages.models import Link, RichTextPage  # noqa: E402
from PIL import Image  # noqa: E402

Site.objects.update(domain="orchestra.example", name="Town Orchestra")
PEOPLE = (
    ("hveldkamp", "Hanneke", "Veldkamp", True), ("opryce", "Owen", "Pryce", False), ("lsantos", "Lucia", "Santos", False),
    ("gmarsh", "Gwen", "Marsh", False), ("tadeyemi", "Tunde", "Adeyemi", False),
)
groups = {name: Group.objects.create(name=name) for name in ("Editors", "Concert planners", "Moderators")}
users = {}
for name, first, last, head in PEOPLE:
    user = User.objects.create_user(
        name, f"{name}@orchestra.example", "orchestra", first_name=first, last_name=last, is_staff=True, is_superuser=head,
        date_joined=BEGIN - timedelta(days=90), is_active=name != "tadeyemi",
    )
    users[name] = user
users["opryce"].groups.add(groups["Editors"])
users["lsantos"].groups.add(groups["Concert planners"])
users["gmarsh"].groups.add(groups["Moderators"])

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
# title, parent, text, published
PAGES = CONTENT["pages"]
made = {}
for title, parent, text, published in PAGES:
    made[title] = RichTextPage.objects.create(
        title=title, parent=made.get(parent), content=f"<p>{text}</p>", gen_description=True,
        status=CONTENT_STATUS_PUBLISHED if published else CONTENT_STATUS_DRAFT,
    )
Link.objects.create(title="Tickets at the town hall", slug="/concerts/", parent=made["Concerts"])

TEXT, LONG, MAIL, BOX, PICK = 1, 2, 3, 4, 6
FORMS = (
    (
        "Order tickets", (("Name", TEXT, ""), ("Email", MAIL, ""), ("Concert", PICK, "Spring concert, Concert by the lake"), ("How many", TEXT, "")),
        (
            ("Arthur Beck", "arthur@post.example", "Spring concert", "2"),
            ("Nadia Rahimi", "nadia@post.example", "Concert by the lake", "5"),
            ("Colm Daly", "colm@post.example", "Spring concert", "1"),
        ),
    ),
    (
        "Audition", (("Name", TEXT, ""), ("Instrument", TEXT, ""), ("Years of playing", TEXT, ""), ("About you", LONG, "")),
        (("Mei Lindqvist", "Viola", "11", "I moved here in January."), ("Ruben Castro", "Bassoon", "4", "I own the instrument.")),
    ),
)
for title, fields, entries in FORMS:
    form = Form.objects.create(
        title=title, parent=made["Join in"] if title == "Audition" else made["Concerts"], content=f"<p>{title}.</p>",
        button_text="Send", response="<p>Thank you.</p>", send_email=False,
    )
    asked = [
        Field.objects.create(form=form, label=label, field_type=kind, choices=options, required=True)
        for label, kind, options in fields
    ]
    for number, answers in enumerate(entries):
        entry = FormEntry.objects.create(form=form, entry_time=BEGIN + timedelta(days=number + 5, hours=number))
        for field, answer in zip(asked, answers, strict=True):
            FieldEntry.objects.create(entry=entry, field_id=field.id, value=answer)

folder = DATA / "media/uploads"
for place, names in (("tour", ("harbour", "bus", "stage")), ("posters", ("spring", "lake"))):
    (folder / place).mkdir(parents=True)
    for number, name in enumerate(names):
        Image.new("RGB", (320, 200), (60 + 50 * number, 90, 160 - 40 * number)).save(folder / place / f"{name}.png")
gallery = Gallery.objects.create(title="Tour to Ghent", parent=made["About us"], content="<p>Three days, one bus.</p>")
for name in ("harbour", "bus", "stage"):
    gallery.images.create(file=f"uploads/tour/{name}.png", description=f"The {name}")

RichTextPage.objects.create(title="Blog", slug="blog", content="<p>What we are up to.</p>")
categories = {name: BlogCategory.objects.create(title=name) for name in ("Rehearsal diary", "Press", "Instruments")}
POSTS = CONTENT["posts"]
posts = {}
for title, category, author, text, published, day in POSTS:
    post = BlogPost.objects.create(
        title=title, user=users[author], content=f"<p>{text}</p>", publish_date=BEGIN + timedelta(days=day),
        status=CONTENT_STATUS_PUBLISHED if published else CONTENT_STATUS_DRAFT,
    )
    post.categories.add(categories[category])
    posts[title] = post
kind = ContentType.objects.get_for_model(BlogPost)
COMMENTS = (
    ("Why the timpani moved", "Greta", "At last!", True), ("Why the timpani moved", "Sam", "Louder from row five, though.", True),
    ("A new harp on loan", "Bruno", "Who pays the insurance?", True), ("A new harp on loan", "Cheap Pills", "Buy now", False),
    ("Repairing the old bassoon", "Ruben Castro", "I can help with the crook.", True),
)
for number, (title, name, text, public) in enumerate(COMMENTS):
    ThreadedComment.objects.create(
        content_type=kind, object_pk=posts[title].pk, user_name=name, user_email="", comment=text, is_public=public,
        site_id=1, submit_date=BEGIN + timedelta(days=41, hours=number), ip_address="192.0.2.7",
    )
Redirect.objects.create(site_id=1, old_path="/gigs/", new_path="/concerts/")
Redirect.objects.create(site_id=1, old_path="/kontakt/", new_path="/about-us/")
for name, value in (("SITE_TITLE", "Town Orchestra"), ("SITE_TAGLINE", "Fifty-two players and a bus")):
    Setting.objects.create(name=name, value=value, site_id=1)
for title, flag in (("A new harp on loan", ADDITION), ("Radio interview", CHANGE)):
    LogEntry.objects.log_action(users["hveldkamp"].pk, kind.pk, posts[title].pk, title, flag, "")
LogEntry.objects.update(action_time=BEGIN + timedelta(days=42))
