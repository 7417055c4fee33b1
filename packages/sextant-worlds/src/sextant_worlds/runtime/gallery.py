"""Pictures of worlds: one page over genres, themes and languages."""

import base64
import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant.types.screens import Element, Observation, Picture
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.runtime.chromium import CRISP, ChromiumWorld
from sextant_worlds.spec.phone import Locale, PhoneLook, PhoneSpec
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World

__all__ = ["GalleryShot", "gallery_page", "shots"]

_LOCALES: tuple[Locale, ...] = ("en", "zh")
# structural: names of themes
_LOOKS = (
    PhoneLook(theme="material"),
    PhoneLook(theme="ios", dark=True),
    PhoneLook(theme="plain"),
    PhoneLook(theme="dense", dark=True),
    PhoneLook(theme="ios"),
    PhoneLook(theme="material", dark=True),
    PhoneLook(theme="dense"),
    PhoneLook(theme="plain", dark=True),
)
_TELLING = {"tiles": "play-codes", "home": "rooms-r2"}
"""What is opened where the second row tells little of the genre, by test id."""


@dataclass(frozen=True, slots=True)
class GalleryShot:
    """A picture of a page of an app."""

    genre: str
    title: str
    look: PhoneLook
    locale: Locale
    picture: Picture


def shots(seed: int, report: Callable[[str], None], genres: Sequence[str] = ()) -> Iterator[GalleryShot]:
    """Pictures of every genre (or those named): its start, one of its rows opened, and its last tab.

    Looks and languages alternate, so that each genre is seen in two of both.

    Raises:
        DeviceFault: There is no browser to take them with.
    """
    for place, genre in enumerate(genres or tuple(GENRES)):
        for turn, locale in enumerate(_LOCALES):
            look = _LOOKS[(place + 3 * turn) % len(_LOOKS)]
            report(f"{genre}: {look.theme} {'dark' if look.dark else 'light'}, {locale}")
            yield from _of_genre(genre, seed + place, look, locale)


def _of_genre(genre: str, seed: int, look: PhoneLook, locale: Locale) -> Iterator[GalleryShot]:
    world = _world(genre, seed, look, locale)
    device = ChromiumWorld(world, scale_factor=2.0, capture=CRISP)
    device.open()
    try:
        device.perform(LaunchApp(world.apps[0].name))
        seen = device.look()
        yield from _shot(genre, seen, look, locale)
        if (row := _row(seen, _TELLING.get(genre, ""))) is not None:
            device.perform(Tap(row.box.centre))
            yield from _shot(genre, device.look(), look, locale)
            device.perform(PressKey("back"))
        tabs = [element for element in device.look(picture=False).elements if element.role == "tab"]
        if len(tabs) > 1:
            device.perform(Tap(tabs[1 if seed % 2 == 0 else -1].box.centre))
            yield from _shot(genre, device.look(), look, locale)
    finally:
        device.close()


def _shot(genre: str, seen: Observation, look: PhoneLook, locale: Locale) -> Iterator[GalleryShot]:
    if seen.picture is not None:
        yield GalleryShot(genre, seen.title, look, locale, seen.picture)


def _row(seen: Observation, test_id: str) -> Element | None:
    """The element of that test id, else the second wide one that opens something: a row of a list."""
    named = next((element for element in seen.elements if test_id and element.test_id == test_id), None)
    if named is not None:
        return named
    rows = [
        element
        for element in seen.elements
        if element.role == "button"
        and element.visibility == "visible"
        and element.landmark.startswith("main")
        and element.box.height >= 56
        and len(element.label) > 12
    ]
    return rows[min(1, len(rows) - 1)] if rows else None


def _world(genre: str, seed: int, look: PhoneLook, locale: Locale) -> World:
    who = cast(f"gallery {seed}", locale)
    app = GENRES[genre](who).app
    phone = PhoneSpec(
        locale=locale,
        currency=who.currency,
        today=who.today.isoformat(),
        owner=who.owner.given,
        look=look,
        start=app.id,
    )
    return World(id=f"gallery-{genre}", seed=seed, phone=phone, apps=(app, desk(who)), task=nothing_asked("gallery"))


def gallery_page(found: Sequence[GalleryShot]) -> str:
    """One self-contained page of the pictures, by genre."""
    folder = files("sextant_worlds.runtime")
    style = folder.joinpath("gallery.css").read_text(encoding="utf-8")
    genres = list(dict.fromkeys(shot.genre for shot in found))
    contents = "".join(f'<a href="#{genre}">{html.escape(genre.capitalize())}</a>' for genre in genres)
    body = "".join(_genre(genre, [shot for shot in found if shot.genre == genre]) for genre in genres)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Worlds — Sextant</title><style>{style}</style></head><body><header><p class=brand>Sextant "
        "<span>worlds</span></p><h1>Apps made from data</h1><p>Every app is written from a seed, in four themes, light "
        f"and dark, in English and Chinese. {len(found)} screens of {len(genres)} genres.</p><nav>{contents}</nav>"
        f"</header><main>{body}</main></body></html>"
    )


def _genre(genre: str, found: Sequence[GalleryShot]) -> str:
    figures = "".join(_figure(shot, place) for place, shot in enumerate(found))
    return f'<section id="{genre}"><h2>{html.escape(genre.capitalize())}</h2><div class=row>{figures}</div></section>'


def _figure(shot: GalleryShot, place: int) -> str:
    told = f"{shot.look.theme}, {'dark' if shot.look.dark else 'light'}, {shot.locale}"
    data = base64.b64encode(shot.picture.data).decode("ascii")
    alt = html.escape(f"{shot.title}, {told}", quote=True)
    return (
        f'<figure id="{shot.genre}-{place + 1}"><img alt="{alt}" width="412" height="915" loading="lazy" '
        f'src="data:{shot.picture.media_type};base64,{data}"><figcaption>{html.escape(shot.title)}<small>{told}</small>'
        "</figcaption></figure>"
    )
