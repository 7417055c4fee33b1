"""Surprises and pages that load late: they stand in the way and do not change the task."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sextant_worlds.data_files import read
from sextant_worlds.oracle.walk import OracleStep, OracleWalk, place_of
from sextant_worlds.spec.apps import AppPage, AppSpec, Record
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.blocks import List
from sextant_worlds.spec.phone import (
    ClipSurprise,
    DraftSurprise,
    Locale,
    PopupSurprise,
    SessionSurprise,
    Surprise,
    SyncSurprise,
)
from sextant_worlds.spec.reference import TypeMove

__all__ = ["late_pages", "lost_draft", "pending_sync", "surprise_texts", "surprises"]

_Pair = Mapping[Locale, tuple[str, ...]]


class SurpriseTexts(SpecModel):
    """What surprises say, in both languages: `wordings/surprises.yaml`."""

    popups: tuple[_Pair, ...]
    sessions: tuple[_Pair, ...]
    syncs: tuple[_Pair, ...]
    drawn: dict[str, dict[Locale, int]]
    """By kind and language: so many, from the first, may come up."""


@cache
def surprise_texts() -> SurpriseTexts:
    """The texts; the file is read once."""
    return read(SurpriseTexts, "sextant_worlds.author", "wordings/surprises.yaml")


def surprises(
    rng: random.Random, locale: Locale, popups: int, steps: int, apps: Sequence[AppSpec]
) -> tuple[Surprise, ...]:
    """So many popups within the steps; with two or more an expired session, with any an emptied clipboard."""
    if popups == 0 or steps < 2:
        return ()
    known = surprise_texts()
    texts = [pair[locale] for pair in known.popups[: known.drawn["popups"][locale]]]
    rng.shuffle(texts)
    places = sorted(rng.sample(range(1, max(steps, popups + 1)), min(popups, max(steps - 1, 1))))
    found: list[Surprise] = [
        PopupSurprise(id=f"popup-{number + 1}", at=at, title=text[0], text=text[1], close=text[2], other=text[3])
        for number, (at, text) in enumerate(zip(places, texts, strict=False))
    ]
    found.append(ClipSurprise(at=rng.randint(1, steps)))
    if popups > 1 and apps:
        app = rng.choice(tuple(apps))
        title, text, button = known.sessions[0][locale]
        at = rng.randint(2, max(steps - 1, 2))
        found.append(
            SessionSurprise(app=app.id, at=at, title=title, text=text.replace("{app}", app.name), button=button)
        )
    return tuple(found)


def late_pages(rng: random.Random, apps: Sequence[AppSpec], visited: Sequence[str], delay: int) -> tuple[AppSpec, ...]:
    """The apps, with a third of the visited pages (`app.page`), at least one, loading that many steps late."""
    if delay == 0 or not visited:
        return tuple(apps)
    late = set(rng.sample(list(visited), max(1, len(visited) // 3)))

    def page(app: AppSpec, found: AppPage) -> AppPage:
        return found.model_copy(update={"loads": delay}) if f"{app.id}.{found.id}" in late else found

    return tuple(
        app.model_copy(update={"pages": tuple(page(app, found) for found in app.pages)})
        if any(name.startswith(f"{app.id}.") for name in late)
        else app
        for app in apps
    )


# -- surprises that hide something for a while: newest entries that are still to come, drafts that are lost


_DATE = re.compile(r"^\d{4}-\d\d-\d\d")
_LEAST = 3
"""Records that a collection must have."""


def pending_sync(
    rng: random.Random, locale: Locale, apps: Sequence[AppSpec], visited: Sequence[str]
) -> SyncSurprise | None:
    """Holds back the newest one or two entries of a list that is passed; None where no list is.

    Args:
        rng: Decides which list, how many entries, and for how long.
        locale: Of the notice.
        apps: All of the phone.
        visited: Pages on the way, as `app.page`.
    """
    found = list(_lists(apps, set(visited)))
    if not found:
        return None
    known = surprise_texts()
    texts = [pair[locale][0] for pair in known.syncs[: known.drawn["syncs"][locale]]]
    app, collection, records = rng.choice(found)
    newest = _newest(records)[: rng.randint(1, 2)]
    return SyncSurprise(
        app=app,
        collection=collection,
        records=tuple(str(record["id"]) for record in newest),
        after=rng.randint(3, 7),
        text=rng.choice(texts),
    )


def _lists(apps: Sequence[AppSpec], visited: set[str]) -> Iterator[tuple[str, str, Sequence[Record]]]:
    """Lists on the pages that are passed, each collection once."""
    told: set[tuple[str, str]] = set()
    for app in apps:
        for page in app.pages:
            if f"{app.id}.{page.id}" not in visited:
                continue
            for block in page.blocks:
                if not isinstance(block, List) or (app.id, block.source) in told:
                    continue
                told.add((app.id, block.source))
                records = app.collections.get(block.source, ())
                if len(records) >= _LEAST:
                    yield app.id, block.source, records


def _newest(records: Sequence[Record]) -> Sequence[Record]:
    """The latest first where every record has a date, else as they stand."""
    first = records[0]
    dated = next((key for key, value in first.items() if isinstance(value, str) and _DATE.match(value)), "")
    if not dated:
        return records
    return sorted(records, key=lambda record: str(record.get(dated, "")), reverse=True)


def lost_draft(rng: random.Random, walk: OracleWalk, surprises: Sequence[Surprise]) -> tuple[Surprise, ...] | None:
    """The surprises, and one that loses what is typed and not sent at once; None where that happens nowhere.

    Between typing and sending there has to be a second field, a scroll or a wait; or one of the popups comes then
    instead of when it would, and the text is lost behind it.
    """
    steps = walk.steps
    typed = [number for number, step in enumerate(steps[:-1]) if _types(step)]
    open_ended = [number for number in typed if _stays(steps[number], steps[number + 1])]
    popups = [surprise for surprise in surprises if isinstance(surprise, PopupSurprise)]
    behind = [(number, popup) for number in typed for popup in popups]
    if open_ended:
        number, kept = rng.choice(open_ended), tuple(surprises)
    elif behind:
        number, moved = rng.choice(behind)
        number -= moved.at <= number  # the step that closed it is no longer before
        other = moved.model_copy(update={"at": number + 1})
        kept = tuple(other if surprise is moved else surprise for surprise in surprises)
    else:
        return None
    return (*kept, DraftSurprise(app=place_of(steps[number].before).app, at=number + 2))


def _stays(one: OracleStep, two: OracleStep) -> bool:
    """Whether the text of one step is still unsent after the next."""
    return (_types(two) or two.why in ("scroll", "popup", "wait")) and place_of(one.before) == place_of(two.before)


def _types(step: OracleStep) -> bool:
    return step.why == "move" and isinstance(step.move, TypeMove) and bool(step.text)
