"""Drawing maps end to end, on a scripted app: what is kept, what is told, and what a crash does to it."""

import json
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import AbsentPerson, resume_run
from sextant.assembly.run import Hooks, Probes
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.devices.wrapper import Paced
from sextant.errors import UsageError
from sextant.protocols import Device
from sextant.qa.map_drawing_run import MapDrawing, MapRequest, Summary, begin_map, first_look, pause_of
from sextant.settings import JournalSettings, Settings
from sextant.types.actions import PressKey, ScrollBy, Tap
from sextant.types.codec import to_json
from sextant.types.geometry import Point
from sextant.types.screens import ScreenKey
from sextant.types.tasks import Budget, Policy
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node
from sextant.utg.store import MapStore

ROOMS = ("kitchen", "hall", "cellar", "attic", "garden")


def house() -> ScriptedApp:
    """A house of rooms with a chest in each: eleven screens, and things that are better left alone."""
    home = Widget("Front door", role="link", goes="door")
    bad = (Widget("Log out", effect="left"), Widget("Delete all", effect="deleted"), Widget("Save", effect="saved"))
    rooms = tuple(Widget(name.title(), role="link", goes=name) for name in ROOMS)
    pages = {"door": Page("Front door", (*rooms, *bad))}
    for name in ROOMS:
        pages[name] = Page(name.title(), (home, Widget(f"Chest in the {name}", role="link", goes=f"chest-{name}")))
        pages[f"chest-{name}"] = Page(f"Chest in the {name}", (home, Widget("Empty", role="textbox", field="note")))
    return ScriptedApp(pages, "door", name="house")


SCREENS = {"/door", *(f"/{name}" for name in ROOMS), *(f"/chest-{name}" for name in ROOMS)}


class Workplace:
    """A folder with an app in a file, and settings that keep everything in it."""

    def __init__(self, root: Path, app: ScriptedApp | None = None) -> None:
        self.root = root
        self.file = root / "app.json"
        self.file.write_text(to_json(ScriptedApp, app or house()))
        self.device: Device | None = None

    @property
    def target(self) -> str:
        return f"scripted:{self.file}"

    def settings(self, steps: int = 300) -> Settings:
        return Settings(budget=Budget(max_steps=steps), journal=JournalSettings(self.root / "runs"))

    def begin(self, steps: int = 300, **more: Any) -> MapDrawing:
        def keep(device: Device) -> Device:
            self.device = device
            return device

        request = MapRequest(self.target, **more)
        return begin_map(request, self.settings(steps), Hooks(probes=Probes(device=keep)))

    def draw(self, steps: int = 300, **more: Any) -> Summary:
        return self.begin(steps, **more).go()

    def graph(self) -> Graph:
        with MapStore(self.root / "maps.sqlite") as store:
            return store.load("house")

    def command(self, *words: str) -> list[str]:
        journal = f"journal.directory={self.root / 'runs'}"
        return [sys.executable, "-m", "sextant", "map", self.target, "--json", "--set", journal, *words]


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)


def labels(graph: Graph) -> set[str]:
    return {node.key.label.partition(" · ")[0] for node in graph.nodes.values()}


def test_a_drawing_ends_with_a_summary_and_notes(place: Workplace) -> None:
    summary = place.draw(label="build 7")
    assert (summary.finished, summary.app, summary.screens) == ("complete", "house", len(SCREENS))
    assert labels(place.graph()) == SCREENS
    assert (summary.untried, summary.coverage, summary.new_screens) == (0, 1.0, len(SCREENS))
    assert summary.left["risky"].count == 3
    assert summary.left["form control"].examples == ("Empty",)
    assert isinstance(place.device, ScriptedDevice)
    assert not place.device.counts
    assert not place.device.fields
    with MapStore(place.root / "maps.sqlite") as store:
        notes = store.notes("house")
    assert (notes["target"], notes["label"], notes["finished"]) == (place.target, "build 7", "complete")
    assert json.loads(notes["coverage"])["untried"] == 0


def test_what_was_held_is_told_and_its_control_left_alone(tmp_path: Path) -> None:
    keep = Widget("Zachowaj", goes="kept", effects=(Write("POST", "/keep"),))
    door = Page("Door", (keep,), effects=(Write("POST", "/visits"),))
    app = ScriptedApp({"door": door, "kept": Page("Kept", ())}, "door", name="house")
    place = Workplace(tmp_path, app)
    summary = place.draw()
    assert summary.unprompted == 1
    assert summary.held == ("POST /keep (allow with --allow-request 'POST /keep')",)
    assert labels(place.graph()) == {"/door"}
    assert summary.left["changes something"].examples == ("Zachowaj",)
    assert place.draw().episode.steps == 1, "it is not touched again"


def test_a_budget_ends_it_and_the_next_goes_on(place: Workplace) -> None:
    stopped = place.begin()
    stopped.stop()
    assert stopped.go().finished == "interrupted"
    first = place.draw(steps=5)
    assert first.finished == "budget"
    assert 0 < first.coverage < 1
    assert first.untried > 0
    with pytest.raises(UsageError, match="sextant map"):
        resume_run(first.run, place.settings(), AbsentPerson())
    second = place.draw()
    assert (second.finished, second.screens) == ("complete", len(SCREENS))
    assert second.new_screens == len(SCREENS) - first.screens
    third = place.draw()
    assert (third.finished, third.episode.steps, third.new_transitions) == ("complete", 1, 0)


def test_enough_screens_end_it(place: Workplace) -> None:
    summary = place.draw(max_screens=4)
    assert (summary.finished, summary.screens) == ("budget", 4)


def test_screens_of_origins_that_the_settings_allow_are_counted_as_they_are_walked(place: Workplace) -> None:
    elsewhere = Graph("house")
    elsewhere.put(Node(ScreenKey("http://shop.test", "till", "/till"), Face("Till"), visits=1))
    with MapStore(place.root / "maps.sqlite") as store:
        store.take(elsewhere)
    settings = replace(place.settings(), policy=Policy(("house", "http://shop.test")))
    summary = begin_map(MapRequest(place.target), settings).go()
    assert (summary.screens, summary.new_screens) == (len(SCREENS) + 1, len(SCREENS))


def test_a_first_look_touches_nothing(place: Workplace) -> None:
    first = first_look(MapRequest(place.target), place.settings())
    assert [option.exit.label for option in first.options] == [name.title() for name in ROOMS]
    assert {one.exit.label: one.reason for one in first.left} == {
        "Log out": "risky",
        "Delete all": "risky",
        "Save": "risky",
    }
    assert not (place.root / "maps.sqlite").exists()


@pytest.mark.parametrize(
    ("target", "rate", "pause"),
    [
        ("web:http://127.0.0.1:8000/", None, 0.0),
        ("web:http://localhost/", None, 0.0),
        ("web:http://[::1]:80/", None, 0.0),
        ("web:https://example.org/", None, 1.0),
        ("world:lite/12", None, 0.0),
        ("web:http://localhost/", 4.0, 0.25),
    ],
)
def test_it_is_gentle_with_other_machines(target: str, rate: float | None, pause: float) -> None:
    assert pause_of(MapRequest(target, rate=rate)) == pause


def test_a_pace_is_kept_between_acts_that_load() -> None:
    now, waited = [0.0], list[float]()

    def wait(seconds: float) -> None:
        waited.append(round(seconds, 3))
        now[0] += seconds

    device = Paced(ScriptedDevice(house()), 1.0, lambda: now[0], wait)
    device.open()
    tap = Tap(Point(10, 10))
    device.perform(tap)
    device.perform(ScrollBy("down"))
    now[0] += 0.4
    device.perform(PressKey("back"))
    now[0] += 5.0
    device.perform(tap)
    assert waited == [0.6]
    device.detach()
    with pytest.raises(Exception, match="not open"):
        device.look()


def _killed_after(place: Workplace, screens: int) -> None:
    """Draws slowly, and is killed without warning once it has told of so many screens."""
    process = subprocess.Popen(
        place.command("--rate", "15"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.strip().startswith(f"{screens} "):
            break
    process.send_signal(signal.SIGKILL)
    process.stderr.close()
    assert process.wait(30) == -signal.SIGKILL


@pytest.mark.long
def test_killed_in_the_middle_it_is_finished_by_the_next(place: Workplace, tmp_path: Path) -> None:
    _killed_after(place, 5)
    before = place.graph()
    assert 1 < len(before.nodes) < len(SCREENS)
    out = tmp_path / "map.json"
    words = place.command("--out", str(out))
    result = json.loads(subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout)
    assert (result["finished"], result["screens"], result["untried"]) == ("complete", len(SCREENS), 0)
    after = place.graph()
    assert labels(after) == SCREENS
    assert all(after.edges[edge_id].successes >= edge.successes for edge_id, edge in before.edges.items())
    assert len(json.loads(out.read_text())["nodes"]) == len(SCREENS)
    (tmp_path / "whole").mkdir()
    whole = Workplace(tmp_path / "whole")
    whole.draw()
    assert set(after.nodes) == set(whole.graph().nodes)
    assert _ways(after) == _ways(whole.graph())


def _ways(graph: Graph) -> set[tuple[str, str]]:
    """Between which screens a transition into a screen nobody had seen was found; ways home may differ."""
    ends = {node.id for node in graph.nodes.values() if "chest" in node.key.label}
    return {(edge.source, edge.target) for edge in graph.edges.values() if edge.target in ends}


@pytest.mark.long
def test_two_processes_draw_one_map(place: Workplace) -> None:
    pair = [
        subprocess.Popen(place.command("--rate", rate), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for rate in ("40", "50")
    ]
    results: list[Mapping[str, Any]] = []
    for process in pair:
        stdout, stderr = process.communicate(timeout=60)
        assert process.returncode == 0, stderr
        results.append(json.loads(stdout))
    graph = place.graph()
    assert labels(graph) == SCREENS
    assert [result["finished"] for result in results] == ["complete", "complete"]
    acts = sum(int(result["steps"]) - 1 for result in results)  # the last step of each is its claim to be done
    counted = sum(edge.successes for edge in graph.edges.values())
    assert counted == acts, "two processes that draw one map lose no count"
