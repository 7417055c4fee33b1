"""What is told of requests that a write gate held."""

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
    )
    taken = step(shown, 0, shown)
    held.observe(replace(taken, effects=effects))
    first, second = held.lines
    assert first == 'POST /notes/{}/star?at (allow with --allow-request "POST /notes/*/star")'
    assert second == "download /a.zip"
    flag = first.partition('"')[2].removesuffix('")')
    assert RequestPattern.parse(flag).matches("POST", "http://app.test/notes/4/star?at=3")
