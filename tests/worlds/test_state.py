"""The state side of the engine, on hand-made scenes: what each effect and each event does."""

from typing import Any

import pytest

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import handle, settle_focus, start
from sextant_worlds.spec.world import World
from tests.worlds.toy import toy_world


def tap_node(*do: Json, rec: list[str] | None = None, hold: list[Json] | None = None, **more: Any) -> Json:
    return {
        "k": "it",
        "t": "tap",
        "id": "it",
        "states": [],
        "do": list(do),
        "hold": hold or [],
        "rec": rec or [],
        **more,
    }


def scene_with(*nodes: Json) -> Json:
    return {"layers": [{"k": "body", "scroll": 1, "inner": 2000, "h": 800, "at": 0, "nodes": list(nodes)}]}


class Phone:
    """A served world and its state; touches run effects as a node of a scene would."""

    def __init__(self, world: World | None = None) -> None:
        self.world = served(world or toy_world())
        self.state = start(self.world)

    def event(self, event: Json, *nodes: Json) -> None:
        handle(self.world, self.state, scene_with(*nodes), event)

    def do(self, *effects: Json, rec: list[str] | None = None) -> None:
        self.event({"on": "tap", "k": "it", "x": 0, "y": 0}, tap_node(*effects, rec=rec))

    def key(self, key: str) -> None:
        self.event({"on": "key", "key": key})

    def launch(self, app: str) -> None:
        self.event({"on": "launch", "app": app})

    def pages(self, app: str = "shop") -> list[str]:
        return [entry["page"] for entry in self.state["stacks"].get(app, [])]

    def var(self, name: str) -> Any:
        return self.state["data"]["shop"]["v"][name]

    def records(self, name: str) -> list[Json]:
        return self.state["data"]["shop"]["c"][name]


@pytest.fixture
def phone() -> Phone:
    made = Phone()
    made.launch("shop")
    return made


def test_it_starts_at_the_launcher_with_nothing_open() -> None:
    state = Phone().state
    assert (state["front"], state["stacks"], state["now"]) == ("", {}, 0)


def test_launching_opens_the_first_tab(phone: Phone) -> None:
    assert phone.state["front"] == "shop"
    assert phone.pages() == ["items"]
    assert phone.state["tab"]["shop"] == "items"
    assert phone.state["now"] == 1


def test_back_goes_up_and_at_the_root_home(phone: Phone) -> None:
    phone.do({"kind": "go", "page": "item", "record": ""}, rec=["items", "cup"])
    assert phone.state["stacks"]["shop"][-1]["rec"] == "cup"
    phone.key("back")
    assert phone.pages() == ["items"]
    phone.key("back")
    assert phone.state["front"] == ""
    assert phone.pages() == ["items"]


def test_home_keeps_the_stack_and_the_launcher_resumes_it(phone: Phone) -> None:
    phone.do({"kind": "go", "page": "item", "record": "cup"})
    phone.key("home")
    phone.launch("notes")
    phone.launch("shop")
    assert phone.pages() == ["items", "item"]
    assert phone.state["recent"] == ["shop", "notes"]


def test_each_tab_keeps_its_own_stack(phone: Phone) -> None:
    phone.do({"kind": "go", "page": "item", "record": "cup"})
    phone.do({"kind": "tab", "tab": "cart"})
    assert phone.pages() == ["cart"]
    phone.do({"kind": "tab", "tab": "items"})
    assert phone.pages() == ["items", "item"]
    phone.do({"kind": "tab", "tab": "items"})
    assert phone.pages() == ["items"]


def test_closing_forgets_the_stack_but_not_the_data(phone: Phone) -> None:
    phone.do({"kind": "toggle", "var": "gift"}, {"kind": "go", "page": "item", "record": "cup"})
    phone.event({"on": "close", "app": "shop"})
    assert (phone.state["front"], phone.state["recent"]) == ("", [])
    phone.launch("shop")
    assert phone.pages() == ["items"]
    assert phone.var("gift") is True


def test_recents_and_back_return_to_where_it_was(phone: Phone) -> None:
    phone.key("recents")
    assert phone.state["front"] == "*recents"
    phone.key("back")
    assert phone.state["front"] == "shop"


def test_records_are_put_raised_patched_dropped_and_emptied(phone: Phone) -> None:
    put: Json = {"kind": "put", "into": "cart", "key": ["item"], "count": "qty"}
    put["fields"] = {"item": "{id}", "price": "{price}", "qty": 1}
    for _ in range(2):
        phone.do(put, rec=["items", "cup"])
    assert phone.records("cart") == [{"id": "new-1", "item": "cup", "price": 1250, "qty": 2}]
    phone.do({"kind": "patch", "field": "qty", "value": 0, "by": 3}, rec=["cart", "new-1"])
    assert phone.records("cart")[0]["qty"] == 5
    phone.do(put, rec=["items", "pot"])
    phone.do({"kind": "drop"}, rec=["cart", "new-1"])
    assert [record["id"] for record in phone.records("cart")] == ["new-2"]
    phone.do({"kind": "empty", "collection": "cart"})
    phone.do(put, rec=["items", "cup"])
    assert [record["id"] for record in phone.records("cart")] == ["new-3"], "an id is never used again"


def test_the_spec_is_never_changed(phone: Phone) -> None:
    phone.do({"kind": "patch", "field": "title", "value": "other", "by": None}, rec=["items", "cup"])
    assert phone.world["apps"]["shop"]["collections"]["items"][0]["title"] == "Blue cup"
    assert start(phone.world)["data"]["shop"]["c"]["items"][0]["title"] == "Blue cup"


def test_later_comes_later_even_when_another_app_is_in_front(phone: Phone) -> None:
    phone.do(
        {"kind": "later", "steps": 2, "do": [{"kind": "set", "var": "name", "value": "{title}"}]}, rec=["items", "pot"]
    )
    phone.key("home")
    assert phone.var("name") == ""
    phone.event({"on": "wait"})
    assert phone.var("name") == "Tea pot"
    assert phone.state["pending"] == []


def test_a_condition_decides(phone: Phone) -> None:
    cond = {"left": "price", "op": "gt", "right": 2000}
    when: Json = {"kind": "when", "cond": cond}
    when["then"], when["otherwise"] = (
        [{"kind": "set", "var": "name", "value": "dear"}],
        [{"kind": "toggle", "var": "gift"}],
    )
    phone.do(when, rec=["items", "cup"])
    assert (phone.var("name"), phone.var("gift")) == ("", True)
    phone.do(when, rec=["items", "pot"])
    assert phone.var("name") == "dear"


def test_toast_clipboard_and_acts(phone: Phone) -> None:
    commit: Json = {"kind": "commit", "act": "order", "fields": {"item": "{id}", "price": "{price}"}}
    phone.do({"kind": "say", "text": "Bought {title}"}, {"kind": "copy", "text": "{id}"}, commit, rec=["items", "cup"])
    assert phone.state["toast"]["text"] == "Bought Blue cup"
    assert phone.state["clip"] == "cup"
    assert phone.state["acts"] == [{"step": 2, "app": "shop", "act": "order", "fields": {"item": "cup", "price": 1250}}]
    phone.event({"on": "wait"})
    assert phone.state["toast"] is not None
    phone.event({"on": "wait"})
    assert phone.state["toast"] is None


def test_a_dialog_holds_its_record_and_back_closes_it(phone: Phone) -> None:
    phone.do({"kind": "go", "page": "item", "record": "cup"})
    phone.do({"kind": "ask", "dialog": "sure"})
    assert phone.state["dialog"]["rec"] == "cup"
    phone.key("back")
    assert phone.state["dialog"] == ""
    assert phone.pages() == ["items", "item"]
    phone.do({"kind": "ask", "dialog": "sure"})
    phone.do({"kind": "dismiss"}, {"kind": "drop"}, {"kind": "back"}, rec=["items", "cup"])
    assert [record["id"] for record in phone.records("items")] == ["pot", "jar"]
    assert phone.pages() == ["items"]


FIELD: Json = {"k": "f", "t": "field", "id": "answer", "ui": "answer", "var": "", "enter": [], "value": ""}


def test_typing_is_no_step_and_an_answer_counts_once(phone: Phone) -> None:
    phone.event({"on": "tap", "k": "f", "x": 1, "y": 1}, FIELD)
    assert phone.state["focus"] == "f"
    before = phone.state["now"]
    phone.event({"on": "input", "k": "f", "text": "42"}, FIELD)
    assert phone.state["now"] == before
    phone.do({"kind": "submit", "field": "answer"})
    assert (phone.state["answer"], phone.state["focus"]) == ("42", "")
    phone.event({"on": "input", "k": "f", "text": "43"}, FIELD)
    phone.do({"kind": "submit", "field": "answer"}, {"kind": "clear", "field": "answer"})
    assert phone.state["answer"] == "42"
    assert phone.state["stacks"]["shop"][-1]["ui"]["answer"] == ""


def test_enter_does_what_the_field_says_and_a_bound_field_sets_its_variable(phone: Phone) -> None:
    field = {**FIELD, "ui": "who", "enter": [{"kind": "say", "text": "{ui:who}/{var:name}"}]}
    phone.event({"on": "tap", "k": "f", "x": 1, "y": 1}, field)
    phone.event({"on": "input", "k": "f", "text": "Ada"}, field)
    assert phone.var("name") == "Ada"
    phone.event({"on": "enter", "k": "f"}, field)
    assert phone.state["toast"]["text"] == "Ada/Ada"
    settle_focus(phone.state, scene_with())
    assert phone.state["focus"] == ""


def test_disabled_and_held_nodes(phone: Phone) -> None:
    toggle: Json = {"kind": "toggle", "var": "gift"}
    phone.event({"on": "tap", "k": "it", "x": 0, "y": 0}, tap_node(toggle, states=["disabled"]))
    phone.event({"on": "hold", "k": "it", "x": 0, "y": 0}, tap_node(toggle))
    assert phone.var("gift") is False
    phone.event({"on": "hold", "k": "it", "x": 0, "y": 0}, tap_node(hold=[toggle]))
    assert phone.var("gift") is True


def test_launching_from_within_opens_the_page_there(phone: Phone) -> None:
    phone.do({"kind": "launch", "app": "notes", "page": "note", "record": "n2"})
    assert phone.state["front"] == "notes"
    assert [entry["rec"] for entry in phone.state["stacks"]["notes"]] == ["", "n2"]
    assert phone.state["data"]["notes"]["c"]["notes"][1]["read"] is True, "opening it marks it read"


def test_a_page_that_opens_itself_ends() -> None:
    world = toy_world(loop=True)
    phone = Phone(world)
    phone.launch("shop")
    phone.do({"kind": "go", "page": "loop", "record": ""})
    assert len(phone.pages()) < 20


class TestBoards:
    @staticmethod
    def touch(phone: Phone, row: int, column: int, rule: str) -> None:
        node: Json = {"k": "b", "t": "canvas", "id": f"board-{rule}", "w": 120, "h": 120, "cell": 50, "pad": 10}
        phone.event({"on": "tap", "k": "b", "x": 15 + 50 * column, "y": 15 + 50 * row}, node)

    @staticmethod
    def cells(phone: Phone, field: str) -> list[str]:
        return [cell["id"] for cell in phone.records("cells") if cell.get(field)]

    def test_turning_hides_the_one_before(self, phone: Phone) -> None:
        phone.do({"kind": "go", "page": "board", "record": ""})
        self.touch(phone, 0, 0, "turn")
        assert self.cells(phone, "open") == ["c00"]
        self.touch(phone, 1, 1, "turn")
        assert self.cells(phone, "open") == ["c11"]

    def test_marking_and_picking(self, phone: Phone) -> None:
        phone.do({"kind": "go", "page": "board", "record": ""})
        self.touch(phone, 0, 1, "mark")
        self.touch(phone, 1, 0, "mark")
        self.touch(phone, 0, 1, "mark")
        assert self.cells(phone, "marked") == ["c10"]
        self.touch(phone, 1, 0, "pick")
        assert phone.var("name") == "c10"


class TestSurprises:
    def test_a_popup_comes_at_its_step_and_back_closes_it(self) -> None:
        phone = Phone(
            toy_world(surprises=({"kind": "popup", "id": "rate", "at": 2, "title": "t", "text": "x", "close": "c"},))
        )
        phone.launch("shop")
        assert phone.state["popup"] is None
        phone.do()
        assert phone.state["popup"] == "rate"
        phone.key("back")
        assert (phone.state["popup"], phone.state["front"]) == (None, "shop")
        phone.do()
        assert phone.state["popup"] is None, "it comes once"

    def test_its_other_button_is_noted(self) -> None:
        phone = Phone(
            toy_world(surprises=({"kind": "popup", "id": "rate", "at": 1, "title": "t", "text": "x", "close": "c"},))
        )
        phone.launch("shop")
        phone.do({"kind": "close-popup", "id": "rate", "other": 1})
        assert phone.state["acts"][0]["act"] == "popup-other"

    def test_an_expired_session_lets_back_go_home_only(self) -> None:
        session = {"kind": "session", "app": "shop", "at": 2, "title": "t", "text": "x", "button": "b"}
        phone = Phone(toy_world(surprises=(session,)))
        phone.launch("shop")
        phone.do({"kind": "go", "page": "item", "record": "cup"})
        phone.key("back")
        assert (phone.state["front"], phone.pages()) == ("", ["items", "item"])
        phone.launch("shop")
        phone.do({"kind": "continue", "app": "shop", "at": 2})
        phone.key("back")
        assert (phone.state["front"], phone.pages()) == ("shop", ["items"])

    def test_a_sync_brings_records_to_their_place(self) -> None:
        sync = {"kind": "sync", "app": "shop", "collection": "items", "records": ["pot"], "after": 2, "text": "wait"}
        phone = Phone(toy_world(surprises=(sync,)))
        assert [record["id"] for record in phone.records("items")] == ["cup", "jar"]
        phone.key("home")
        phone.launch("shop")
        phone.do()
        assert len(phone.records("items")) == 2
        phone.do()
        assert [record["id"] for record in phone.records("items")] == ["cup", "pot", "jar"]
        assert phone.state["held"] == []

    def test_drafts_and_clipboard_are_lost(self) -> None:
        lost = ({"kind": "draft", "app": "shop", "at": 3}, {"kind": "clip", "at": 3})
        phone = Phone(toy_world(surprises=lost))
        phone.launch("shop")
        phone.event({"on": "input", "k": "f", "text": "half"}, {**FIELD, "ui": "who"})
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
