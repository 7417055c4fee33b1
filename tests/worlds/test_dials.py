"""Dials: what each template honours, that what is asked for comes out, and that one dial leaves the others alone."""

import itertools

import pytest

from sextant.errors import UsageError
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.dials import TEMPLATE_DIALS, asked_of, compared, fitting, refuse
from sextant_worlds.author.templates import TEMPLATES
from sextant_worlds.spec import dumps, loads
from sextant_worlds.spec.tasks import AskedDial, DialName, Dials


def test_every_template_says_which_dials_it_honours() -> None:
    assert {family: set(names) for family, names in TEMPLATE_DIALS.items()} == {
        family: set(names) for family, names in TEMPLATES.items()
    }


@pytest.mark.parametrize(
    ("template", "dials", "named"),
    [
        ("report", Dials(variables=3), "variables=3"),
        ("rank", Dials(variables=2), "variables=2"),
        ("rank", Dials(kinds=("code",)), "kinds=code"),
        ("tally", Dials(depth=2), "depth=2"),
        ("report", Dials(depth=2, kinds=("date",)), "depth=2"),
        ("fork", Dials(distance=8), "distance=8"),
        ("rank", Dials(distance=3), "distance=3"),
        ("report-several", Dials(variables=4, distance=12), "distance=12"),
        ("board", Dials(transience=4), "transience=4"),
        ("errands", Dials(distance=9, hops=2), "distance=9, hops=2"),
        ("impossible", Dials(interference=1), "interference=1"),
    ],
)
def test_a_dial_that_a_template_cannot_honour_is_refused_with_those_that_can(
    template: str, dials: Dials, named: str
) -> None:
    with pytest.raises(UsageError) as told:
        refuse("test", template, dials)
    assert named in told.value.message
    can = fitting("test", dials)
    assert template not in can
    assert all(name in told.value.remedy for name in can)


def test_a_depth_that_no_genre_has_is_refused() -> None:
    for template in [name for name, known in TEMPLATE_DIALS["test"].items() if known.deepest > 1]:
        for depth in (3, 6):
            with pytest.raises(UsageError, match=rf"depth={depth}\. Its values stand 2 pages deep at most"):
                refuse("test", template, Dials(depth=depth))
    with pytest.raises(UsageError, match="No value stands more than 2 pages deep"):
        refuse("test", "", Dials(depth=3))


_BASES: dict[str, Dials] = {
    "report": Dials(variables=1, distance=32, interference=1, hops=4, transience=0, depth=1, popups=0, delay=0),
    "report-several": Dials(variables=2, distance=32, interference=1, hops=4, transience=0, depth=1, popups=0, delay=0),
    "pixels": Dials(variables=1, distance=32, hops=4, depth=1, popups=0, delay=0),
}
_MOVES: tuple[tuple[DialName, int], ...] = (
    ("variables", 3),
    ("distance", 54),
    ("interference", 2),
    ("hops", 3),
    ("hops", 6),
    ("transience", 4),
    ("depth", 2),
    ("popups", 2),
)
_SEEDS = (5_000, 5_100)
_CHORE = 2
"""Steps by which the distance may differ: it is filled with whole chores."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("template", "name", "value"),
    [
        (template, name, value)
        for template, (name, value) in itertools.product(_BASES, _MOVES)
        if TEMPLATE_DIALS["test"][template].honours(name, Dials.model_validate({name: value}))
    ],
)
def test_one_dial_moves_and_the_others_stay(template: str, name: DialName, value: int) -> None:
    asked = _BASES[template].model_copy(update={name: value})
    exact = [one.dial for one in asked_of(asked) if one.dial != "distance"]
    for seed in _SEEDS:
        got = build(seed, asked, TaskRecipe(template)).task.dials
        assert {dial: getattr(got, dial) for dial in exact} == {dial: getattr(asked, dial) for dial in exact}, seed
        assert 0 <= got.distance - asked.distance <= _CHORE, seed


@pytest.mark.long
@pytest.mark.parametrize("distance", [6, 8, 16])
@pytest.mark.parametrize("template", ["report", "report-several", "rank", "routine", "fork", "sweep"])
def test_a_distance_comes_out_as_asked_to_within_a_chore(template: str, distance: int) -> None:
    """From the least on that the template takes, which is asked for in place of a shorter one."""
    asked = max(distance, TEMPLATE_DIALS["test"][template].nearest)
    refuse("test", template, Dials(distance=asked))
    got = build(5_100, Dials(distance=asked), TaskRecipe(template)).task.dials.distance
    assert 0 <= got - asked <= _CHORE


@pytest.mark.slow
def test_a_distance_too_long_is_refused_with_the_longest_that_fits() -> None:
    with pytest.raises(UsageError, match="nothing fits them") as told:
        build(5_000, Dials(distance=150), TaskRecipe("report"))
    longest = int(told.value.remedy.removeprefix("The longest distance that fits is ").partition(":")[0])
    assert 140 <= longest < 150
    got = build(5_000, Dials(distance=longest), TaskRecipe("report")).task.dials.distance
    assert 0 <= got - longest <= _CHORE


@pytest.mark.long
def test_what_was_asked_for_is_kept_with_the_world_and_what_it_came_to_is_measured() -> None:
    world = build(5_000, Dials(popups=2, delay=1, hops=3), TaskRecipe("transfer"))
    again = loads(dumps(world))
    assert again.task.asked == (
        AskedDial(dial="hops", value=3),
        AskedDial(dial="popups", value=2),
        AskedDial(dial="delay", value=1),
    )
    told = {one.dial: (one.asked, one.achieved) for one in compared(again.task)}
    assert told["popups"] == (2, 2)
    assert told["hops"] == (3, again.task.dials.hops)
    assert told["distance"] == (None, again.task.dials.distance)
    calm = build(5_000, Dials(), TaskRecipe("errands")).task
    assert (calm.dials.popups, calm.dials.delay) == (0, 0)
