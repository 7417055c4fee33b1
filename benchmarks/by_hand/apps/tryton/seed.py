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
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
SCRIPTS = CONTENT["scripts"]
# name, categories, street, postal code, city, country, contacts
PARTIES = CONTENT["parties"]
# name, code, category, unit, list price, cost price
PRODUCTS = CONTENT["products"]
# project, party, tasks: name, hours planned, status, comment
PROJECTS = CONTENT["projects"]
# employee, date, task, its party, hours, description
HOURS = CONTENT["hours"]


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
