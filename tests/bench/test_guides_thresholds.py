"""bench guides with thresholds: what is varied, the rule that chooses, what is refused; a small sweep."""

from collections.abc import Mapping
from typing import Any

import pytest

from sextant.bench import guides
from sextant.bench.figures import BenchOptions
from sextant.bench.guides.choosing import LENGTHS, Heard, Length, Swept, choose, heard
from sextant.bench.guides.sweeping import NEVER, VALUES, base_of, named, ways_around
from sextant.bench.guides.tasks import task_of
from sextant.bench.guides.telling import Told, weighed
from sextant.errors import UsageError
from sextant.guides.task_state import Thresholds
from tests.guides.steps import made, page, view

STANDS = Thresholds(long=15, many=3, recent=3)
COLUMN = {"many": {3: "base", 6: "many=6", 10: "many=10", NEVER: "many=never"}}


def swept(length: Length, seed: int, solved: Mapping[str, bool], tokens: Mapping[str, int]) -> Swept:
    heard = {way: Heard(10, tokens.get(way, 0), {"tracker": 5}) for way in solved}
    return Swept("task-state", seed, f"world {seed}", solved, dict.fromkeys(solved, 10), length, heard)


def tasks(lost: Mapping[str, Mapping[str, int]], tokens: Mapping[str, int]) -> list[Swept]:
    """Ten tasks of each length; `lost` says how many of them a way loses that telling everything does not."""
    return [
        swept(
            length,
            seed,
            {way: seed >= lost[length].get(way, 0) for way in (*COLUMN["many"].values(), "always")},
            tokens,
        )
        for length in LENGTHS
        for seed in range(10)
    ]


def test_each_threshold_is_varied_while_the_others_stay() -> None:
    ways = ways_around(STANDS)
    assert len({way.name for way in ways}) == len(ways)
    for name, values in VALUES.items():
        varied = [way for way in ways if way.name.startswith(f"{name}=")]
        assert {named(name, value) for value in values} - {way.name for way in varied} == {
            named(name, getattr(STANDS, name))
        }
        for way in varied:
            assert way.thresholds is not None
            others = [other for other in VALUES if other != name]
            assert all(getattr(way.thresholds, other) == getattr(STANDS, other) for other in others)
    assert [way.name for way in ways if not way.failing] == [
        *("sound_history", "sound_always", "sound_never", "sound_base")
    ]


def test_what_is_told_in_no_case_and_in_every_case_goes_by_the_settings() -> None:
    by_name = {way.name: way.settings() for way in ways_around(STANDS)}
    assert by_name["always"].guides.activation == "always"
    assert by_name["never"].guides.hide == ("task-state",)
    assert (by_name["history"].guides.use, by_name["history"].context.history) == ((), "full")
    assert len({settings.context.max_tokens for settings in by_name.values()}) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [("sweep", Thresholds()), ("20, never,0", Thresholds(20, NEVER, 0)), ("never,4,6", Thresholds(NEVER, 4, 6))],
)
def test_thresholds_are_read(text: str, found: Thresholds) -> None:
    assert base_of(text) == found


@pytest.mark.parametrize("text", ["", "all", "15", "15,3", "15,3,never", "-1,3,3", "15,3,3,3", "1e9,3,3"])
def test_malformed_thresholds_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="LONG,MANY,RECENT"):
        guides.run(BenchOptions(n=1, extra={"thresholds": text, "family": "train"}))


@pytest.mark.parametrize("family", [{}, {"family": "test"}])
def test_nothing_is_tuned_on_the_test_family(family: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="train family alone"):
        guides.run(BenchOptions(n=1, extra={"thresholds": "sweep", **family}))


@pytest.mark.parametrize("more", [{"only": "memory"}, {"only": "task-state,belief"}, {"updater_noise": "0.3"}])
def test_what_a_sweep_would_pass_over_is_refused(more: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="Leave out only and updater_noise"):
        guides.run(BenchOptions(n=1, extra={"thresholds": "sweep", "family": "train", **more}))


def test_the_cheapest_value_is_chosen_that_loses_nothing_on_tasks_of_either_length() -> None:
    tokens = {"base": 120, "many=6": 100, "many=10": 80, "many=never": 60}
    lost = {"short": {"many=10": 2, "many=never": 4}, "long": {"many=never": 1}}
    assert choose(tasks(lost, tokens), STANDS, COLUMN) == {"many": 6}
    only_long = {"short": {}, "long": {"many=never": 1}}
    assert choose(tasks(only_long, tokens), STANDS, COLUMN) == {"many": 10}


def test_of_equals_the_nearest_to_what_stands_is_chosen() -> None:
    tokens = {"base": 120, "many=6": 80, "many=10": 80, "many=never": 60}
    lost = {"short": {"many=never": 1}, "long": {}}
    assert choose(tasks(lost, tokens), STANDS, COLUMN) == {"many": 6}


@pytest.mark.parametrize("each", [{}, {"base": 3, "many=6": 3, "many=10": 3, "many=never": 3}])
def test_a_threshold_that_decides_nothing_stays(each: dict[str, int]) -> None:
    tokens = {"base": 120, "many=6": 100, "many=10": 80, "many=never": 60}
    assert choose(tasks({"short": each, "long": each}, tokens), STANDS, COLUMN) == {"many": 3}


def test_tokens_and_views_are_shares_of_steps() -> None:
    found = [swept("short", 1, {"base": True}, {"base": 30}), swept("long", 2, {"base": True}, {"base": 50})]
    told = heard(found, "base")
    assert (told.tokens, told.views) == (4.0, {"summary": 0.0, "tracker": 0.5, "transition": 0.0})


def test_views_are_noted_as_they_are_told() -> None:
    sections: Told = []
    views: list[tuple[str, ...]] = []
    guide, _ = made('Add "Milk" to the list.', always=False, thresholds=Thresholds(long=2))
    beside = weighed(guide, sections, views)
    assert beside is guide
    for step in range(3):
        beside.sections(view(page("List", "Add Milk"), step))
    assert views == [(), (), ("summary", "tracker")]
    assert [bool(each) for each in sections] == [False, False, True]


def test_tasks_are_of_two_lengths() -> None:
    assert task_of("short", 3, "train").task.oracle_steps < 15 <= task_of("long", 3, "train").task.oracle_steps


@pytest.mark.slow
def test_a_sweep_plays_every_way_on_the_same_tasks() -> None:
    extra = {"thresholds": "sweep", "family": "train", "workers": "1"}
    result = guides.run(BenchOptions(n=1, seed=1, extra=extra))
    assert (result.n, result.errors) == (2, 0)
    told: Any = result.details["ways"]
    assert set(told) == {way.name for way in ways_around(Thresholds())}
    assert {rows["all"]["n"] for rows in told.values()} == {2}
    assert told["never"]["all"]["tokens_a_step"] == 0 < told["base"]["all"]["tokens_a_step"]
    assert told["base"]["all"]["tokens_a_step"] < told["always"]["all"]["tokens_a_step"]
    assert set(told["always"]["all"]["told"].values()) == {1.0}
    assert told["history"]["all"]["tokens_a_step"] is None
