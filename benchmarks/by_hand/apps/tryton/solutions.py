"""What each task on Tryton asks for, done in its database: proves that its truth can be reached."""

from benchmarks.by_hand.database import Solution, steps_on

_DATABASE = "joinery.sqlite"
_PARTY = "(SELECT id FROM party_party WHERE name = 'Hartvig Optics')"
_DESK = "(SELECT w.id FROM project_work w JOIN party_party p ON p.id = w.party WHERE p.name = 'Berg Dental')"
_VISIT = (
    "(SELECT k.id FROM timesheet_work k JOIN project_work w ON k.origin = 'project.work,' || w.id "
    "JOIN project_work r ON r.id = w.parent JOIN party_party p ON p.id = r.party "
    "WHERE w.name = 'Site visit' AND p.name = 'Sund Bakery')"
)
_VERA = "(SELECT e.id FROM company_employee e JOIN party_party p ON p.id = e.party WHERE p.name = 'Vera Moen')"

SOLUTIONS: dict[str, Solution] = {
    "tryton-customer": steps_on(
        _DATABASE,
        "INSERT INTO party_party (name, code, active) VALUES ('Hartvig Optics', '14', 1)",
        f"INSERT INTO 'party_party-party_category' (party, category) VALUES ({_PARTY}, "
        "(SELECT id FROM party_category WHERE name = 'Customers'))",
        "INSERT INTO party_address (party, street_unstructured, postal_code, city, country, active) VALUES "
        f"({_PARTY}, 'Tollbugata 14', '3044', 'Drammen', (SELECT id FROM country_country WHERE code = 'NO'), 1)",
        f"INSERT INTO party_contact_mechanism (party, type, value, active) VALUES ({_PARTY}, 'phone', '+47 32 89 50 50', 1)",
    ),
    "tryton-hours": steps_on(
        _DATABASE,
        "INSERT INTO timesheet_line (company, employee, date, duration, work, description) VALUES "
        f"(1, {_VERA}, '2026-11-18', 9000, {_VISIT}, 'Measured the counter')",
    ),
    "tryton-price": steps_on(
        _DATABASE,
        "UPDATE product_list_price SET list_price = CAST('54.80' AS BLOB) WHERE template = "
        "(SELECT id FROM product_template WHERE code = 'OAK40')",
    ),
    "tryton-done": steps_on(
        _DATABASE,
        "UPDATE project_work SET progress = 1, status = (SELECT id FROM project_work_status WHERE name = 'Done') "
        f"WHERE id = {_DESK} OR parent = {_DESK} AND name <> 'Draw desk'",
    ),
}
