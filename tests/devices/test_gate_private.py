"""What private fields hold, or held, is not shown of a held request."""

from collections.abc import Generator, Iterator, Sequence
from itertools import count

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Deadlines
from sextant.devices.browser.private_values import PrivateValues
from sextant.devices.browser.request_body import Body
from sextant.types.actions import LaunchApp, Tap, TypeText
from sextant.types.effects import HeldWrite, ObservedEffect, WriteRuling
from sextant.types.geometry import Point
from sextant_bench.doors.puppet import Served
from tests.devices.browsing import labelled, until

VALUE = "typed-and-private"
SENDS = "fetch('/w', {method: 'POST', body: new URLSearchParams({by: 'Ada', token: v})})"
FIELD = f'<input type=password value="{VALUE}">'
PAGES = {
    "in sight": f'{FIELD}<button onclick="const v = document.querySelector(`input`).value; {SENDS}">Go</button>',
    "in a shadow": f"""<div></div><button onclick="const v = shadow.querySelector('input').value; {SENDS}">Go</button>
        <script>const shadow = document.querySelector('div').attachShadow({{mode: 'open'}});
        shadow.innerHTML = '{FIELD}'</script>""",
    "in a frame": f"""<iframe srcdoc='{FIELD}'></iframe>
        <button onclick="const v = frames[0].document.querySelector('input').value; {SENDS}">Go</button>""",
    "of a form for a new tab": f"""<form method=post action=/w target=_blank><input name=by value=Ada>
        {FIELD.replace(">", " name=token>")}<button>Go</button></form>""",
    "of a form": f"""<form method=post action=/w><input name=by value=Ada>{FIELD.replace(">", " name=token>")}
        <button>Go</button></form>""",
    "filled in as its form is sent": f"""<form method=post action=/w onsubmit="this.token.value = '{VALUE}'">
        <input name=by value=Ada><input type=password name=token><button>Go</button></form>""",
    "filled in as its form is sent from a shadow": f"""<div></div>
        <script>const shadow = document.querySelector('div').attachShadow({{mode: 'open'}});
        shadow.innerHTML = `<form method=post action=/w onsubmit="this.token.value = '{VALUE}'">
        <input name=by value=Ada><input type=password name=token><button>Go</button></form>`</script>""",
    "cleared": f"""{FIELD}<button onclick="const f = document.querySelector('input'), v = f.value; f.value = '';
        {SENDS}">Go</button>""",
    "taken out": f"""<div>{FIELD}</div><button onclick="const v = document.querySelector('input').value;
        document.querySelector('div').textContent = ''; {SENDS}">Go</button>""",
    "shown as text": f"""{FIELD}<button onclick="const v = document.querySelector('input').value;
        document.body.textContent = 'Saved'; {SENDS}">Go</button>""",
}
WAITS = """<button onclick="const x = new XMLHttpRequest(), f = document.createElement('input'); f.type = 'password';
    document.body.append(f); f.value = 'VALUE'; x.open('POST', '/w/wait?key=' + f.value, false);
    x.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
    try { x.send('by=Ada&token=' + f.value) } catch (e) { }">Go</button>""".replace("VALUE", VALUE)
TYPED = f"""<textarea aria-label="Key" style="-webkit-text-security: disc"></textarea>
    <button onclick="const v = document.querySelector('textarea').value; document.body.textContent = ''; {SENDS}">Go
    </button>"""


class Refusing:
    """Refuses, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[HeldWrite] = []

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        self.asked += writes
        for write in writes:
            yield write, WriteRuling(False, "it was not asked for", "authorizer")


@pytest.fixture(scope="module")
def served() -> Generator[Served]:
    with Served() as site:
        yield site


@pytest.fixture(scope="module")
def device(served: Served) -> Generator[BrowserDevice]:
    opened = BrowserDevice(BrowserOptions(url=served.at(), writes="ask", limits=Deadlines(hold=20)))
    try:
        opened.open()
        yield opened
    finally:
        opened.close()


class Asking:
    """What the authority is asked last once a page's button is touched, and what is recorded."""

    def __init__(self, served: Served, device: BrowserDevice) -> None:
        self.served, self.device = served, device

    def of(self, page: str, typed: str = "", requests: int = 1) -> tuple[HeldWrite, tuple[ObservedEffect, ...]]:
        number, authority = next(NUMBERS), Refusing()
        own = f"{VALUE}-{number}"  # what an earlier page held is private, too
        self.served.pages["/"] = f"<!doctype html><title>Page</title>{page.replace(VALUE, own)}"
        self.device.authorise(authority)
        self.device.perform(LaunchApp(f"{self.served.at()}?{number}"))
        self.device.effects()
        if typed:
            self.device.perform(TypeText(typed.replace(VALUE, own), self._at("Key")))
        self.device.perform(Tap(self._at("Go")), f"go-{number}")
        assert until(lambda: len(authority.asked) == requests)  # a new tab may send after the step
        return authority.asked[-1], self.device.effects()

    def _at(self, label: str) -> Point:
        return labelled(self.device.look(picture=False), label).box.centre


NUMBERS = count(100)


@pytest.fixture
def asking(served: Served, device: BrowserDevice) -> Asking:
    return Asking(served, device)


@pytest.mark.browser
@pytest.mark.parametrize("where", PAGES)
def test_what_a_private_field_held_before_the_touch_is_masked(asking: Asking, where: str) -> None:
    asked, effects = asking.of(PAGES[where])
    assert dict(asked.fields) == {"by": "Ada", "token": "•••"}
    assert VALUE not in repr(effects)


@pytest.mark.browser
def test_a_page_that_waits_for_its_request_has_told_what_its_fields_hold(asking: Asking) -> None:
    asked, effects = asking.of(WAITS)
    assert dict(asked.fields) == {"key": "•••", "by": "Ada", "token": "•••"}
    assert (asked.address, asked.complete) == (f"{asking.served.at()}w/wait?key=•••", True)
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_of_a_page_that_waits_with_a_frame_that_told_nothing_no_value_is_shown(asking: Asking) -> None:
    asked, effects = asking.of(f"<iframe srcdoc='{FIELD}'></iframe>{WAITS}")
    assert dict(asked.fields) == {"key": "•••", "by": "•••", "token": "•••"}
    assert (asked.address, asked.complete) == (f"{asking.served.at()}w/wait", False)
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_once_the_answer_is_there_the_page_is_asked_again(asking: Asking) -> None:
    then = WAITS.replace("catch (e) { }", f"catch (e) {{ }} f.value = 'another-value'; const v = f.value; {SENDS}")
    asked, effects = asking.of(then, requests=2)
    assert dict(asked.fields)["token"] == "•••"
    assert "another-value" not in repr((asked, effects))


@pytest.mark.browser
def test_of_a_form_that_no_page_told_of_no_value_is_shown(asking: Asking) -> None:
    closed = PAGES["filled in as its form is sent from a shadow"].replace("open", "closed")
    sends = "<button onclick=\"shadow.querySelector('form').requestSubmit()\">Go</button>"
    asked, effects = asking.of(closed.replace("<button>Go</button>", "") + sends)
    assert dict(asked.fields) == {"by": "•••", "token": "•••"}
    assert not asked.complete
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_what_is_typed_into_a_field_that_is_drawn_masked_is_private(asking: Asking) -> None:
    asked, effects = asking.of(TYPED, VALUE)
    assert dict(asked.fields) == {"by": "Ada", "token": "•••"}
    assert VALUE not in repr(effects)


def held(private: PrivateValues, *fields: tuple[str, str], query: str = "", known: bool = True) -> HeldWrite:
    body, address = Body(fields), f"http://127.0.0.1/w{query}"
    return private.write(private.effect("XHR", "POST", address, "touch", body), address, body, known)


def test_values_are_masked_in_names_addresses_and_where_a_field_was_cut() -> None:
    private = PrivateValues()
    private.learn_fields(["tulip-garden", "y" * 500])
    write = held(
        private, ("tulip-garden", "1"), ("key", "y" * 399 + "…"), query=f"/tulip-garden?{'x' * 280}=tulip-garden"
    )
    assert write.fields[1:] == (("•••", "1"), ("key", "•••…"))
    assert "tulip" not in repr(write)
    assert write.complete


@pytest.mark.parametrize(
    "values", [[str(number) for number in range(501)], [c * 4000 for c in map(chr, range(200, 251))]]
)
def test_of_more_values_than_fit_no_field_is_shown(values: list[str]) -> None:
    private = PrivateValues()
    private.learn_fields(values[:-1])
    assert dict(held(private, ("by", "Ada")).fields) == {"by": "Ada"}
    private.learn_fields(values[-1:])
    write = held(private, ("by", "Ada"), query="?who=Ada")
    assert dict(write.fields) == {"who": "•••", "by": "•••"}
    assert (write.address, write.effect.whole, write.complete) == ("http://127.0.0.1/w",) * 2 + (False,)


def test_a_long_value_is_masked_and_hides_no_other() -> None:
    private = PrivateValues()
    private.learn_fields(["x" * 9000])
    assert dict(held(private, ("by", "Ada"), ("text", "x" * 399 + "…")).fields) == {"by": "Ada", "text": "•••…"}
