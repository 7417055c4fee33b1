"""The phone of the walks: somewhere to copy from, a form to fill in, an app that may lock itself."""

import random
from dataclasses import dataclass
from typing import Any

from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World

__all__ = ["Names", "names_of", "phone_of"]

_SOURCES = ("Vault", "Notes", "Codes", "Address book", "Wallet", "Ledger", "Scraps", "Recipes")
_TARGETS = ("Mail", "Parcels", "Tickets", "Forms", "Help desk", "Orders", "Council", "Bookings")
_RECORDS = ("Oolong tin", "Spare key", "Anna Roth", "Locker 12", "Router", "Gym card", "Blue bike", "Dr. Weiss")
_FACTS = (
    ("Code", "{a}-{n}"),
    ("Number", "{n}{m}"),
    ("Reference", "{a}{m}"),
    ("Phone", "0{m} {n}"),
    ("PIN hint", "{a}{a}{n}"),
)
_COPIES = ("Copy {fact}", "Copy", "Copy to clipboard", "{fact} to clipboard")
_TOASTS = ("Copied", "{fact} copied", "", "Copied to clipboard")
_PASTES = ("Paste", "Paste from clipboard")
_FIELDS = ("Subject", "Message", "Street", "Order number", "Remarks", "Name on the card", "Reason", "City")
_TEXTS = ("Two adults", "Meet me at six", "Elm Street 4", "B-2291", "Leave it at the door", "Ada Blum", "late", "Graz")
_GROUPS = (
    ("Delivery", ("Courier", "Pick up", "Locker")),
    ("Seat", ("Aisle", "Window", "Middle")),
    ("Payment", ("Invoice", "Card", "Cash")),
    ("Priority", ("Low", "Normal", "High")),
)
_SWITCHES = ("Remind me", "Share with family", "Gift wrap", "Weekly report")
_SAVES = ("Save", "Save changes", "Apply")
_LOCKS = (
    ("Still there?", "For your safety {app} was locked. Touch the button to go on.", "Continue"),
    ("Your session has ended", "Go on to come back to where you were.", "Go on"),
    ("Signed out", "Your session has expired. Log in again to continue.", "Log in"),
    ("{app} is locked", "You were away for a while.", "Unlock"),
)
_POPUPS = (
    ("Enjoying the app?", "Tell others with a few stars.", "Not now", "Rate it"),
    ("New: dark mode", "It follows the sun if you like.", "Got it", "Turn it on"),
    ("20% off this week", "On everything with a green tag.", "Close", "Show me"),
)
_ROWS = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Any day",
    "Mornings",
    "Evenings",
)


@dataclass(frozen=True, slots=True)
class Names:
    """What things are called on the phone of a seed."""

    source: str
    target: str
    records: tuple[str, ...]
    fact: str
    value: str
    other: str
    copy: str
    toast: str
    paste: str
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    group: str
    options: tuple[str, ...]
    switch: str
    save: str
    lock: tuple[str, str, str]
    popup: tuple[str, str, str, str]


def names_of(seed: int) -> Names:
    """Drawn from the seed alone."""
    rng = random.Random(f"belief names {seed}")  # noqa: S311 - a drawing of names, no secret
    fact, shape = rng.choice(_FACTS)

    def value() -> str:
        letters = "".join(rng.choice("ABCDEFGHKMNPRSTUVWXYZ") for _ in range(2))
        return shape.format(a=letters, n=rng.randint(1000, 9999), m=rng.randint(100, 999))

    group, options = rng.choice(_GROUPS)
    target = rng.choice(_TARGETS)
    title, text, button = rng.choice(_LOCKS)
    fields = rng.sample(_FIELDS, 3)
    return Names(
        source=rng.choice(_SOURCES),
        target=target,
        records=tuple(rng.sample(_RECORDS, 3)),
        fact=fact,
        value=value(),
        other=value(),
        copy=rng.choice(_COPIES).format(fact=fact.lower()),
        toast=rng.choice(_TOASTS).format(fact=fact),
        paste=rng.choice(_PASTES),
        fields=tuple(fields),
        texts=tuple(rng.sample(_TEXTS, 3)),
        group=group,
        options=options,
        switch=rng.choice(_SWITCHES),
        save=rng.choice(_SAVES),
        lock=(title.format(app=target), text.format(app=target), button),
        popup=rng.choice(_POPUPS),
    )


def phone_of(seed: int, popup: int = 0, late: int = 0) -> World:
    """The phone of a seed. `popup`: the step at which one comes up, 0 for none; `late`: how long pages take.

    Its target app has let its owner in already (`session/target/1` counts as seen once a walk begins).
    """
    names = names_of(seed)
    surprises: list[dict[str, Any]] = [
        {"kind": "session", "app": "target", "at": 1} | dict(zip(("title", "text", "button"), names.lock, strict=True))
    ]
    if popup:
        said = dict(zip(("title", "text", "close", "other"), names.popup, strict=True))
        surprises.append({"kind": "popup", "id": "offer", "at": popup} | said)
    look = {"theme": ("material", "ios", "dense", "plain")[seed % 4]}
    return World.model_validate(
        {
            "version": 1,
            "id": f"belief-{seed}",
            "seed": seed,
            "phone": {"today": "2026-03-14", "owner": "Ada", "surprises": surprises, "look": look},
            "apps": [_source(names, late), _target(names, late)],
            "task": nothing_asked("belief").model_dump(mode="json"),
        }
    )


def _source(names: Names, late: int) -> dict[str, Any]:
    copied: list[dict[str, Any]] = [{"kind": "copy", "text": "{value}"}]
    if names.toast:
        copied.append({"kind": "say", "text": names.toast})
    rows = [{"id": "fact", "label": names.fact, "value": "{value}"}, {"id": "since", "label": "Since", "value": "2024"}]
    body = "Your session has expired. Log in again to continue: that is what it says when you are away for long."
    record = {
        "id": "record",
        "title": "{title}",
        "of": "records",
        "loads": late,
        "blocks": [
            {"kind": "facts", "rows": rows},
            {"kind": "button", "id": "copy", "label": names.copy, "do": copied},
            {"kind": "text", "text": "{body}"},
        ],
    }
    home = {
        "id": "home",
        "title": names.source,
        "blocks": [
            {
                "kind": "list",
                "id": "records",
                "source": "records",
                "row": {"title": "{title}"},
                "sorts": [{"id": "name", "label": "By name", "by": "title"}],
                "tap": [{"kind": "go", "page": "record"}],
            }
        ],
    }
    records = [
        {
            "id": f"r{place}",
            "title": title,
            "value": names.value if place == 0 else f"{names.other}{place}",
            "body": body,
        }
        for place, title in enumerate(names.records)
    ]
    return _app("source", names.source, "notebook", [home, record], {"records": records}, {})


def _target(names: Names, late: int) -> dict[str, Any]:
    fields = [{"kind": "field", "id": f"f{place}", "label": label} for place, label in enumerate(names.fields)]
    options = [{"id": f"o{place}", "label": label} for place, label in enumerate(names.options)]
    saving: list[dict[str, Any]] = [
        {"kind": "set", "var": "sync", "value": "Saving…"},
        {"kind": "later", "steps": 4, "do": [{"kind": "set", "var": "sync", "value": "All changes saved"}]},
    ]
    cleared = [{"kind": "clear", "field": f"f{place}"} for place in range(len(fields))]
    sending = [{"kind": "commit", "act": "sent"}, *cleared, {"kind": "say", "text": "Sent"}]
    style = ("chips", "radio")[len(names.target) % 2]
    read = [{"kind": "go", "page": "terms"}]
    form = {
        "id": "form",
        "title": "New entry",
        "loads": late,
        "blocks": [
            {"kind": "text", "text": "{var:sync}"},
            fields[0],
            {"kind": "button", "id": "paste", "label": names.paste, "style": "link",
             "do": [{"kind": "fill", "field": "f0", "text": "{clip}"}]},
            fields[1],
            {"kind": "choice", "id": "pick", "label": names.group, "options": options, "style": style, "start": "o0"},
            {"kind": "switch", "id": "flag", "label": names.switch, "var": "flag"},
            {"kind": "button", "id": "save", "label": names.save, "do": saving},
            {"kind": "button", "id": "help", "label": "Terms", "style": "link", "do": read},
            {"kind": "list", "id": "days", "source": "days", "row": {"title": "{title}"}},
            fields[2],
            {"kind": "button", "id": "send", "label": "Send", "do": sending},
        ],
    }  # fmt: skip
    terms = {"id": "terms", "title": "Terms", "blocks": [{"kind": "text", "text": "What you send is read."}]}
    places = {
        "id": "places",
        "title": "Places",
        "blocks": [
            {
                "kind": "list",
                "id": "places",
                "source": "places",
                "row": {"title": "{title}"},
                "sorts": [{"id": "name", "label": "By name", "by": "title"}],
                "tap": [{"kind": "go", "page": "place"}],
            }
        ],
    }
    place = {
        "id": "place",
        "title": "{title}",
        "of": "places",
        "loads": late,
        "blocks": [
            {"kind": "text", "text": "{title} is open all day."},
            {"kind": "button", "id": "terms", "label": "Terms", "do": [{"kind": "go", "page": "terms"}]},
        ],
    }
    home = {
        "id": "home",
        "title": names.target,
        "blocks": [
            {"kind": "text", "text": "{var:sync}"},
            {"kind": "button", "id": "new", "label": "New entry", "do": [{"kind": "go", "page": "form"}]},
            {"kind": "button", "id": "all", "label": "Places", "do": [{"kind": "go", "page": "places"}]},
        ],
    }
    collections = {
        "days": [{"id": f"d{row}", "title": title} for row, title in enumerate(_ROWS)],
        "places": [
            {"id": f"p{row}", "title": title} for row, title in enumerate(("North gate", "Old mill", "Harbour"))
        ],
    }
    pages = [home, form, terms, places, place]
    return _app("target", names.target, "mail", pages, collections, {"sync": "Up to date", "flag": False})


def _app(
    app: str, name: str, icon: str, pages: list[Any], collections: dict[str, Any], values: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": app,
        "name": name,
        "genre": "notes",
        "icon": icon,
        "accent": "teal",
        "home": "home",
        "pages": pages,
        "collections": collections,
        "vars": values,
    }
