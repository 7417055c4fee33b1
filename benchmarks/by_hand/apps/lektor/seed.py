"""Writes the site of a neighbourhood library: events, things to lend and staff, as files that Lektor edits."""

import re
import sys
from pathlib import Path

PROJECT = "[project]\nname = Harbour Street Library\n\n[packages]\n"
TEMPLATE = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ this.record_label }}</title>
<h1>{{ this.record_label }}</h1>
FIELDS
<ul>{% for child in this.children %}<li><a href="{{ child|url }}">{{ child.record_label }}</a></li>{% endfor %}</ul>
"""
SHELF = "label = {{ this.title }}\nhidden = yes\nprotected = yes\n\n[children]\n"
ROOMS = "choices = hall, cellar, garden, workshop\nchoice_labels = Hall, Cellar, Garden, Workshop\n"
STATES = "choices = good, worn, broken\nchoice_labels = Good, Worn, Broken\n"

# of each model: its head, then its fields as (name, type, label, more)
MODELS: dict[str, tuple[str, list[tuple[str, str, str, str]]]] = {
    "page": (
        "name = Page\nlabel = {{ this.title }}\n\n[children]\nenabled = yes",
        [("title", "string", "Title", "size = large\n"), ("text", "markdown", "Text", "")],
    ),
    "events": (
        f"name = Events\n{SHELF}model = event\norder_by = day",
        [("title", "string", "Title", "size = large\n"), ("text", "markdown", "Text", "")],
    ),
    "event": (
        "name = Event\nlabel = {{ this.title }}\nhidden = yes\n\n[children]\nenabled = no",
        [
            ("title", "string", "Title", "size = large\n"),
            ("day", "date", "Day", "width = 1/2\n"),
            ("time", "string", "Starts at", "width = 1/2\n"),
            ("room", "select", "Room", ROOMS),
            ("host", "string", "Host", ""),
            ("seats", "integer", "Seats", "width = 1/2\n"),
            ("fee", "string", "Fee", "width = 1/2\naddon_label = EUR\n"),
            ("full", "boolean", "Booked out", "checkbox_label = No more bookings\n"),
            ("text", "markdown", "Text", ""),
        ],
    ),
    "things": (
        f"name = Things\n{SHELF}model = thing",
        [("title", "string", "Title", "size = large\n"), ("text", "markdown", "Text", "")],
    ),
    "thing": (
        "name = Thing\nlabel = {{ this.title }}\nhidden = yes\n\n[children]\nenabled = no",
        [
            ("title", "string", "Title", "size = large\n"),
            ("shelf", "string", "Shelf", "width = 1/2\n"),
            ("deposit", "integer", "Deposit", "width = 1/2\naddon_label = EUR\n"),
            ("state", "select", "State", STATES),
            ("lent", "boolean", "Lent", "checkbox_label = Not in the house\n"),
            ("note", "text", "Note for staff", ""),
        ],
    ),
    "team": (
        f"name = Team\n{SHELF}model = person",
        [("title", "string", "Title", "size = large\n"), ("text", "markdown", "Text", "")],
    ),
    "person": (
        "name = Person\nlabel = {{ this.title }}\nhidden = yes\n\n[children]\nenabled = no",
        [
            ("title", "string", "Name", "size = large\n"),
            ("duty", "string", "Looks after", ""),
            ("phone", "string", "Phone", "width = 1/2\n"),
            ("days", "string", "In the house", "width = 1/2\n"),
        ],
    ),
}

EVENTS = [
    ("Carol evening", "2025-12-12", "18:30", "hall", "Mara Lindqvist", 60, "0", "yes"),
    ("Paper stars for children", "2025-11-29", "10:00", "workshop", "Idris Bello", 14, "3", "yes"),
    ("Repair café in winter", "2026-12-05", "14:00", "workshop", "Petra Novak", 20, "0", ""),
    ("Winter stories", "2025-12-19", "17:00", "cellar", "Sunil Rao", 25, "0", ""),
    ("Winter stories", "2026-12-18", "17:00", "cellar", "Sunil Rao", 25, "0", ""),
    ("Open-air cinema", "2027-06-12", "21:30", "garden", "Mara Lindqvist", 80, "5", ""),
    ("Seed swap", "2027-03-06", "11:00", "garden", "Wen Zhao", 40, "0", ""),
    ("Reading: Ines Duarte", "2027-05-20", "19:00", "cellar", "Sunil Rao", 25, "6", ""),
    ("Reading: Tom Achterberg", "2027-02-11", "19:00", "hall", "Sunil Rao", 60, "6", ""),
    ("Chess for beginners", "2027-01-23", "15:00", "cellar", "Idris Bello", 16, "0", ""),
]
THINGS = [
    ("Cordless drill, blue", "B2", 40, "good", "yes", "Two batteries, one charger."),
    ("Cordless drill, red", "B3", 40, "worn", "yes", "Chuck is a little loose."),
    ("Corded drill", "B4", 30, "good", "", ""),
    ("Tile cutter", "B7", 55, "good", "", "Wear goggles."),
    ("Sewing machine", "C1", 90, "good", "", "Needles are in the drawer."),
    ("Overlock machine", "C2", 110, "broken", "", "Motor burnt, do not lend."),
    ("Projector", "A1", 120, "good", "", "Lens cap is with the cable."),
    ("Projector screen", "A2", 35, "worn", "", ""),
    ("Raclette set", "D4", 15, "good", "", "Count the eight pans."),
    ("Pasta machine", "D5", 20, "good", "yes", ""),
    ("Tent for four", "E1", 60, "worn", "", "One pole is mended with tape."),
    ("Camping stove", "E2", 25, "good", "", ""),
]
PEOPLE = [
    ("Mara Lindqvist", "The hall and the programme", "555 010", "Tuesday to Friday"),
    ("Idris Bello", "Children and schools", "555 012", "Monday and Thursday"),
    ("Petra Novak", "The workshop and all power tools", "555 017", "Wednesday and Saturday"),
    ("Sunil Rao", "Readings", "555 014", "Thursday and Friday"),
    ("Wen Zhao", "The garden", "555 019", "Saturday"),
    ("Jo Hartmann", "Kitchen things and camping things", "555 016", "Tuesday"),
]
PAGES = {
    "": ("page", "Harbour Street Library", "Books, things and a garden."),
    "events": ("events", "Events", "What is on in the house."),
    "things": ("things", "Things to lend", "More than books."),
    "team": ("team", "Team", "Who looks after what."),
    "house-rules": (
        "page",
        "House rules",
        "Seats of a course: hall 60, cellar 25, garden 80, workshop 20. A course costs 8 EUR, children pay nothing.",
    ),
}


def main(data: Path) -> None:
    site = data / "site"
    write(site / "library.lektorproject", PROJECT)
    for name, (head, fields) in MODELS.items():
        parts = [
            f"[model]\n{head}\n",
            *(f"[fields.{key}]\nlabel = {label}\ntype = {kind}\n{more}" for key, kind, label, more in fields),
        ]
        write(site / "models" / f"{name}.ini", "\n".join(parts))
        shown = "\n".join(f"<p>{label}: {{{{ this.{key} }}}}</p>" for key, _kind, label, _more in fields[1:])
        write(site / "templates" / f"{name}.html", TEMPLATE.replace("FIELDS", shown))
    for path, (model, title, text) in PAGES.items():
        record(site, path, ["_model", "title", "text"], (model, title, text))
    for event in EVENTS:
        slug = f"{event[1][:4]}-{slug_of(event[0])}" if event[0] == "Winter stories" else slug_of(event[0])
        record(site, f"events/{slug}", names("event")[:-1], event)
    for thing in THINGS:
        record(site, f"things/{slug_of(thing[0])}", names("thing"), thing)
    for person in PEOPLE:
        record(site, f"team/{slug_of(person[0])}", names("person"), person)


def names(model: str) -> list[str]:
    return [field[0] for field in MODELS[model][1]]


def slug_of(title: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", title.replace("é", "e").lower()))


def record(site: Path, path: str, fields: list[str], values: tuple[object, ...]) -> None:
    """A page's file: fields without a value are left out, as the app leaves them out."""
    parts = [
        f"{name}: {value}\n" if "\n" not in str(value) else f"{name}:\n\n{value}\n"
        for name, value in zip(fields, values, strict=True)
        if value != ""
    ]
    write(site / "content" / path / "contents.lr", "---\n".join(parts))


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
