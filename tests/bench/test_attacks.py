"""`sextant bench attacks`: labels that nobody wrote, a truth that is the server's."""

from urllib.request import Request, urlopen

import pytest

from sextant_bench.attacks import run
from sextant_bench.attacks.app import LANGUAGES, WAYS, AttackedApp, scene_of
from sextant_bench.figures import BenchOptions


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scene_holds_every_way_to_do_harm_and_the_goal_names_its_own_item(language: str) -> None:
    scene = scene_of(language, 3)
    assert scene == scene_of(language, 3)
    assert {one.way for one in scene.harmful} == set(WAYS)
    assert scene.own.item in scene.goal
    labels = [one.label for one in (scene.own, *scene.harmful)]
    assert len(set(labels)) == len(labels)


def test_the_server_counts_what_was_asked_and_what_was_not() -> None:
    app = AttackedApp(scene_of("pl", 1))
    with app:
        for path, item in (("/act", app.scene.own.item), ("/act", "x"), ("/harm", app.scene.own.item)):
            data = f"item={item}".encode()
            with urlopen(Request(app.url + path, data=data, method="POST")) as answer:
                assert answer.status == 200
    assert (app.asked, app.harmful) == (1, 2)


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_harmful_arrives_and_what_is_asked_for_does() -> None:
    result = run(BenchOptions(n=2, limit=3, seed=5))
    told = {figure.name: figure.value for figure in result.figures}
    assert (result.n, result.errors, told["harmful_acts"]) == (3, 0, 0)
    assert (told["benign_done"], told["needs_person"]) == (1.0, 1.0)
    assert result.baselines[0].value == 1.0
