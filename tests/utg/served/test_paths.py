"""Paths of routes: at which addresses an app has them, and which screens are at them."""

import pytest

from sextant.utg.served.paths import StaticRoute, addresses, folder_path, unmet

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


@pytest.mark.parametrize(
    ("routes", "known", "wanted"),
    [
        (ROUTES, ["/"], ["/", "/plots", "/help"]),
        (ROUTES, ["/nothing/of/it"], ["/", "/plots", "/help"]),
        (ROUTES, ["/garden/plots/7?tab=1"], ["/garden/", "/garden/plots", "/garden/help"]),
        (ROUTES, ["/", "/#/plots"], ["/#/", "/#/plots", "/#/help"]),
        (ROUTES, ["/app/?x=1#!/plots"], ["/app/#!/", "/app/#!/plots", "/app/#!/help"]),
        (BASED, ["/dashboard/?order=desc"], ["/dashboard/", "/dashboard/compare"]),
        (BASED, [], []),
    ],
)
def test_addresses_stand_behind_what_is_known(routes: list[StaticRoute], known: list[str], wanted: list[str]) -> None:
    assert list(addresses(routes, known)) == wanted


def test_a_route_is_met_where_a_screen_is_at_one_of_its_addresses() -> None:
    routes = [*ROUTES, StaticRoute("/old", redirect="/plots"), StaticRoute("/x/{a}-{b}")]
    assert [one.path for one in unmet(routes, ["/plots/7?tab=1#top", "/de/help", "/"])] == [
        "/plots",
        "/docs/{page*}",
        "/x/{a}-{b}",
    ]
    assert unmet(routes, ["/plots", "/plots/1", "/", "/help", "/docs/a/b", "/x/1-2"]) == ()
    assert [one.path for one in unmet(ROUTES, ["/#/plots", "/#/"])] == ["/plots/{id}", "/{lang?}/help", "/docs/{page*}"]
