"""How likely a screen or a way on is what a goal asks for: by meaning, by letters, by numbers."""

from collections.abc import Sequence

import pytest

from sextant.text.embedding import WordNearness, shipped
from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.relevance import (
    ComparedText,
    GoalRelevance,
    screen_words,
    way_words,
)


class Letters:
    """Knows no meaning at all: letters decide."""

    name = "words"

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        return [0.0 for _ in texts if sentence]


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
        ("privacy policy", "privacy"), ("my orders", "orders"), ("change my password", "password"),
        ("settings", "settings"), ("change the time zone", "settings"), ("how do I return an order", "help"),
        ("data protection", "privacy"), ("the build wheels/1", "wheels 1"), ("the build wheels/2", "wheels 2"),
    ],
)  # fmt: skip
def test_the_right_screen_has_the_highest_odds(goal: str, right: str) -> None:
    found = odds(asking(goal), ENGLISH)
    assert max(found, key=lambda name: found[name]) == right


@pytest.mark.parametrize(
    ("goal", "right", "app"),
    [
        ("zmienić hasło", "password", POLISH), ("moje zamówienia", "orders", POLISH),
        ("polityka prywatności", "privacy", POLISH), ("wo finde ich meine Bestellung", "orders", GERMAN),
        ("das Kennwort ändern", "password", GERMAN), ("Datenschutz", "privacy", GERMAN),
    ],
)  # fmt: skip
def test_letters_alone_tell_in_any_language(goal: str, right: str, app: dict[str, Face]) -> None:
    found = odds(GoalRelevance(goal, Letters()), app)
    assert max(found, key=lambda name: found[name]) == right


def test_what_is_named_is_likelier_than_that_there_is_nothing_of_the_kind() -> None:
    named, missing = asking("privacy policy"), asking("weather tomorrow")
    assert odds(named, ENGLISH)["privacy"] > named.absent
    assert max(odds(missing, ENGLISH).values()) < missing.absent


@pytest.mark.parametrize(
    ("goal", "screen", "named"),
    [
        ("change password", "password", True),
        ("changing the passwords", "password", True),
        ("settings", "settings", True),
        ("privacy of orders", "orders", False),
        ("time zone of the harbour", "orders", False),
        ("invoices for the harbour", "home", False),
        ("unicorns", "home", False),
    ],
)
def test_a_screen_is_named_like_a_goal_by_the_words_that_the_app_has(goal: str, screen: str, named: bool) -> None:
    relevance = GoalRelevance(goal, Letters())
    relevance.within((one.title, *one.heads, *one.headings, *one.texts) for one in ENGLISH.values())
    assert relevance.named(screen_words(ENGLISH[screen])) is named


def test_a_part_that_the_goal_names_is_wanted_and_not_the_item_alone() -> None:
    item = Face("Studies", ("bread-oven",), (), "/studies/1", (), ("History", "Trials (List)"))
    part = Face("Studies", ("bread-oven",), (), "/studies/1/trials", ("Trials (List)",), ("Trial 0",))
    goal = GoalRelevance("all trials of the bread oven", Letters())
    goal.within((one.title, *one.heads, *one.selected, *one.texts) for one in (item, part))
    assert goal.named(screen_words(part))
    assert not goal.named(screen_words(item))


def test_numbers_tell_one_of_many() -> None:
    goal = GoalRelevance("the build wheels/1", Letters())
    one, other, none = goal.screens([ComparedText(name) for name in ("wheels/1", "wheels/2", "wheels")])
    assert one > none > other
    plain = GoalRelevance("the build of wheels", Letters())
    assert plain.screens([ComparedText("wheels/1")]) == plain.screens([ComparedText("wheels/2")])
    here, there = goal.ways([ComparedText(name) for name in ("wheels/1", "wheels/2")])
    assert here > there + 1


# -- ways on --------------------------------------------------------------------------------------------------------


def way(label: str, *page: str, row: str = "", href: str = "") -> ComparedText:
    return way_words(Exit(ElementRef("link", label), href=href, row=row), page)


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


def test_a_way_on_without_a_name_may_lead_anywhere() -> None:
    goal = asking("privacy policy")
    assert goal.ways([]) == goal.screens([]) == []
    amiss, nameless, right = goal.ways([way("Weather"), way(""), way("Privacy policy")])
    assert amiss < nameless < right


# -- weights --------------------------------------------------------------------------------------------------------
