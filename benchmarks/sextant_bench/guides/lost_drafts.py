"""Tasks on which what was typed is lost before it is sent, and whoever does not notice sends the rest."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sextant.types.actions import InputText, Scroll, Swipe, Wait
from sextant.types.transitions import Transition
from sextant_bench.harness import scratch
from sextant_bench.memory_world.episode import play
from sextant_worlds.author.surprises import surprises
from sextant_worlds.oracle.walk import prove
from sextant_worlds.spec.apps import AppPage, AppSpec
from sextant_worlds.spec.blocks import Button
from sextant_worlds.spec.phone import DraftSurprise, PopupSurprise
from sextant_worlds.spec.world import World

__all__ = ["behind_popup", "losing", "unchecked"]

_POPUP = "popup-before-loss"
_HARNESS = "desk"
"""The app in which answers are handed in: on the train family a third of all drafts stand in its one field.

On the test family none does, so that leaving it out changes nothing there.
"""


@dataclass(frozen=True, slots=True)
class _Typed:
    """Something was typed in an app, and so many gestures were made by then; `stays`: it is unsent a step later."""

    app: str
    gestures: int
    stays: bool


def losing(world: World, number: int, without_checks: bool = False) -> World | None:
    """The task with a draft that is lost on the way; None where nothing is typed, or it cannot be done then.

    It is lost in the step after it was typed: another field is filled, the page is scrolled, or a popup is closed that
    comes just then. Places are those of a walk without failures.

    Args:
        world: The task as it is.
        number: Decides where it is lost.
        without_checks: The apps' forms can be sent as they stand. As they are, most grey their button out while its
            field is empty, which tells everybody of the loss.
    """
    if without_checks:
        world = unchecked(world)
    with scratch("guides") as folder:
        walked = play(world, "faulty", folder)
    places = list(_typed(walked.transitions))
    if not walked.grade.success or not places:
        return None
    rng = random.Random(f"draft {number}")  # noqa: S311 - a world, no secret
    lost = _lost(world, rng.choice(places), rng)
    return lost if prove(lost).walk.finished else None


def behind_popup(world: World) -> bool:
    """Whether the draft of such a task is lost while a popup is closed."""
    return any(isinstance(one, PopupSurprise) and one.id == _POPUP for one in world.phone.surprises)


def unchecked(world: World) -> World:
    """The world with forms that can be sent whether their fields are filled or not."""
    return world.model_copy(update={"apps": tuple(map(_unchecked_app, world.apps))})


def _unchecked_app(app: AppSpec) -> AppSpec:
    return app.model_copy(update={"pages": tuple(map(_unchecked_page, app.pages))})


def _unchecked_page(page: AppPage) -> AppPage:
    blocks = tuple(
        block.model_copy(update={"enabled": None}) if isinstance(block, Button) and _asks_for_a_field(block) else block
        for block in page.blocks
    )
    return page.model_copy(update={"blocks": blocks})


def _asks_for_a_field(button: Button) -> bool:
    return button.enabled is not None and '"ui:' in button.enabled.model_dump_json()


def _typed(steps: Sequence[Transition]) -> Iterator[_Typed]:
    gestures = 0
    for step, after in itertools.pairwise(steps):
        gestures += len(step.attempts)
        action, app = step.decision.action, step.after.observation.location.split("/")[1]
        if not isinstance(action, InputText) or not action.text or app == _HARNESS:
            continue
        stays = isinstance(after.decision.action, InputText | Scroll | Swipe | Wait)
        yield _Typed(app, gestures, stays and len(after.attempts) == 1 and after.before.key == after.after.key)


def _lost(world: World, typed: _Typed, rng: random.Random) -> World:
    """The world that loses it a gesture later; where it would be sent by then, a popup is in the way first."""
    more = list(world.phone.surprises)
    if not typed.stays:
        popup = next(one for one in surprises(rng, world.phone.locale, 1, 2, ()) if isinstance(one, PopupSurprise))
        more.append(popup.model_copy(update={"id": _POPUP, "at": typed.gestures}))
    more.append(DraftSurprise(app=typed.app, at=typed.gestures + 1))
    return world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": tuple(more)})})
