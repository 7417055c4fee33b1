"""`make demo`: a real web app, a phone-sized Chromium, three screens in words, its map; then a world and its oracle.

No model, no key, no network.
"""

import os
import shutil
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from app import ROOT, end_on_sigterm, serving
from world import SEED, second_act

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run, open_journal
from sextant.cli.output import Output
from sextant.cli.progress import say_episode, say_step
from sextant.errors import SextantError
from sextant.journal import step_row
from sextant.journal.replay import write_replay
from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.qa.stored_maps import find_map
from sextant.settings import Settings, load
from sextant.storage import write_whole
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from sextant.utg.page import map_page

OUT = ROOT / "out" / "demo"
EXAMPLE = "examples/find_imprint.py"
MOST_STEPS = 60
MAP_STEPS = 60
"""Acts of the drawing: enough for the app's menu, its accounts and help pages."""
WORLD_REPLAY = OUT / "world.html"
MAP = OUT / "map.html"


@dataclass(frozen=True, slots=True)
class Target:
    """A screen in words, and how to tell that it was reached."""

    words: str
    arrives_at: str
    taps: int


@dataclass(frozen=True, slots=True)
class Walked:
    """How one walk ended."""

    episode: Episode
    location: str
    replay: Path


def main() -> int:
    """Serves the app, walks to every target, draws the map, plays the world, and says where all that is to be seen."""
    end_on_sigterm()
    out = Output(as_json=False)
    targets = [Target(**one) for one in tomllib.loads((ROOT / "demo" / "targets.toml").read_text())["target"]]
    shutil.rmtree(OUT, ignore_errors=True)  # a fresh map every time
    try:
        with serving(OUT / "app") as address:
            out.say(f"Fava is served at {address}; its map is empty, and no model is used.")
            failed = [target.words for target in targets if not reached(out, target, address)]
            drawn(out, address)
        if not second_act(out, demo_settings(), WORLD_REPLAY):
            failed.append("the end of the world's task")
    except (SextantError, RuntimeError, OSError) as error:
        out.say_aside(f"error: {error}")
        return 4
    if failed:
        out.say(f"Not reached: {', '.join(failed)}", "red")
    closing(out, targets)
    return 1 if failed else 0


def closing(out: Output, targets: Sequence[Target]) -> None:
    """The last lines: where map and replays are, and commands that work here: the demo's own app is gone by now."""
    out.say("")
    out.say(f"map:    {shown(MAP)}  # its screens with their pictures, and what leads to what; open it in a browser")
    for target in targets:
        out.say(f"replay: {shown(replay_of(target))}  # open it in a browser")
    out.say(f"replay: {shown(WORLD_REPLAY)}  # the world, played by the oracle, which knows the answer")
    python = shown(Path(sys.executable))
    out.say(f"next: {python} {EXAMPLE}  # the first act in Python, on a small site")
    out.say(f"next: {shown(Path(sys.executable).parent / 'sextant')} world show {SEED}  # play it yourself")


def shown(path: Path) -> str:
    """A path as it can be typed in the checkout."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def reached(out: Output, target: Target, address: str) -> bool:
    """Walks to a target, shows the way, and says whether it is the screen that was meant."""
    out.say("")
    out.say(f"to {target.words!r}", "bold")
    walked = walk(out, target, address)
    right = walked.location.endswith(target.arrives_at)
    good = walked.episode.status == "success" and right
    verdict = "the screen that was meant" if right else f"not the screen that was meant ({target.arrives_at})"
    out.say(f"{verdict}; the shortest way is {target.taps} taps", "green" if good else "red")
    return good


def drawn(out: Output, address: str) -> None:
    """Looks around in the app without a goal, and writes the map of what was seen as a page."""
    out.say("")
    out.say(f"the map of the app, drawn anew in {MAP_STEPS} steps of looking around", "bold")
    settings = demo_settings("drawing", MAP_STEPS)
    summary = begin_map(MapRequest(f"web:{address}"), settings, Hooks(on_note=out.say_aside)).go()
    found = find_map(f"web:{address}", settings)
    write_whole(MAP, map_page(found.graph, found.pictures, {"app": "Fava"}).encode("utf-8"))
    out.say(f"{summary.screens} screens, {summary.transitions} transitions")


def walk(out: Output, target: Target, address: str) -> Walked:
    """One run of the navigator, recorded."""
    locations: list[str] = [""]

    def on_step(transition: Transition) -> None:
        locations.append(transition.after.location)
        say_step(out, step_row(transition))

    settings = demo_settings()
    request = RunRequest(target.words, f"web:{address}", "navigator")
    episode = build_run(request, settings, AbsentPerson(), Hooks(on_step=on_step, on_note=out.say_aside)).go()
    say_episode(out, episode, with_next=False)
    replay = replay_of(target)
    with open_journal(settings).read(episode.run) as record:
        write_replay(record, replay)
    return Walked(episode, locations[-1], replay)


def demo_settings(folder: str = "", steps: int = MOST_STEPS) -> Settings:
    """The defaults, with journal and map in `out/demo`, or in a folder of it."""
    flags = {"journal.directory": str(OUT / folder / "runs"), "budget.max_steps": steps}
    return load(flags, environ=os.environ, directory=ROOT / "demo")


def replay_of(target: Target) -> Path:
    """Where the replay of a walk is written."""
    return OUT / f"{target.words.replace(' ', '-')}.html"


if __name__ == "__main__":
    sys.exit(main())
