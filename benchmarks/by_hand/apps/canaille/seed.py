"""Makes the directory of an association's workshops: members with their addresses, and groups."""

import json
import sqlite3
import sys
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend

MADE = "2026-09-01 08:00:00.000000"
DOMAIN = "ateliers.example"

# given name, family name, phone, street, postal code, locality, department
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
MEMBERS = CONTENT["members"]
GROUPS = CONTENT["groups"]
PLAIN = str.maketrans("éèëêï", "eeeei")


def main(data: Path) -> None:
    with create_app(init_backend=True).app_context(), Backend.instance.session():
        found = {name_of(given, family): member(given, family, *more) for given, family, *more in MEMBERS}
        for name, (description, members) in GROUPS.items():
            group = models.Group(id=number(name), display_name=name, description=description, owner=found["claire"])
            group.members = [found[one] for one in members]
            Backend.instance.save(group)
    with sqlite3.connect(data / "annuaire.sqlite") as base:
        base.execute("UPDATE user SET created = ?, last_modified = ?", (MADE, MADE))
        base.execute('UPDATE "group" SET created = ?, last_modified = ?', (MADE, MADE))
        base.execute("UPDATE membership_association_table SET created_at = ?", (MADE,))


def name_of(given: str, family: str) -> str:
    return "claire" if given == "Claire" else f"{given}.{family.replace(' ', '')}".lower().translate(PLAIN)


def number(name: str) -> str:
    """The same in each copy: the app orders groups by it."""
    return str(uuid5(NAMESPACE_DNS, f"{name}.{DOMAIN}"))


def member(
    given: str, family: str, phone: str, street: str, postal_code: str, locality: str, department: str
) -> models.User:
    name = name_of(given, family)
    user = models.User(
        id=number(name),
        user_name=name,
        given_name=given,
        family_name=family,
        formatted_name=f"{given} {family}",
        emails=[f"{name}@{DOMAIN}"],
        phone_numbers=[phone],
        street=street,
        postal_code=postal_code,
        locality=locality,
        department=department,
    )
    Backend.instance.save(user)
    if name == "claire":
        Backend.instance.set_user_password(user, "quiet-river-27")
    return user


if __name__ == "__main__":
    main(Path(sys.argv[1]))
