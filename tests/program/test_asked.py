"""What a goal's own words ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.program.asked import named_in, only_looks, read_goal, words_of
from sextant.program.saying import is_done_form


def test_names_are_quoted_or_capitalised() -> None:
    asked = read_goal('Open Onward and mark the task "Scan the old letters." as done. Then follow Aroha Ngata there.')
    assert asked.names == ("scan the old letters", "onward", "aroha", "ngata")
    assert "mark" in asked.words


@pytest.mark.parametrize(
    "goal", ["DELETE THE OLD NOTE NOW", "Delete The Old Note Now", "delete the old note", "Delete the note on Monday"]
)
def test_capitals_that_say_nothing_are_no_names(goal: str) -> None:
    assert read_goal(goal).names == ()


def test_nothing_inside_a_quote_ends_a_sentence_and_titles_do_not() -> None:
    asked = read_goal('Like the post "Done. At last! Really?" of Dr. Abernathy-Sato. Thank you.')
    assert [part.text for part in asked.parts] == [
        'like the post "done. at last! really?" of dr. abernathy-sato.',
        "thank you.",
    ]


def test_a_sentence_that_looks_or_depends_asks_for_less() -> None:
    look, fork, deed = read_goal(
        "What is the fee of the course? If it says Closed, pin the chat. Archive the chat with Ada."
    ).parts
    assert (look.looks, fork.conditional, deed.looks or deed.conditional) == (True, True, False)
    assert not read_goal("Leave everything else as it is, and nothing else.").parts[0].conditional


def test_numbered_lines_tell_the_way_only() -> None:
    asked = read_goal('Archive it.\n\nHow:\n1. Open the app "Messages".\n2. Finish.')
    assert asked.names == ()


def test_on_off_and_all() -> None:
    assert read_goal("turn off the sounds").parts[0].off
    assert read_goal("把提示关闭").parts[0].off
    assert not read_goal("make sure alerts are on, not off").parts[0].off
    assert read_goal("archive each delivered order").every
    assert not read_goal('open the page "All orders"').every, "a quoted word is a name"


@pytest.mark.parametrize(
    ("text", "goal", "so"),
    [
        ("Saved", "save it", True),
        ("Dr. Castellane Cardiology Saved", "put Dr. Castellane among the saved doctors", True),
        ("Frozen", "freeze the card", True),
        ("Unfollow", "follow Ada", True),
        ("小胜利 已赞", "赞一下这条动态", True),
        ("Save", "save it", False),
        ("Follow", "follow Ada", False),
        ("Muted", "follow Ada", False),
    ],
)
def test_words_that_say_it_is_done(text: str, goal: str, so: bool) -> None:
    assert is_done_form(text, read_goal(goal).words) is so


def test_a_name_is_found_whole_by_its_words_or_cut_short() -> None:
    assert named_in("ida", ["ida's birthday"])
    assert not named_in("ida", ["friday"])
    assert named_in("scan the old letters", ["letters, old: scan the"])
    assert named_in("learning to whistle at forty", ["learning to whist… ada"])


@given(st.text(max_size=200))
def test_any_text_is_read(goal: str) -> None:
    asked = read_goal(goal)
    assert asked.parts
    assert all(name == name.casefold() for name in asked.names)
    assert asked.words >= words_of(asked.names)


def test_a_step_that_only_looks_and_one_that_does_something_besides() -> None:
    looks = (
        "look at the message",
        "in Mail, find Ada and note her number",
        'line 3: Find "a, b" and remember its value',
    )
    assert all(map(only_looks, looks))
    deeds = ("find the note and delete it", "delete the account", "look up Ada, then pay her", "in Mail, send it", "")
    assert not any(map(only_looks, deeds))
