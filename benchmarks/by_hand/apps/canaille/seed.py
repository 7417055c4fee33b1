"""Makes the directory of an association's workshops: members with their addresses, and groups."""

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
MEMBERS = [
    ("Claire", "Delmas", "02 55 01 10 01", "3 rue du Port", "44000", "Nantes", "Secrétariat"),
    ("Amélie", "Roux", "02 55 01 22 18", "27 chemin des Tanneurs", "44400", "Rezé", "Céramique"),
    ("Léo", "Ferrand", "02 55 01 31 40", "8 rue Kléber", "44000", "Nantes", "Menuiserie"),
    ("Inès", "Ferrand", "02 55 01 31 41", "8 rue Kléber", "44000", "Nantes", "Couture"),
    ("Louis", "Ferrant", "02 55 01 77 02", "5 quai Malakoff", "44000", "Nantes", "Vélo"),
    ("Hugo", "Petit", "02 55 01 45 90", "14 allée des Pins", "44800", "Saint-Herblain", "Menuiserie"),
    ("Sana", "Benali", "02 55 01 62 33", "2 place Viarme", "44000", "Nantes", "Menuiserie"),
    ("Yann", "Le Goff", "02 55 01 83 27", "61 route de Vannes", "44100", "Nantes", "Menuiserie"),
    ("Marguerite", "Aubry", "02 55 01 19 54", "19 rue des Olivettes", "44000", "Nantes", "Reliure"),
    ("Paul", "Aubry", "02 55 01 19 55", "40 rue de la Loire", "44200", "Nantes", "Vélo"),
    ("Fatou", "Diop", "02 55 01 70 08", "7 rue Jean Jaurès", "44400", "Rezé", "Couture"),
    ("Théo", "Marchand", "02 55 01 52 16", "11 rue du Calvaire", "44000", "Nantes", "Vélo"),
    ("Odile", "Kerbrat", "02 55 01 36 79", "22 avenue de la Gare", "44120", "Vertou", "Reliure"),
    ("Bastien", "Roy", "02 55 01 28 64", "9 impasse des Lilas", "44800", "Saint-Herblain", "Céramique"),
    ("Nour", "Haddad", "02 55 01 91 12", "33 rue de Strasbourg", "44000", "Nantes", "Accueil"),
    ("Gilles", "Petitjean", "02 55 01 47 35", "6 rue des Carmes", "44000", "Nantes", "Menuiserie"),
]
GROUPS = {
    "Conseil": ("Conseil d'administration", ["marguerite.aubry", "fatou.diop", "odile.kerbrat", "bastien.roy"]),
    "Menuiserie": (
        "Responsable : Hugo Petit, 02 55 01 45 90",
        ["hugo.petit", "sana.benali", "yann.legoff", "gilles.petitjean", "leo.ferrand"],
    ),
    "Couture": ("Responsable : Fatou Diop, 02 55 01 70 08", ["fatou.diop", "ines.ferrand"]),
    "Vélo": ("Responsable : Théo Marchand, 02 55 01 52 16", ["theo.marchand", "paul.aubry", "louis.ferrant"]),
    "Bénévoles": ("Accueil du samedi", ["nour.haddad", "amelie.roux", "theo.marchand"]),
    "Clés": ("Possèdent une clé du bâtiment", ["claire", "hugo.petit", "nour.haddad"]),
}
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
