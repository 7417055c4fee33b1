"""An app as data: tabs, pages, collections, variables."""

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel, Value
from sextant_worlds.spec.blocks import Block, IconName
from sextant_worlds.spec.effects import Cond, Effect

Record = dict[str, Value]
"""Named values; `id` is one of them and unique in its collection."""


class AppTab(SpecModel):
    id: Id
    label: str
    icon: IconName
    page: Id
    badge: str = ""
    """Template; empty or `0` hides it."""


class BarAction(SpecModel):
    """An icon in the app bar."""

    id: Id
    icon: IconName
    label: str
    """Accessible name; the icon alone is seen."""
    do: tuple[Effect, ...]
    badge: str = ""
    when: Cond | None = None


class DialogButton(SpecModel):
    id: Id
    label: str
    do: tuple[Effect, ...] = ()
    style: str = Field(default="plain", pattern="^(plain|primary|danger)$")


class PageDialog(SpecModel):
    """A dialog over the page; any of its buttons closes it first. Test ids: `dialog-{button}`."""

    id: Id
    title: str
    text: str = ""
    buttons: tuple[DialogButton, ...]
    sheet: bool = False
    """Shown as a sheet from the foot of the screen."""


class AppPage(SpecModel):
    id: Id
    title: str
    of: Id | None = None
    """Collection whose record the page shows; None for a page without a record."""
    blocks: tuple[Block, ...]
    actions: tuple[BarAction, ...] = ()
    fab: BarAction | None = None
    """The floating button."""
    dialogs: tuple[PageDialog, ...] = ()
    loads: int = Field(default=0, ge=0, le=5)
    """Shows a skeleton for so many steps after it is opened."""
    opened: tuple[Effect, ...] = ()
    """Effects of opening it (a message becomes read)."""


class AppSpec(SpecModel):
    """An app. With tabs the first one's page is its start, else `home`."""

    id: Id
    name: str
    genre: Id
    icon: IconName
    accent: str = Field(pattern="^(blue|teal|green|amber|orange|red|pink|violet|indigo|slate)$")
    tabs: tuple[AppTab, ...] = ()
    home: Id
    pages: tuple[AppPage, ...]
    collections: dict[str, tuple[Record, ...]] = {}
    vars: dict[str, Value] = {}
    badge: str = ""
    """Of its icon on the launcher; a template."""
    also: dict[str, str] = {}
    """What it says of itself (titles, labels, hints, notices), and the same in the other language; never served."""

    def page(self, page: str) -> AppPage:
        """The page of that id.

        Raises:
            KeyError: There is none.
        """
        for found in self.pages:
            if found.id == page:
                return found
        raise KeyError(page)
