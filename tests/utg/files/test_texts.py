"""The few texts of a route's last screen by which it is known under another name."""

from dataclasses import replace

from sextant.types.screens import Screen
from sextant.utg.files.saved import SavedRoute, Stop, from_text, to_text
from sextant.utg.files.texts import own_texts, still_there
from tests.actors.toysite import Link, Page, Site

NAV = (Link("Plots", "/plots", landmark="navigation"),)
FOOT = "Run by its members."


def screen_of(page: Page, path: str = "/rules") -> Screen:
    return Site({path: page}, path).screen()


RULES = screen_of(
    Page(
        "Rules - Club",
        (*NAV, Link("Print them", "/print"), Link("bob", role="textbox")),
        h1="Rules",
        headings=("Fires",),
        texts=("Water before ten.", "Forty gardens, 12 free", "write to a@b.example", FOOT),
    )
)
HOME = screen_of(Page("Welcome - Club", NAV, h1="Welcome", texts=(FOOT,)), "/")


def test_texts_of_its_own_are_neither_names_nor_common_nor_numbers_nor_what_was_entered() -> None:
    assert own_texts(RULES, (HOME, RULES)) == ("Fires", "Water before ten.", "Print them")


def test_half_of_them_have_to_be_there() -> None:
    texts = own_texts(RULES, (HOME,))
    assert still_there(texts, RULES)
    assert not still_there(texts, HOME)
    assert not still_there((), RULES)
    assert still_there(texts, screen_of(Page("House", h1="House", headings=("FIRES",), texts=("Print them",))))
    assert not still_there(texts, screen_of(Page("House", h1="House", headings=("Fires",))))


def test_they_are_kept_in_the_file() -> None:
    stop = Stop("s", "/", "Rules", "Rules", "/", texts=own_texts(RULES, (HOME,)))
    route = SavedRoute("rules", "web:http://toy.test/", "http://toy.test", stop)
    assert from_text(to_text(route), "r.toml") == route
    assert from_text(to_text(replace(route, start=replace(stop, texts=()))), "r.toml").start.texts == ()
