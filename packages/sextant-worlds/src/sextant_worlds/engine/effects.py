"""What a touch does to the state: one function for each effect of the spec.

The context of effects is `{"app", "entry" (the page's opening or None), "collection", "rec" (the record at hand, {}
where there is none), "ui" (what the page's fields hold), "depth"}`. Beside the spec's effects there are those of the
phone's own widgets: `ui`, `tab`, `dismiss`, `close-popup`, `continue`, `close`, `home`.
"""

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.state import (
    bring_forward,
    changed,
    close_app,
    go_back,
    go_home,
    new_entry,
    page_changed,
    page_of,
    set_var,
    swap_record,
    top_entry,
)
from sextant_worlds.engine.values import context, expand, holds, record_of, valued

TOAST_STEPS = 2
MAX_DEPTH = 8
MAX_STACK = 40


def page_context(world: Json, state: Json, app: str, entry: Json | None, depth: int) -> Json:
    """The context of effects that belong to a page: the record at hand is the page's own."""
    collection = ""
    record: Json = {}
    ui: Json = {}
    if entry is not None:
        ui = entry["ui"]
        of = page_of(world, app, entry)["of"]
        if of is not None:
            collection = of
            record = record_of(state, app, of, entry["rec"])
    return {"app": app, "entry": entry, "collection": collection, "rec": record, "ui": ui, "depth": depth}


def row_context(world: Json, state: Json, app: str, entry: Json | None, hand: list[str]) -> Json:
    """The context of effects of a touched row; without a row the page's."""
    at = page_context(world, state, app, entry, 0)
    if len(hand) == 2:
        at["collection"] = hand[0]
        at["rec"] = record_of(state, app, hand[0], hand[1])
    return at


def values_at(world: Json, state: Json, at: Json) -> Json:
    """What templates see."""
    return context(world, state, at["app"], at["rec"], at["ui"])


def run_effects(world: Json, state: Json, effects: list[Json], at: Json) -> None:
    """Carries effects out, one after the other."""
    if at["depth"] > MAX_DEPTH:
        return
    for effect in effects:
        kind = effect["kind"]
        if kind in ["go", "back", "launch", "ask"]:
            move_effect(world, state, effect, at)
        elif kind in ["set", "toggle", "add"]:
            var_effect(world, state, effect, at)
        elif kind in ["put", "patch", "drop", "empty"]:
            record_effect(world, state, effect, at)
        elif kind in ["clear", "fill", "submit"]:
            field_effect(world, state, effect, at)
        elif kind in ["ui", "tab", "dismiss", "close-popup", "continue", "close", "home"]:
            widget_effect(world, state, effect, at)
        else:
            other_effect(world, state, effect, at)


# ---------------------------------------------------------------------- moving


def move_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Go, back, launch, ask."""
    kind = effect["kind"]
    app = at["app"]
    if kind == "back":
        back_in(world, state, app)
    elif kind == "ask":
        entry = top_entry(state, app)
        if entry is not None and effect["dialog"] in page_of(world, app, entry)["dialogs"]:
            rec = at["rec"].get("id", "")
            state["dialog"] = {
                "app": app,
                "page": entry["page"],
                "dialog": effect["dialog"],
                "collection": at["collection"],
                "rec": rec,
            }
            state["focus"] = ""
    else:
        record = expand(values_at(world, state, at), effect["record"]) if effect["record"] != "" else ""
        if record == "":
            record = at["rec"].get("id", "")
        if kind == "go":
            open_page(world, state, app, effect["page"], record, at["depth"] + 1)
        else:
            other = effect["app"]
            open_app(world, state, other, at["depth"] + 1)
            if effect["page"] is not None:
                open_page(world, state, other, effect["page"], record, at["depth"] + 1)


def back_in(world: Json, state: Json, app: str) -> None:
    """Leaves the app's page; where the app is not in front, only its stack."""
    if state["front"] == app:
        go_back(world, state)
    elif app in state["stacks"] and len(state["stacks"][app]) > 1:
        state["stacks"][app].pop()
        page_changed(state, app)


def open_page(world: Json, state: Json, app: str, page: str, record: str, depth: int) -> None:
    """Puts a page on top of the app's stack and carries out what its opening does."""
    if app not in state["stacks"] or page not in world["apps"][app]["pages"]:
        return
    entry = new_entry(world, state, app, page, record)
    stack = state["stacks"][app]
    stack.append(entry)
    if len(stack) > MAX_STACK:
        stack.pop(1)
    page_changed(state, app)
    run_effects(world, state, page_of(world, app, entry)["opened"], page_context(world, state, app, entry, depth))


def open_app(world: Json, state: Json, app: str, depth: int) -> None:
    """Brings an app to the front, as it was left or freshly at its start."""
    if app not in world["apps"]:
        return
    bring_forward(state, app)
    if app not in state["opened"]:
        state["opened"][app] = state["now"]
        for held in state["held"]:
            if held["app"] == app:
                held["at"] = state["now"] + world["phone"]["surprises"][held["i"]]["after"]
    if app not in state["stacks"]:
        spec = world["apps"][app]
        state["stacks"][app] = []
        state["tabstacks"][app] = {}
        state["tab"][app] = spec["tabs"][0]["id"] if len(spec["tabs"]) > 0 else ""
        open_page(world, state, app, spec["root"], "", depth)


def switch_tab(world: Json, state: Json, app: str, tab: str) -> None:
    """Shows a tab with the stack it was left with; the present tab goes back to its root."""
    page = ""
    for other in world["apps"][app]["tabs"]:
        if other["id"] == tab:
            page = other["page"]
    if page == "":
        return
    present = state["tab"][app]
    if tab == present:
        state["stacks"][app] = [state["stacks"][app][0]]
        page_changed(state, app)
        return
    state["tabstacks"][app][present] = state["stacks"][app]
    state["tab"][app] = tab
    if tab in state["tabstacks"][app]:
        state["stacks"][app] = state["tabstacks"][app].pop(tab)
        page_changed(state, app)
    else:
        state["stacks"][app] = []
        open_page(world, state, app, page, "", 1)


# ---------------------------------------------------------------------- data


def var_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Set, toggle, add."""
    app = at["app"]
    var = effect["var"]
    if effect["kind"] == "set":
        set_var(state, app, var, valued(values_at(world, state, at), effect["value"]))
    elif effect["kind"] == "toggle":
        set_var(state, app, var, not state["data"][app]["v"].get(var, False))
    else:
        step_var(state, app, var, effect["by"], effect["low"], effect["high"])


def step_var(state: Json, app: str, var: str, by: int, low: int, high: int) -> None:
    """Adds to a number, within bounds."""
    old = state["data"][app]["v"].get(var, 0)
    new = max(low, min(high, old + by))
    if new != old:
        set_var(state, app, var, new)


def record_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Put, patch, drop, empty."""
    kind = effect["kind"]
    app = at["app"]
    here = state["data"][app]["c"]
    if kind == "put":
        put_record(world, state, effect, at)
    elif kind == "empty":
        here[effect["collection"]] = []
        changed(state, app, "c", effect["collection"])
    elif "id" in at["rec"] and at["collection"] in here:
        if kind == "drop":
            gone = at["rec"]["id"]
            here[at["collection"]] = [record for record in here[at["collection"]] if record["id"] != gone]
            changed(state, app, "c", at["collection"])
        else:
            record = at["rec"].copy()
            field = effect["field"]
            if effect["by"] is not None:
                record[field] = record.get(field, 0) + effect["by"]
            else:
                record[field] = valued(values_at(world, state, at), effect["value"])
            at["rec"] = record
            swap_record(state, app, at["collection"], record)


def put_record(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Appends a record, or raises the one whose key fields are equal."""
    app = at["app"]
    into = effect["into"]
    sees = values_at(world, state, at)
    record: Json = {}
    for field in effect["fields"].keys():
        record[field] = valued(sees, effect["fields"][field])
    if len(effect["key"]) > 0:
        for other in state["data"][app]["c"][into]:
            if same_key(record, other, effect["key"]):
                if effect["count"] != "":
                    raised = other.copy()
                    raised[effect["count"]] = raised.get(effect["count"], 0) + 1
                    swap_record(state, app, into, raised)
                return
    if "id" not in record:
        made = state["made"].get(app + "/" + into, 0) + 1
        state["made"][app + "/" + into] = made
        record["id"] = f"new-{made}"
    state["data"][app]["c"][into] = state["data"][app]["c"][into] + [record]
    changed(state, app, "c", into)


def same_key(one: Json, other: Json, fields: list[str]) -> bool:
    """Whether two records are equal in these fields."""
    for field in fields:
        if one.get(field, "") != other.get(field, ""):
            return False
    return True


def field_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Clear, fill, submit."""
    field = effect["field"]
    if effect["kind"] == "submit":
        if state["answer"] is None and str(at["ui"].get(field, "")).strip() != "":
            state["answer"] = at["ui"][field]
        return
    text = "" if effect["kind"] == "clear" else expand(values_at(world, state, at), effect["text"])
    if at["entry"] is not None:
        type_into_field(world, state, at["app"], at["entry"], field, text)


def type_into_field(world: Json, state: Json, app: str, entry: Json, field: str, text: str) -> None:
    """Gives a field its text: on the page, and in the variable that it is bound to."""
    entry["ui"][field] = text
    for block in page_of(world, app, entry)["blocks"]:
        if block["kind"] == "field" and block["id"] == field and block["var"] is not None:
            set_var(state, app, block["var"], text)


# ---------------------------------------------------------------------- the phone's own widgets


def widget_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Ui, tab, dismiss, close-popup, continue, close, home."""
    kind = effect["kind"]
    if kind == "ui":
        if at["entry"] is not None:
            at["entry"]["ui"][effect["key"]] = effect["value"]
    elif kind == "tab":
        if at["app"] in state["stacks"]:
            switch_tab(world, state, at["app"], effect["tab"])
    elif kind == "dismiss":
        state["dialog"] = ""
    elif kind == "close-popup":
        if effect["other"] == 1:
            fields: Json = {"popup": effect["id"]}
            state["acts"].append({"step": state["now"], "app": "phone", "act": "popup-other", "fields": fields})
        state["popup"] = None
    elif kind == "continue":
        state["seen"]["session/" + effect["app"] + "/" + str(effect["at"])] = state["now"]
    elif kind == "close":
        close_app(state, effect["app"])
    else:
        go_home(state)


# ---------------------------------------------------------------------- the rest


def other_effect(world: Json, state: Json, effect: Json, at: Json) -> None:
    """Say, copy, commit, later, when, play."""
    kind = effect["kind"]
    if kind == "say":
        text = expand(values_at(world, state, at), effect["text"])
        state["toast"] = {"text": text, "until": state["now"] + TOAST_STEPS}
    elif kind == "copy":
        state["clip"] = expand(values_at(world, state, at), effect["text"])
    elif kind == "commit":
        sees = values_at(world, state, at)
        fields: Json = {}
        for field in effect["fields"].keys():
            fields[field] = valued(sees, effect["fields"][field])
        state["acts"].append({"step": state["now"], "app": at["app"], "act": effect["act"], "fields": fields})
    elif kind == "later":
        later: Json = {
            "at": state["now"] + effect["steps"],
            "app": at["app"],
            "collection": at["collection"],
            "rec": at["rec"].get("id", ""),
            "ui": at["ui"].copy(),
            "do": effect["do"],
        }
        state["pending"].append(later)
    elif kind == "when":
        held = holds(values_at(world, state, at), effect["cond"])
        inner = at.copy()
        inner["depth"] = at["depth"] + 1
        run_effects(world, state, effect["then"] if held else effect["otherwise"], inner)
        at["rec"] = inner["rec"]
    elif kind == "play":
        play_record(world, state, at)


def play_record(world: Json, state: Json, at: Json) -> None:
    """Applies the rule of the page's board to the cell at hand."""
    if at["entry"] is None or "id" not in at["rec"]:
        return
    for block in page_of(world, at["app"], at["entry"])["blocks"]:
        if block["kind"] == "board" and block["source"] == at["collection"]:
            touch_cell(state, at, block)
            return


def touch_cell(state: Json, at: Json, board: Json) -> None:
    """The rule of a board, for the cell at hand."""
    app = at["app"]
    source = board["source"]
    cell = at["rec"]
    if board["rule"] == "pick":
        if board["var"] is not None:
            set_var(state, app, board["var"], cell["id"])
        return
    if board["rule"] == "mark":
        marked = cell.copy()
        marked["marked"] = not cell.get("marked", False)
        at["rec"] = marked
        swap_record(state, app, source, marked)
        return
    if cell.get("open", False):
        return
    turned = cell.copy()
    turned["open"] = True
    at["rec"] = turned
    swap_record(state, app, source, turned)
    if board["hides"] > 0:
        key = app + "/" + board["id"]
        order = state["turned"].get(key, []) + [cell["id"]]
        if len(order) > board["hides"]:
            close_cell(state, app, source, order[0])
            order = order[1:]
        state["turned"][key] = order


def close_cell(state: Json, app: str, source: str, cell: str) -> None:
    """Turns a cell face down again."""
    for record in state["data"][app]["c"][source]:
        if record["id"] == cell:
            closed = record.copy()
            closed["open"] = False
            swap_record(state, app, source, closed)
            return
