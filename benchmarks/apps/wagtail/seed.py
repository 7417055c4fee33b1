"""Makes the site of a small harbour: pages in four sections, pictures, documents, keepers, redirects, three people."""

import json
import sys
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path

import django
from django.core.files.base import ContentFile
from django.core.files.images import ImageFile
from django.core.management import call_command
from PIL import Image as Drawing

START = datetime(2026, 1, 4, 6, 0, tzinfo=UTC)

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
NEWS = CONTENT["news"]
PICTURES = [("East quay", "#3b6ea5"), ("The crane", "#a5673b"), ("Fog", "#c9ccd1"), ("Seal", "#4d5a4a")]
DOCUMENTS = ["Tide table", "Rules of the basin", "Fees"]
KEEPERS = [("Ada", "Lamp one"), ("Cy", "Lamp three"), ("Dee", "The horn")]


def main(data: Path) -> None:
    """The database, then what stands in it."""
    data.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)
    people()
    pages()
    library()
    call_command("rebuild_references_index", verbosity=0)
    call_command("update_index", verbosity=0)


def people() -> None:
    """An administrator and two who edit; the groups are the app's own."""
    from django.contrib.auth.models import Group, User

    User.objects.create_superuser("harbourmaster", "master@harbour.example", "quay", first_name="Hanna", last_name="Bo")
    for name, group in (("ada", "Editors"), ("cy", "Moderators")):
        user = User.objects.create_user(name, f"{name}@harbour.example", "quay", first_name=name.title())
        user.groups.add(Group.objects.get(name=group))
    User.objects.create_user("dee", "dee@harbour.example", "quay", first_name="Dee", is_active=False)


def pages() -> None:
    """A home with four sections below it: news, tides, boats and one that is empty."""
    from django.contrib.auth.models import User
    from harbour.content.models import Article, Section
    from wagtail.models import Page, Site

    master = User.objects.get(username="harbourmaster")
    Page.objects.filter(depth__gt=1).delete()
    root = Page.objects.get(depth=1)
    home = root.add_child(instance=Section(title="Harbour", slug="harbour", intro="All about the quay."))
    Site.objects.all().delete()
    Site.objects.create(hostname="127.0.0.1", root_page=home, is_default_site=True, site_name="Harbour")
    sections = {
        title: home.add_child(instance=Section(title=title, slug=title.casefold(), intro=f"{title} of the harbour."))
        for title in ("News", "Tides", "Boats", "Lamps")
    }
    for number, (title, summary, state) in enumerate(NEWS):
        article = Article(title=title, summary=summary, date=date(2026, 1, 4 + number), live=state != "draft")
        article.text = f"<p>{summary} <b>Ask at the office.</b></p>"
        article.locked = state == "locked"
        article.owner = master
        sections["News"].add_child(instance=article)
        revision = article.save_revision(user=master)
        if state != "draft":
            revision.publish(user=master)
        if state == "changed":
            article.title = "Who has lost two anchors?"
            article.save_revision(user=master)
    for day in range(1, 61):
        text = f"High at {day % 12 + 1}, low at {(day + 6) % 12 + 1}."
        when = date(2026, 1, 1) + timedelta(days=day)
        sections["Tides"].add_child(instance=Article(title=f"Tides of day {day}", summary=text, date=when))
    for name in ("Gull", "Tern"):
        sections["Boats"].add_child(
            instance=Article(title=name, summary=f"The {name} lies at the slip.", date=date(2026, 2, 1))
        )


def library() -> None:
    """Pictures, documents, keepers, redirects and a promoted result."""
    from harbour.content.models import Keeper
    from wagtail.contrib.redirects.models import Redirect
    from wagtail.contrib.search_promotions.models import Query, SearchPromotion
    from wagtail.documents.models import Document
    from wagtail.images.models import Image
    from wagtail.models import Collection, Page, Site

    archive = Collection.get_first_root_node().add_child(name="Archive")
    for number, (title, colour) in enumerate(PICTURES):
        drawn = BytesIO()
        Drawing.new("RGB", (320, 200), colour).save(drawn, "PNG")
        image = Image(title=title, file=ImageFile(BytesIO(drawn.getvalue()), name=f"picture{number}.png"))
        if title == "Fog":
            image.collection = archive
        image.save()
        image.tags.add("weather" if title == "Fog" else "quay")
    for title in DOCUMENTS:
        Document(title=title, file=ContentFile(title.encode(), name=f"{title.casefold().replace(' ', '-')}.txt")).save()
    for name, lamp in KEEPERS:
        Keeper.objects.create(name=name, lamp=lamp)
    news = Page.objects.get(slug="news")
    for old in ("/old-news", "/gazette"):
        Redirect.objects.create(old_path=old, redirect_page=news, site=Site.objects.get())
    query = Query.get("quay")
    SearchPromotion.objects.create(query=query, page=news, description="What happens at the quay", sort_order=0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
