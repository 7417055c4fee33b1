"""From an event to the next state: counts the step, does what was touched, then what was due."""

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.effects import (
    open_app,
    row_context,
    run_effects,
    touch_cell,
    type_into_field,
)
from sextant_worlds.engine.state import (
    blank_state,
    changed,
    close_app,
    front_entry,
    go_back,
    go_home,
    go_recents,
    lose_drafts,
)
from sextant_worlds.engine.values import record_of


def start(world: Json) -> Json:
    """The state before the first step: the launcher, or the app that the phone starts with."""
    state = blank_state(world)
    if world["phone"]["start"] is not None:
        open_app(world, state, world["phone"]["start"], 0)
    state["dirty"] = []
    return state


def handle(world: Json, state: Json, scene: Json, event: Json) -> None:
    """Applies an event to the state. `scene` is what is on the screen now; it is not changed."""
    state["dirty"] = []
    on = event["on"]
    if on == "input":
        handle_input(world, state, scene, event)
        state["focus"] = event["k"]  # who types has the focus, also where something else had just taken it
    elif on == "focus":
        state["focus"] = event["k"]
    elif on == "blur":
        state["focus"] = ""
    else:
        state["now"] += 1
        if state["toast"] is not None and state["now"] >= state["toast"]["until"]:
            state["toast"] = None
        handle_step(world, state, scene, event)
        run_pending(world, state)
        run_surprises(world, state)


def settle_focus(state: Json, scene: Json) -> None:
    """Clears the focus where its field is not in the scene any more."""
    if state["focus"] != "" and find_node(scene, state["focus"]) is None:
        state["focus"] = ""


def find_node(scene: Json, key: str) -> Json | None:
    """The node of that key, or None."""
    for layer in scene["layers"]:
        for node in layer["nodes"]:
            if node["k"] == key:
                return node
    return None


def handle_step(world: Json, state: Json, scene: Json, event: Json) -> None:
    """An event that counts as a step."""
    on = event["on"]
    if on == "tap" or on == "hold":
        handle_touch(world, state, scene, event)
    elif on == "enter":
        node = find_node(scene, event["k"]) if event["k"] != "" else None
        if node is not None and node["t"] == "field":
            run_effects(world, state, node["enter"], row_context(world, state, state["front"], front_entry(state), []))
    elif on == "scroll":
        handle_scroll(state, scene, event)
    elif on == "key":
        handle_key(world, state, event["key"])
    elif on == "launch":
        open_app(world, state, event["app"], 0)
    elif on == "close":
        close_app(state, event["app"])


def handle_key(world: Json, state: Json, key: str) -> None:
    """Back, home, recents. A popup takes the back key."""
    if key == "home":
        go_home(state)
    elif key == "recents":
        go_recents(state)
    elif state["popup"] is not None:
        state["popup"] = None
    else:
        go_back(world, state)


def handle_scroll(state: Json, scene: Json, event: Json) -> None:
    """Moves a layer's content, within its bounds."""
    for layer in scene["layers"]:
        if layer["k"] == event["k"] and layer["scroll"] == 1:
            entry = front_entry(state)
            kept = state["scroll"] if entry is None else entry["scroll"]
            kept[event["k"]] = max(0, min(event["to"], layer["inner"] - layer["h"]))


def handle_input(world: Json, state: Json, scene: Json, event: Json) -> None:
    """A field holds another text now."""
    node = find_node(scene, event["k"])
    entry = front_entry(state)
    if node is None or node["t"] != "field" or entry is None:
        return
    type_into_field(world, state, state["front"], entry, node["ui"], event["text"])


def handle_touch(world: Json, state: Json, scene: Json, event: Json) -> None:
    """A finger on the screen, short or long."""
    node = find_node(scene, event["k"]) if event["k"] != "" else None
    state["focus"] = ""
    if node is None:
        return
    kind = node["t"]
    if kind == "field":
        state["focus"] = node["k"]
    elif kind == "canvas":
        if event["on"] == "tap":
            touch_board(world, state, node, event)
    elif kind == "tap" and "disabled" not in node["states"]:
        app = state["front"]
        if event["on"] == "hold":
            if len(node["hold"]) > 0:
                run_effects(world, state, node["hold"], row_context(world, state, app, front_entry(state), node["rec"]))
            return
        run_effects(world, state, node["do"], row_context(world, state, app, front_entry(state), node["rec"]))


def touch_board(world: Json, state: Json, node: Json, event: Json) -> None:
    """A finger on a board: finds the cell, applies the rule, then the board's own effects."""
    app = state["front"]
    entry = front_entry(state)
    if entry is None:
        return
    for board in world["apps"][app]["pages"][entry["page"]]["blocks"]:
        if board["kind"] == "board" and board["id"] == node["id"]:
            if event["x"] < node["pad"] or event["y"] < node["pad"]:
                return
            row = (event["y"] - node["pad"]) // node["cell"]
            column = (event["x"] - node["pad"]) // node["cell"]
            for cell in state["data"][app]["c"][board["source"]]:
                if cell["row"] == row and cell["col"] == column:
                    at = row_context(world, state, app, entry, [board["source"], cell["id"]])
                    touch_cell(state, at, board)
                    run_effects(world, state, [do for do in board["do"] if do["kind"] != "play"], at)
                    return


# ---------------------------------------------------------------------- what was due


def run_pending(world: Json, state: Json) -> None:
    """Deliveries, replies, syncs whose step has come."""
    if len(state["pending"]) > 0:
        ready = [later for later in state["pending"] if later["at"] <= state["now"]]
        if len(ready) > 0:
            state["pending"] = [later for later in state["pending"] if later["at"] > state["now"]]
            for later in ready:
                app = later["app"]
                at = row_context(world, state, app, None, [])
                if later["rec"] != "":
                    at["collection"] = later["collection"]
                    at["rec"] = record_of(state, app, later["collection"], later["rec"])
                at["ui"] = later["ui"]
                run_effects(world, state, later["do"], at)
    if len(state["held"]) > 0:
        for held in state["held"]:
            if held["at"] >= 0 and held["at"] <= state["now"]:
                bring_held(state, held)
        state["held"] = [held for held in state["held"] if held["at"] < 0 or held["at"] > state["now"]]


def bring_held(state: Json, held: Json) -> None:
    """A sync is done: its records stand where they belong."""
    here = state["data"][held["app"]]["c"]
    records = here[held["collection"]].copy()
    for pair in held["records"]:
        records.insert(pair[0], pair[1])
    here[held["collection"]] = records
    changed(state, held["app"], "c", held["collection"])


def run_surprises(world: Json, state: Json) -> None:
    """Popups, expired sessions, lost drafts and clipboards whose step has come."""
    surprises = world["phone"]["surprises"]
    for index in range(len(surprises)):
        surprise = surprises[index]
        if surprise["kind"] == "sync" or surprise["at"] > state["now"]:
            continue
        key = f"!{index}"
        if key in state["seen"]:
            continue
        kind = surprise["kind"]
        if kind == "popup":
            if state["popup"] is not None:
                continue
            state["popup"] = surprise["id"]
        elif kind == "session":
            state["focus"] = ""
        elif kind == "draft":
            lose_drafts(world, state, surprise["app"])
        else:
            state["clip"] = ""
        state["seen"][key] = state["now"]
