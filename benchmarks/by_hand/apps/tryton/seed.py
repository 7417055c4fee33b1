"""Makes the books of a small joinery: customers and suppliers, products, projects with tasks, booked hours."""

import json
import os
import shutil
import subprocess
import sys
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

NAME = "joinery"
PASSWORD = "quiet-river-27"
MODULES = ("party", "product", "company", "project", "timesheet")
GROUPS = ("Party Administration", "Product Administration", "Project Administration", "Timesheet Administration")
SCRIPTS = (
    "jquery/dist/jquery.js",
    "bootstrap/dist/js/bootstrap.js",
    "moment/moment.js",
    "moment/min/locales.js",
    "gettext.js/dist/gettext.iife.js",
    "d3/dist/d3.js",
    "billboard.js/dist/billboard.js",
    "billboard.js/dist/billboard.css",
    "papaparse/papaparse.js",
    "fullcalendar/dist/fullcalendar.js",
    "fullcalendar/dist/fullcalendar.css",
    "fullcalendar/dist/locale-all.js",
    "mousetrap/mousetrap.js",
    "mousetrap/plugins/pause/mousetrap-pause.js",
    "sortablejs/Sortable.js",
)
# name, categories, street, postal code, city, country, contacts
PARTIES = [
    ("Almås Guesthouse", "Customers", "Skolegata 3", "3510", "Hønefoss", "NO", [("phone", "+47 32 12 00 41")]),
    ("Berg Dental", "Customers", "Storgata 18", "3044", "Drammen", "NO", [("phone", "+47 32 88 10 20")]),
    ("Berg Dentures", "Customers", "Storgata 81", "3044", "Drammen", "NO", [("phone", "+47 32 88 66 02")]),
    ("Fjord Timber", "Suppliers", "Kaigata 9", "4006", "Stavanger", "NO", [("email", "orders@fjordtimber.example")]),
    ("Hansen Glass", "Suppliers", "Industriveien 4", "1473", "Lørenskog", "NO", [("phone", "+47 67 90 33 12")]),
    ("Karin Dahl", "Customers", "Nygatan 22", "702 11", "Örebro", "SE", [("mobile", "+46 70 174 06 12")]),
    ("Lakeside School", "Customers", "Strandveien 60", "1366", "Lysaker", "NO", [("phone", "+47 67 11 58 00")]),
    ("Nordic Hinges", "Suppliers", "Havnegade 5", "8000", "Aarhus", "DK", [("email", "sales@nordichinges.example")]),
    ("Sund Bakery", "Customers", "Torget 2", "3015", "Drammen", "NO",
     [("phone", "+47 32 83 41 77"), ("mobile", "+47 918 22 604")]),
    ("Sund Boats", "Customers", "Brygga 7", "3019", "Drammen", "NO", [("phone", "+47 32 83 90 15")]),
]  # fmt: skip
# name, code, category, unit, list price, cost price
PRODUCTS = [
    ("Oak board 20 mm", "OAK20", "Boards", "Meter", "31.50", "18.00"),
    ("Oak board 30 mm", "OAK30", "Boards", "Meter", "42.80", "25.10"),
    ("Oak board 40 mm", "OAK40", "Boards", "Meter", "51.00", "33.40"),
    ("Pine board 30 mm", "PINE30", "Boards", "Meter", "16.20", "8.75"),
    ("Birch plywood 18 mm", "PLY18", "Boards", "Square meter", "38.00", "22.60"),
    ("Hinge, brass", "HINGEB", "Fittings", "Unit", "9.40", "4.10"),
    ("Hinge, steel", "HINGES", "Fittings", "Unit", "4.90", "1.95"),
    ("Drawer runner 450 mm", "RUN450", "Fittings", "Unit", "22.50", "13.20"),
    ("Linseed oil", "OIL", "Surface", "Liter", "18.60", "9.80"),
]
# project, party, tasks: name, hours planned, status, comment
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
PROJECTS = CONTENT["projects"]
# employee, date, task, its party, hours, description
HOURS = [
    ("Olav Lie", (10, 5), "Draw desk", "Berg Dental", 4.0, "First drawing"),
    ("Olav Lie", (10, 6), "Draw desk", "Berg Dental", 2.5, "Changes after the call"),
    ("Vera Moen", (10, 8), "Measure kitchen", "Almås Guesthouse", 2.0, "All walls"),
    ("Olav Lie", (10, 13), "Build cabinets", "Almås Guesthouse", 7.5, "Cut sides"),
    ("Olav Lie", (10, 14), "Build cabinets", "Almås Guesthouse", 6.5, "Cut doors"),
    ("Vera Moen", (10, 14), "Build cabinets", "Almås Guesthouse", 3.0, "Hinges"),
    ("Olav Lie", (10, 27), "Build counter", "Sund Bakery", 5.5, "Glued the top"),
    ("Olav Lie", (11, 3), "Build desk", "Berg Dental", 8.0, "Carcass"),
    ("Vera Moen", (11, 4), "Build desk", "Berg Dental", 4.5, "Front"),
    ("Olav Lie", (11, 10), "Build counter", "Sund Bakery", 6.0, "Sanded the top"),
    ("Olav Lie", (11, 12), "Build cabinets", "Almås Guesthouse", 7.0, "Assembly"),
    ("Vera Moen", (11, 16), "Build counter", "Sund Bakery", 2.0, "Drawers"),
]


def main(data: Path, node: Path) -> None:
    web(data / "sao", node)
    (data / f"{NAME}.sqlite").touch()
    secret = data / "secret"
    secret.write_text("of-no-use-outside-a-benchmark\n", encoding="utf-8")
    words = ["-d", NAME, "-u", *MODULES, "--activate-dependencies", "--email", "admin@joinery.example", "-p"]
    admin = Path(sys.executable).parent / "trytond-admin"
    subprocess.run([admin, *words], check=True, env={**os.environ, "TRYTONPASSFILE": str(secret)})
    secret.unlink()

    from trytond.pool import Pool
    from trytond.transaction import Transaction

    Pool.start()
    pool = Pool(NAME)
    pool.init()
    with Transaction().start(NAME, 1, context={"active_test": False}):
        parties = people(pool)
        company, employees = staff(pool)
        with Transaction().set_context(company=company.id, employee=employees["Vera Moen"].id):
            products(pool)
            hours(pool, projects(pool, parties, company), employees, company)


def web(folder: Path, node: Path) -> None:
    """The client's files and the scripts that its page names, as one tree that the server can hand out."""
    for name in ("dist", "images", "locale", "sounds"):
        shutil.copytree(node / "tryton-sao" / name, folder / name)
    shutil.copyfile(node / "tryton-sao" / "index.html", folder / "index.html")
    for name in SCRIPTS:
        (folder / "node_modules" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(node / name, folder / "node_modules" / name)
    for name in ("custom.js", "custom.css"):
        (folder / name).touch()


def people(pool: Any) -> dict[str, Any]:
    country, category, party = (pool.get(name) for name in ("country.country", "party.category", "party.party"))
    names = (("NO", "Norway"), ("SE", "Sweden"), ("DK", "Denmark"), ("FI", "Finland"))
    countries = {code: one for (code, name) in names for one in country.create([{"code": code, "name": name}])}
    groups = {name: category.create([{"name": name}])[0] for name in ("Customers", "Suppliers", "Former customers")}
    made: dict[str, Any] = {}
    for name, group, street, code, city, where, contacts in PARTIES:
        address = {"street": street, "postal_code": code, "city": city, "country": countries[where].id}
        mechanisms = [{"type": kind, "value": value} for kind, value in contacts]
        made[name] = party.create(
            [
                {
                    "name": name,
                    "categories": [("add", [groups[group].id])],
                    "addresses": [("create", [address])],
                    "contact_mechanisms": [("create", mechanisms)],
                }
            ]
        )[0]
    return made


def staff(pool: Any) -> tuple[Any, dict[str, Any]]:
    """The firm, its two employees, and Vera, who may sign in."""
    names = ("currency.currency", "party.party", "company.company", "company.employee", "res.user", "res.group")
    currency, party, company, employee, user, group = (pool.get(name) for name in names)
    krone = currency.create([{"name": "Norwegian krone", "code": "NOK", "symbol": "kr", "numeric_code": "578"}])[0]
    firm = party.create([{"name": "Moen & Lie Joinery", "addresses": [("create", [{"city": "Drammen"}])]}])[0]
    own = company.create([{"party": firm.id, "currency": krone.id, "timezone": "UTC"}])[0]
    employees: dict[str, Any] = {}
    for name in ("Vera Moen", "Olav Lie"):
        person = party.create([{"name": name, "addresses": [("create", [{"city": "Drammen"}])]}])[0]
        employees[name] = employee.create([{"party": person.id, "company": own.id}])[0]
    vera = employees["Vera Moen"].id
    user.create(
        [
            {
                "name": "Vera Moen",
                "login": "vera",
                "email": "vera@joinery.example",
                "password": PASSWORD,
                "language": pool.get("ir.lang").search([("code", "=", "en")])[0].id,
                "groups": [("add", [one.id for one in group.search([("name", "in", GROUPS)])])],
                "companies": [("add", [own.id])],
                "company": own.id,
                "employees": [("add", [vera])],
                "employee": vera,
            }
        ]
    )
    return own, employees


def products(pool: Any) -> None:
    names = ("product.uom", "product.category", "product.template")
    unit, category, template = (pool.get(name) for name in names)
    groups = {name: category.create([{"name": name}])[0].id for name in ("Boards", "Fittings", "Surface")}
    for name, code, group, measure, price, cost in PRODUCTS:
        template.create(
            [
                {
                    "name": name,
                    "code": code,
                    "type": "goods",
                    "default_uom": unit.search([("name", "=", measure)])[0].id,
                    "list_price": Decimal(price),
                    "categories": [("add", [groups[group]])],
                    "products": [("create", [{"cost_price": Decimal(cost)}])],
                }
            ]
        )


def projects(pool: Any, parties: dict[str, Any], company: Any) -> dict[tuple[str, str], Any]:
    """Their tasks, by task and party."""
    work, status = pool.get("project.work"), pool.get("project.work.status")
    statuses = {one.name: one for one in status.search([])}
    made: dict[tuple[str, str], Any] = {}
    for name, party, tasks in PROJECTS:
        fields = {"company": company.id, "party": parties[party].id, "timesheet_available": True}
        project = work.create([{**fields, "name": name, "type": "project"}])[0]
        for title, planned, state, comment in tasks:
            task = {
                "company": company.id,
                "timesheet_available": True,
                "name": title,
                "type": "task",
                "parent": project.id,
                "effort_duration": timedelta(hours=planned),
                "progress": 1 if state == "Done" else None,
                "status": statuses[state].id,
                "comment": comment or None,
            }
            made[title, party] = work.create([task])[0]
    return made


def hours(pool: Any, works: dict[tuple[str, str], Any], employees: dict[str, Any], company: Any) -> None:
    for who, (month, day), title, party, spent, text in HOURS:
        pool.get("timesheet.line").create(
            [
                {
                    "company": company.id,
                    "employee": employees[who].id,
                    "date": date(2026, month, day),
                    "work": works[title, party].timesheet_works[0].id,
                    "duration": timedelta(hours=spent),
                    "description": text,
                }
            ]
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
