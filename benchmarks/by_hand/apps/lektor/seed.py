"""Writes the site of a neighbourhood library: events, things to lend and staff, as files that Lektor edits."""

import json
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

# of each model: its head, then its fields as (name, type, label, more)
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
MODELS = CONTENT["models"]

EVENTS = CONTENT["events"]
THINGS = CONTENT["things"]
PEOPLE = CONTENT["people"]
PAGES = CONTENT["pages"]


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
