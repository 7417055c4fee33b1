"""The map beside an actor: what it says, how it grows, what it does when a step lands elsewhere."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from sextant.assembly import build_run, open_journal
from sextant.assembly.run import RunRequest
from sextant.devices.scripted import Page, ScriptedApp, Widget
from sextant.errors import UsageError
from sextant.guides.map import GuideSettings, MapGuide
from sextant.protocols import GuideView
from sextant.types.actions import NavigateBack
from sextant.types.decisions import Act, Profile, Section
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Task
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.selection import Selection, TargetChoice
from sextant.utg.store import MapStore, open_store
from tests.support.runs import NOBODY, Bench, click, done
from tests.utg.walks import ORIGIN, element, screen, step

LINKS = ("Settings", "Help", "Privacy")
HOME = screen("home", *(element(index, label) for index, label in enumerate(LINKS)))
SETTINGS = screen("settings", element(0, "Privacy"), element(1, "Home"))
PRIVACY = screen("privacy", element(0, "Home"))
HELP = screen("help", element(0, "Home"))


def pick(place: Place, confidence: float = 0.9, name: str = "the target", named: bool = True) -> TargetChoice:
    return TargetChoice(place, confidence, name, "so it was told", named)


@dataclass
class Chooser:
    """Picks what it was told for a goal, of what is on the map, and counts how often it is asked."""

    wanted: Mapping[str, Sequence[TargetChoice]]
    asked: list[str] = field(default_factory=list[str])

    def select(self, goal: str, graph: Graph, most: int = 5, picture: Picture | None = None) -> Selection:
        self.asked.append(goal)
        found = [pick for pick in self.wanted.get(goal, ()) if pick.place.node in graph.nodes]
        return Selection(tuple(found), "words", found[0].confidence if found else 0.0, "", len(graph.nodes))


def view(look: Screen, goal: str = "privacy") -> GuideView:
    return GuideView(Task(goal), Act(goal), look, (), 0)


def texts(sections: Sequence[Section]) -> str:
    return "\n".join(section.text for section in sections)


def made(chooser: Chooser, store: MapStore | None = None, profile: Profile = "full") -> MapGuide:
    return MapGuide(store or MapStore(), chooser, profile, settings=GuideSettings(unsure=0.5))


def walked(guide: MapGuide) -> MapGuide:
    """Home to settings to privacy, taken down."""
    guide.observe(step(HOME, 0, SETTINGS))
    guide.observe(step(SETTINGS, 0, PRIVACY))
    return guide


AIM = {"privacy": [pick(place_of(PRIVACY), name="Privacy")]}


def test_it_says_nothing_while_it_knows_nothing_then_the_way() -> None:
    guide = made(Chooser(AIM))
    assert guide.sections(view(HOME)) == ()
    walked(guide)
    advice, glossary = guide.sections(view(HOME))
    assert "Next: tap [0] (link, top) (worked the one time it was taken)." in advice.text
    assert "Steps left: 2" in advice.text
    assert not advice.untrusted
    assert glossary.untrusted
    assert 'screen A: "privacy"' in glossary.text
    guide.observe(step(HOME, 0, SETTINGS))
    guide.sections(view(SETTINGS))
    guide.observe(step(SETTINGS, 0, PRIVACY))
    assert "You are on it." in texts(guide.sections(view(PRIVACY)))


def test_who_was_not_led_to_a_target_is_told_only_of_one_that_is_likely_and_called_as_the_goal_says() -> None:
    for found in (pick(place_of(PRIVACY), 0.7), pick(place_of(PRIVACY), named=False)):
        for profile in ("full", "compact"):
            assert walked(made(Chooser({"privacy": [found]}), profile=profile)).sections(view(PRIVACY)) == ()
    assert "You are on it." in texts(walked(made(Chooser(AIM))).sections(view(PRIVACY)))


def test_nobody_is_sent_back_to_a_target_that_was_left() -> None:
    guide = walked(made(Chooser(AIM)))
    guide.sections(view(PRIVACY))
    guide.observe(step(PRIVACY, 0, HOME))
    again = made(Chooser(AIM))
    again.restore(json.loads(json.dumps(guide.snapshot())))
    walked(again)
    assert guide.sections(view(HOME)) == again.sections(view(HOME)) == ()
    asked = Chooser({**AIM, "another step": AIM["privacy"]})
    other = made(asked)
    other.restore(guide.snapshot())
    walked(other)
    assert "Steps left: 2" in texts(other.sections(view(HOME, "another step"))), "for another goal it may be right"


def test_the_map_is_shared_through_its_store(tmp_path: Path) -> None:
    with open_store(tmp_path / "maps.sqlite") as store:
        walked(made(Chooser(AIM), store))
    with open_store(tmp_path / "maps.sqlite") as store:
        assert "Steps left: 2" in texts(made(Chooser(AIM), store).sections(view(HOME)))
        assert set(store.map(ORIGIN).graph.nodes) == {"home", "settings", "privacy"}


def test_landing_elsewhere_is_said_and_the_way_planned_anew() -> None:
    guide = walked(made(Chooser(AIM)))
    guide.sections(view(HOME))
    guide.observe(step(HOME, 0, HELP))
    told = guide.sections(view(HELP))
    assert "The last step led to another screen than the map said" in told[0].text
    assert 'was to lead to "settings", led to "help"' in told[1].text
    guide.observe(step(HELP, 0, HOME))
    again = texts(guide.sections(view(HOME)))
    assert "led to another screen" not in again
    assert "No known path leads to: screen A" in again, "the map believes what happened last, one success against one"
    guide.observe(step(HOME, 0, SETTINGS))
    assert "worked only 2 of 3 times" in texts(guide.sections(view(HOME)))


def test_what_comes_to_nothing_twice_is_left_out_of_the_plans() -> None:
    guide = walked(made(Chooser(AIM)))
    for _ in range(2):
        assert "tap [0]" in texts(guide.sections(view(HOME)))
        guide.observe(step(HOME, 0, HOME, "refused"))
    told = texts(guide.sections(view(HOME)))
    assert told == "", "no way is left, and nothing else is known around here"


def test_without_a_gate_no_way_leads_through_a_risky_exit() -> None:
    """Nobody saw what these touches sent; a gate would have seen that of the button, and no GET of a link."""
    more = (
        element(3, "Delete", "button"),
        element(4, "Close account", href=f"{ORIGIN}/account/delete"),
    )
    home = screen("home", *HOME.elements, *more)
    for gated, ways in ((False, ()), (True, (3,))):
        for index in (3, 4):
            guide = MapGuide(MapStore(), Chooser(AIM), gated=gated)
            guide.observe(step(home, index, PRIVACY))
            assert (f"tap [{index}]" in texts(guide.sections(view(home)))) is (index in ways), index
    guide = MapGuide(MapStore(), Chooser(AIM))
    guide.observe(step(home, 2, PRIVACY))
    assert "tap [2]" in texts(guide.sections(view(home)))


def test_a_target_that_cannot_be_reached_is_reported_and_the_next_best_planned() -> None:
    island = screen("island")
    picks = {"privacy": [pick(place_of(island), 0.9, "Island"), pick(place_of(PRIVACY), 0.8, "Privacy")]}
    guide = walked(made(Chooser(picks)))
    guide.observe(step(PRIVACY, NavigateBack(), island))
    told = guide.sections(view(HOME))
    assert "No known path leads to: screen A" in told[0].text
    assert "Target: screen B" in told[0].text
    assert "Steps left: 2" in told[0].text
    unlikely = {"privacy": [pick(place_of(island), 0.9, "Island"), pick(place_of(PRIVACY), 0.31, "Privacy")]}
    guide = walked(made(Chooser(unlikely)))
    guide.observe(step(PRIVACY, NavigateBack(), island))
    told = guide.sections(view(HOME))
    assert "Steps left" not in told[0].text
    assert "What the map knows to lie around here:" in told[0].text


def test_a_model_may_name_another_target() -> None:
    chooser = Chooser({**AIM, "the help page": [pick(place_of(HELP), name="Help")]})
    guide = walked(made(chooser))
    guide.observe(step(HOME, 1, HELP))
    guide.sections(view(HOME))
    taken = step(HOME, 1, HELP)
    guide.observe(replace(taken, decision=replace(taken.decision, fields={"map": {"elsewhere": "the help page"}})))
    assert "You are on it." in texts(guide.sections(view(HELP)))
    assert chooser.asked[-1] == "the help page"
    assert "This is the last step" in texts(guide.sections(view(HOME)))


def test_a_run_is_taken_up_where_it_stopped() -> None:
    store = MapStore()
    chooser = Chooser(AIM)
    guide = walked(made(chooser, store))
    guide.sections(view(HOME))
    guide.observe(step(HOME, 0, HELP))
    again = made(chooser, store)
    again.restore(guide.snapshot())
    assert texts(again.sections(view(HELP))) == texts(guide.sections(view(HELP)))
    assert again.snapshot() == guide.snapshot()


# -- whole runs ---------------------------------------------------------------------------------------------------

SHOP = ScriptedApp(
    pages={
        "home": Page("Home", (Widget("Catalogue", "link", goes="list"), Widget("Account", "link", goes="account"))),
        "list": Page("Catalogue", (Widget("Home", "link", goes="home"),)),
        "account": Page("Account", (Widget("Privacy policy", "link", goes="privacy"), Widget("Name", "text"))),
        "privacy": Page("Privacy policy", (Widget("We keep nothing", "text"),)),
    },
    start="home",
    name="shop",
)
GOAL = "read the privacy policy"
THERE = done("We keep nothing")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, SHOP)


def test_a_second_run_is_told_the_way_that_the_first_one_found(bench: Bench) -> None:
    bench.guides = ("map",)
    last = [click(0, "We keep nothing"), THERE]
    wander = [click(0, "Home"), click(0, "Catalogue"), click(1, "Privacy policy"), *last]
    assert "## Map\n" not in bench.overheard(GOAL, wander).prompts[0].text, "the map is empty at first"
    told = [prompt.text for prompt in bench.overheard(GOAL, [click(1, "Privacy policy"), *last]).prompts]
    assert bench.steps[-1].after.title == "Privacy policy"
    assert "## Map\n" in told[0]
    assert "Next: tap [1] (link, top) (worked the one time it was taken)." in told[0]
    assert "Steps left: 2; no shorter path is known." in told[0]
    assert '\n│ step 1: tap the link "Account" [1]' in told[0], "the app's words stand behind the fence"
    assert "This is the last step" in told[1]
    assert "You are on it." in told[2]


def test_without_the_guide_nothing_of_it_is_in_the_brief(bench: Bench) -> None:
    model = bench.overheard(GOAL, [click(1, "Privacy policy"), click(0, "We keep nothing"), THERE])
    assert len(model.prompts) == 3
    assert not any("Map" in prompt.text for prompt in model.prompts)
    assert not (bench.root / "maps.sqlite").exists()


def test_an_unknown_guide_is_a_usage_error(bench: Bench) -> None:
    bench.guides = ("maps",)
    with pytest.raises(UsageError, match="no guide 'maps'"):
        bench.run(GOAL, [])


def test_a_guided_run_is_resumed_with_its_guide(bench: Bench) -> None:
    bench.guides = ("map",)
    bench.stop_after = 1
    run = bench.run(GOAL, [click(1, "Privacy policy")])
    assert run.go().status == "interrupted"
    bench.stop_after = None
    assert bench.resume(run.id, [click(0, "We keep nothing"), THERE]).go().status == "success"


def test_a_malformed_note_to_the_guide_never_costs_the_action(bench: Bench) -> None:
    bench.guides = ("map",)
    odd = {**click(1, "Privacy policy"), "map": {"elsewhere": 7}}
    episode = bench.run(GOAL, [odd, click(0, "We keep nothing"), THERE]).go()
    assert episode.status == "success"
    assert episode.counters["dropped_fields"] == 1


@pytest.mark.parametrize("named", [True, False])
def test_stops_of_a_run_are_picked_by_the_model_that_the_settings_name_for_it(bench: Bench, named: bool) -> None:
    bench.stops = ("privacy policy",)
    script = bench.root / "picking.json"
    picked = {"nodes": [1], "confidence": 0.9, "reasoning": "It says so."}
    script.write_text(json.dumps({"replies": [{"json": picked}] * 9}))
    settings = bench.settings([click(1, "Privacy policy"), click(0, "We keep nothing"), THERE])
    settings = replace(settings, models=replace(settings.models, selector=f"scripted:{script}" if named else ""))
    request = RunRequest(GOAL, f"scripted:{bench.root / 'app.json'}")
    run = build_run(request, settings, NOBODY, bench.hooks())
    run.go()
    with open_journal(settings).read(run.id) as record:
        asked = {note.data["role"] for note in record.notes("request")}
    assert ("selector" in asked) is named
