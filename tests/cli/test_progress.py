"""The lines of a run, the closing lines, and the exit status of each end."""

import io
from typing import get_args

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from sextant.cli.output import Output
from sextant.cli.progress import EXIT_CODES, episode_json, exit_code, money, next_command, say_episode, say_step
from sextant.journal import StepSummary
from sextant.types.tasks import Episode, EpisodeStatus, Task, Usage
from sextant.types.transitions import Effectiveness


class Terminal(Output):
    """An output whose people sit at a terminal of a given width."""

    def __init__(self, width: int) -> None:
        super().__init__(as_json=False)
        self.file = io.StringIO()
        self._own = Console(file=self.file, force_terminal=True, width=width, color_system=None)

    @property
    def people(self) -> Console:
        return self._own


def step(what: str = "open Settings", where: str = "Settings", verdict: Effectiveness = "effective") -> StepSummary:
    return StepSummary(7, what, where, verdict, "", "", 1.25, 2, 0.0123)


def episode(status: EpisodeStatus, reason: str = "") -> Episode:
    return Episode("20260501-090000", Task("g"), status, "", 3, "", reason, Usage(requests=1, dollars=0.5), 4.0)


WORDS = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Mn", "Cf", "Me"]), max_size=300)


@hypothesis.settings(max_examples=50)
@given(WORDS, WORDS, st.sampled_from(get_args(Effectiveness)), st.integers(40, 160))
def test_a_step_is_one_line_that_fits_the_window(what: str, where: str, verdict: Effectiveness, width: int) -> None:
    terminal = Terminal(width)
    say_step(terminal, step(what, where, verdict))
    lines = terminal.file.getvalue().rstrip("\n").split("\n")
    assert len(lines) == 1
    assert cell_len(lines[0]) <= width
    assert width < 72 or lines[0].rstrip().endswith("$0.0123")


def test_in_a_pipe_nothing_is_cut_and_what_was_not_used_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    say_step(Output(as_json=False), step("tap " + "long " * 100 + "end"))
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "end -> Settings  ok  1.2 s  2 calls  $0.0123" in out
    say_step(Output(as_json=False), StepSummary(7, "open it", "Home", "effective", "", "", 1.25, 0, 0.0))
    say_episode(Output(as_json=False), Episode("r", Task("g"), "success", "", 3, "", "", Usage(), 4.0), with_next=False)
    assert capsys.readouterr().out.splitlines() == ["7  open it -> Home  ok  1.2 s", "", "success", "3 steps, 4.0 s"]


def test_interrupts_causes_and_what_stood_against_a_step_are_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    why = "nothing shows it" + "." * 500
    for one in (
        StepSummary(1, "close it", "Home", "ineffective", "missed", "popup", 0.1, 0, 0.0),
        StepSummary(4, "click [51]", "Home", "refused", "refused", "", 0.1, 0, 0.0, "there is no\nelement\x1b 51"),
        StepSummary(5, "done", "Home", "none", "", "", 0.1, 0, 0.0, why, "line 4, turn 2"),
    ):
        say_step(Output(as_json=False), one)
    marked, refused, claimed = capsys.readouterr().out.splitlines()
    assert "[popup] close it -> Home  no effect (nothing came of it)" in marked
    assert refused == "4  click [51] -> Home  refused: there is no element 51  0.1 s"
    assert claimed.startswith("5  [line 4, turn 2] done -> Home  not accepted: nothing shows it...")
    assert len(claimed) < 340


def test_of_a_run_on_record_the_whole_reason_is_shown() -> None:
    terminal, why = Terminal(80), " ".join(f"reason{number}" for number in range(60))
    say_step(terminal, StepSummary(5, "done", "Home", "none", "", "", 0.1, 0, 0.0, why, "line 4"), whole=True)
    said = " ".join(terminal.file.getvalue().split())
    assert f"not accepted: {why}" in said


@pytest.mark.parametrize("width", [80, 120])
def test_on_a_terminal_it_stands_below(width: int) -> None:
    terminal = Terminal(width)
    say_step(terminal, StepSummary(4, "click [51]", "Home", "refused", "", "", 0.1, 0, 0.0, "no such element"))
    step_line, why = terminal.file.getvalue().splitlines()
    assert "Home" in step_line
    assert why.strip() == "no such element"


def test_every_end_has_an_exit_code_and_a_next_step() -> None:
    assert set(EXIT_CODES) == set(get_args(EpisodeStatus))
    for status in get_args(EpisodeStatus):
        ended = episode(status)
        assert exit_code(ended) == EXIT_CODES[status]
        assert "20260501-090000" in next_command(ended)
        assert episode_json(ended)["exit_code"] == EXIT_CODES[status]


@pytest.mark.parametrize(
    ("reason", "flag"),
    [
        ("The limit of 3 steps is reached.", "--max-steps 103"),
        ("The limit of 9 s is reached.", "--max-seconds"),
        ("The limit of 5,000 tokens is reached.", "--max-tokens"),
        ("The limit of 0.5 dollars is reached.", "--max-dollars"),
    ],
)
def test_the_limit_that_was_reached_is_the_one_to_raise(reason: str, flag: str) -> None:
    assert flag in next_command(episode("over_budget", reason))


def test_the_last_line_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    say_episode(Output(as_json=False), episode("interrupted", "stopped on request"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "next: sextant resume 20260501-090000"
    assert "interrupted: stopped on request" in lines


@pytest.mark.parametrize(("dollars", "text"), [(0, "$0"), (0.00123, "$0.0012"), (0.5, "$0.50"), (12.345, "$12.35")])
def test_money(dollars: float, text: str) -> None:
    assert money(dollars) == text
