"""A small world of two apps and a desk, for the tests of state, twin, grading and rules."""

from typing import Any

from sextant_worlds.spec.world import World

Json = dict[str, Any]


def toy(loop: bool = False, surprises: tuple[Json, ...] = ()) -> Json:
    """The world as JSON, to be broken by tests."""
    return {
        "version": 1,
        "id": "toy",
        "seed": 1,
        "phone": {"today": "2026-03-14", "owner": "Ada", "surprises": list(surprises)},
        "apps": [_shop(loop), _notes(), _desk()],
        "scenario": {
            "facts": [
                {
                    "id": "code",
                    "kind": "code",
                    "label": "the code in the second note",
                    "value": "QX-4471",
                    "shown": "QX-4471",
                    "place": {"app": "notes", "page": "note", "record": "n2"},
                    "where": "Notes > Second",
                    "test_id": "fact-code",
                }
            ],
            "distractors": [
                {
                    "id": "other",
                    "kind": "code",
                    "shown": "QX-1174",
                    "place": {"app": "notes", "page": "note", "record": "n1"},
                    "why": "it stands in another note",
                }
            ],
            "truth": {"gold": "QX-4471", "facts": ["code"]},
            "options": {"code": ["QX-4471", "QX-1174", "QX-9902"]},
        },
        "task": {
            "id": "toy-report",
            "template": "report",
            "kind": "report",
            "memory": True,
            "goal": "Hand in the code that the second note shows.",
            "guideline": "Find the code QX-4471 in Notes > Second, then hand it in at the desk.",
            "instructions": [
                'Open the app "Notes".',
                'Tap "Second".',
                'Find "Code" and remember its value as {A}.',
                'Open the app "Hand-in".',
                'Tap "Hand in an answer".',
                'Type {A} into "Answer".',
                'Tap "Hand in".',
                "Finish.",
            ],
            "reference": {
                "program": 'step("read the code")\nstep("hand it in")\n',
                "steps": {
                    "read the code": [
                        {"kind": "open", "app": "notes"},
                        {"kind": "tap", "test_id": "notes-n2"},
                        {"kind": "read", "facts": ["code"]},
                    ],
                    "hand it in": [
                        {"kind": "open", "app": "desk"},
                        {"kind": "tap", "test_id": "go-submit-answer"},
                        {"kind": "type", "test_id": "answer-input", "text": "{fact:code}"},
                        {"kind": "tap", "test_id": "answer-submit"},
                    ],
                },
            },
            "memory_items": [
                {
                    "fact": "code",
                    "kind": "code",
                    "value": "QX-4471",
                    "units": ["QX-4471"],
                    "encode": {"app": "notes", "page": "note", "record": "n2"},
                    "encode_step": 2,
                    "retrieve": {"app": "desk", "page": "answer"},
                    "retrieve_step": 5,
                }
            ],
            "final_action": {"kind": "submit", "gold": "QX-4471", "format": "the code"},
            "grading": {"gold": "QX-4471", "pass_regex": "^QX-4471$", "kind": "code"},
            "required_testids": ["go-submit-answer", "answer-input", "answer-submit", "result", "fact-code"],
            "navigation_contract": ["notes.list -> notes.note"],
            "oracle_steps": 6,
        },
    }


def _shop(loop: bool) -> Json:
    open_item = {"kind": "go", "page": "item", "record": ""}
    pages: list[Json] = [
        {
            "id": "items",
            "title": "Items",
            "blocks": [
                {
                    "kind": "list",
                    "id": "items",
                    "source": "items",
                    "row": {"title": "{title}", "aside": "{price|money}"},
                    "search": ["title"],
                    "search_hint": "Search items",
                    "filters": [{"id": "dear", "label": "Dear", "where": {"left": "price", "op": "gt", "right": 2000}}],
                    "sorts": [{"id": "price", "label": "Price", "by": "price"}],
                    "tap": [open_item],
                },
                {"kind": "field", "id": "who", "label": "Name", "var": "name"},
                {"kind": "switch", "id": "gift", "label": "As a gift", "var": "gift"},
                {"kind": "stepper", "id": "count", "label": "How many", "var": "count"},
                {"kind": "button", "id": "to-board", "label": "Play", "do": [{"kind": "go", "page": "board"}]},
            ],
        },
        {
            "id": "item",
            "title": "{title}",
            "of": "items",
            "blocks": [
                {"kind": "text", "text": "{price|money}", "style": "large"},
                {
                    "kind": "button",
                    "id": "add",
                    "label": "Add to cart",
                    "do": [
                        {
                            "kind": "put",
                            "into": "cart",
                            "fields": {"item": "{id}", "title": "{title}", "price": "{price}", "qty": 1},
                            "key": ["item"],
                            "count": "qty",
                        },
                        {"kind": "say", "text": "{title} is in the cart"},
                    ],
                },
                {"kind": "button", "id": "remove", "label": "Remove", "do": [{"kind": "ask", "dialog": "sure"}]},
            ],
            "dialogs": [
                {
                    "id": "sure",
                    "title": "Remove {title}?",
                    "buttons": [
                        {"id": "keep", "label": "Keep"},
                        {"id": "drop", "label": "Remove it", "do": [{"kind": "drop"}, {"kind": "back"}]},
                    ],
                }
            ],
        },
        {
            "id": "cart",
            "title": "Cart",
            "blocks": [
                {
                    "kind": "list",
                    "id": "cart",
                    "source": "cart",
                    "row": {"title": "{title}", "detail": "{qty} pieces"},
                    "empty": "Nothing here",
                }
            ],
        },
        {
            "id": "board",
            "title": "Board",
            "blocks": [
                {
                    "kind": "board",
                    "id": f"board-{rule}",
                    "source": "cells",
                    "rows": 2,
                    "columns": 2,
                    "rule": rule,
                    "var": "name",
                }
                for rule in ("turn", "mark", "pick")
            ],
        },
    ]
    if loop:
        pages.append({"id": "loop", "title": "Loop", "blocks": [], "opened": [{"kind": "go", "page": "loop"}]})
    return {
        "id": "shop",
        "name": "Shop",
        "genre": "shop",
        "icon": "shopping-bag",
        "accent": "teal",
        "home": "items",
        "tabs": [
            {"id": "items", "label": "Items", "icon": "store", "page": "items"},
            {"id": "cart", "label": "Cart", "icon": "shopping-cart", "page": "cart", "badge": "{count:cart}"},
        ],
        "pages": pages,
        "collections": {
            "items": [
                {"id": "cup", "title": "Blue cup", "price": 1250},
                {"id": "pot", "title": "Tea pot", "price": 4800},
                {"id": "jar", "title": "Glass jar", "price": 900},
            ],
            "cart": [],
            "cells": [
                {"id": f"c{row}{column}", "row": row, "col": column, "face": str(row * 2 + column), "open": False}
                for row in range(2)
                for column in range(2)
            ],
        },
        "vars": {"gift": False, "count": 1, "name": ""},
    }


def _notes() -> Json:
    return {
        "id": "notes",
        "name": "Notes",
        "genre": "notes",
        "icon": "notebook",
        "accent": "amber",
        "home": "list",
        "pages": [
            {
                "id": "list",
                "title": "Notes",
                "blocks": [
                    {
                        "kind": "list",
                        "id": "notes",
                        "source": "notes",
                        "row": {"title": "{title}"},
                        "tap": [{"kind": "go", "page": "note"}],
                    }
                ],
            },
            {
                "id": "note",
                "title": "{title}",
                "of": "notes",
                "opened": [{"kind": "patch", "field": "read", "value": True}],
                "blocks": [{"kind": "facts", "rows": [{"id": "code", "label": "Code", "value": "{code}"}]}],
            },
        ],
        "collections": {
            "notes": [
                {"id": "n1", "title": "First", "code": "QX-1174", "read": False},
                {"id": "n2", "title": "Second", "code": "QX-4471", "read": False},
            ]
        },
    }


def _desk() -> Json:
    hand_in: Json = {
        "kind": "when",
        "cond": {"left": "var:given", "op": "eq", "right": ""},
        "then": [
            {"kind": "submit", "field": "answer-input"},
            {"kind": "set", "var": "given", "value": "{ui:answer-input}"},
        ],
    }
    return {
        "id": "desk",
        "name": "Hand-in",
        "genre": "desk",
        "icon": "inbox",
        "accent": "slate",
        "home": "desk",
        "vars": {"given": ""},
        "pages": [
            {
                "id": "desk",
                "title": "Hand-in",
                "blocks": [
                    {
                        "kind": "button",
                        "id": "go-submit-answer",
                        "label": "Hand in an answer",
                        "do": [{"kind": "go", "page": "answer"}],
                    }
                ],
            },
            {
                "id": "answer",
                "title": "Your answer",
                "blocks": [
                    {"kind": "field", "id": "answer-input", "label": "Answer", "enter": [hand_in]},
                    {"kind": "button", "id": "answer-submit", "label": "Hand in", "do": [hand_in]},
                    {"kind": "text", "id": "result", "text": "Handed in: {var:given}"},
                ],
            },
        ],
    }


def toy_world(loop: bool = False, surprises: tuple[Json, ...] = ()) -> World:
    """The world of `toy`."""
    return World.model_validate(toy(loop, surprises))
