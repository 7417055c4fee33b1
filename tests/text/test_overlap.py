"""How much of one text stands in another: groups of letters, and how much each tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.text.overlap import Rarity, grams


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("to do", {" to", "to ", " to ", " do", "do ", " do "}),
        ("I", {" i "}),
        ("Horn!", {" ho", "hor", "orn", "rn "}),
        ("设置", {" 设置", "设置 ", " 设置 "}),
        ("", set[str]()),
        (" – … ", set[str]()),
    ],
)
def test_words_fall_into_groups_of_three_letters_edges_counting(text: str, groups: set[str]) -> None:
    assert set(grams(text)) == groups


@pytest.mark.parametrize(
    ("one", "other"), [("PRIVACY", "privacy"), ("ＡＢＣ", "abc"), ("one, two", "two one"), ("Straße", "STRASSE")]
)
def test_case_width_and_order_make_no_difference(one: str, other: str) -> None:
    assert grams(one) == grams(other)


@pytest.mark.parametrize(
    ("goal", "near", "far"),
    [
        ("change passwords", "Password", "Settings"),
        ("zmienić hasło", "Zmiana hasła", "Zamówienia"),
        ("meine Bestellung", "Bestellungen", "Datenschutz"),
        ("настройки языка", "Язык", "Помощь"),
        ("隐私政策", "隐私", "订单"),
        ("ρυθμίσεις γλώσσας", "Γλώσσα", "Βοήθεια"),
    ],
)
def test_forms_of_a_word_share_letters_in_any_script(goal: str, near: str, far: str) -> None:
    rarity = Rarity()
    assert rarity.share(grams(goal), grams(near)) > rarity.share(grams(goal), grams(far))


def test_a_group_that_stands_in_every_document_tells_less() -> None:
    rarity = Rarity([("Harbour", name) for name in ("Notes", "Help", "About", "Orders")])
    goal = grams("harbour help")
    shared, own = (rarity.share(goal, grams(word)) for word in ("harbour", "help"))
    plain = Rarity()
    assert own > shared > 0
    assert plain.share(goal, grams("harbour")) > plain.share(goal, grams("help")), "it has more letters"


def test_short_words_tell_little_and_numbers_tell_much() -> None:
    rarity = Rarity()
    goal = grams("all trials of the oven")
    assert rarity.share(goal, grams("Oven trials")) > 0.65
    assert rarity.share(goal, grams("All of the")) < 0.35
    assert rarity.share(grams("trial 12"), grams("12")) > rarity.share(grams("trial to"), grams("to"))


@given(st.text(), st.text(), st.lists(st.lists(st.text(), max_size=3), max_size=3))
def test_a_share_is_between_nothing_and_all(part: str, whole: str, documents: list[list[str]]) -> None:
    rarity, groups = Rarity(documents), grams(part)
    assert 0 <= rarity.share(groups, grams(whole)) <= 1 + 1e-9
    assert rarity.share(groups, groups) == pytest.approx(1.0 if groups else 0.0)
    assert rarity.share(groups, grams("")) == 0.0
    assert rarity.share(grams(""), groups) == 0.0
