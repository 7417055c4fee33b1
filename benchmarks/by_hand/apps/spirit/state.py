"""What members and moderators may change, from the board's database. What is read and last seen is left out."""

import sqlite3
from pathlib import Path

TABLES = {
    "topics": "SELECT t.id, t.title, c.title AS category, u.username AS author, t.is_pinned, t.is_globally_pinned, t.is_closed, "
    "t.is_removed FROM spirit_topic_topic t JOIN spirit_category_category c ON c.id = t.category_id "
    "JOIN auth_user u ON u.id = t.user_id",
    "comments": "SELECT c.id, t.title AS topic, u.username AS author, c.comment, c.is_removed, c.action, c.is_modified "
    "FROM spirit_comment_comment c JOIN spirit_topic_topic t ON t.id = c.topic_id JOIN auth_user u ON u.id = c.user_id",
    "likes": "SELECT l.id, l.comment_id AS comment, u.username AS user FROM spirit_comment_like_commentlike l "
    "JOIN auth_user u ON u.id = l.user_id",
    "flags": "SELECT id, comment_id AS comment, user_id AS user FROM spirit_comment_flag_flag",
    "favorites": "SELECT f.id, t.title AS topic, u.username AS user FROM spirit_topic_favorite_topicfavorite f "
    "JOIN spirit_topic_topic t ON t.id = f.topic_id JOIN auth_user u ON u.id = f.user_id",
    "private": "SELECT p.id, t.title AS topic, u.username AS user FROM spirit_topic_private_topicprivate p "
    "JOIN spirit_topic_topic t ON t.id = p.topic_id JOIN auth_user u ON u.id = p.user_id",
    "polls": "SELECT id, name, choice_max FROM spirit_comment_poll_commentpoll",
    "votes": "SELECT v.id, c.description AS choice, u.username AS user FROM spirit_comment_poll_commentpollvote v "
    "JOIN spirit_comment_poll_commentpollchoice c ON c.id = v.choice_id JOIN auth_user u ON u.id = v.voter_id WHERE v.is_removed = 0",
    "categories": "SELECT id, title, is_closed, is_removed, is_private FROM spirit_category_category",
    "users": "SELECT u.id, u.username, u.email, u.password, u.is_active, p.location, p.timezone FROM auth_user u "
    "JOIN spirit_user_userprofile p ON p.user_id = u.id",
}


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Records by the first column of each query."""
    with sqlite3.connect(f"file:{data / 'board.sqlite'}?mode=ro", uri=True) as found:
        found.row_factory = sqlite3.Row
        return {
            name: {str(row[0]): {key: row[key] for key in row.keys()[1:]} for row in found.execute(query)}
            for name, query in TABLES.items()
        }
