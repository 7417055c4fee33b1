"""What a simulated reader takes from a brief's own words: how far the task is, and what is gone."""

import pytest

from sextant.worlds.actors.briefing import Line, read_brief
from sextant.worlds.actors.dials import parse_dials
from sextant.worlds.actors.faulty import goal_with_instructions
from sextant.worlds.actors.statements import position_told, said_gone

_GOAL = goal_with_instructions(
    "Hand in the pickup code.",
    (
        'Open the app "Orders".',
        'Tap "Ceramic teapot".',
        'Find "Pickup code" and remember its value as {A}.',
        'Open the app "Hand-in".',
        'Type {A} into "Answer".',
        'Tap "Hand in".',
        "Finish.",
    ),
)


def _brief(*prose: str, history: str = "") -> Line:
    told = "\n".join(prose)
    return read_brief(
        f"You operate an app.\n\nGoal: {_GOAL}\n\n## Done so far\n│ {history}\n\n## Notes\n{told}\n\n"
        '## Screen\n│ [0] button "next line 2 is done"'
    )


@pytest.mark.parametrize(
    ("prose", "position"),
    [
        ((), None),
        (("The weather is fine.",), None),
        (("Next: line 4.",), 4),
        (('Current subgoal: Open the app "Hand-in"',), 4),
        (("Done so far: lines 1 to 3.",), 4),
        (("Completed:", '- Open the app "Orders".', '- Tap "Ceramic teapot".'), 3),
        (("Remaining:", '- Type {A} into "Answer".', '- Tap "Hand in".'), 5),
        (("- Tap the teapot", "Shown done: line 1, line 2", "Still open: line 5, line 6"), 5),
        (("Line 2 is said to be done, and not shown.",), 2),
        (("Line 1: done", "Line 2: done", "Line 3: not done"), 3),
    ],
)
def test_how_far_the_task_is_is_read_from_plain_words(prose: tuple[str, ...], position: int | None) -> None:
    assert position_told(_brief(*prose)) == position
    assert position_told(_brief(*(f"│ {line}" for line in prose))) == position, "behind a bar as well"


def test_neither_the_history_nor_the_screen_is_taken_for_a_statement() -> None:
    history = '0. line 2: Tap "Ceramic teapot". on /app: worked — next'
    assert position_told(_brief(history=history)) is None


@pytest.mark.parametrize(
    ("prose", "gone"),
    [
        ("The draft in Answer is gone: type it again.", True),
        ("What was typed into Answer is no longer there.", True),
        ("The draft in Subject is gone.", False),
        ("Answer holds what was typed.", False),
    ],
)
def test_what_is_gone_is_read_by_the_name_of_its_field(prose: str, gone: bool) -> None:
    assert said_gone(_brief(prose), "Answer", "") is gone


def test_who_is_lost_goes_by_what_is_said_and_else_guesses() -> None:
    from sextant.worlds.actors.faulty import Faulty

    actor = Faulty(parse_dials("faulty:lost=1"))
    history = '0. line 2: Tap "Ceramic teapot". on /app: worked'
    plain, told = _brief(history=history), _brief("Next: line 4.", history=history)
    text = "\n".join(told.lines)
    assert "line 4, under way: go home" in actor.answer(text)
    guesses = {Faulty(parse_dials(f"faulty:lost=1,seed={seed}")).answer("\n".join(plain.lines)) for seed in range(20)}
    assert len(guesses) > 2
