"""How likely a screen or a way on is what a goal asks for: by meaning, by letters, by numbers."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sextant.text.embedding import WordNearness, shipped
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.relevance import (
    FIGURES,
    ComparedText,
    GoalRelevance,
    Led,
    screen_words,
    shared_titles,
    way_words,
    weights_of,
)


class Letters:
    """Knows no meaning at all: letters decide."""

    name = "words"

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        return [0.0 for _ in texts if sentence]


class Sentences(Letters):
    """As one that compares sentences."""

    name = "sentences"


ENGLISH = {
    "home": Face("Harbour", ("Welcome",), (), "/", (), ("Latest orders", "Privacy", "Shipping")),
    "orders": Face("Your orders - Harbour", ("Your orders",), (), "/account/orders", (), ("Order 1071", "Shipped")),
    "settings": Face("Settings - Harbour", ("Settings",), ("Language", "Time zone"), "/settings", (), ("Save",)),
    "password": Face("Password - Harbour", ("Change password",), (), "/settings/password", (), ("New password",)),
    "privacy": Face(
        "Privacy policy - Harbour", ("Privacy policy",), (), "/legal/privacy", (), ("What we know of you",)
    ),
    "help": Face("Help - Harbour", ("Help",), ("How to return an order",), "/help", (), ("Write to us",)),
    "wheels 1": Face("wheels/1 - Harbour", ("Build wheels/1",), (), "/builds/1", (), ("Success",)),
    "wheels 2": Face("wheels/2 - Harbour", ("Build wheels/2",), (), "/builds/2", (), ("Success",)),
}
POLISH = {
    "home": Face("Sklep", ("Witamy",), (), "/", (), ("Ostatnie zamówienia",)),
    "orders": Face("Zamówienia - Sklep", ("Twoje zamówienia",), (), "/z", (), ("Wysłano",)),
    "password": Face("Hasło - Sklep", ("Zmiana hasła",), (), "/h"),
    "privacy": Face("Polityka prywatności - Sklep", ("Polityka prywatności",), (), "/p"),
    "help": Face("Pomoc - Sklep", ("Pomoc",), ("Zwroty",), "/c"),
}
GERMAN = {
    "home": Face("Laden", ("Willkommen",), (), "/", (), ("Neue Bestellungen",)),
    "orders": Face("Bestellungen - Laden", ("Ihre Bestellungen",), (), "/b"),
    "password": Face("Kennwort - Laden", ("Kennwort ändern",), (), "/k"),
    "privacy": Face("Datenschutz - Laden", ("Datenschutzerklärung",), (), "/d"),
}


def odds(goal: GoalRelevance, app: dict[str, Face]) -> dict[str, float]:
    goal.within((face.title, *face.heads, *face.headings, *face.texts) for face in app.values())
    return dict(zip(app, goal.screens([screen_words(face) for face in app.values()]), strict=True))


def asking(text: str) -> GoalRelevance:
    return GoalRelevance(text, WordNearness(shipped()))


# -- screens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "right"),
    [
        ("privacy policy", "privacy"),
        ("my orders", "orders"),
        ("change my password", "password"),
        ("settings", "settings"),
        ("change the time zone", "settings"),
        ("how do I return an order", "help"),
        ("data protection", "privacy"),
        ("the build wheels/1", "wheels 1"),
        ("the build wheels/2", "wheels 2"),
    ],
)
def test_the_right_screen_has_the_highest_odds(goal: str, right: str) -> None:
    found = odds(asking(goal), ENGLISH)
    assert max(found, key=lambda name: found[name]) == right


@pytest.mark.parametrize(
    ("goal", "right", "app"),
    [
        ("zmienić hasło", "password", POLISH),
        ("moje zamówienia", "orders", POLISH),
        ("polityka prywatności", "privacy", POLISH),
        ("wo finde ich meine Bestellung", "orders", GERMAN),
        ("das Kennwort ändern", "password", GERMAN),
        ("Datenschutz", "privacy", GERMAN),
    ],
)
def test_letters_alone_tell_in_any_language(goal: str, right: str, app: dict[str, Face]) -> None:
    found = odds(GoalRelevance(goal, Letters()), app)
    assert max(found, key=lambda name: found[name]) == right


def test_what_is_named_is_likelier_than_that_there_is_nothing_of_the_kind() -> None:
    named, missing = asking("privacy policy"), asking("weather tomorrow")
    assert odds(named, ENGLISH)["privacy"] > named.absent
    assert max(odds(missing, ENGLISH).values()) < missing.absent


def test_what_led_to_a_screen_is_one_of_its_names() -> None:
    face, goal = Face("Modify component", location="/components/7"), GoalRelevance("component horn", Letters())
    by_horn, by_lamp = goal.screens([screen_words(face, [Led(label)]) for label in ("horn", "lamp")])
    assert by_horn > by_lamp


def test_where_what_led_to_a_screen_stood_says_of_what_it_is() -> None:
    face, goal = Face("Entries", location="/entries/7"), GoalRelevance("entries of Alice", Letters())
    alice, bob = goal.screens([screen_words(face, [Led("all", source=name)]) for name in ("Alice", "Bob")])
    assert alice > bob


def test_labels_of_controls_are_no_text_of_their_page() -> None:
    face = ENGLISH["home"]
    goal = GoalRelevance("latest orders", Letters())
    mentioned, linked = goal.screens([screen_words(face), screen_words(face, (), {"Latest orders"})])
    assert linked < mentioned
    assert "Latest orders" not in screen_words(face, (), {"Latest orders"}).whole


def test_numbers_tell_one_of_many() -> None:
    goal = GoalRelevance("the build wheels/1", Letters())
    one, other, none = goal.screens([ComparedText(name) for name in ("wheels/1", "wheels/2", "wheels")])
    assert one > none > other
    plain = GoalRelevance("the build of wheels", Letters())
    assert plain.screens([ComparedText("wheels/1")]) == plain.screens([ComparedText("wheels/2")])
    here, there = goal.ways([ComparedText(name) for name in ("wheels/1", "wheels/2")])
    assert here > there + 1


def test_what_all_pages_of_an_app_say_tells_none_of_them() -> None:
    goal = GoalRelevance("Harbour help", Letters())
    before = goal.letters("Harbour")
    goal.within([(f"{name} - Harbour",) for name in ("Help", "Notes", "About", "Orders")])
    assert goal.letters("Harbour") < before
    assert goal.letters("Help") > goal.letters("Harbour")


# -- ways on --------------------------------------------------------------------------------------------------------


def way(label: str, *page: str, row: str = "", hint: str = "", href: str = "") -> ComparedText:
    return way_words(Exit(ElementRef("link", label), href=href, row=row, hint=hint), page)


def test_a_way_on_is_called_by_its_label_else_its_hint_with_its_row() -> None:
    assert way("Edit", "People", row="Alice", hint="Change it").name == "Edit. Alice"
    assert way("", "People", hint="Change it").name == "Change it"
    assert way("Edit", "People", row="Alice").there == "Edit. Alice. People"
    assert way("", "People", href="/people/alice/edit").name == "people alice edit"


@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [
        ("privacy policy", way("Privacy policy"), way("Terms of use")),
        ("orders of Alice", way("Orders", "Alice"), way("Orders", "Bob")),
        ("orders of Alice", way("Orders", "People", row="Alice"), way("Orders", "People", row="Bob")),
        ("change my password", way("Edit", href="/account/password"), way("Edit", href="/account/picture")),
        ("photos", way("Pictures"), way("Invoices")),
    ],
    ids=["label", "page", "row", "address", "meaning"],
)
def test_the_right_way_on_has_the_higher_odds(goal: str, right: ComparedText, wrong: ComparedText) -> None:
    better, worse = asking(goal).ways([right, wrong])
    assert better > worse


@pytest.mark.parametrize(
    ("goal", "label", "page", "adds"),
    [
        ("history of the roadmap", "History", "Roadmap", True),
        ("history of the roadmap", "Roadmap", "Roadmap", False),
        ("history of the roadmap", "Home", "Roadmap", False),
        ("orders of Alice", "Orders", "Alice", True),
        ("orders of Alice", "Edit", "Alice", False),
        ("historia strony głównej", "Historia", "Strona główna", True),
        ("historia strony głównej", "Strona główna", "Strona główna", False),
        ("orders of Alice", "", "Alice", False),
    ],
)
def test_a_part_of_a_page_adds_to_it_and_a_breadcrumb_does_not(goal: str, label: str, page: str, adds: bool) -> None:
    assert asking(goal).adds(way(label), ComparedText(page)) is adds


def test_meaning_or_letters_are_enough_to_add() -> None:
    alice = ComparedText("Alice")
    assert asking("photos of Alice").adds(way("Pictures"), alice)
    assert not GoalRelevance("photos of Alice", Letters()).adds(way("Pictures"), alice)
    assert GoalRelevance("photos of Alice", Letters()).adds(way("Photos"), alice)


def test_what_an_address_says_a_part_does_not_add() -> None:
    goal = GoalRelevance("versions of horn", Letters())
    assert goal.adds(way("horn"), ComparedText("Versions"))
    assert not goal.adds(way("horn"), ComparedText("Versions", address="boats horn"))


def test_parts_of_titles_that_many_have_tell_no_screen() -> None:
    titles = [f"{name} - Harbour" for name in ("Boats", "Crew", "Pier", "Log", "Fees")]
    shared = shared_titles(titles)
    assert shared == {"Harbour"}
    assert screen_words(Face("Boats - Harbour"), shared=shared).name == "Boats"
    assert screen_words(Face("Harbour"), shared=shared).name == "Harbour"
    assert shared_titles(titles[:3]) == frozenset()


def test_a_way_on_without_a_name_may_lead_anywhere() -> None:
    goal = asking("privacy policy")
    assert goal.ways([]) == goal.screens([]) == []
    amiss, nameless, right = goal.ways([way("Weather"), way(""), way("Privacy policy")])
    assert amiss < nameless < right


# -- weights --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nearness", [Letters(), Sentences()], ids=lambda one: one.name)
def test_every_likeness_has_a_weight(nearness: Letters) -> None:
    weights = weights_of(nearness)
    for part in (weights.screens, weights.ways, weights.typical):
        assert len(part) == len(FIGURES)
    goal = GoalRelevance("privacy policy", nearness)
    assert {len(one) for one in [*goal.figures([ComparedText("a")]), *goal.way_figures([way("a", "b")])]} == {
        len(FIGURES)
    }
    assert goal.absent == weights.absent


def test_given_weights_are_used_instead_of_the_fitted_ones() -> None:
    none = (0.0,) * len(FIGURES)
    flat = replace(weights_of(Letters()), screens=none, ways=none, way=-1.5, absent=0.5)
    goal = GoalRelevance("privacy policy", Letters(), flat)
    assert (goal.absent, goal.screens([ComparedText("Privacy policy")]), goal.ways([ComparedText("x")])) == (
        0.5,
        [0.0],
        [-1.5],
    )
