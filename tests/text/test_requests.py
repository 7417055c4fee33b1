"""What is told of requests that a write gate held."""

import shlex
from dataclasses import replace

from sextant.types.effects import ObservedEffect
from sextant.types.requests import HeldRequests, RequestPattern
from tests.utg.walks import element, screen, step


def test_each_kind_of_held_write_is_told_once_with_the_flag_that_lets_it_pass() -> None:
    held, shown = HeldRequests(), screen("a", element(0, "Keep"))
    effects = (
        ObservedEffect("request", "POST", "/notes/{}/star?at", held=True),
        ObservedEffect("request", "PUT", "/notes", status=200),
        ObservedEffect("request", "POST", "/notes/{}/star?at", held=True),
        ObservedEffect("download", address="/a.zip", held=True),
        ObservedEffect("request", "DELETE", "/all", status=500, cause="load"),
        ObservedEffect("socket", address="/live", cause="timer"),
        ObservedEffect("storage", "set", "local/seen", cause="load"),
        ObservedEffect("request", "POST", "/later", cause="timer", held=True),
    )
    taken = step(shown, 0, shown)
    held.observe(replace(taken, effects=effects))
    first, second, third = held.lines
    assert (third.partition(" (")[0], held.unprompted) == ("POST /later", 2)
    assert first == "POST /notes/{}/star?at (allow with --allow-request 'POST /notes/*/star')"
    assert second == "download /a.zip"
    _, flag = shlex.split(first.partition("allow with ")[2].removesuffix(")"))
    assert RequestPattern.parse(flag).matches("POST", "http://app.test/notes/4/star?at=3")


def test_a_flag_to_copy_is_one_word_of_a_shell() -> None:
    effect = ObservedEffect("request", "POST", "/$(touch$IFS$9owned)'", held=True)
    assert shlex.split(effect.flag("")) == ["--allow-request", "POST /$(touch$IFS$9owned)'"]
