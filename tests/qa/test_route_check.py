"""Routes as tests, whole runs without a browser: what is recorded, and what a check says of each build."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.protocols import WriteAuthority
from sextant.qa.checks import CheckOptions, Checks
from sextant.qa.file_check import RouteResult
from sextant.qa.route_check import RouteCheck
from sextant.qa.route_recording import ArrivedWalk, SavedWalk, saved
from sextant.qa.walked_route import RouteFacts
from sextant.settings import Settings, load
from sextant.types.effects import ObservedEffect
from sextant.types.transitions import Transition
from sextant.utg.files.saved import SavedRoute, from_text, to_text
from tests.actors.toysite import ORIGIN, Link, Page
from tests.support.builds import BASE, BUILDS, NAV, RECORDED, Build
from tests.support.sites import SiteDevice

TARGET = f"web:{ORIGIN}/"


def settings_in(folder: Path, most: int = 60) -> Settings:
    flags = {"journal.directory": str(folder / "runs"), "budget.max_steps": most}
    return load(flags, environ=os.environ, directory=folder)


def hooks_on(pages: Mapping[str, Page], origin: str = ORIGIN) -> Hooks:
    return Hooks(probes=Probes(device=lambda _: SiteDevice(pages, origin)))


def record(folder: Path, goal: str, pages: Mapping[str, Page] = BASE) -> SavedWalk:
    """Walks to the goal and makes a route of it, as `sextant goto --save` does."""
    steps: list[Transition] = []
    settings = settings_in(folder)
    hooks = hooks_on(pages)
    walking = Hooks(on_step=steps.append, probes=hooks.probes)
    run = build_run(RunRequest(goal, TARGET, "navigator"), settings, AbsentPerson(), walking)
    assert run.go().status == "success"
    return saved(ArrivedWalk(steps, run.device.name), RouteFacts(goal, TARGET, ORIGIN), TARGET, settings, hooks)


def check(folder: Path, route: SavedRoute, pages: Mapping[str, Page], origin: str = ORIGIN) -> RouteResult:
    return RouteCheck(route, f"web:{origin}/", settings_in(folder), hooks_on(pages, origin)).walk()


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> SavedRoute:
    """The route to the garden rules, through its file."""
    made = record(tmp_path_factory.mktemp("recorded"), RECORDED).route
    return from_text(to_text(made), "rules.toml")


def labels(route: SavedRoute | None) -> tuple[str, ...]:
    return () if route is None else tuple(hop.label for hop in route.hops)


@pytest.mark.parametrize("name", BUILDS)
def test_the_verdict_is_what_a_person_would_say(name: str, recorded: SavedRoute, tmp_path: Path) -> None:
    build: Build = BUILDS[name]
    checked = check(tmp_path, recorded, build.pages)
    told = f"{checked.verdict}: {checked.reason}\n{checked.deviations}\n{checked.changes}\n{checked.found}"
    assert checked.verdict == build.outcome, told
    if build.outcome == "exact":
        assert not checked.deviations, told
        assert checked.steps == len(recorded.hops) + 1, told
        return
    assert checked.deviations, told
    if build.outcome == "moved":
        assert labels(checked.new) == build.way, told
        assert checked.changes, told
        assert checked.changes[0].hop == build.hop, told
    else:
        assert checked.deviations[0].hop == build.hop, told
    for words in build.says:
        assert words in told, (words, told)
        assert build.outcome != "moved" or words in checked.reason or words in repr(checked.changes), (words, told)


@pytest.mark.parametrize("name", [name for name, build in BUILDS.items() if build.outcome == "moved"])
def test_a_new_route_holds_on_the_build_it_was_found_on(name: str, recorded: SavedRoute, tmp_path: Path) -> None:
    pages = BUILDS[name].pages
    new = check(tmp_path, recorded, pages).new
    assert new is not None
    again = check(tmp_path, from_text(to_text(new), "new.toml"), pages)
    assert again.verdict == "exact", again.reason


def test_a_route_holds_wherever_the_app_is_served_from(recorded: SavedRoute, tmp_path: Path) -> None:
    checked = check(tmp_path, recorded, BASE, "http://staging.test:8080")
    assert checked.verdict == "exact", checked.reason


@pytest.mark.parametrize(
    "trap",
    [
        Link("Delete the garden", "/gone", landmark="navigation", effect="gone"),
        Link("Greenhouse", role="switch", landmark="navigation", effect="gone"),
        Link("Go on", role="button", landmark="navigation", input_type="submit", effect="gone"),
    ],
    ids=lambda one: one.label,
)
def test_a_hop_of_a_route_from_others_touches_nothing_that_a_walk_leaves_alone(
    recorded: SavedRoute, tmp_path: Path, trap: Link
) -> None:
    pages = {**BASE, "/": replace(BASE["/"], links=(*NAV, trap)), "/gone": Page("Gone", NAV)}
    hop = f'role = "{trap.role}"\nname = "{trap.label}"'
    forged = from_text(to_text(recorded).replace('role = "link"\nname = "About us"', hop), "rules.toml")
    site = SiteDevice(pages)
    hooks = Hooks(probes=Probes(device=lambda _: site))
    checked = RouteCheck(forged, TARGET, settings_in(tmp_path), hooks).walk()
    assert site.site.counts["gone"] == 0
    assert checked.verdict == "moved", checked.reason
    assert [one.kind for one in checked.deviations] == ["refused"]
    assert f"{trap.label!r} is left alone" in checked.reason


class GatedSite(SiteDevice):
    """A toy site behind a write gate that refuses all writes."""

    def effects(self) -> tuple[ObservedEffect, ...]:
        return ()

    def authorise(self, authority: WriteAuthority) -> None:
        pass


def test_behind_a_write_gate_a_hop_may_submit_a_form(recorded: SavedRoute, tmp_path: Path) -> None:
    button = Link("Go on", "/about", role="button", landmark="navigation", input_type="submit")
    site = GatedSite({**BASE, "/": replace(BASE["/"], links=(*NAV, button))})
    named = from_text(
        to_text(recorded).replace('role = "link"\nname = "About us"', 'role = "button"\nname = "Go on"'), "rules.toml"
    )
    checked = RouteCheck(named, TARGET, settings_in(tmp_path), Hooks(probes=Probes(device=lambda _: site))).walk()
    assert checked.verdict == "exact", checked.reason


@pytest.mark.parametrize("target", ["android", "android:", "android:10.0.0.7:5555", "brought:ADDRESS"])
def test_a_route_file_chooses_no_phone(recorded: SavedRoute, tmp_path: Path, target: str) -> None:
    opened: list[object] = []
    file = tmp_path / "rules.toml"
    file.write_text(to_text(replace(recorded, target=target)))
    hooks = Hooks(probes=Probes(device=lambda device: opened.append(device) or device))
    (done,) = Checks([file], settings_in(tmp_path), CheckOptions(), hooks=hooks).run()
    assert done.verdict == "error"
    assert "--device android:SERIAL" in done.checked.reason
    assert not opened
