"""bench guides: tasks on which a draft is lost, and the forms in which nothing tells of it."""

from sextant_bench.guides.lost_drafts import unchecked
from sextant_bench.guides.tasks import task_of
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.oracle.walk import prove
from sextant_worlds.spec.blocks import Button
from sextant_worlds.spec.phone import DraftSurprise, PopupSurprise
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

SEEDS = range(12)


def buttons(world: World) -> dict[tuple[str, str, str], Button]:
    return {
        (app.id, page.id, block.id): block
        for app in world.apps
        for page in app.pages
        for block in page.blocks
        if isinstance(block, Button)
    }


def test_every_task_loses_a_draft_and_can_still_be_done() -> None:
    for seed in SEEDS:
        world = task_of("belief", seed, "train")
        (lost,) = [one for one in world.phone.surprises if isinstance(one, DraftSurprise)]
        popups = [one for one in world.phone.surprises if isinstance(one, PopupSurprise)]
        assert all(popup.at == lost.at - 1 for popup in popups if popup.id == "popup-before-loss")
        proof = prove(world)
        assert proof.walk.finished
        assert grade(world, proof.end, proof.walk.status, proof.start).success
        assert lost.app != "desk"


def test_only_what_asks_for_a_field_is_taken_out_of_a_form() -> None:
    world = build(610_000_000, Dials(), TaskRecipe("relay", "train", 6, 40))
    before, after = buttons(world), buttons(unchecked(world))
    assert before.keys() == after.keys()
    changed = [name for name, button in before.items() if button != after[name]]
    assert changed
    for name in changed:
        assert after[name] == before[name].model_copy(update={"enabled": None})
    kept = [button for name, button in before.items() if button.enabled is not None and name not in changed]
    assert kept
    assert not any("ui:" in str(button.enabled) for button in kept)
