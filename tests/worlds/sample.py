"""A hand-written world of two apps that uses every block and shape, for the tests of scene and page."""

# ruff: noqa: E501 -- a table of content, one block a line

from typing import Any

from sextant_worlds.spec.world import World
from tests.worlds.toy import toy

Json = dict[str, Any]


def sample(theme: str = "material", locale: str = "en", large_text: bool = False, dark: bool = False) -> World:
    """The world in a theme and a language."""
    return World.model_validate(sample_json(theme, locale, large_text, dark))


def sample_json(theme: str = "material", locale: str = "en", large_text: bool = False, dark: bool = False) -> Json:
    """The same as JSON."""
    zh = locale == "zh"
    return {
        "version": 1,
        "id": "sample",
        "seed": 7,
        "phone": {
            "locale": locale,
            "currency": "CNY" if zh else "EUR",
            "today": "2026-03-14",
            "owner": "佳怡" if zh else "Amara",
            "look": {"theme": theme, "dark": dark, "large_text": large_text},
            "surprises": [
                {
                    "kind": "popup",
                    "id": "rate",
                    "at": 40,
                    "title": _(zh, "Enjoying Market?", "喜欢集市吗？"),
                    "text": _(zh, "A short review helps others find it.", "写一句评价，帮助更多人找到它。"),
                    "close": _(zh, "Not now", "以后再说"),
                    "other": _(zh, "Rate five stars", "给五星"),
                },
                {
                    "kind": "session",
                    "app": "talk",
                    "at": 60,
                    "title": _(zh, "Please confirm it is you", "请确认是你本人"),
                    "text": _(zh, "Your code for today is 4417.", "今天的验证码是 4417。"),
                    "button": _(zh, "Continue", "继续"),
                },
                {
                    "kind": "sync",
                    "app": "talk",
                    "collection": "chats",
                    "records": ["c5"],
                    "after": 3,
                    "text": _(zh, "Getting new messages…", "正在获取新消息…"),
                },
            ],
        },
        "apps": [_market(zh), _talk(zh)],
        "task": toy()["task"],
    }


def _(zh: bool, english: str, chinese: str) -> str:
    return chinese if zh else english


def _market(zh: bool) -> Json:
    names = [
        ("p1", "Ceramic teapot with bamboo handle", "竹柄陶瓷茶壶", 12800, "Kitchen", "厨房", 4, "kettle"),
        ("p2", "Linen table runner", "亚麻桌旗", 3450, "Home", "家居", 0, "cloth"),
        ("p3", "Walnut serving board, hand-oiled, 42 cm", "胡桃木托盘（手工上油，42 厘米）", 5900, "Kitchen", "厨房", 12, "board"),
        ("p4", "Reading lamp", "阅读灯", 8999, "Home", "家居", 2, "lamp"),
        ("p5", "Espresso cups, set of four", "意式咖啡杯四件套", 2750, "Kitchen", "厨房", 7, "cups"),
        ("p6", "Wool throw in moss green", "苔绿羊毛毯", 124000, "Home", "家居", 1, "blanket"),
    ]  # fmt: skip
    items = [
        {
            "id": key,
            "name": _(zh, english, chinese),
            "price": price,
            "shelf": _(zh, shelf, shelf_zh),
            "stock": stock,
            "seed": seed,
            "note": "" if stock else _(zh, "Sold out", "售罄"),
            "blurb": _(
                zh,
                "Made in small batches by a family workshop near Porto; every piece differs slightly.",
                "由小作坊小批量手工制作，每一件都略有不同。",
            ),
        }
        for key, english, chinese, price, shelf, shelf_zh, stock, seed in names
    ]
    row = {
        "title": "{name}",
        "detail": "{shelf}",
        "aside": "{price|money}",
        "badge": "{note}",
        "lead": "photo",
        "seed": "{seed}",
    }
    return {
        "id": "market",
        "name": _(zh, "Market", "集市"),
        "genre": "shop",
        "icon": "store",
        "accent": "teal",
        "badge": "{count:cart}",
        "home": "browse",
        "tabs": [
            {"id": "browse", "label": _(zh, "Browse", "逛逛"), "icon": "store", "page": "browse"},
            {"id": "gallery", "label": _(zh, "Gallery", "画廊"), "icon": "layout-grid", "page": "gallery"},
            {"id": "cart", "label": _(zh, "Cart", "购物车"), "icon": "shopping-cart", "page": "cart", "badge": "{count:cart}"},
            {"id": "account", "label": _(zh, "Account", "我的"), "icon": "user", "page": "account"},
        ],
        "vars": {"quantity": 1, "delivery": "home", "news": True, "quiet": False, "code": "", "size": "m", "speed": "fast"},
        "collections": {
            "items": items,
            "cart": [{"id": "k1", "name": items[0]["name"], "price": 12800, "count": 2}],
            "seen": [{"id": f"s{n}", "name": f"{n}"} for n in range(2)],
            "cells": [
                {"id": f"x{r}{c}", "row": r, "col": c, "face": "ABCDEF"[(r * 4 + c) % 6], "open": (r + c) % 3 == 0, "marked": False}
                for r in range(4)
                for c in range(4)
            ],
        },
        "pages": [
            {
                "id": "browse",
                "title": _(zh, "Market", "集市"),
                "actions": [
                    {"id": "open-cart", "icon": "shopping-cart", "label": _(zh, "Cart", "购物车"), "badge": "{count:cart}", "do": [{"kind": "go", "page": "cart"}]}
                ],
                "blocks": [
                    {"kind": "banner", "id": "sale", "style": "promo", "shown": 5, "text": _(zh, "Free delivery this week from €40 with the code SPRING-26.", "本周满 300 元免运费，优惠码 SPRING-26。")},
                    {
                        "kind": "list",
                        "id": "items",
                        "source": "items",
                        "row": row,
                        "search": ["name"],
                        "search_hint": _(zh, "Search the market", "搜索商品"),
                        "filters": [
                            {"id": "kitchen", "label": _(zh, "Kitchen", "厨房"), "where": {"left": "shelf", "op": "eq", "right": _(zh, "Kitchen", "厨房")}},
                            {"id": "instock", "label": _(zh, "In stock", "有货"), "where": {"left": "stock", "op": "gt", "right": 0}},
                        ],
                        "sorts": [
                            {"id": "price", "label": _(zh, "Price", "价格"), "by": "price"},
                            {"id": "dear", "label": _(zh, "Dearest first", "价格从高到低"), "by": "price", "down": True},
                        ],
                        "tap": [{"kind": "go", "page": "item"}],
                        "actions": [
                            {"id": "add", "label": _(zh, "Add", "加购"), "do": [{"kind": "put", "into": "cart", "fields": {"name": "{name}", "price": "{price}", "count": 1}, "key": ["name"], "count": "count"}], "when": {"left": "stock", "op": "gt", "right": 0}}
                        ],
                        "empty": _(zh, "Nothing matches your search.", "没有符合条件的商品。"),
                    },
                ],
            },
            {
                "id": "gallery",
                "title": _(zh, "Gallery", "画廊"),
                "fab": {"id": "new-list", "icon": "plus", "label": _(zh, "New list", "新建清单"), "do": [{"kind": "say", "text": "ok"}]},
                "blocks": [
                    {"kind": "list", "id": "tiles", "source": "items", "shape": "tiles", "row": row, "tap": [{"kind": "go", "page": "item"}]},
                    {"kind": "heading", "text": _(zh, "Seen lately", "最近浏览")},
                    {"kind": "list", "id": "cards", "source": "items", "shape": "cards", "search": ["name"], "row": {**row, "detail": "{blurb}", "lead": "photo"}, "tap": [{"kind": "go", "page": "item"}],
                     "actions": [
                         {"id": "like", "label": _(zh, "Like", "点赞"), "icon": "heart", "do": [{"kind": "say", "text": "x"}]},
                         {"id": "share", "label": _(zh, "Share with the family", "分享给家人"), "do": [{"kind": "say", "text": "x"}]},
                         {"id": "hide", "label": _(zh, "Hide posts like this one", "隐藏类似内容"), "do": [{"kind": "say", "text": "x"}]}]},
                    {"kind": "list", "id": "plain-cards", "source": "seen", "shape": "cards", "row": {"title": "{name}", "lead": "icon", "seed": "heart", "aside": "{name}", "badge": "new"}},
                ],
            },
            {
                "id": "item",
                "title": "{name}",
                "of": "items",
                "loads": 1,
                "dialogs": [
                    {"id": "sure", "title": _(zh, "Order now?", "现在下单？"), "text": _(zh, "{name} for {price|money}. This cannot be undone.", "{name}，{price|money}。下单后无法撤销。"),
                     "buttons": [{"id": "cancel", "label": _(zh, "Cancel", "取消")}, {"id": "order", "label": _(zh, "Order", "下单"), "style": "primary", "do": [{"kind": "commit", "act": "order"}]}]},
                    {"id": "more", "title": _(zh, "More", "更多"), "sheet": True,
                     "buttons": [{"id": "share", "label": _(zh, "Share", "分享")}, {"id": "report", "label": _(zh, "Report this offer", "举报此商品"), "style": "danger"}]},
                ],
                "actions": [
                    {"id": "fav", "icon": "heart", "label": _(zh, "Save", "收藏"), "do": [{"kind": "say", "text": _(zh, "Saved to your wish list", "已加入心愿单")}]},
                    {"id": "more", "icon": "ellipsis-vertical", "label": _(zh, "More", "更多"), "do": [{"kind": "ask", "dialog": "more"}]},
                ],
                "blocks": [
                    {"kind": "picture", "id": "shot", "draw": "photo", "seed": "{seed}", "alt": "{name}", "tall": 200},
                    {"kind": "text", "text": "{price|money}", "style": "large", "id": "price"},
                    {"kind": "text", "text": "{blurb}"},
                    {"kind": "text", "text": _(zh, "Price includes tax.", "价格含税。"), "style": "muted"},
                    {"kind": "facts", "title": _(zh, "Details", "详情"), "rows": [
                        {"id": "stock", "label": _(zh, "In stock", "库存"), "value": "{stock}"},
                        {"id": "sku", "label": _(zh, "Article number", "货号"), "value": "QX-4471-0092"},
                        {"id": "arrives", "label": _(zh, "Arrives", "送达"), "value": _(zh, "between Tue 17 Mar and Thu 19 Mar, before noon, at your door", "3月17日至3月19日中午之前，送货上门，请保持电话畅通")},
                        {"id": "gone", "label": "Gone", "value": "x", "when": {"left": "stock", "op": "lt", "right": 0}}]},
                    {"kind": "stepper", "id": "quantity", "label": _(zh, "Quantity", "数量"), "var": "quantity", "low": 1, "high": 9, "unit": _(zh, "pcs", "件")},
                    {"kind": "choice", "id": "size", "label": _(zh, "Size", "尺寸"), "var": "size", "options": [{"id": "s", "label": _(zh, "Small", "小")}, {"id": "m", "label": _(zh, "Medium", "中")}, {"id": "l", "label": _(zh, "Large, for eight cups", "大号（八杯）")}, {"id": "xl", "label": _(zh, "Family size", "家庭装")}]},
                    {"kind": "choice", "id": "delivery", "label": _(zh, "Delivery", "配送"), "style": "radio", "var": "delivery", "options": [{"id": "home", "label": _(zh, "To my door", "送货上门")}, {"id": "locker", "label": _(zh, "Parcel locker at the station, open day and night, bring your pickup code", "车站自提柜，全天开放，请携带取件码")}]},
                    {"kind": "choice", "id": "speed", "label": _(zh, "Speed", "速度"), "style": "segments", "options": [{"id": "slow", "label": _(zh, "Standard", "标准")}, {"id": "fast", "label": _(zh, "Express", "加急")}, {"id": "now", "label": _(zh, "Today", "当天")}], "start": "fast"},
                    {"kind": "button", "id": "buy", "label": _(zh, "Order now", "立即下单"), "icon": "shopping-cart", "do": [{"kind": "ask", "dialog": "sure"}], "enabled": {"left": "stock", "op": "gt", "right": 0}},
                    {"kind": "button", "id": "ask", "label": _(zh, "Ask the seller", "咨询卖家"), "style": "plain", "do": []},
                    {"kind": "button", "id": "report", "label": _(zh, "Report", "举报"), "style": "danger", "do": []},
                    {"kind": "button", "id": "terms", "label": _(zh, "Terms of delivery and returns, in full and in all languages", "配送与退货条款（全文）"), "style": "link", "do": []},
                ],
            },
            {
                "id": "cart",
                "title": _(zh, "Cart", "购物车"),
                "blocks": [
                    {"kind": "list", "id": "cart", "source": "cart", "row": {"title": "{name}", "detail": "× {count}", "aside": "{price|money}"}, "actions": [{"id": "drop", "label": _(zh, "Remove", "移除"), "icon": "trash-2", "do": [{"kind": "drop"}]}], "empty": _(zh, "Your cart is empty.", "购物车是空的。")},
                    {"kind": "facts", "rows": [{"id": "total", "label": _(zh, "Total", "合计"), "value": "{sum:cart.price*count|money}"}]},
                    {"kind": "field", "id": "voucher", "label": _(zh, "Voucher", "优惠码"), "hint": "SPRING-26", "var": "code"},
                ],
            },
            {
                "id": "account",
                "title": _(zh, "Account", "我的"),
                "blocks": [
                    {"kind": "switch", "id": "news", "label": _(zh, "News and offers", "活动通知"), "detail": _(zh, "At most one message a week", "每周最多一条"), "var": "news", "icon": "bell"},
                    {"kind": "switch", "id": "quiet", "label": _(zh, "Quiet hours", "免打扰"), "var": "quiet"},
                    {"kind": "field", "id": "amount", "label": _(zh, "Limit per order", "单笔限额"), "input": "number", "hint": "100"},
                    {"kind": "field", "id": "pin", "label": "PIN", "input": "secret"},
                    {"kind": "field", "id": "remark", "label": _(zh, "Remark for the courier", "给快递员的备注"), "input": "long", "hint": _(zh, "Ring twice", "请按两次门铃")},
                    {"kind": "picture", "id": "pass", "draw": "ticket", "text": "K7 M2 04", "tall": 140},
                    {"kind": "board", "id": "tiles-board", "source": "cells", "rows": 4, "columns": 4, "rule": "turn"},
                    {"kind": "banner", "id": "old", "style": "warning", "text": _(zh, "Your address was last checked a year ago. Please look at it before you order.", "您的地址一年未核对，下单前请确认。")},
                    {"kind": "text", "text": _(zh, "Version 8.2", "版本 8.2"), "style": "small"},
                ],
            },
        ],
    }  # fmt: skip


def _talk(zh: bool) -> Json:
    people = [
        ("c1", "Oluwaseun Adeyemi-Fitzgerald", "欧阳慧敏", True),
        ("c2", "Mei Lin", "林美", False),
        ("c3", "Jonas Brandt", "周航", False),
        ("c4", "Priya Raghunathan", "何俊", True),
        ("c5", "Tomás Herrera", "唐宁", False),
    ]
    chats = [
        {
            "id": key,
            "name": _(zh, english, chinese),
            "last": _(zh, "I left the keys with the neighbour on the second floor, the one with the bicycle.", "钥匙放在二楼邻居那里了，就是门口有自行车的那家。"),
            "at": f"{8 + n:02}:4{n}",
            "unread": unread,
            "waiting": 3 if unread else 0,
        }
        for n, (key, english, chinese, unread) in enumerate(people)
    ]  # fmt: skip
    said = [
        ("them", "Hi! Are you coming on Saturday?", "你好！周六来吗？"),
        ("me", "Yes, with the children. Shall we bring something?", "来，带孩子一起。要带点什么吗？"),
        ("them", "Just yourselves. The door code is 7Q2-481, ring twice if it is stuck again, the landlord still has not repaired it.", "人来就好。门禁码是 7Q2-481，要是又卡住了就按两次门铃，房东还没修。"),
        ("me", "Great", "好的"),
    ]  # fmt: skip
    lines = [
        {"id": f"m{n}", "chat": "c1", "who": who, "text": _(zh, english, chinese), "at": f"2026-03-13T19:0{n}"}
        for n, (who, english, chinese) in enumerate(said)
    ]
    return {
        "id": "talk",
        "name": _(zh, "Talk", "闲聊"),
        "genre": "messages",
        "icon": "message-circle",
        "accent": "indigo",
        "badge": "{count:chats.unread}",
        "home": "chats",
        "collections": {"chats": chats, "lines": lines, "none": []},
        "pages": [
            {
                "id": "chats",
                "title": _(zh, "Chats", "聊天"),
                "fab": {"id": "write", "icon": "pencil", "label": _(zh, "New chat", "新聊天"), "do": []},
                "blocks": [
                    {
                        "kind": "list",
                        "id": "chats",
                        "source": "chats",
                        "row": {
                            "title": "{name}",
                            "detail": "{last}",
                            "aside": "{at}",
                            "badge": "{waiting}",
                            "lead": "avatar",
                            "seed": "{name}",
                            "unread": {"left": "unread", "op": "eq", "right": True},
                        },
                        "tap": [{"kind": "go", "page": "chat"}],
                        "hold": [{"kind": "drop"}],
                        "search": ["name", "last"],
                    },
                    {"kind": "heading", "text": _(zh, "Archive", "归档")},
                    {"kind": "list", "id": "none", "source": "none", "row": {"title": "{name}"}, "empty": _(zh, "Nothing archived yet.", "还没有归档。")},
                    {
                        "kind": "list",
                        "id": "actions",
                        "source": "chats",
                        "row": {"title": "{name}", "detail": "{last}", "lead": "icon", "seed": "user", "badge": "{at}"},
                        "actions": [
                            {"id": "archive", "label": _(zh, "Archive", "归档"), "do": []},
                            {"id": "mute", "label": _(zh, "Mute for a week", "静音一周"), "do": []},
                            {"id": "pin", "label": _(zh, "Pin", "置顶"), "icon": "pin", "do": []},
                        ],
                    },
                ],
            },
            {
                "id": "chat",
                "title": "{name}",
                "of": "chats",
                "blocks": [
                    {
                        "kind": "list",
                        "id": "lines",
                        "source": "lines",
                        "shape": "bubbles",
                        "where": [{"left": "chat", "op": "eq", "right": "{id}"}],
                        "mine": {"left": "who", "op": "eq", "right": "me"},
                        "row": {"title": "{text}", "detail": "{at|time}"},
                        "hold": [{"kind": "copy", "text": "{text}"}],
                    },
                    {"kind": "composer", "id": "message", "hint": _(zh, "Message", "发消息"), "send": [{"kind": "clear", "field": "message"}]},
                ],
            },
        ],
    }  # fmt: skip
