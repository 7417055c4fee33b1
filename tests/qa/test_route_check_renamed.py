"""Routes to a page that keeps its address and changes its words: moved, unless what stands there is something else."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.qa.check_reports import details
from sextant.qa.checks import FileChecked
from sextant.qa.file_check import RouteResult
from sextant.utg.files.saved import Arrival, SavedRoute, from_text, to_text
from tests.actors.toysite import Link, Page
from tests.qa.test_route_check import check, record
from tests.support.builds import ABOUT, BASE, NAV, RULES, TIMES

ORDER = Page("Keeping order - Allotment", NAV, h1="Keeping order", texts=("Water before ten.",))
TO_ORDER = replace(RULES, label="Keeping order")
ABOUT_PAGE = BASE["/about"]
RENAMED = {**BASE, "/about": replace(ABOUT_PAGE, links=(*NAV, TIMES, TO_ORDER)), "/about/rules": ORDER}


@pytest.fixture(scope="module")
def route(tmp_path_factory: pytest.TempPathFactory) -> SavedRoute:
    return record(tmp_path_factory.mktemp("recorded"), "garden rules").route


def with_rules(page: Page, link: Link = RULES) -> dict[str, Page]:
    return {**BASE, "/about": replace(ABOUT_PAGE, links=(*NAV, TIMES, link)), "/about/rules": page}


def lines(checked: RouteResult) -> list[str]:
    return details(FileChecked(Path("rules.toml"), checked))


def test_link_heading_and_title_all_renamed_are_one_line(route: SavedRoute, tmp_path: Path) -> None:
    checked = check(tmp_path, route, RENAMED)
    assert checked.verdict == "moved", checked.reason
    assert lines(checked) == [
        "hop 2: 'Garden rules' is called 'Keeping order' now, the link and its screen",
        "was: 'About us' › 'Garden rules'",
        "now: 'About us' › 'Keeping order'",
    ]
    assert checked.new is not None
    again = check(tmp_path, from_text(to_text(checked.new), "new.toml"), RENAMED)
    assert again.verdict == "exact", again.reason


def test_a_page_under_another_name_behind_the_old_link_has_moved(route: SavedRoute, tmp_path: Path) -> None:
    checked = check(tmp_path, route, with_rules(ORDER))
    assert checked.verdict == "moved", checked.reason
    assert checked.reason == "the screen 'Garden rules' is called 'Keeping order' now"


def test_a_screen_on_the_way_that_is_renamed_is_passed(route: SavedRoute, tmp_path: Path) -> None:
    club = replace(ABOUT, label="The society")
    nav = tuple(club if link == ABOUT else link for link in NAV)
    renamed = {
        path: replace(page, links=(*nav, *(link for link in page.links if link not in NAV)))
        for path, page in BASE.items()
    }
    renamed["/about"] = replace(renamed["/about"], title="The society - Allotment", h1="The society")
    checked = check(tmp_path, route, renamed)
    assert checked.verdict == "moved", checked.reason
    assert checked.reason == "'About us' is called 'The society' now, the link and its screen"


def test_what_the_last_screen_had_to_show_is_gone_with_its_name(route: SavedRoute, tmp_path: Path) -> None:
    telling = replace(route, arrival=Arrival("Garden rules", "Water before ten."))
    jobs = Page("Vacancies - Allotment", NAV, h1="Vacancies", texts=("A treasurer is wanted.",))
    assert check(tmp_path, telling, with_rules(ORDER)).verdict == "moved", "it shows the same under another name"
    checked = check(tmp_path, telling, with_rules(jobs))
    assert checked.verdict == "failed", checked.reason
    assert "Vacancies" in checked.reason
    renamed = check(tmp_path, telling, with_rules(jobs, replace(RULES, label="Vacancies")))
    assert renamed.verdict == "moved", "what leads there is called so too"


PASSWORD = Link("Password", role="textbox", states=frozenset({"password"}))


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (Page("Sign in - Allotment", (*NAV, PASSWORD), h1="Sign in"), "it is a login page"),
        (Page("Oh dear - Allotment", NAV, h1="Oh dear", status="404"), "it is an error page"),
        (Page("Oh dear - Allotment", NAV, h1="Oh dear", status="404", forms="search"), "it is an error page"),
        (Page("Garden gone - Allotment", NAV, h1="Garden gone", status="410", forms="search"), "it is an error page"),
        (Page("Not found", NAV, h1="Not found"), "it is an error page"),
    ],
    ids=["login", "status 404", "404 with a form", "410 with a form", "not found"],
)
def test_a_login_or_an_error_in_its_place_is_no_new_name(
    page: Page, why: str, route: SavedRoute, tmp_path: Path
) -> None:
    checked = check(tmp_path, route, with_rules(page))
    assert checked.verdict == "failed", checked.reason
    told = lines(checked)
    assert told[0].endswith(why), told
    assert "sought: 'Garden rules' (/about/rules)" in told
    assert f"left the route on the screen: {page.h1!r} (/about/rules)" in told
    assert f"nearest: {page.h1!r} (/about/rules), but {why}" in told
    coherent(told)


SHORT = "at the same address, nothing of it is as recorded"


@pytest.mark.parametrize("name", ["We'll be right back", "Session expired", "Upgrade to Premium", "About us, in short"])
def test_a_page_of_which_nothing_is_left_is_another_behind_the_old_link(
    name: str, route: SavedRoute, tmp_path: Path
) -> None:
    page = Page(f"{name} - Allotment", NAV, h1=name, texts=("Come again tomorrow.",))
    checked = check(tmp_path, route, with_rules(page))
    assert checked.verdict == "failed", checked.reason
    told = lines(checked)
    assert told[0].endswith(SHORT), told
    assert f"nearest: {name!r} (/about/rules), but {SHORT}" in told
    coherent(told)
    renamed = check(tmp_path, route, with_rules(page, replace(RULES, label=name)))
    assert renamed.verdict == "moved", "what leads there is called so too"


def test_a_route_without_texts_of_its_last_screen_goes_by_the_names_alone(route: SavedRoute, tmp_path: Path) -> None:
    *before, last = route.hops
    assert last.lands.texts == ("Water before ten.",)
    bare = replace(route, hops=(*before, replace(last, lands=replace(last.lands, texts=()))))
    assert check(tmp_path, bare, with_rules(ORDER)).verdict == "failed"
    assert check(tmp_path, bare, with_rules(ORDER, TO_ORDER)).verdict == "moved"


@pytest.mark.parametrize("name", ["Password settings", "Sign-in and security"])
def test_a_form_that_asks_for_a_password_may_be_renamed(name: str, tmp_path: Path) -> None:
    def site(called: str) -> dict[str, Page]:
        texts = ("At least ten letters.", "Nobody else may know it.")
        page = Page(f"{called} - Allotment", (*NAV, PASSWORD), h1=called, texts=texts)
        return {**BASE, "/about": replace(ABOUT_PAGE, links=(*NAV, TIMES, Link(called, "/secret"))), "/secret": page}

    recorded = record(tmp_path, "change password", site("Change password")).route
    checked = check(tmp_path, recorded, site(name))
    assert checked.verdict == "moved", checked.reason


def test_a_failed_check_does_not_contradict_itself(route: SavedRoute, tmp_path: Path) -> None:
    """The screen that came near is told once, with why it does not count, and never as one that answers."""
    other = Page("Garden rules of old - Allotment", NAV, h1="Garden rules of old", texts=("Water after ten.",))
    links = (*NAV, TIMES, Link("Garden rules of old", "/old"))
    pages = {**BASE, "/about": replace(ABOUT_PAGE, links=links), "/old": other}
    del pages["/about/rules"]
    checked = check(tmp_path, route, pages)
    assert checked.verdict == "failed", checked.reason
    told = lines(checked)
    assert "nearest: 'Garden rules of old' (/old), but 'Garden rules' (/about/rules) is another screen" in told
    coherent(told)
    coherent([checked.reason])


def test_a_failed_check_where_nothing_came_near_names_what_was_nearest(route: SavedRoute, tmp_path: Path) -> None:
    pages = {**BASE, "/about": replace(ABOUT_PAGE, links=(*NAV, TIMES))}
    del pages["/about/rules"]
    told = lines(check(tmp_path, route, pages))
    assert [one for one in told if one.startswith("nearest: ")], told
    assert all(one.endswith("'Garden rules' (/about/rules) is another screen") for one in told if "nearest: " in one)
    coherent(told)


def coherent(told: list[str]) -> None:
    """What was sought was not found, in those words, and nothing is said to answer."""
    whole = "\n".join(told)
    assert "'Garden rules' (/about/rules) was not found on the " in whole
    for words in ("answers", "%", "Nothing that"):
        assert words not in whole, whole
