"""How much of one text stands in another: groups of letters, and how much each tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.text.overlap import Rarity, Vocabulary, alike, grams


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
    assert grams(text) == groups


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


@given(st.text(), st.text(), st.lists(st.lists(st.text(), max_size=3), max_size=3))
def test_a_share_is_between_nothing_and_all(part: str, whole: str, documents: list[list[str]]) -> None:
    rarity, groups = Rarity(documents), grams(part)
    assert 0 <= rarity.share(groups, grams(whole)) <= 1 + 1e-9
    assert rarity.share(groups, groups) == pytest.approx(1.0 if groups else 0.0)
    assert rarity.share(groups, grams("")) == 0.0
    assert rarity.share(grams(""), groups) == 0.0


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("log", "logs", True),
        ("konzert", "konzerte", True),
        ("hasło", "hasła", True),
        ("order", "ordering", True),
        ("trading", "setting", False),
        ("in", "ink", False),
        ("art", "article", False),
        ("v12", "v123", False),
    ],
)
def test_forms_of_a_word_begin_alike(one: str, other: str, related: bool) -> None:
    assert alike(one, other) is related


PAGES = [("Oven", "Trials", "All of the team"), ("Routes", "Trials of all the week"), ("Oven", "Notes of all the team")]


@pytest.mark.parametrize(
    ("goal", "name", "least", "most"),
    [
        ("all trials of the oven", "Oven. Trials (List)", 0.75, 1.0),
        ("all trials of the oven", "Oven. History", 0.0, 0.6),
        ("all trials of the oven", "All of the team", 0.0, 0.25),
        ("修改密码", "在线修改密码页面", 1.0, 1.0),
        ("비밀번호를 변경", "비밀번호 변경", 0.6, 1.0),
        ("route 12", "Route 12", 1.0, 1.0),
        ("billing", "Settings", 0.0, 0.0),
        ("", "Oven", 0.0, 0.0),
    ],
)
def test_a_name_has_a_share_of_the_words_of_a_goal(goal: str, name: str, least: float, most: float) -> None:
    known, every = Vocabulary(PAGES).shares(goal, name)
    assert least <= known <= most
    assert 0 <= every <= known <= 1


def test_words_that_the_app_does_not_have_count_among_all_words_only() -> None:
    known, every = Vocabulary(PAGES).shares("invoices of the oven", "Oven of the house")
    assert known == 1
    assert every < 0.3
    assert Vocabulary(PAGES).shares("route 12", "Route 13")[1] < 0.4
