"""What agents may change, from the box office's database. Sessions, logs, mails, secrets and times are left out."""

import json
import sqlite3
from pathlib import Path

TABLES = {
    "products": "SELECT i.id, i.name, c.name AS category, i.default_price AS price, i.active, i.description, i.admission, "
    "i.personalized FROM pretixbase_item i LEFT JOIN pretixbase_itemcategory c ON c.id = i.category_id",
    "categories": "SELECT id, name FROM pretixbase_itemcategory",
    "quotas": "SELECT id, name, size, closed FROM pretixbase_quota",
    "quota_products": "SELECT q.quota_id || '/' || q.item_id, i.name AS product, u.name AS quota FROM "
    "pretixbase_quota_items q JOIN pretixbase_item i ON i.id = q.item_id JOIN pretixbase_quota u ON u.id = q.quota_id",
    "vouchers": "SELECT v.id, v.code, v.max_usages, v.min_usages, v.redeemed, i.name AS product, v.price_mode, v.value, "
    "v.tag, v.comment, v.valid_until, v.block_quota, v.allow_ignore_quota, v.budget, v.quota_id AS quota "
    "FROM pretixbase_voucher v LEFT JOIN pretixbase_item i ON i.id = v.item_id",
    "orders": "SELECT code, email, status, total, comment, date(expires) AS expires, checkin_attention, ifnull(checkin_text, '') AS gate, "
    "custom_followup_at AS followup, locale FROM pretixbase_order",
    "positions": "SELECT p.id, o.code AS 'order', i.name AS product, p.price, p.attendee_name_cached AS name, p.canceled "
    "FROM pretixbase_orderposition p JOIN pretixbase_order o ON o.id = p.order_id "
    "JOIN pretixbase_item i ON i.id = p.item_id",
    "payments": "SELECT p.id, o.code AS 'order', p.state, p.amount, p.provider FROM pretixbase_orderpayment p "
    "JOIN pretixbase_order o ON o.id = p.order_id",
    "refunds": "SELECT r.id, o.code AS 'order', r.state, r.amount FROM pretixbase_orderrefund r "
    "JOIN pretixbase_order o ON o.id = r.order_id",
    "invoices": "SELECT id, order_id AS 'order' FROM pretixbase_invoice",
    "waiting": "SELECT id, email FROM pretixbase_waitinglistentry",
    "checkins": "SELECT id, position_id AS position FROM pretixbase_checkin",
    "lists": "SELECT id, name, all_products FROM pretixbase_checkinlist",
    "events": "SELECT id, name, slug, live, testmode, date_from FROM pretixbase_event",
    # The app itself writes the key that is left out, once it lists ways to pay.
    "settings": "SELECT object_id || '/' || key, value FROM pretixbase_event_settingsstore "
    "WHERE key NOT LIKE '%fee_reverse_calc'",
    "teams": "SELECT id, name, all_events FROM pretixbase_team",
    "users": "SELECT id, email, fullname, is_active, locale FROM pretixbase_user",
}


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query. Of a text in several languages the Spanish one."""
    with sqlite3.connect(f"file:{data / 'db.sqlite3'}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: _spanish(row[key]) for key in row.keys()[1:]} for row in found.execute(query)}
            for name, query in TABLES.items()
        }


def _spanish(value: object) -> object:
    if not isinstance(value, str) or not value.startswith("{"):
        return value
    texts = json.loads(value)
    return texts.get("es", value)
