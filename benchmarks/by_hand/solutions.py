"""What each task asks for, done through the app's own API or database: proves that its truth can be reached."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path

from benchmarks.by_hand.database import Solution, copied, steps_on

STAMP = "2026-11-24 08:00:00"


def _send(method: str, address: str, body: object = None) -> None:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "X-Requested-With": "TiddlyWiki"}
    request = urllib.request.Request(address, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=20):
        pass


def _ledger(change: Callable[[str], str]) -> Solution:
    def solve(_address: str, data: Path) -> None:
        file = data / "haushalt.beancount"
        text = file.read_text(encoding="utf-8")
        changed = change(text)
        assert changed != text
        file.write_text(changed, encoding="utf-8")

    return solve


def _note(title: str, tags: str, text: str) -> Solution:
    def solve(address: str, _data: Path) -> None:
        path = f"{address}/recipes/default/tiddlers/{urllib.parse.quote(title)}"
        _send("PUT", path, {"title": title, "tags": tags, "text": text, "type": "text/vnd.tiddlywiki"})

    return solve


def _without(title: str) -> Solution:
    return lambda address, _data: _send("DELETE", f"{address}/bags/default/tiddlers/{urllib.parse.quote(title)}")


def _mails(method: str, *paths: str) -> Solution:
    def solve(address: str, _data: Path) -> None:
        for path in paths:
            _send(method, f"{address}/email/{path}")

    return solve


def _both(*solutions: Solution) -> Solution:
    def solve(address: str, data: Path) -> None:
        for one in solutions:
            one(address, data)

    return solve


_PURCHASE = """
2026-09-12 * "Hofladen Brandt" "Kartoffeln und Äpfel"
  Ausgaben:Lebensmittel  18.40 EUR
  Aktiva:Bargeld
"""
_HOSE = re.compile(r'2026-06-06 \* "Radhaus Keller".*\n(?:  .*\n)+')
_DESK, _SHOP, _BOARD = "desk.sqlite", "shop.sqlite", "board.sqlite"
_NEWEST = "(SELECT max(id) FROM spirit_topic_topic)"
_MEMBER = "INSERT INTO spirit_topic_private_topicprivate (date, topic_id, user_id)"
_ADA, _DEE = "(SELECT id FROM auth_user WHERE username='ada')", "(SELECT id FROM auth_user WHERE username='dee')"


def _topic(table: str, title: str) -> str:
    return f"{table}.topic_id = (SELECT id FROM spirit_topic_topic WHERE title = '{title}')"


SOLUTIONS: dict[str, Solution] = {
    "fava-purchase": _ledger(lambda text: text + _PURCHASE),
    "fava-rent": _ledger(lambda text: text.replace("870.00", "780.00")),
    "fava-duplicate": _ledger(lambda text: _HOSE.sub("", text, count=1)),
    "tiddlywiki-preorder": _note("春茶预订", "活动", "三月一日开始预订，定金 50 元。"),
    "tiddlywiki-price": _note("西湖龙井", "茶 绿茶 调价", "产地：杭州\n\n价格：每两 92 元\n\n库存：14 斤"),
    "tiddlywiki-menu": _without("旧菜单"),
    "tiddlywiki-stock": _both(
        _note("正山小种", "茶 红茶", "产地：武夷山\n\n价格：每两 65 元\n\n库存：7 斤"),
        _note("库存：红茶", "库存", "正山小种 7 斤，祁门红茶 6 斤，滇红 13 斤"),
    ),
    "maildev-letters": _mails("DELETE", "mail03", "mail09", "mail14"),
    "maildev-relay": _mails("POST", "mail07/relay/tax@lindenhof.example"),
    "oscar-order": steps_on(
        _SHOP,
        copied("order_shippingaddress", "1", line1="ul. Lipowa 4", line4="Kraków", first_name="Zofia", last_name="Lis"),
        copied("order_order", "1", number="100002", total_incl_tax="49.30"),
        "UPDATE order_order SET shipping_address_id = (SELECT max(id) FROM order_shippingaddress) WHERE number='100002'",
        copied("order_line", "1", title="Doniczka gliniana 15 cm", quantity=2),
        copied("order_line", "1", title="Łopatka ogrodowa", quantity=1),
        "UPDATE order_line SET order_id = (SELECT max(id) FROM order_order) WHERE title LIKE 'Doniczka%' OR title LIKE 'Łopatka%'",
        "DELETE FROM basket_line WHERE basket_id = (SELECT id FROM basket_basket WHERE status='Open')",
    ),
    "oscar-address": steps_on(
        _SHOP,
        copied(
            "address_useraddress",
            "line4='Tarnów'",
            first_name="Jan",
            line1="ul. Wierzbowa 7",
            line4="Kraków",
            postcode="31-002",
            hash="1",
        ),
    ),
    "oscar-review": steps_on(
        _SHOP,
        copied("reviews_productreview", "1", score=4, title="Solidna", body="Nie przecieka.", product_id=0, user_id=1),
        "UPDATE reviews_productreview SET product_id = (SELECT id FROM catalogue_product WHERE title='Konewka 5 l') "
        "WHERE title='Solidna'",
    ),
    "oscar-wishes": steps_on(
        _SHOP,
        copied("wishlists_line", "1", title="Sekator ręczny Topola", quantity=1, product_id=7),
        copied("wishlists_line", "1", title="Nasiona bazylii", quantity=1, product_id=3),
    ),
    "helpdesk-printer": steps_on(
        _DESK,
        "UPDATE helpdesk_ticket SET priority=2, assigned_to_id=(SELECT id FROM auth_user WHERE username='nora') WHERE id=1",
        copied(
            "helpdesk_followup",
            "user_id NOTNULL",
            ticket_id=1,
            comment="Somebody comes on Thursday at 10.",
            public=1,
            user_id=1,
            message_id="a",
        ),
    ),
    "helpdesk-new": steps_on(
        _DESK,
        copied(
            "helpdesk_ticket",
            "queue_id=3",
            title="Switch in room 9 hums",
            priority=4,
            status=1,
            secret_key="new",
            submitter_email="ivo@school.example",
            description="It hums louder in the morning.",
        ),
    ),
    "helpdesk-resolve": steps_on(
        _DESK,
        "UPDATE helpdesk_ticket SET status=3, resolution='The drum was cleaned.' WHERE id=9",
        copied(
            "helpdesk_followup",
            "user_id NOTNULL",
            ticket_id=9,
            comment="The drum was cleaned.",
            public=1,
            user_id=1,
            message_id="a",
        ),
    ),
    "helpdesk-hold": steps_on(_DESK, "UPDATE helpdesk_ticket SET on_hold=1 WHERE id=13"),
    "spirit-advice": steps_on(
        _BOARD,
        copied(
            "spirit_comment_comment",
            _topic("spirit_comment_comment", "Question about my saddle"),
            comment="Grease the seat post.",
            user_id=1,
        ),
        copied("spirit_comment_like_commentlike", "1", user_id=1, comment_id=9),
    ),
    "spirit-vote": steps_on(
        _BOARD,
        copied(
            "spirit_comment_poll_commentpollvote",
            "choice_id=(SELECT id FROM spirit_comment_poll_commentpollchoice WHERE description='River trail')",
            voter_id=1,
        ),
    ),
    "spirit-moderate": steps_on(
        _BOARD,
        "UPDATE spirit_topic_topic SET is_removed=1 WHERE title LIKE 'CHEAP WATCHES%'",
        "UPDATE spirit_topic_topic SET is_closed=1 WHERE title='Lost glove'",
    ),
    "spirit-message": steps_on(
        _BOARD,
        copied("spirit_topic_topic", "1", title="Steel frame", user_id=1),
        copied("spirit_comment_comment", "1", comment="I take it at 130 euros.", user_id=1),
        f"UPDATE spirit_comment_comment SET topic_id={_NEWEST} WHERE comment LIKE 'I take it%'",
        f"{_MEMBER} VALUES ('{STAMP}', {_NEWEST}, {_ADA})",
        f"{_MEMBER} VALUES ('{STAMP}', {_NEWEST}, {_DEE})",
    ),
}
