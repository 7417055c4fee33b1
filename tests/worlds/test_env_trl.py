"""Worlds as tools: TRL's rules for an environment class, and a rollout through them."""

import inspect
import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from PIL import Image

from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.prompts import decision_schema, decision_text
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    InputText,
    Pause,
    Scroll,
    ScrollBy,
    Status,
    Swipe,
    Tap,
    Wait,
)
from sextant.types.decisions import Decision
from sextant.types.screens import Picture
from sextant_worlds.envs.actions import ACTIONS, call_of, to_gesture
from sextant_worlds.envs.episode import Runtime
from sextant_worlds.envs.reward import RewardWeights
from sextant_worlds.envs.tasks import FixedTasks
from sextant_worlds.envs.trl import Shown, WorldTools, rows, world_tools
from sextant_worlds.spec import dumps
from sextant_worlds.twin.twin import Twin
from tests.worlds.toy import toy_world


def tools_of(environment: WorldTools) -> dict[str, Callable[..., Shown]]:
    """As TRL 1.16 finds them: every public method that is neither `reset` nor `get_reward`."""
    found = inspect.getmembers(type(environment), predicate=inspect.isfunction)
    names = [name for name, _ in found if not name.startswith("_") and name not in ("reset", "get_reward")]
    return {name: getattr(environment, name) for name in names}


def text_of(shown: Shown) -> str:
    assert isinstance(shown, str)
    return shown


def number(shown: str, label: str, role: str = r"\w+") -> int:
    found = re.search(rf'\[(\d+)\] {role} "{re.escape(label)}"', shown)
    assert found is not None, shown
    return int(found[1])


def begun(**how: Any) -> WorldTools:
    environment = world_tools(**how)()
    environment.reset(world=toy_world())
    return environment


def test_every_tool_can_be_told_to_a_model() -> None:
    """The rules of `transformers.utils.get_json_schema`: types for all, and a line under Args for each."""
    tools = tools_of(world_tools()())
    assert set(tools) == set(ACTIONS)
    for name, tool in tools.items():
        doc = inspect.getdoc(tool)
        assert doc, name
        assert re.match(r"\w[^\n]+\.(\n|$)", doc), name
        hints = get_type_hints(tool)
        parameters = inspect.signature(tool).parameters
        assert set(hints) == {*parameters, "return"}, name
        block = re.search(r"\n\s*Args:\n(.*)", doc, re.DOTALL)
        described = re.findall(r"^\s{4}(\w+): \S", block[1], re.MULTILINE) if block else []
        assert described == list(parameters), name


def test_a_rollout_that_solves_the_task() -> None:
    environment = world_tools(FixedTasks({"train": [toy_world()]}))()
    first = text_of(environment.reset(split="train", index=0, prompt=[{"role": "user", "content": "Go."}], extra=1))
    assert first.startswith("Goal: Hand in the code that the second note shows.\n\n## Screen (content")
    note = environment.click(number(first, "Notes"))
    shown = text_of(environment.click(number(text_of(note), "Second")))
    assert "QX-4471" in shown
    assert text_of(environment.note("code QX-4471")).startswith("Noted.")
    environment.navigate_home()
    desk = text_of(environment.open_app("Hand-in"))
    answer = text_of(environment.click(number(desk, "Hand in an answer")))
    filled = text_of(environment.input_text("QX-4471", number(answer, "Answer", "textbox")))
    environment.click(number(filled, "Hand in"))
    assert "over" in text_of(environment.status("complete"))
    assert environment.components.outcome == 1.0
    assert environment.get_reward() == pytest.approx(environment.components.total(RewardWeights()))
    assert environment.get_reward() > 1.0


def test_a_rollout_that_was_never_finished_is_judged_as_it_stands() -> None:
    environment = begun()
    assert text_of(environment.scroll("down")).startswith("Nothing changed.")
    environment.open_app("Notes")
    assert environment.get_reward() == pytest.approx(0.05)  # the form was right, nothing else
    assert "over" in text_of(environment.wait())


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("click", (55,), "there is no element 55 on the screen."),
        ("click", (None, [2000, 0]), "not on the 0-1000 frame"),
        ("click", ("2",), "an element is named by its number, not by '2'"),
        ("click", (3.0,), "by its number"),
        ("click", (True,), "by its number"),
        ("click", (None,), "needs an element or a point"),
        ("long_press", ([1],), "by its number"),
        ("scroll", ("sideways",), "'sideways' is none of up, down"),
        ("scroll", ("down", [1]), "by its number"),
        ("status", ("done",), "'done' is none of complete, infeasible"),
        ("status", ([1],), "[1] is none of complete"),
        ("open_app", (3,), "a text is needed, not 3"),
        ("note", ({"code": "x" * 100},), "a text is needed"),
        ("input_text", (5, 2), "a text is needed, not 5"),
        ("input_text", ("x", 2, "over"), "'over' is none of replace, append"),
        ("click", (None, ["a", None]), "a point is two numbers"),
        ("click", (1, None, [0.5, 2]), "at is two shares from 0 to 1"),
        ("scroll", ("down", None, "far"), "distance is a number up to 20"),
        ("swipe", ("down", None, 3), "distance is a number up to 1"),
        ("wait", (-1,), "seconds is a number up to 30"),
        ("click", (None, [float("nan"), 3]), "not on the 0-1000 frame"),
    ],
)
def test_arguments_that_do_not_fit_are_a_step_not_carried_out(tool: str, arguments: tuple[Any, ...], told: str) -> None:
    environment = begun()
    shown = text_of(getattr(environment, tool)(*arguments))
    assert shown.startswith("Not carried out: ")
    assert told in shown.splitlines()[0]
    environment.wait()
    assert environment.components.format == 0.5


def test_an_episode_has_a_limit_and_begins_with_a_reset() -> None:
    assert "limit of steps" in text_of(begun(max_steps=1).wait())
    environment = world_tools()()
    assert environment.get_reward() == 0.0
    assert environment.wait() == "Nothing has begun yet."
    first = environment.reset(world=toy_world())
    environment.open_app("Notes")
    assert environment.reset(world=toy_world()) == first
    assert environment.get_reward() == 0.0


def test_a_row_holds_a_world_which_may_be_text() -> None:
    environment = world_tools(tell_goal=False)()
    assert text_of(environment.reset(world=dumps(toy_world()))).startswith("## Screen")
    with pytest.raises(UsageError, match="no 'world'"):
        environment.reset(prompt="x")


def test_pictures_come_as_blocks() -> None:
    def paint(runtime: Runtime) -> Picture:
        held = BytesIO()
        Image.new("RGB", (int(runtime.screen().size.width), 915)).save(held, "PNG")
        return Picture(held.getvalue(), "image/png", 1.0)

    environment = world_tools(painter=paint)()
    blocks = environment.reset(world=toy_world())
    assert isinstance(blocks, list)
    assert [block["type"] for block in blocks] == ["image", "text"]
    assert blocks[0]["image"].size == (412, 915)
    assert blocks[1]["text"].startswith("Goal:")


def test_rows_of_a_data_set_name_their_tasks() -> None:
    made = rows("train", range(3))
    assert [(row["split"], row["index"]) for row in made] == [("train", 0), ("train", 1), ("train", 2)]
    environment = world_tools(FixedTasks({"train": [toy_world()] * 3}))()
    assert text_of(environment.reset(**made[2])).startswith("Goal:")
    assert made[0]["prompt"][-1]["role"] == "user"


def test_the_tools_are_the_actions_of_a_decision_with_their_fields() -> None:
    """One schema: what a deployed model may answer, what training records say, and the tools of a rollout."""
    left_out = {"drag", "answer", "recall", "hand_over"}  # answers are handed in on the phone, nobody is there
    forms: dict[str, Any] = {}
    for form in decision_schema("full").model_json_schema()["$defs"].values():
        kind: dict[str, Any] = form.get("properties", {}).get("type", {})
        forms |= dict.fromkeys([kind["const"]] if "const" in kind else kind.get("enum", []), form)
    forms = {name: form for name, form in forms.items() if name in ACTIONS or name in left_out}
    assert set(forms) | {"note"} == set(ACTIONS) | left_out
    for name, tool in tools_of(world_tools()()).items():
        if name == "note":
            continue
        fields = forms[name]["properties"]
        parameters = inspect.signature(tool).parameters
        assert {*parameters, "type"} == set(fields) - {"secret"}, name  # a world has no secrets to type
        for field, hint in get_type_hints(tool).items():
            if get_origin(hint) is Literal and field != "return":
                assert list(get_args(hint)) == fields[field]["enum"], (name, field)


@pytest.mark.parametrize(
    "action",
    [
        Click(ByIndex(0)),
        Click(ByRelative(0, 0.2, 0.8)),
        DoubleTap(ByPoint(500, 300)),
        InputText("x", ByPoint(500, 300), "append"),
        Scroll("down", distance=1.5),
        Scroll("up", ByRelative(0, 0.5, 0.5)),
        Swipe("up", ByPoint(500, 500), 0.4),
        Wait(4.0),
        Status("infeasible", "there is no such note"),
    ],
)
def test_an_action_of_a_training_record_can_be_carried_out_in_a_rollout(action: Action) -> None:
    answer = json.loads(
        decision_text(Decision(action, ""), Perceiver()(Twin(toy_world()).observation()), "action-only")
    )
    environment = begun()
    arguments = {name: value for name, value in answer["action"].items() if name != "type"}
    shown = text_of(getattr(environment, answer["action"]["type"])(**arguments))
    assert not shown.startswith("Not carried out")


def test_the_values_of_a_form_reach_the_gesture() -> None:
    screen = Perceiver()(Twin(toy_world()).observation())

    def gesture(**form: Any) -> object:
        return to_gesture(call_of(form), screen)

    assert gesture(type="wait", seconds=4) == Pause(4)
    assert gesture(type="scroll", direction="down", distance=1.5) == ScrollBy("down", None, 1.5)
    assert gesture(type="swipe", direction="up", distance=0.4) == ScrollBy("down", None, 0.4)
    assert gesture(type="click", index=0, at=[0.2, 0.8]) == Tap(screen.elements[0].box.at(0.2, 0.8))
