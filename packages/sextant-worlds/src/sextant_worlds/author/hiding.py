"""Surprises that hide something for a while: newest entries that are still to come, drafts that are lost."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from sextant_worlds.genres.base import Locale
from sextant_worlds.oracle.walk import OracleWalk, WalkStep, place_of
from sextant_worlds.spec.apps import AppSpec, Record
from sextant_worlds.spec.blocks import List
from sextant_worlds.spec.phone import DraftSurprise, PopupSurprise, Surprise, SyncSurprise
from sextant_worlds.spec.reference import TypeMove

__all__ = ["lost_draft", "pending_sync"]

_TEXTS: dict[Locale, tuple[str, ...]] = {
    "en": (
        "The newest entries are still being fetched.",
        "Updating: the latest entries are on their way.",
        "Connecting. The newest entries will appear in a moment.",
    ),
    "zh": ("正在更新，最新的内容稍后就到。", "正在加载最新的内容，请稍等。"),
}
_MORE_ZH = ("正在连接，最新的内容马上出现。",)
"""What the last of the English ones say in Chinese."""
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
    app, collection, records = rng.choice(found)
    newest = _newest(records)[: rng.randint(1, 2)]
    return SyncSurprise(
        app=app,
        collection=collection,
        records=tuple(str(record["id"]) for record in newest),
        after=rng.randint(3, 7),
        text=rng.choice(_TEXTS[locale]),
    )


def sync_texts() -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """The notices, by language."""
    pairs = zip(_TEXTS["en"], (*_TEXTS["zh"], *_MORE_ZH), strict=True)
    return tuple({"en": (en,), "zh": (zh,)} for en, zh in pairs)


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


def _stays(one: WalkStep, two: WalkStep) -> bool:
    """Whether the text of one step is still unsent after the next."""
    return (_types(two) or two.why in ("scroll", "popup", "wait")) and place_of(one.before) == place_of(two.before)


def _types(step: WalkStep) -> bool:
    return step.why == "move" and isinstance(step.move, TypeMove) and bool(step.text)
