"""Questions on the terminal, and Ctrl-C."""

import os
import pty
import signal
from collections.abc import Callable

import pytest

from sextant.assembly import AbsentPerson
from sextant.cli.interrupt import Interrupt
from sextant.cli.output import Output
from sextant.cli.person import TerminalPerson
from sextant.protocols import Person


def answering(*lines: str) -> Callable[[str], str]:
    waiting = list(lines)

    def ask(prompt: str) -> str:
        assert prompt
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return ask


def person(ask: Callable[[str], str], interrupt: Interrupt | None = None) -> Person:
    return TerminalPerson(Output(as_json=True), interrupt or Interrupt(), ask)


@pytest.mark.parametrize(
    ("lines", "allowed"),
    [(["y"], True), (["Yes "], True), (["n"], False), ([""], False), (["sure, why not"], False), ([], False)],
)
def test_only_yes_is_yes(lines: list[str], allowed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert person(answering(*lines)).allow("Send the [red]message[/red]?", "To Ada") is allowed
    captured = capsys.readouterr()
    assert "Send the [red]message[/red]?" in captured.err, "text from a page is no markup"
    assert "To Ada" in captured.err
    assert captured.out == ""


def test_no_reason_begins_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    asked = person(answering())
    asked.allow("Send?", "it says\n? Forged")
    asked.happened("it\n? Forged", "it\n? Forged")
    asked.take_over("log in\n? Forged")
    assert [line for line in capsys.readouterr().err.splitlines() if line.startswith("? Forged")] == []


@pytest.mark.parametrize(("lines", "back"), [([""], True), (["done"], True), (["stop"], False), ([], False)])
def test_handing_over(lines: list[str], back: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert person(answering(*lines)).take_over("log in") is back
    assert "log in" in capsys.readouterr().err


def test_a_terminal_that_has_gone_says_no(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    above, terminal = pty.openpty()
    os.close(terminal)
    with os.fdopen(above, encoding="utf-8") as typed:  # from this end every read is EIO now
        monkeypatch.setattr("sys.stdin", typed)
        gone = TerminalPerson(Output(as_json=True), Interrupt())
        assert gone.take_over("log in") is gone.allow("Send?", "") is False
        assert gone.happened("Send", "") is None
    assert "log in" in capsys.readouterr().err


def test_nobody_allows_nothing() -> None:
    nobody: Person = AbsentPerson()
    assert not nobody.attended
    assert not nobody.allow("Send?", "")
    assert not nobody.take_over("log in")


def test_the_first_ctrl_c_asks_and_the_second_stops(capfd: pytest.CaptureFixture[str]) -> None:
    codes, told = list[int](), list[str]()
    interrupt = Interrupt(stop_at_once=codes.append)
    with interrupt.watching(lambda: told.append("stop")):
        os.kill(os.getpid(), signal.SIGINT)
        assert (interrupt.requested, told, codes) == (True, ["stop"], [])
        os.kill(os.getpid(), signal.SIGINT)
        assert (codes, told) == ([130], ["stop"])


def test_while_nothing_is_carried_out_ctrl_c_breaks_off(capfd: pytest.CaptureFixture[str]) -> None:
    codes: list[int] = []
    interrupt = Interrupt(stop_at_once=codes.append)
    with interrupt.watching():
        with pytest.raises(KeyboardInterrupt), interrupt.breaking():
            os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.requested
        os.kill(os.getpid(), signal.SIGINT)
    assert codes == [130]
    assert "before anything more is done" in capfd.readouterr().err


def test_a_request_to_terminate_counts_as_ctrl_c_and_the_handlers_are_put_back() -> None:
    before, interrupt = signal.getsignal(signal.SIGINT), Interrupt()
    with interrupt.watching():
        os.kill(os.getpid(), signal.SIGTERM)
    assert interrupt.requested
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_during_a_question_means_no_and_stops_the_run() -> None:
    interrupt = Interrupt()

    def pressed(prompt: str) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "y"

    with interrupt.watching():
        assert not person(pressed, interrupt).allow("Send?", "")
    assert interrupt.requested
