# ruff: noqa: RUF012 - this is how models of Django say it
"""What the editors of the site write: sections, articles, keepers of lamps, and how the site is called."""

from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.blocks import CharBlock, RichTextBlock
from wagtail.contrib.settings.models import BaseSiteSetting, register_setting
from wagtail.fields import RichTextField, StreamField
from wagtail.images.blocks import ImageChooserBlock
from wagtail.models import Page
from wagtail.search import index
from wagtail.snippets.models import register_snippet


class Section(Page):
    """A page with pages below it."""

    intro = models.CharField(max_length=250, blank=True)
    content_panels = [*Page.content_panels, FieldPanel("intro")]
    template = "content/page.html"


class Article(Page):
    """A page to read."""

    date = models.DateField("Written on")
    summary = models.CharField(max_length=250, blank=True)
    picture = models.ForeignKey(
        "wagtailimages.Image", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = RichTextField(blank=True)
    blocks = StreamField(
        [("heading", CharBlock()), ("paragraph", RichTextBlock()), ("picture", ImageChooserBlock())], blank=True
    )
    content_panels = [
        *Page.content_panels,
        FieldPanel("date"),
        FieldPanel("summary"),
        FieldPanel("picture"),
        FieldPanel("text"),
        FieldPanel("blocks"),
    ]
    search_fields = [*Page.search_fields, index.SearchField("summary"), index.FilterField("date")]
    template = "content/page.html"


@register_snippet
class Keeper(index.Indexed, models.Model):
    """Who keeps a lamp."""

    name = models.CharField(max_length=80)
    lamp = models.CharField(max_length=80, blank=True)
    panels = [FieldPanel("name"), FieldPanel("lamp")]
    search_fields = [index.SearchField("name"), index.AutocompleteField("name")]

    def __str__(self) -> str:
        """As lists show it."""
        return self.name


@register_setting
class Contact(BaseSiteSetting):
    """Whom the site's readers may write to."""

    email = models.EmailField("Address of the harbour master", blank=True)
    hours = models.CharField("Open", max_length=80, blank=True)
