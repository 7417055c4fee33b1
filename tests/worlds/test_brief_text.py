"""What a simulated reader takes from a brief: how far the task is, and which field has lost its text."""

from sextant_worlds.actors.brief_text import BriefText, position_told, read_brief, said_gone
from sextant_worlds.actors.dials import parse_dials
from sextant_worlds.actors.faulty import Faulty, goal_with_instructions

_GOAL = goal_with_instructions(
    "Hand in the code.", ('Open the app "Orders".', 'Tap "Teapot".', 'Type "A" into "Answer".', "Finish.")
)


def _brief(*prose: str, history: str = "") -> BriefText:
    told = "\n".join(f"│ {line}" for line in prose)
    return read_brief(
        f"You operate an app.\n\nGoal: {_GOAL}\n\n## Done so far\n│ {history}\n\n## Notes\n{told}\n\n"
        '## Screen\n│ [0] button "requirement 2 [done]"'
    )


def test_how_far_the_task_is_is_read_from_marked_lines() -> None:
    positions: dict[tuple[str, ...], int | None] = {
        (): None,
        ("requirement 1 is done",): None,
        ("next: requirement 3 [open]",): 3,
        ("last step 7 [worked] on requirement 2 [said]", "requirement 1 [open]: Open the app"): 3,
        ("last step 7 [no effect] on requirement 2 [open]",): 2,
        ("requirement 1 [done, step 2]: Open the app", "requirement 2 [open]: Tap"): 2,
        ("requirement 1 [done, step 2]: Open the app",): 2,
        ("requirement 2 [failed, step 4]: Tap", "requirement 1 [said, step 2]: Open the app"): 2,
    }
    assert {prose: position_told(_brief(*prose)) for prose in positions} == positions


def test_a_lost_field_is_read_by_its_name_or_its_text() -> None:
    lost = ('b3 field "Answer" on Form [lost, step 4]: A-77', 'b3 field "Reply" on Form [lost, step 4]: A-77')
    kept = ('b3 field "Answer" on Form [step 4]: A-77', 'b3 field "Subject" on Form [lost, step 4]: Hello')
    assert all(said_gone(_brief(prose), "Answer", "A-77") for prose in (*lost, 'field "Answer" [empty]'))
    assert not any(said_gone(_brief(one), "Answer", "A-77") for one in (*kept, "b4 note [step 4]: the Answer is gone"))


def test_an_actor_that_is_lost_goes_by_what_is_told_and_else_guesses() -> None:
    actor = Faulty(parse_dials("faulty:lost=1"))
    history = '0. line 2: Tap "Teapot". on /app: worked'
    plain, told = _brief(history=history), _brief("next: requirement 1 [open]", history=history)
    assert "line 1, under way: go home" in actor.answer("\n".join(told.lines))
    guesses = {Faulty(parse_dials(f"faulty:lost=1,seed={seed}")).answer("\n".join(plain.lines)) for seed in range(20)}
    assert len(guesses) > 2
