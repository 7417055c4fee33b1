"""What every reading of a goal has in common: quotations and sentences, whatever is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.evidence.goals import SLOT, hidden, quotes_in, says, sentences, trimmed, unquoted
from sextant.guides.memory.wanted import wanted_of
from sextant.guides.task_state.requirements import names_in, read_instruction
from sextant.program.asked import read_goal
from sextant.program.saying import is_order


def quoted(text: str) -> list[str]:
    return [quote.text for quote in quotes_in(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('open "Rent" and "Dues".', ["Rent", "Dues"]),
        ("open “Rent” and «Dues»", ["Rent", "Dues"]),
        ('öffne „Miete“, „Beitrag” und „Strom"', ["Miete", "Beitrag", "Strom"]),
        ("打开「房租」、『会费』和《账单》", ["房租", "会费", "账单"]),
        ('write "he said “no” twice"', ["he said “no” twice"]),
        ('write “he said "no" twice”', ['he said "no" twice']),
        (r'write "he said \"no\" twice" to Ann', ['he said "no" twice']),
        (r'open "C:\temp" and "D"', [r"C:\temp", "D"]),
        ('open "Rent” and "Dues”', ["Rent", "Dues"]),
        ('a 6" board and nothing else', []),
        ('"on one line\nor none"', []),
        ('""', []),
    ],
)
def test_quotations_in_any_of_the_usual_marks(text: str, found: list[str]) -> None:
    assert quoted(text) == found


def test_no_quotation_ends_a_sentence_and_every_part_comes_back_as_it_was_written() -> None:
    goal = 'Send “Hi. Done?” to Dr. Chen. Then pay "Rent, May."!\nThank Prof. Li'
    whole = hidden(goal)
    parts = sentences(whole.text)
    assert [whole.shown(part) for part in parts] == [
        "Send “Hi. Done?” to Dr. Chen.", 'Then pay "Rent, May."!', "Thank Prof. Li"
    ]  # fmt: skip
    assert [whole.quoted(part) for part in parts] == [("Hi. Done?",), ("Rent, May.",), ()]
    assert whole.bare(parts[0]) == f"Send  {SLOT}  to Dr. Chen."
    assert unquoted('pay "Rent" now', " it ") == "pay  it  now"
    assert trimmed(" Rent, May… ") == "Rent, May"


@given(st.text(alphabet=[*'ab "“”„«»「」\\.!?\n', SLOT, "0"], max_size=60))
def test_whatever_is_written_nothing_is_lost_but_slots(text: str) -> None:
    whole = hidden(text)
    assert whole.shown(whole.text) == text.replace(SLOT, "")
    assert "".join("".join(map(whole.shown, sentences(whole.text))).split()) == "".join(text.replace(SLOT, "").split())
    read_goal(text)
    read_instruction(text)


def test_slots_that_a_goal_brings_along_stand_for_nothing() -> None:
    goal = f'Pay {SLOT}7{SLOT} "Rent" {SLOT}0{SLOT}'
    assert read_goal(goal).names == ("rent",)
    assert read_instruction(goal).requirements[0].text.startswith('Pay 7 "Rent"')


@pytest.mark.parametrize("mark", ['"', "“", "„", "«", "「", r"\"", '"“', '"”', r'"\\'])
def test_a_text_full_of_marks_is_read_once(mark: str) -> None:
    """A reading that began anew at each mark would take hours over this."""
    text = (mark + "a") * 400_000
    assert len(unquoted(text)) <= len(text)


def test_says_looks_for_whole_words() -> None:
    assert says("Rent  May", "The rent may be due")
    assert not says("Rent", "rental")
    assert not says(" ", "anything")
    assert says("房租", "本月房租已付")


def test_a_quoted_message_however_long_is_one_name_of_a_goal_and_no_order_of_its_own() -> None:
    message = "Pay the bill. Delete the file. Call Bob. " * 20
    goal = f"Send “{message}” to Ann."
    assert [part.names for part in read_goal(goal).parts] == [(" ".join(message.split()).lower().strip(" ."), "ann")]
    assert len(read_instruction(goal).requirements) == 1
    assert names_in(goal) == (), "no screen shows it as a whole"


def test_german_and_escaped_quotations_are_names_to_a_program_too() -> None:
    assert read_goal("öffne „die Miete“").names == ("die miete",)
    assert read_goal(r'write "he said \"no\" twice"').names == ('he said "no" twice',)


def test_what_stands_in_other_marks_orders_nothing_either() -> None:
    assert is_order("Delete", "Delete the note", ())
    assert not is_order("Delete", "Open «and Delete all»", ())


def test_labels_that_are_to_be_found_are_read_whole_with_the_quotations_in_them() -> None:
    assert wanted_of(r'Find "Ask \"Bob\"" and tap "Send"').quoted == ('ask "bob"',)
    assert wanted_of('Find "Room of “Ann”".').quoted == ("room of “ann”",)


@pytest.mark.parametrize(
    ("goal", "count"),
    [
        ("Pay the rent and delete the draft", 2),
        ("If it is due, pay the rent and delete the draft", 1),
        ("Pay the rent and delete everything else", 2),
        ("In any other case pay the rent and delete the draft", 1),
        ("要是还没付，付房租，然后删除草稿", 1),
    ],
)
def test_a_condition_keeps_a_sentence_in_one_piece_and_everything_else_is_none(goal: str, count: int) -> None:
    assert len(read_instruction(goal).requirements) == count
