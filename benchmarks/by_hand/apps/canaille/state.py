"""What the secretariat may change, from the directory's database. Sessions and times of change are left out."""

import json
import sqlite3
from pathlib import Path

TABLES = {
    "users": "SELECT user_name, given_name, family_name, display_name, formatted_name, emails, phone_numbers, "
    "formatted_address, street, postal_code, locality, region, department, employee_number, title, organization, "
    "profile_url, preferred_language, lock_date, length(photo) AS photo, password, "
    "password NOTNULL AS has_password FROM user",
    "groups": 'SELECT g.display_name, g.description, u.user_name AS owner FROM "group" g LEFT JOIN user u '
    "ON u.id = g.owner_id",
    "members": "SELECT g.display_name || ' / ' || u.user_name, g.display_name AS \"group\", u.user_name AS user "
    'FROM membership_association_table m JOIN user u ON u.id = m.user_id JOIN "group" g ON g.id = m.group_id',
}
LISTS = ("emails", "phone_numbers")


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query, without empty fields."""
    with sqlite3.connect(f"file:{data / 'annuaire.sqlite'}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {name: {str(row[0]): fields(row) for row in found.execute(query)} for name, query in TABLES.items()}


def fields(row: sqlite3.Row) -> dict[str, object]:
    values = {key: listed(row[key]) if key in LISTS else row[key] for key in row.keys()[1:]}
    return {key: value for key, value in values.items() if value not in (None, "", [], "auto")}


def listed(value: str | None) -> list[str]:
    """The texts of a list that is kept as JSON, empty ones left out: a new account may hold one."""
    return [one for one in json.loads(value or "null") or [] if one]
