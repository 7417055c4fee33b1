"""Rewards: components apart, from what changed in the world, never from what was said."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from sextant.errors import UsageError
from sextant.types.screens import Screen
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.envs.actions import EnvAction
from sextant_worlds.envs.episode import WorldEpisode
from sextant_worlds.envs.reward import AgentNote, Reward, RewardWeights, noted
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin
from tests.worlds.toy import toy, toy_world


def index_of(screen: Screen, test_id: str) -> int:
    return next(element.index for element in screen.elements if element.test_id == test_id)


def begun(max_steps: int | None = None, world: World | None = None) -> WorldEpisode:
    world = world or toy_world()
    episode = WorldEpisode(world, Twin(world), max_steps)
    episode.begin()
    return episode


def tapped(episode: WorldEpisode, test_id: str) -> Reward:
    return episode.step(EnvAction("tap", index_of(episode.screen, test_id))).reward


def walk(episode: WorldEpisode) -> list[float]:
    """What the oracle does, through the episode, and what each step gains."""
    twin = Twin(episode.world)
    steps = Oracle(episode.world).walk(twin, lambda: twin.state).steps
    return [episode.step_gesture(step.gesture).gain for step in steps]


def test_the_oracles_walk_earns_everything_that_can_be_earned() -> None:
    episode = begun()
    gains = walk(episode)
    assert episode.reward.progress == 1.0
    assert episode.reward.outcome == 0.0  # nothing was claimed yet
    last = episode.step(EnvAction("complete"))
    assert sum(gains) + last.gain == pytest.approx(episode.reward.total(RewardWeights()))
    assert last.terminated
    assert last.grade is not None
    assert last.grade.success
    assert (last.reward.outcome, last.reward.false_done) == (1.0, 0.0)
    assert last.reward.efficiency == pytest.approx(6 / 7)  # the toy says 6 and the way home makes it 7
    assert dict(episode.encoded) == {"code": 2}


def test_nothing_and_a_bare_claim_earn_nothing_for_the_outcome() -> None:
    episode = begun()
    assert episode.reward == Reward()
    last = episode.step(EnvAction("complete"))
    assert (last.reward.outcome, last.reward.progress) == (0.0, 0.0)
    assert last.reward.false_done == 1.0
    assert last.reward.total(RewardWeights()) < 0.0


def test_progress_counts_what_was_on_the_screen_and_what_was_handed_in() -> None:
    episode = begun()
    episode.step(EnvAction("open_app", text="Notes"))
    assert tapped(episode, "notes-n1").progress == 0.0
    episode.step(EnvAction("back"))
    assert tapped(episode, "notes-n2").progress == 0.5
    episode.step(EnvAction("home"))
    episode.step(EnvAction("open_app", text="Hand-in"))
    tapped(episode, "go-submit-answer")
    episode.step(EnvAction("type", index_of(episode.screen, "answer-input"), text="QX-4471"))
    assert tapped(episode, "answer-submit").progress == 1.0


def test_a_predicate_counts_while_it_holds_and_not_where_it_held_from_the_start() -> None:
    raw = toy()
    raw["task"]["grading"] = {
        "expects": [
            {"kind": "var", "app": "shop", "var": "gift", "value": True},
            {"kind": "var", "app": "shop", "var": "count", "value": 1},
            {"kind": "records", "app": "shop", "collection": "cart", "where": [], "count": 1},
        ],
        "touches": ["shop.gift", "shop.cart"],
    }
    raw["task"] |= {"kind": "state", "memory": False, "memory_items": [], "final_action": {"kind": "state"}}
    raw["scenario"] = {}
    episode = begun(world=World.model_validate(raw))
    assert episode.reward.progress == 0.0
    episode.step(EnvAction("open_app", text="Shop"))
    assert [tapped(episode, "gift").progress for _ in range(3)] == [0.5, 0.0, 0.5]
    tapped(episode, "items-cup")
    assert tapped(episode, "add").progress == 1.0
    last = episode.step(EnvAction("complete")).reward
    assert (last.outcome, last.side_effects) == (1.0, 0.0)


def test_side_effects_cost() -> None:
    episode = begun()
    episode.step(EnvAction("open_app", text="Shop"))
    tapped(episode, "gift")
    last = episode.step(EnvAction("complete"))
    assert last.grade is not None
    assert any("shop.gift" in effect for effect in last.grade.side_effects)
    assert last.reward.side_effects == pytest.approx(1 / 3)


def test_an_action_that_cannot_be_carried_out_is_a_step_and_costs_form() -> None:
    episode = begun()
    step = episode.step(EnvAction("tap", 99))
    assert not step.valid
    assert "99" in step.problem
    assert step.gesture is None
    assert step.reward.format == 0.0
    assert episode.step(EnvAction("open_app", text="Notes")).reward.format == 0.5


def test_the_limit_of_steps_truncates_and_judges_and_a_claim_in_the_last_step_counts() -> None:
    episode = begun(max_steps=2)
    assert not episode.step(EnvAction("wait")).truncated
    last = episode.step(EnvAction("wait"))
    assert (last.truncated, last.terminated, last.reward.false_done) == (True, False, 0.0)
    assert last.grade is not None
    with pytest.raises(UsageError, match="over"):
        episode.step(EnvAction("wait"))
    last = begun(max_steps=1).step(EnvAction("infeasible"))
    assert (last.truncated, last.terminated, last.reward.false_done) == (False, True, 1.0)


def test_notes_are_scored_by_whoever_is_asked_to() -> None:
    def score(world: World, notes: Sequence[AgentNote]) -> float:
        return float(any(world.scenario.truth.gold in note.text for note in notes))

    world = toy_world()
    episode = WorldEpisode(world, Twin(world), memory=score)
    episode.begin()
    assert episode.step(EnvAction("note", text="nothing")).reward.memory == 0.0
    assert episode.step(EnvAction("note", text="QX-4471")).reward.memory == 1.0
    assert episode.step(EnvAction("complete")).reward.memory == 1.0


def test_by_default_a_note_counts_for_the_value_it_holds_in_any_notation_and_as_the_world_shows_it() -> None:
    episode = begun()
    assert episode.step(EnvAction("note", text="the other code: QX-1174")).reward.memory == 0.0
    assert episode.step(EnvAction("note", text="code of the second note = qx 4471")).reward.memory == 1.0
    copied = begun()
    assert copied.step(EnvAction("note", text="x" * 400 + " QX-4471")).reward.memory == 0.0
    worlds = (world_of(entry("train", index)) for index in range(60))
    world = next(one for one in worlds if any(item.kind == "price" for item in one.task.memory_items))
    shown = {fact.id: fact.shown for fact in world.scenario.facts}
    notes = [AgentNote(at, shown[item.fact]) for at, item in enumerate(world.task.memory_items)]
    assert noted(world, notes) == 1.0
    assert noted(world, [AgentNote(0, "nothing yet")]) == 0.0


def test_weights_decide_what_counts() -> None:
    reward = Reward(outcome=1, progress=1, memory=1, format=1, efficiency=1, side_effects=1, false_done=1)
    assert reward.total(RewardWeights(1, 0, 0, 0, 0, 0, 0)) == 1.0
    assert reward.total(RewardWeights()) == pytest.approx(1.55 - 0.4)
    assert list(reward.parts()) == list(Reward.__slots__)


@pytest.mark.parametrize("seed", range(12))
def test_on_authored_worlds_the_oracle_earns_all_and_nothing_earns_nothing(seed: int) -> None:
    world = build(seed, recipe=TaskRecipe(locale="zh") if seed % 3 == 0 else None)
    idle = begun(world=world)
    claimed = idle.step(EnvAction("complete" if world.task.grading.status == "infeasible" else "infeasible"))
    assert claimed.reward.outcome == 0.0
    assert claimed.reward.progress == 0.0
    episode = begun(500, world)
    walk(episode)
    last = episode.step(EnvAction(world.task.reference.ends)).reward
    assert (last.outcome, last.efficiency, last.side_effects, last.false_done) == (1.0, 1.0, 0.0, 0.0)
    assert last.progress == float(world.task.category == "ordinary")


@pytest.mark.parametrize(
    ("module", "package", "extra"), [("gym", "gymnasium", "gym"), ("openenv", "openenv", "openenv")]
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import sextant_worlds.envs as envs\n"
        "from sextant.errors import MissingExtra\n"
        f"assert envs.register() is ({package!r} != 'gymnasium')\n"
        "try:\n"
        f"    import sextant_worlds.envs.{module}\n"
        "except MissingExtra as error:\n"
        "    print(error.package, error.extra)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [package, extra]
