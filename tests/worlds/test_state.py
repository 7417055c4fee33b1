"""The state side of the engine, on hand-made scenes: what each effect and each event does."""

from typing import Any

import pytest

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import handle, settle_focus, start
from tests.worlds.toy import toy_world

CUP, POT, TOGGLE = ["items", "cup"], ["items", "pot"], {"kind": "toggle", "var": "gift"}
OPEN_CUP = {"kind": "go", "page": "item", "record": "cup"}
FIELD: Json = {"k": "f", "t": "field", "id": "answer", "ui": "answer", "var": "", "enter": [], "value": ""}
POPUP = {"kind": "popup", "id": "rate", "title": "t", "text": "x", "close": "c"}


def tap_node(*do: Json, rec: list[str] | None = None, **more: Any) -> Json:
    return {"k": "it", "t": "tap", "id": "it", "states": [], "do": list(do), "hold": [], "rec": rec or [], **more}


def scene_with(*nodes: Json) -> Json:
    return {"layers": [{"k": "body", "scroll": 1, "inner": 2000, "h": 800, "at": 0, "nodes": list(nodes)}]}


class Phone:
    """A served world and its state; touches run effects as a node of a scene would."""

    def __init__(self, *surprises: Json, app: str = "shop", loop: bool = False) -> None:
        self.world = served(toy_world(loop, surprises))
        self.state = start(self.world)
        if app:
            self.on("launch", app=app)

    def on(self, kind: str, *nodes: Json, **more: Any) -> None:
        handle(self.world, self.state, scene_with(*nodes), {"on": kind, **more})

    def do(self, *effects: Json, rec: list[str] | None = None) -> None:
        self.on("tap", tap_node(*effects, rec=rec), k="it", x=0, y=0)

    def key(self, key: str) -> None:
        self.on("key", key=key)

    @property
    def pages(self) -> list[str]:
        return [entry["page"] for entry in self.state["stacks"]["shop"]]

    @property
    def at(self) -> tuple[str, list[str]]:
        """The app in front, and the pages of the shop."""
        return self.state["front"], self.pages

    def var(self, name: str) -> Any:
        return self.state["data"]["shop"]["v"][name]

    def records(self, name: str) -> list[Json]:
        return self.state["data"]["shop"]["c"][name]

    def ids(self, name: str) -> list[str]:
        return [record["id"] for record in self.records(name)]


@pytest.fixture
def phone() -> Phone:
    return Phone()


def test_it_starts_at_the_launcher_and_launching_opens_the_first_tab() -> None:
    phone = Phone(app="")
    assert (phone.state["front"], phone.state["stacks"], phone.state["now"]) == ("", {}, 0)
    phone.on("launch", app="shop")
    assert (phone.at, phone.state["tab"]["shop"], phone.state["now"]) == (("shop", ["items"]), "items", 1)


def test_back_goes_up_and_at_the_root_home(phone: Phone) -> None:
    phone.do({"kind": "go", "page": "item", "record": ""}, rec=CUP)
    assert phone.state["stacks"]["shop"][-1]["rec"] == "cup"
    phone.key("back")
    assert phone.at == ("shop", ["items"])
    phone.key("back")
    assert phone.at == ("", ["items"])


def test_home_and_each_tab_keep_their_stack_and_closing_forgets_it_but_not_the_data(phone: Phone) -> None:
    phone.do(TOGGLE, OPEN_CUP)
    phone.key("home")
    phone.on("launch", app="notes")
    phone.on("launch", app="shop")
    assert (phone.pages, phone.state["recent"]) == (["items", "item"], ["shop", "notes"])
    phone.key("recents")
    assert phone.state["front"] == "*recents"
    phone.key("back")
    assert phone.state["front"] == "shop"
    for tab, pages in (("cart", ["cart"]), ("items", ["items", "item"]), ("items", ["items"])):
        phone.do({"kind": "tab", "tab": tab})
        assert phone.pages == pages
    phone.do(OPEN_CUP)
    phone.on("close", app="shop")
    assert (phone.state["front"], phone.state["recent"]) == ("", ["notes"])
    phone.on("launch", app="shop")
    assert (phone.pages, phone.var("gift")) == (["items"], True)


def test_records_are_put_raised_patched_dropped_and_emptied(phone: Phone) -> None:
    put: Json = {"kind": "put", "into": "cart", "key": ["item"], "count": "qty"}
    put["fields"] = {"item": "{id}", "price": "{price}", "qty": 1}
    for _ in range(2):
        phone.do(put, rec=CUP)
    assert phone.records("cart") == [{"id": "new-1", "item": "cup", "price": 1250, "qty": 2}]
    phone.do({"kind": "patch", "field": "qty", "value": 0, "by": 3}, rec=["cart", "new-1"])
    assert phone.records("cart")[0]["qty"] == 5
    phone.do(put, rec=POT)
    phone.do({"kind": "drop"}, rec=["cart", "new-1"])
    assert phone.ids("cart") == ["new-2"]
    phone.do({"kind": "empty", "collection": "cart"})
    phone.do(put, rec=CUP)
    assert phone.ids("cart") == ["new-3"], "an id is never used again"
    phone.do({"kind": "patch", "field": "title", "value": "other", "by": None}, rec=CUP)
    assert phone.world["apps"]["shop"]["collections"]["items"][0]["title"] == "Blue cup", "the spec is never changed"
    assert start(phone.world)["data"]["shop"]["c"]["items"][0]["title"] == "Blue cup"


def test_later_comes_later_even_when_another_app_is_in_front(phone: Phone) -> None:
    named = {"kind": "set", "var": "name", "value": "{title}"}
    phone.do({"kind": "later", "steps": 2, "do": [named]}, rec=POT)
    phone.key("home")
    assert phone.var("name") == ""
    phone.on("wait")
    assert (phone.var("name"), phone.state["pending"]) == ("Tea pot", [])


def test_a_condition_decides(phone: Phone) -> None:
    when: Json = {"kind": "when", "cond": {"left": "price", "op": "gt", "right": 2000}, "otherwise": [TOGGLE]}
    when["then"] = [{"kind": "set", "var": "name", "value": "dear"}]
    phone.do(when, rec=CUP)
    assert (phone.var("name"), phone.var("gift")) == ("", True)
    phone.do(when, rec=POT)
    assert phone.var("name") == "dear"


def test_toast_clipboard_and_acts(phone: Phone) -> None:
    commit: Json = {"kind": "commit", "act": "order", "fields": {"item": "{id}", "price": "{price}"}}
    phone.do({"kind": "say", "text": "Bought {title}"}, {"kind": "copy", "text": "{id}"}, commit, rec=CUP)
    assert (phone.state["toast"]["text"], phone.state["clip"]) == ("Bought Blue cup", "cup")
    assert phone.state["acts"] == [{"step": 2, "app": "shop", "act": "order", "fields": {"item": "cup", "price": 1250}}]
    phone.on("wait")
    assert phone.state["toast"] is not None
    phone.on("wait")
    assert phone.state["toast"] is None


def test_a_dialog_holds_its_record_and_back_closes_it(phone: Phone) -> None:
    phone.do(OPEN_CUP)
    phone.do({"kind": "ask", "dialog": "sure"})
    assert phone.state["dialog"]["rec"] == "cup"
    phone.key("back")
    assert (phone.state["dialog"], phone.pages) == ("", ["items", "item"])
    phone.do({"kind": "ask", "dialog": "sure"})
    phone.do({"kind": "dismiss"}, {"kind": "drop"}, {"kind": "back"}, rec=CUP)
    assert (phone.ids("items"), phone.pages) == (["pot", "jar"], ["items"])


def test_typing_is_no_step_and_an_answer_counts_once(phone: Phone) -> None:
    phone.on("tap", FIELD, k="f", x=1, y=1)
    assert phone.state["focus"] == "f"
    before = phone.state["now"]
    phone.on("input", FIELD, k="f", text="42")
    assert phone.state["now"] == before
    phone.do({"kind": "submit", "field": "answer"})
    assert (phone.state["answer"], phone.state["focus"]) == ("42", "")
    phone.on("input", FIELD, k="f", text="43")
    phone.do({"kind": "submit", "field": "answer"}, {"kind": "clear", "field": "answer"})
    assert (phone.state["answer"], phone.state["stacks"]["shop"][-1]["ui"]["answer"]) == ("42", "")


def test_enter_does_what_the_field_says_and_a_bound_field_sets_its_variable(phone: Phone) -> None:
    field = {**FIELD, "ui": "who", "enter": [{"kind": "say", "text": "{ui:who}/{var:name}"}]}
    phone.on("tap", field, k="f", x=1, y=1)
    phone.on("input", field, k="f", text="Ada")
    assert phone.var("name") == "Ada"
    phone.on("enter", field, k="f")
    assert phone.state["toast"]["text"] == "Ada/Ada"
    settle_focus(phone.state, scene_with())
    assert phone.state["focus"] == ""


def test_disabled_and_held_nodes(phone: Phone) -> None:
    phone.on("tap", tap_node(TOGGLE, states=["disabled"]), k="it", x=0, y=0)
    phone.on("hold", tap_node(TOGGLE), k="it", x=0, y=0)
    assert phone.var("gift") is False
    phone.on("hold", tap_node(hold=[TOGGLE]), k="it", x=0, y=0)
    assert phone.var("gift") is True


def test_launching_from_within_opens_the_page_there_and_a_page_that_opens_itself_ends(phone: Phone) -> None:
    phone.do({"kind": "launch", "app": "notes", "page": "note", "record": "n2"})
    assert phone.state["front"] == "notes"
    assert [entry["rec"] for entry in phone.state["stacks"]["notes"]] == ["", "n2"]
    assert phone.state["data"]["notes"]["c"]["notes"][1]["read"] is True, "opening it marks it read"
    phone = Phone(loop=True)
    phone.do({"kind": "go", "page": "loop", "record": ""})
    assert len(phone.pages) < 20


def test_a_board_turns_marks_and_picks_its_cells(phone: Phone) -> None:
    def touch(row: int, column: int, rule: str) -> None:
        node: Json = {"k": "b", "t": "canvas", "id": f"board-{rule}", "w": 120, "h": 120, "cell": 50, "pad": 10}
        phone.on("tap", node, k="b", x=15 + 50 * column, y=15 + 50 * row)

    def cells(field: str) -> list[str]:
        return [cell["id"] for cell in phone.records("cells") if cell.get(field)]

    phone.do({"kind": "go", "page": "board", "record": ""})
    touch(0, 0, "turn")
    assert cells("open") == ["c00"]
    touch(1, 1, "turn")
    assert cells("open") == ["c11"], "it hides the one before"
    for row, column in ((0, 1), (1, 0), (0, 1)):
        touch(row, column, "mark")
    assert cells("marked") == ["c10"]
    touch(1, 0, "pick")
    assert phone.var("name") == "c10"


def test_a_popup_comes_once_at_its_step_back_closes_it_and_its_other_button_is_noted() -> None:
    phone = Phone({**POPUP, "at": 2})
    assert phone.state["popup"] is None
    phone.do()
    assert phone.state["popup"] == "rate"
    phone.key("back")
    assert (phone.state["popup"], phone.state["front"]) == (None, "shop")
    phone.do()
    assert phone.state["popup"] is None
    phone = Phone({**POPUP, "at": 1})
    phone.do({"kind": "close-popup", "id": "rate", "other": 1})
    assert phone.state["acts"][0]["act"] == "popup-other"


def test_an_expired_session_lets_back_go_home_only() -> None:
    phone = Phone({"kind": "session", "app": "shop", "at": 2, "title": "t", "text": "x", "button": "b"})
    phone.do(OPEN_CUP)
    phone.key("back")
    assert phone.at == ("", ["items", "item"])
    phone.on("launch", app="shop")
    phone.do({"kind": "continue", "app": "shop", "at": 2})
    phone.key("back")
    assert phone.at == ("shop", ["items"])


def test_a_sync_brings_records_to_their_place() -> None:
    sync = {"kind": "sync", "app": "shop", "collection": "items", "records": ["pot"], "after": 2, "text": "wait"}
    phone = Phone(sync, app="")
    assert phone.ids("items") == ["cup", "jar"]
    phone.key("home")
    phone.on("launch", app="shop")
    phone.do()
    assert len(phone.records("items")) == 2
    phone.do()
    assert (phone.ids("items"), phone.state["held"]) == (["cup", "pot", "jar"], [])


def test_drafts_and_clipboard_are_lost() -> None:
    phone = Phone({"kind": "draft", "app": "shop", "at": 3}, {"kind": "clip", "at": 3})
    phone.on("input", {**FIELD, "ui": "who"}, k="f", text="half")
    phone.do({"kind": "copy", "text": "kept"})
    assert phone.state["clip"] == "kept"
    phone.do({"kind": "tab", "tab": "cart"})
    assert (phone.state["clip"], phone.state["tabstacks"]["shop"]["items"][0]["ui"]["who"]) == ("", "")


def test_what_is_served_holds_neither_scenario_nor_task() -> None:
    made = served(toy_world())
    assert set(made) == {"id", "phone", "order", "apps"}
    assert made["order"] == ["shop", "notes", "desk"]
    assert made["apps"]["shop"]["root"] == "items"
    assert made["apps"]["shop"]["pages"]["items"]["fields"] == ["items-search", "who"]
