import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.utg.words import coverage, kinship, match, query_of, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Privacy policies", ("privacy", "policy")),
        ("camelCaseWords", ("camel", "case", "word")),
        ("Sign in / Log out", ("login", "logout")),
        ("Données à caractère privé", ("donnee", "a", "caractere", "prive")),
        ("Übersicht", ("ubersicht",)),
        ("隐私政策", ("隐私", "私政", "政策")),
        ("설정", ("설정",)),
        ("Настройки", ("настройки",)),
        ("", ()),
    ],
)
def test_tokens(text: str, words: tuple[str, ...]) -> None:
    assert tokens(text) == words


@given(st.text())
def test_tokens_never_fail_and_do_not_depend_on_case(text: str) -> None:
    assert all(tokens(text))
    assert tokens(text.upper().lower()) == tokens(text.upper().lower())


@given(st.text(), st.text())
def test_scores_stay_in_range(goal: str, text: str) -> None:
    found = match(query_of(goal), text)
    assert 0 <= found.score <= 1 + 1e-9
    assert 0 <= found.coverage <= 1 + 1e-9
    assert 0 <= found.precision <= 1 + 1e-9


@given(st.text(min_size=1))
def test_a_goal_matches_its_own_words(goal: str) -> None:
    query = query_of(goal)
    if query.words:
        assert coverage(query, tokens(goal[:2000])) == pytest.approx(1.0)


@given(st.text(), st.text())
def test_kinship_is_symmetric(one: str, other: str) -> None:
    assert kinship(one, other) == kinship(other, one)


def test_filler_is_dropped_unless_nothing_else_is_left() -> None:
    assert query_of("Please go to the privacy policy page").words == ("privacy", "policy")
    assert query_of("show all").words == ("show", "all")


def test_the_exact_label_beats_longer_and_partial_ones() -> None:
    query = query_of("open the privacy policy")
    exact, longer, part = (match(query, text).score for text in ("Privacy Policy", "Privacy policy changes", "Privacy"))
    assert exact == 1.0
    assert exact > longer > part > 0


@pytest.mark.parametrize(
    ("goal", "label"), [("preferences", "Settings"), ("log in", "Sign in"), ("stats", "Statistics")]
)
def test_synonyms_count_but_less_than_the_word_itself(goal: str, label: str) -> None:
    assert 0.7 < match(query_of(goal), label).score <= 1.0


def test_words_for_whichever_say_nothing_of_which_wherever_they_stand() -> None:
    assert query_of("the profile of somebody").words == ("profile",)
    assert query_of("one of the rounds").words == ("round",)
    assert query_of("somebody").words == ("somebody",)


def test_the_thing_weighs_more_than_the_wish_to_look_at_it() -> None:
    details = query_of("details of the user Ada")
    assert details.weight("detail") < details.weight("user") < details.weight("ada")
    assert query_of("settings of the project").weight("setting") > 1


def test_one_is_not_the_list_of_all() -> None:
    query = query_of("list of users")
    assert match(query, "User").score < 0.75 < match(query, "User list").score
    assert match(query, "Users").score > 0.95
    assert match(query_of("user"), "User").score == 1.0


def test_without_may_be_said_in_other_words() -> None:
    assert match(query_of("the invoice without an address"), "Invoice lacks its address").score > 0.75
    assert match(query_of("missing"), "No").score == 0


def test_what_holds_a_thing_need_not_be_said() -> None:
    """`folder with the letters` is answered by letters; `share a folder` by no mere `Share`."""
    query = query_of("folder with the letters of the club")
    assert query.weight("folder") < query.weight("club") < query.weight("letter")
    assert query_of("folders of mail").weight("folder") > 1
    assert query_of("share a folder").weight("folder") > 1
    assert match(query_of("share a folder"), "Share").score < 0.5
