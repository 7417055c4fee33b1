"""Paths of routes: at which addresses an app has them, and which screens are at them."""

import pytest

from sextant.utg.served.paths import StaticRoute, folder_path, unmet

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
    assert [one.path for one in unmet(routes, ["/plots/7?tab=1#top", "/de/help", "/"])] == [
        "/plots",
        "/docs/{page*}",
        "/x/{a}-{b}",
    ]
    assert unmet(routes, ["/plots", "/plots/1", "/", "/help", "/docs/a/b", "/x/1-2"]) == ()
    assert [one.path for one in unmet(ROUTES, ["/#/plots", "/#/"])] == ["/plots/{id}", "/{lang?}/help", "/docs/{page*}"]
