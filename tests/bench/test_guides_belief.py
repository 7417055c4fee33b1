"""The walks behind the figures of beliefs: their truth is the worlds', and who believes nothing notices nothing."""

from sextant_bench.belief.episode import play, truth_of
from sextant_bench.belief.random_walk import roam
from sextant_bench.belief.walks import CALM, KINDS, calm_walk, changed_walk
from sextant_bench.guides.belief import belief_figures


def test_a_change_is_true_from_the_step_that_shows_it_and_no_change_never_is() -> None:
    for kind in KINDS:
        walk = changed_walk(2, kind)
        truth = truth_of(walk, play(walk))
        assert truth.changed
        assert truth.reveal is not None
        assert truth_of(walk.calm, play(walk.calm)).reveal is None


def test_calm_walks_are_walked_to_their_end() -> None:
    assert all(play(calm_walk(1, name)).whole for name in CALM)


def test_a_walk_at_random_is_the_same_until_its_change_shows() -> None:
    changed, calm = roam(1, "locked"), roam(1, None)
    assert changed.truth.reveal is not None
    before = changed.truth.reveal
    assert [step.after.digest for step in changed.played.steps[:before]] == [
        step.after.digest for step in calm.played.steps[:before]
    ]


def test_the_figures_come_with_their_numbers_and_are_the_same_for_the_same_seed() -> None:
    one, two = belief_figures(2, seed=5), belief_figures(2, seed=5)
    assert one == two
    assert one.mismatch_n >= 12
    assert one.calm_n == 2 * (len(KINDS) + len(CALM) + 1)
    assert one.mismatch_interval.low <= one.mismatch_recall <= one.mismatch_interval.high
    shown = {
        kind: told.split("/") for kind, told in one.recall_by_kind.items() if kind in ("draft", "selection", "stack")
    }
    assert len(shown) == 3
    assert all(found == there for found, there in shown.values()), "what a screen shows by itself"
    assert one.false_alarm_rate == 0
