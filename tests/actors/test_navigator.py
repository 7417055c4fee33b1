"""The navigator on toy sites: it arrives, by short ways, and touches nothing that does something."""

import json

import pytest

from sextant.actors.navigator import Navigator, NavigatorSettings
from sextant.types.actions import Click, Status
from sextant.utg.exclusions import unguarded
from sextant.utg.store import MapStore
from tests.actors.toysite import Link, Page, Site, brief_of, perform, walk

NAV = (
    Link("Home", "/", landmark="navigation"),
    Link("Notes", "/notes", landmark="navigation"),
    Link("Settings", "/settings", landmark="navigation"),
    Link("Help", "/help", landmark="navigation"),
)


def office(notes: int = 30) -> dict[str, Page]:
    pages = {
        "/": Page("Office", NAV, h1="Welcome"),
        "/notes": Page("Notes - Office", (*NAV, *(Link(f"Note {n}", f"/notes/{n}") for n in range(notes)))),
        "/settings": Page(
            "Settings - Office",
            (
                *NAV,
                Link("Profile", "/settings/profile"),
                Link("Security", "/settings/security"),
                Link("Delete account", "/account/delete"),
                Link("Log out", "/logout", landmark="navigation"),
            ),
        ),
        "/settings/profile": Page("Profile - Office", NAV),
        "/settings/security": Page("Security - Office", (*NAV, Link("Change password", "/settings/password"))),
        "/settings/password": Page(
            "Password - Office", (*NAV, Link("Save", role="button", input_type="submit", effect="saved"))
        ),
        "/help": Page(
            "Help - Office",
            (
                *NAV,
                Link("Legal", "/help/legal"),
                Link("Write to us", "mailto:us@toy.test"),
                Link("Blog", "http://b.test/"),
            ),
        ),
        "/help/legal": Page("Legal - Office", (*NAV, Link("Privacy policy", "/help/privacy"))),
        "/help/privacy": Page("Privacy policy - Office", NAV),
    }
    for number in range(notes):
        more = Link("Next", f"/notes/{(number + 1) % notes}")
        bin_it = Link("Delete", role="button", effect="deleted")
        pages[f"/notes/{number}"] = Page(f"Note {number} - Office", (*NAV, more, bin_it))
    return pages


def navigator(store: MapStore | None = None, patience: int = 50) -> Navigator:
    return Navigator(store or MapStore(), unguarded, settings=NavigatorSettings(patience=patience))


@pytest.mark.parametrize(
    ("goal", "path", "at_most"),
    [
        ("Open the settings", "/settings", 1), ("settings page", "/settings", 1), ("profile", "/settings/profile", 6),
        ("change password", "/settings/password", 6), ("go to the privacy policy", "/help/privacy", 8),
        ("Note 7", "/notes/7", 3), ("help", "/help", 1),
    ],
)  # fmt: skip
def test_it_arrives(goal: str, path: str, at_most: int) -> None:
    site = Site(office())
    walked = walk(navigator(), site, goal)
    assert walked.claimed == "complete", walked.story
    assert site.path == path, walked.story
    assert walked.taps <= at_most, walked.story


@pytest.mark.parametrize(
    ("goal", "optimum"),
    [("privacy policy", 3), ("change password", 3), ("profile", 2), ("Note 3", 2), ("settings", 1)],
)
def test_the_second_visit_is_optimal(goal: str, optimum: int) -> None:
    store = MapStore()
    first = walk(navigator(store), Site(office()), goal)
    assert first.claimed == "complete"
    site = Site(office())
    second = walk(navigator(store), site, goal)
    assert second.claimed == "complete"
    assert second.steps == optimum, second.story


def test_it_touches_nothing_that_does_something() -> None:
    site = Site(office())
    walked = walk(navigator(), site, "a screen that does not exist anywhere: zebra crossing")
    assert walked.claimed == "infeasible", walked.story
    assert not site.counts
    assert not {"Delete account", "Log out", "Write to us", "Blog", "Save", "Delete"} & set(site.touched)


def test_a_parametric_list_is_sampled_not_searched() -> None:
    site = Site(office(notes=60))
    walked = walk(navigator(), site, "zebra crossing", limit=200)
    assert walked.claimed == "infeasible"
    visited = {one.after.location for one in walked.transitions if "/notes/" in one.after.location}
    assert len(visited) <= 5, walked.story


def test_it_arrives_where_it_already_is() -> None:
    walked = walk(navigator(), Site(office(), start="/help/privacy"), "privacy policy")
    assert walked.claimed == "complete"
    assert walked.steps == 0


def test_a_screen_that_calls_itself_otherwise_is_reached_by_its_label() -> None:
    pages = {
        "/": Page("Shop", (Link("Returns", "/r"), Link("News", "/n"))),
        "/r": Page("How to send things", (Link("Home", "/"),)),
        "/n": Page("News", (Link("Home", "/"),)),
    }
    site = Site(pages)
    walked = walk(navigator(), site, "returns")
    assert walked.claimed == "complete"
    assert site.path == "/r"
    assert walked.taps == 1


def test_menus_are_opened_first_and_again_when_needed() -> None:
    menu = (
        Link("☰", role="button", opens="main", landmark="banner"),
        Link("Reports", "/reports", menu="main", landmark="navigation"),
        Link("Imprint", "/imprint", menu="main", landmark="navigation"),
    )
    pages = {
        "/": Page("App", (*menu, *(Link(f"Row {n}", f"/row/{n}") for n in range(12)))),
        "/reports": Page("Reports", menu),
        "/imprint": Page("Imprint", menu),
        **{f"/row/{n}": Page(f"Row {n}", menu) for n in range(12)},
    }
    store, site = MapStore(), Site(pages)
    walked = walk(navigator(store), site, "imprint")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/imprint"
    assert walked.taps == 2, walked.story
    again = walk(navigator(store), Site(pages), "imprint")
    assert again.taps == 2, again.story


def test_what_is_below_the_fold_is_scrolled_to() -> None:
    links = tuple(Link(f"Row {n}", f"/row/{n}") for n in range(60))
    pages = {
        "/": Page("Long", (*links, Link("Terms of use", "/terms", landmark="contentinfo"))),
        "/terms": Page("Terms of use"),
        **{f"/row/{n}": Page(f"Row {n}") for n in range(60)},
    }
    site = Site(pages)
    walked = walk(navigator(), site, "terms of use")
    assert walked.claimed == "complete", walked.story
    assert walked.taps == 1


def test_endless_pages_end() -> None:
    class Endless(dict[str, Page]):
        def get(self, key: str, default: Page | None = None) -> Page | None:  # type: ignore[override]
            if key == "/":
                return Page("Calendar", (Link("Day", "/day/1"), Link("About", "/about")))
            if key == "/about":
                return Page("About", (Link("Home", "/"),))
            number = int(key.rsplit("/", 1)[1])
            return Page(f"Day {number}", (Link("Next day", f"/day/{number + 1}"), Link("Home", "/")))

    site = Site(Endless())
    walked = walk(navigator(), site, "zebra", limit=200)
    assert walked.claimed == "infeasible", walked.story
    assert walked.steps <= 30


def test_dead_ends_and_missing_pages_are_left() -> None:
    pages = {
        "/": Page("Home", (Link("Broken zebra", "/nowhere"), Link("Animals", "/animals"))),
        "/animals": Page("Animals", (Link("Zebra", "/zebra"),)),
        "/zebra": Page("Zebra"),
    }
    site = Site(pages)
    walked = walk(navigator(), site, "zebra")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/zebra"


def test_it_replans_when_the_app_has_changed() -> None:
    store = MapStore()
    assert walk(navigator(store), Site(office()), "privacy policy").claimed == "complete"
    changed = dict(office())
    changed["/help"] = Page("Help - Office", (*NAV, Link("About us", "/help/about")))
    changed["/help/about"] = Page("About us - Office", (*NAV, Link("Legal", "/help/legal")))
    site = Site(changed)
    walked = walk(navigator(store), site, "privacy policy")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/help/privacy"


def test_a_goal_that_is_gone_from_a_known_map_is_not_claimed() -> None:
    store = MapStore()
    walk(navigator(store), Site(office()), "privacy policy")
    changed = dict(office())
    changed["/help/legal"] = Page("Legal - Office", NAV)
    walked = walk(navigator(store), Site(changed), "privacy policy")
    assert walked.status is not None
    assert walked.claimed == "unsure", walked.story
    assert {one.step for one in walked.status.candidates} == {None}, "known from the first walk alone"


def test_single_page_apps_without_addresses() -> None:
    tabs = (
        Link("Inbox", "/#/inbox", role="tab", says=False),
        Link("Archive view", "/#/old", role="tab", says=False),
        Link("More", "/#/more", role="tab", says=False),
    )
    pages = {
        "/": Page("Mail", tabs, h1="Inbox"),
        "/#/inbox": Page("Mail", tabs, h1="Inbox"),
        "/#/old": Page("Mail", tabs, h1="Archive"),
        "/#/more": Page("Mail", (*tabs, Link("Signature", "/#/sig", role="listitem", says=False)), h1="More"),
        "/#/sig": Page("Mail", tabs, h1="Signature"),
    }
    site = Site(pages)
    walked = walk(navigator(), site, "signature")
    assert walked.claimed == "complete", walked.story
    assert walked.taps <= 4, walked.story


@pytest.mark.parametrize("cut", [1, 2, 3, 5, 8])
def test_a_resumed_walk_goes_on_as_if_nothing_had_happened(cut: int) -> None:
    goal = "change password"

    def run(resume_at: int | None) -> list[str]:
        store, site = MapStore(), Site(office())
        actor = navigator(store)
        said: list[str] = []
        for step in range(60):
            if step == resume_at:
                state = json.loads(json.dumps(actor.snapshot()))
                actor = navigator(store)
                actor.restore(state)
            before = site.screen()
            decision = actor.decide(brief_of(goal, before, step))
            said.append(decision.description)
            if isinstance(decision.action, Status):
                break
            actor.observe(perform(site, before, decision, step))
        return said

    assert run(cut) == run(None)


def test_an_objection_takes_the_target_out() -> None:
    site, actor = Site(office()), navigator()
    screen = site.screen()
    first = actor.decide(brief_of("settings", screen, 0))
    assert isinstance(first.action, Click)
    second = actor.decide(brief_of("settings", screen, 0), rejected=first)
    assert second.action != first.action


def test_a_refused_claim_is_not_repeated_on_the_spot() -> None:
    site, actor = Site(office(), start="/settings"), navigator()
    screen = site.screen()
    first = actor.decide(brief_of("settings", screen, 0))
    assert isinstance(first.action, Status)
    second = actor.decide(brief_of("settings", screen, 0), rejected=first)
    assert not (isinstance(second.action, Status) and second.action.goal_status == "complete")


def test_what_was_found_out_about_one_goal_says_nothing_of_the_next() -> None:
    """The same actor is told another goal on the screen where the first one was reached."""
    site, actor = Site(office()), navigator()
    for goal, path in (("change password", "/settings/password"), ("privacy policy", "/help/privacy")):
        walked = walk(actor, site, goal)
        assert walked.claimed == "complete", walked.story
        assert site.path == path


def test_what_opens_on_the_spot_gives_way_to_a_link_that_promises_to_lead_on() -> None:
    """A button shows changes on the account's own page; the link of the same name leads to the page of them."""
    pages = {
        "/": Page("Ledger", (Link("Checking account", "/account/7"), Link("Other", "/other"))),
        "/other": Page("Other", (Link("Home", "/"),)),
        "/account/7": Page(
            "Checking account",
            (
                Link("Changes", role="button", opens="chart"),
                Link("Changes as a chart", role="text", menu="chart"),
                Link("Changes (monthly)", "/account/7/changes"),
            ),
            texts=("Changes of the account",),
        ),
        "/account/7/changes": Page("Changes (monthly)", (Link("Checking account", "/account/7"),)),
    }
    site = Site(pages)
    walked = walk(navigator(), site, "changes of the checking account")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/account/7/changes", walked.story


def test_what_folds_a_side_bar_is_touched_again() -> None:
    bar = tuple(Link(name, f"/{name}", menu="bar") for name in ("orders", "items", "people", "reports"))
    fold = Link("Toggle sidebar", role="button", landmark="navigation", opens="bar")
    pages = {"/": Page("Shop", (fold, *bar)), **{f"/{one.label}": Page(one.label, (fold, *bar)) for one in bar}}
    site = Site(pages, menu="bar")
    transitions = walk(navigator(), site, "zebra crossing", limit=3).transitions
    assert site.touched[:2] == ["Toggle sidebar", "Toggle sidebar"], transitions
