"""The first state of a task: what an instruction asks for, bounded and merged."""

import pytest

from sextant.guides.task_state.requirements import (
    LONGEST,
    MOST,
    MOST_ADDED,
    Requirement,
    read_instruction,
    refined,
)
from tests.guides.steps import made, page, told


def asked(goal: str) -> list[str]:
    return [item.text for item in read_instruction(goal).requirements]


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        ("Open the settings", ["Open the settings"]),
        ('Add "Milk" to the list and send it to Ada.', ['Add "Milk" to the list', "send it to Ada."]),
        ("Buy bread and butter.", ["Buy bread and butter."]),
        ("Find the gate, then tell it to Ada. Thank you!", ["Find the gate", "tell it to Ada. Thank you!"]),
        ("Open Mail and write to Ada.", ["Open Mail and write to Ada."]),
        (
            "I need the code; Mail has it. It is new. Type it into Desk and submit.",
            ["I need the code; Mail has it. It is new.", "Type it into Desk and submit."],
        ),
        ("Buy milk; call Ada; pay the rent", ["Buy milk;", "call Ada;", "pay the rent"]),
        ("If it rains, cancel the walk, otherwise invite Ada and Bob.", None),
        ('Send "Call me. Then go and eat." to Ada.', ['Send "Call me. Then go and eat." to Ada.']),
        ("把牛奶加入清单，然后发送给艾达。", ["把牛奶加入清单", "发送给艾达。"]),
        ('1. Create "A"\n2. Delete "B"', ['Create "A"', 'Delete "B"']),
        (
            "Open the cart, add milk, remove the eggs, and check out.",
            ["Open the cart", "add milk", "remove the eggs", "check out."],
        ),
        (
            "File the expense report for March and email it to Ada",
            ["File the expense report for March", "email it to Ada"],
        ),
        (
            "Add milk to the list, delete the draft mail, and pay the rent.",
            ["Add milk to the list", "delete the draft mail", "pay the rent."],
        ),
        ("Add milk to the list, delete the draft mail.", ["Add milk to the list", "delete the draft mail."]),
        ("Look at A and B", ["Look at A and B"]),
        ("Search the trains, sort by price, and pay by card", ["Search the trains", "sort by price", "pay by card"]),
        ('Write "a, b and c" to Ada', ['Write "a, b and c" to Ada']),
        ('Write "open it, delete it, and pay it" to Ada', ['Write "open it, delete it, and pay it" to Ada']),
        ("Send the offer to Smith and Sons", ["Send the offer to Smith and Sons"]),
        ("Book a hotel in Paris, France", ["Book a hotel in Paris, France"]),
        ("Find the name, call number and email address of the book", None),
        ("Ask Ada to buy milk, pay the rent, and clean the room", None),
        ("On the list page, delete the draft", None),
        ("Invite Mark, Will and Grace Open", None),
    ],
)
def test_an_instruction_is_taken_apart_where_it_speaks_of_another_deed(goal: str, parts: list[str] | None) -> None:
    assert asked(goal) == (parts or [goal])


def test_lines_below_prose_are_the_way_and_not_the_end() -> None:
    read = read_instruction('Buy milk.\n\nHow:\n1. Tap "Shop".\n2. Tap "Milk".')
    assert [item.text for item in read.requirements] == ["Buy milk."]
    assert read.way == ((1, 'Tap "Shop".'), (2, 'Tap "Milk".'))
    listed = read_instruction('Do these:\n1. Create "A"\n2. Delete "B"')
    assert [item.line for item in listed.requirements] == [1, 2]
    assert listed.way == ()


def test_what_holds_throughout_is_no_requirement_and_stays_told() -> None:
    read = read_instruction("Buy milk. Nothing else should change. Do not buy it twice.")
    assert [item.text for item in read.requirements] == ["Buy milk."]
    assert read.limits == ("Nothing else should change.", "Do not buy it twice.")
    guide, _ = made("Buy milk. Nothing else should change.")
    assert "Throughout:\n- Nothing else should change." in told(guide, page("Home"))
    assert asked("Do not disturb Ada") == ["Do not disturb Ada"], "where nothing else is asked, it is the task"


@pytest.mark.parametrize(
    "goal",
    [
        "\n".join(f"Write a letter to person {number} about subject {number}." for number in range(500)),
        "\n".join(f"{number}. Write a letter to person {number}." for number in range(1, 5000)),
        "x" * 100_000,
        "delete everything and " * 10_000,
        "“" * 100_000,
        "“„「『《«" * 16_000,
        '"\\' * 50_000,
        "\x00\u202e" * 5_000,
        "",
    ],
)
def test_no_instruction_becomes_too_many_requirements_or_none(goal: str) -> None:
    read = read_instruction(goal)
    assert 1 <= len(read.requirements) <= MOST
    assert all(len(item.text) <= LONGEST for item in read.requirements)
    assert len(read.way) <= 200


KNOWN = tuple(Requirement(f"r{at}", text) for at, text in enumerate(['Add "Milk" to the list', "Invite Ada"], 1))


@pytest.mark.parametrize(
    "proposed",
    [
        'Add "Milk" to the list.',
        'add "Milk" to list',
        'Type "Milk" to add it',
        "Invite Ada!",
        "Ada is invited",
        "",
        "...",
    ],
)
def test_what_says_the_same_or_a_part_of_it_is_no_requirement_of_its_own(proposed: str) -> None:
    assert refined(KNOWN, [proposed]) == KNOWN


def test_what_is_found_out_on_the_way_is_added_within_a_bound() -> None:
    found = refined(KNOWN, ["Log in with the company account"])
    assert [item.id for item in found] == ["r1", "r2", "r3"]
    assert not found[2].own
    assert [item.text for item in refined(KNOWN, ['Add "Eggs" to the list'])][2] == 'Add "Eggs" to the list'
    flooded = refined(KNOWN, [f'Inspect the item "{number}" closely' for number in range(1000)])
    assert flooded[:2] == KNOWN
    assert sum(not item.own for item in flooded) == MOST_ADDED


def test_where_a_text_is_cut_its_head_and_its_tail_stay() -> None:
    goal = f"Write a letter about {'the weather of the year and ' * 30}the end signed as Ada"
    (item,) = read_instruction(goal).requirements[:1]
    assert item.text.startswith("Write a letter")
    assert item.text.endswith("signed as Ada")
    guide, _ = made(goal)
    wanted = next(line for line in told(guide, page("Home"), 20).splitlines() if line.startswith("Wanted: "))
    assert wanted.startswith("Wanted: Write a letter")
    assert wanted.endswith("signed as Ada")
    assert len(wanted) <= 200
