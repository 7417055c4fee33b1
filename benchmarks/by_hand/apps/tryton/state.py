"""What agents may change, from the books' database. Sessions, times, passwords and how lists are shown are left out."""

import sqlite3
from pathlib import Path

_PRICE = "CAST(CAST({0} AS TEXT) AS REAL)"
TABLES = {
    "parties": "SELECT p.id, p.name, p.code, p.active, (SELECT group_concat(name, ', ') FROM (SELECT c.name FROM "
    "'party_party-party_category' x JOIN party_category c ON c.id = x.category WHERE x.party = p.id ORDER BY c.name)) "
    "AS categories FROM party_party p",
    "addresses": "SELECT a.id, p.name AS party, coalesce(nullif(a.street_unstructured, ''), "
    "trim(ifnull(a.street_name, '') || ' ' || ifnull(a.building_number, ''))) AS street, a.postal_code, a.city, "
    "n.name AS country, a.active, ifnull(a.party_name, '') AS building, ifnull(a.attn, '') AS attn "
    "FROM party_address a JOIN party_party p ON p.id = a.party LEFT JOIN country_country n ON n.id = a.country",
    "contacts": "SELECT c.id, p.name AS party, c.type, c.value, c.active, ifnull(c.name, '') AS name, "
    "ifnull(c.comment, '') AS comment FROM party_contact_mechanism c JOIN party_party p ON p.id = c.party",
    "identifiers": "SELECT id, party, code FROM party_identifier",
    "categories": "SELECT id, name, parent, active FROM party_category",
    "products": "SELECT t.id, t.name, t.code, t.type, t.active, u.symbol AS unit, (SELECT "
    + _PRICE.format("l.list_price")
    + " FROM product_list_price l WHERE l.template = t.id AND l.product IS NULL ORDER BY l.id DESC) AS list_price "
    "FROM product_template t JOIN product_uom u ON u.id = t.default_uom",
    "variants": "SELECT v.id, v.template, v.code, v.active, ifnull(v.description, '') AS description, (SELECT "
    + _PRICE.format("c.cost_price")
    + " FROM product_cost_price c WHERE c.product = v.id ORDER BY c.id DESC) AS cost_price, (SELECT "
    + _PRICE.format("l.list_price")
    + " FROM product_list_price l WHERE l.product = v.id ORDER BY l.id DESC) AS list_price FROM product_product v",
    "product_categories": "SELECT x.id, x.template, c.name FROM 'product_template-product_category' x "
    "JOIN product_category c ON c.id = x.category",
    "works": "SELECT w.id, w.name, w.type, coalesce(p.name, q.name) AS party, w.parent, s.name AS status, w.progress, "
    "ifnull(w.comment, '') AS comment, w.effort_duration AS effort FROM project_work w "
    "JOIN project_work_status s ON s.id = w.status LEFT JOIN party_party p ON p.id = w.party "
    "LEFT JOIN project_work r ON r.id = w.parent LEFT JOIN party_party q ON q.id = r.party",
    "hours": "SELECT l.id, p.name AS employee, l.date, l.duration / 3600.0 AS hours, coalesce(w.name, k.name) AS work, "
    "coalesce(o.name, q.name) AS party, ifnull(l.description, '') AS description FROM timesheet_line l "
    "JOIN company_employee e ON e.id = l.employee JOIN party_party p ON p.id = e.party "
    "JOIN timesheet_work k ON k.id = l.work LEFT JOIN project_work w ON k.origin = 'project.work,' || w.id "
    "LEFT JOIN project_work r ON r.id = w.parent LEFT JOIN party_party o ON o.id = w.party "
    "LEFT JOIN party_party q ON q.id = r.party",
    "timesheet_works": "SELECT id, name, origin, timesheet_start_date AS start, timesheet_end_date AS end "
    "FROM timesheet_work",
    "notes": "SELECT id, resource, message FROM ir_note",
    "attachments": "SELECT id, resource, name FROM ir_attachment",
    "employees": "SELECT id, party, start_date, end_date FROM company_employee",
    "users": "SELECT id, name, login, email, active FROM res_user",
}


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query."""
    with sqlite3.connect(f"file:{data / 'joinery.sqlite'}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: row[key] for key in row.keys()[1:]} for row in found.execute(query)}
            for name, query in TABLES.items()
        }
