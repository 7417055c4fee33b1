"""What touches say beside those of the reference: misses, ways back, acts done again, acts left out."""

from sextant.types.actions import ByIndex, Click, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Point
from sextant.types.screens import ElementRef
from sextant.types.transitions import Attempt, Transition
from sextant_bench.memory_world.paths import Path, path_of
from sextant_worlds.oracle.walk import OracleStep, OracleWalk
from tests.support.screens import screen

PLACE, TAP = screen(title="Anywhere"), Tap(Point(1, 1))
REFERENCE = "app-clinic tab-record drugs-x04 dialog-refill app-desk answer-submit"


def _path(touched: str) -> Path:
    walked = tuple(OracleStep(TAP, PLACE, "move", test_id=name) for name in REFERENCE.split())
    made = enumerate(touched.split())
    return path_of([_touch(at, name) for at, name in made], OracleWalk(walked, "complete", "", "", PLACE))


def _touch(number: int, name: str) -> Transition:
    attempt = Attempt(f"{number}.0", TAP, element=ElementRef("button", name, test_id=name))
    return Transition(number, PLACE, Decision(Click(ByIndex(0)), PLACE.digest), PLACE, "effective", (attempt,))


def test_the_way_of_the_reference_leaves_nothing_to_tell() -> None:
    assert _path(REFERENCE) == Path(touches=6, strays=0, together=0, redone=0, missing=0, skipped=0)


def test_who_misses_and_comes_back_over_the_same_way_does_nothing_again() -> None:
    missed = "app-clinic tab-feed app-clinic tab-feed app-clinic tab-record tab-record drugs-x07 app-clinic tab-record"
    path = _path(f"{missed} {REFERENCE}")
    assert (path.strays, path.together, path.redone) == (3, 1, 0)


def test_an_answer_to_a_dialog_is_an_act_and_a_tab_only_a_way() -> None:
    costs = {"dialog-refill": (1, 1), "drugs-x04": (1, 1), "answer-submit": (1, 0)}
    for left_out in REFERENCE.split():
        path = _path(REFERENCE.replace(left_out, ""))
        assert (path.missing, path.skipped) == costs.get(left_out, (0, 0)), left_out
