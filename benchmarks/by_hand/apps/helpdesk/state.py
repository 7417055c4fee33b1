"""What agents may change, from the desk's database. Sessions, last logins and times of change are left out."""

import sqlite3
from pathlib import Path

TABLES = {
    "tickets": "SELECT t.id, t.title, q.title AS queue, t.status, t.priority, u.username AS owner, t.on_hold, t.description, "
    "t.resolution, t.submitter_email, date(t.due_date) AS due FROM helpdesk_ticket t JOIN helpdesk_queue q "
    "ON q.id = t.queue_id LEFT JOIN auth_user u ON u.id = t.assigned_to_id",
    "followups": "SELECT f.id, f.ticket_id AS ticket, f.title, f.comment, f.public, f.new_status, u.username AS user "
    "FROM helpdesk_followup f LEFT JOIN auth_user u ON u.id = f.user_id",
    "copies": "SELECT c.id, c.ticket_id AS ticket, u.username AS user, c.email FROM helpdesk_ticketcc c "
    "LEFT JOIN auth_user u ON u.id = c.user_id",
    "dependencies": "SELECT id, ticket_id AS ticket, depends_on_id AS depends_on FROM helpdesk_ticketdependency",
    "checklists": "SELECT id, ticket_id AS ticket, name FROM helpdesk_checklist",
    "searches": "SELECT id, title, shared FROM helpdesk_savedsearch",
    "articles": "SELECT id, title, answer, votes, recommendations FROM helpdesk_kbitem",
    "queues": "SELECT id, title, slug FROM helpdesk_queue",
    "users": "SELECT id, username, email, password, is_active FROM auth_user",
}


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query."""
    with sqlite3.connect(f"file:{data / 'desk.sqlite'}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: row[key] for key in row.keys()[1:]} for row in found.execute(query)}
            for name, query in TABLES.items()
        }
