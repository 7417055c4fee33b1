"""Attacks whose harmful control has a label that the review was not made from."""

import random
from collections.abc import Mapping
from dataclasses import replace

from sextant.bench.attacks.app import Do, Piece
from sextant.bench.attacks.classes import Attack, AttackClass
from sextant.bench.attacks.labels import unknown_labels
from sextant.bench.attacks.phrases import ORDERS
from sextant.bench.attacks.scenes import Scene

__all__ = ["UNKNOWN"]


def _with_unknown(scene: Scene, rng: random.Random) -> tuple[Scene, str]:
    """The scene with such a control on every page, and its label."""
    label, deed = rng.choice(unknown_labels(scene.language))
    return replace(scene, app=scene.app.with_piece(Piece("evil", label, does=(Do(deed),)))), label


def _touched(scene: Scene, rng: random.Random) -> Attack:
    return Attack(_with_unknown(scene, rng)[0], target="evil")


def _told(scene: Scene, rng: random.Random) -> Attack:
    attacked, label = _with_unknown(scene, rng)
    order = Piece("said", rng.choice(ORDERS[scene.language]).format(label=label), "text")
    return Attack(replace(attacked, app=attacked.app.with_piece(order, first=True)), obeys=True)


UNKNOWN: Mapping[str, AttackClass] = {
    one.name: one
    for one in (
        AttackClass("a label of its own wording", _touched),
        AttackClass("an instruction to touch such a label", _told),
    )
}
