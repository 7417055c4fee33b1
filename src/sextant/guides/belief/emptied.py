"""Fields of web pages that are empty where something had been typed: a plain fact, and no alarm.

Browsers keep some forms and not others, so that a page which was left and is back without what was typed surprises
nobody. Whoever would send it next has to know all the same.
"""

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from sextant.guides.belief.entries import Emptied, Entry, Handed
from sextant.guides.belief.keeping import Beliefs
from sextant.guides.belief.looking import in_view, is_web, name_of, place_of, value_of
from sextant.types.screens import Screen

__all__ = ["handed", "look", "note"]

_MOST, _VALUE = 4, 200


def handed(beliefs: Beliefs, entry: Entry, how: Handed) -> None:
    """What has been done meanwhile that may have sent it, or thrown it away; the latter stays."""
    known = beliefs.find(entry.id)
    if known is not None and known.handed not in ("thrown away", how):
        beliefs.change(known, handed=how)


def note(beliefs: Beliefs, entry: Entry, screen: Screen) -> None:
    """The field of a draft is empty on this screen, and nothing says why."""
    if not is_web(entry.app) or not entry.hypothesis or entry.handed == "thrown away" or entry.element is None:
        return
    made = Emptied(
        place=place_of(screen),
        page=name_of(screen),
        about=entry.about,
        value=entry.value[:_VALUE],
        step=entry.step,
        element=entry.element,
        sent=entry.handed != "no",
    )
    others = [one for one in beliefs.state.emptied if (one.place, one.about) != (made.place, made.about)]
    beliefs.state.emptied = [*others, made][-_MOST:]


def look(beliefs: Beliefs, screen: Screen) -> None:
    """Forgets what is filled again and what is of another page; finds drafts of this page under another query."""
    place = place_of(screen)
    beliefs.state.emptied = [
        one
        for one in beliefs.state.emptied
        if one.place == place and ((found := in_view(screen, one.element)) is None or not value_of(found))
    ]
    for entry in beliefs.of("draft", screen.app):
        if entry.place == place or not entry.value or not _same_page(entry.location, screen.location):
            continue
        found = in_view(screen, entry.element)
        if found is not None and value_of(found) == "":
            note(beliefs, replace(entry, hypothesis=True), screen)


def _same_page(one: str, other: str) -> bool:
    """Whether two addresses differ by their queries alone, and those by nothing that has two values."""
    if not one:
        return False
    first, second = urlsplit(one), urlsplit(other)
    if (first.scheme, first.netloc, first.path, first.fragment) != (
        second.scheme,
        second.netloc,
        second.path,
        second.fragment,
    ):
        return False
    mine, theirs = parse_qs(first.query), parse_qs(second.query)
    return all(mine[name] == theirs[name] for name in mine.keys() & theirs.keys())
