"""The bench of touches on pages that move: what its figures are made of, and its pages."""

import random
from itertools import product

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant_bench.figures import BenchOptions
from sextant_bench.touch import run
from sextant_bench.touch.app import KINDS, WORKERS, MovingApp, planned
from sextant_bench.touch.finger import Finger
from sextant_bench.touch.metrics import Timed, Touch, baselines, figures

RIGHT = Touch("banner", True, "a", ("a",), "effective", seconds=0.2)
WRONG = Touch("bar", True, "a", ("b",), "effective", seconds=0.4)
TOLD = Touch("bar", True, "a", ("a", "b"), "uncertain", "wrong_element", seconds=0.4)
LOST = Touch("bar", True, "a", (), "ineffective", "missed", seconds=0.4, refusals=("moved", "absent"))
GIVEN_UP = Touch("splash", True, "a", refusals=("covered",), injected=False)


def values(*touches: Touch, left: int = 0) -> dict[str, float]:
    found = figures(touches, (Timed(0.1, 0.12), Timed(0.1, 0.14), Timed(0.1, 0.16)), left, 5)
    return {figure.name: figure.value for figure in found}


def test_the_figures_are_over_the_touches_that_were_made_sure_of() -> None:
    told = [(touch.right, touch.wrong) for touch in (RIGHT, WRONG, TOLD, LOST)]
    assert told == [(True, False), (False, True), (False, True), (False, False)], "what was meant, and nothing else"
    unsure = Touch("bar", False, "a", ("b",), "effective")
    found = values(RIGHT, RIGHT, WRONG, TOLD, LOST, GIVEN_UP, unsure, left=1)
    assert (found["touches"], found["right_target"], found["reached"]) == (5, 0.4, 5 / 6)
    assert (found["wrong_called_effective"], found["left_the_site"], found["refused_steps"]) == (1, 1, 3)
    assert (round(found["added_ms"]), found["moving_ms"]) == (40, 400)
    beside = {figure.name: figure.value for figure in baselines((RIGHT, unsure), 2)}
    names = ("touches", "right_target", "wrong_called_effective", "left_the_site")
    assert [beside[name] for name in names] == [1, 0, 1, 2]
    missed = figures((WRONG, GIVEN_UP), (Timed(0.1, 0.3),), 1, 5)
    assert not any(figure.met for figure in missed if figure.target is not None)


def test_a_visit_says_what_its_touches_are_for() -> None:
    for kind, number in product(KINDS, range(8)):
        plan = planned(kind, number, 4, random.Random(number))
        labels = [item.label for item in plan.items]
        assert len(set(labels)) == len(labels)
        assert set(plan.wanted) <= set(plan.items)
        assert not any(item.link for item in plan.wanted[:-1])
        assert plan == planned(kind, number, 4, random.Random(number))


@pytest.mark.browser
@pytest.mark.parametrize("number", range(len(WORKERS)), ids=WORKERS)
def test_what_a_worker_brings_is_there_to_be_touched(number: int) -> None:
    with MovingApp() as app:
        device = BrowserDevice(BrowserOptions(url=f"{app.url}/to/start"))
        device.open()
        try:
            plan = planned("worker", number, 2, random.Random(number))
            assert plan.worker == WORKERS[number]
            touches = Finger(device, app, random.Random(1)).visit(plan, sure=True)
        finally:
            device.close()
    assert [touch.right for touch in touches] == [True, True], touches


@pytest.mark.browser
@pytest.mark.slow
def test_every_kind_of_page_is_touched_rightly() -> None:
    result = run(BenchOptions(n=58, seed=1, extra={"workers": "1"}))
    found = {figure.name: figure.value for figure in result.figures}
    assert (found["right_target"], found["left_the_site"], found["wrong_called_effective"]) == (1, 0, 0), result.details
    assert (found["kinds"], result.errors) == (len(KINDS), 0)
