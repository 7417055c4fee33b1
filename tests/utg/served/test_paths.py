"""Paths of routes: at which addresses an app has them, and which screens are at them."""

import time

import pytest

from sextant.utg.served.paths import StaticRoute, colon_path, folder_path, unmet

ROUTES = [StaticRoute(path) for path in ("/", "/plots", "/plots/{id}", "/{lang?}/help", "/docs/{page*}", "/{*}")]
BASED = [StaticRoute(path, based=True) for path in ("/", "/studies/{id}", "/compare")]


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ("/", "/"), ("/(shop)/items/[item]", "/items/{item}"), ("/[[lang=lang]]/terms", "/{lang?}/terms"),
        ("/docs/[...path]", "/docs/{path*}"), ("/docs/[[...path]]", "/docs/{path*}"), ("/@modal/photo", "/photo"),
    ],
)  # fmt: skip
def test_folders(page: str, path: str) -> None:
    assert folder_path(page) == path


def test_a_route_is_met_where_a_screen_is_at_one_of_its_addresses() -> None:
    routes = [*ROUTES, StaticRoute("/old", redirect="/plots"), StaticRoute("/x/{a}-{b}")]
    assert [one.path for one in _missing(routes, ["/plots/7?tab=1#top", "/de/help", "/"])] == [
        "/plots",
        "/docs/{page*}",
        "/x/{a}-{b}",
    ]
    assert unmet(routes, ["/plots", "/plots/1", "/", "/help", "/docs/a/b", "/x/1-2"]) == ()
    left = ["/plots/{id}", "/{lang?}/help", "/docs/{page*}"]
    assert [one.path for one in _missing(ROUTES, ["/#/plots", "/#/"])] == left
    assert [one.path for one in _missing(ROUTES, ["/app/#!/", "/app/#!/plots"])] == left
    assert [one.path for one in _missing(ROUTES, ["/garden/plots/7?tab=1"])] == ["/", "/plots", *left[1:]]
    assert [one.path for one in _missing(BASED, ["/dashboard/?order=desc"])] == ["/studies/{id}", "/compare"]


def test_a_path_is_compared_in_the_time_of_its_length() -> None:
    """A page declares what it likes; comparing parameter after parameter in every way would never end."""
    hostile = [colon_path("/" + ":a" * 60 + end) for end in ("-x", "")] + ["/{*}" * 40 + "/x", "/{a?}" * 40 + "/x"]
    known = ["/" + "aboutus" * 30, "/a" * 60]
    began = time.monotonic()
    missing = unmet([StaticRoute(path) for path in hostile], known)
    assert missing is not None
    assert {route.path for route in missing} >= {*hostile[2:]}
    assert time.monotonic() - began < 20
    many = [StaticRoute(f"{path}/{number}") for path in hostile for number in range(10_000)]
    assert unmet(many, known * 300, 0.2) is None
    assert time.monotonic() - began < 20


def _missing(routes: list[StaticRoute], known: list[str]) -> tuple[StaticRoute, ...]:
    found = unmet(routes, known)
    assert found is not None, "it took too long"
    return found
