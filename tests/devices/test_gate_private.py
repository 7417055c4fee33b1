"""What private fields hold, or held, is not shown of a held request."""

from collections.abc import Generator, Iterator, Sequence

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Deadlines
from sextant.devices.browser.private_values import PrivateValues
from sextant.devices.browser.request_body import Body
from sextant.types.actions import Tap, TypeText
from sextant.types.effects import HeldWrite, ObservedEffect, WriteRuling
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


def asked_of(
    served: Served, page: str, typed: str = "", requests: int = 1
) -> tuple[HeldWrite, tuple[ObservedEffect, ...]]:
    """What the authority is asked last once the page's button is touched, and what is recorded."""
    served.pages["/"] = f"<!doctype html><title>Page</title>{page}"
    device, authority = (
        BrowserDevice(BrowserOptions(url=served.at(), writes="ask", limits=Deadlines(hold=20))),
        Refusing(),
    )
    device.authorise(authority)
    try:
        device.open()
        if typed:
            device.perform(TypeText(typed, labelled(device.look(picture=False), "Key").box.centre))
        device.perform(Tap(labelled(device.look(picture=False), "Go").box.centre), "go")
        assert until(lambda: len(authority.asked) == requests)  # a new tab may send after the step
        return authority.asked[-1], device.effects()
    finally:
        device.close()


@pytest.mark.browser
@pytest.mark.parametrize("where", PAGES)
def test_what_a_private_field_held_before_the_touch_is_masked(served: Served, where: str) -> None:
    asked, effects = asked_of(served, PAGES[where])
    assert dict(asked.fields) == {"by": "Ada", "token": "•••"}
    assert VALUE not in repr(effects)


@pytest.mark.browser
def test_a_page_that_waits_for_its_request_has_told_what_its_fields_hold(served: Served) -> None:
    asked, effects = asked_of(served, WAITS)
    assert dict(asked.fields) == {"key": "•••", "by": "Ada", "token": "•••"}
    assert (asked.address, asked.complete) == (f"{served.at()}w/wait?key=•••", True)
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_of_a_page_that_waits_with_a_frame_that_told_nothing_no_value_is_shown(served: Served) -> None:
    asked, effects = asked_of(served, f"<iframe srcdoc='{FIELD}'></iframe>{WAITS}")
    assert dict(asked.fields) == {"key": "•••", "by": "•••", "token": "•••"}
    assert (asked.address, asked.complete) == (f"{served.at()}w/wait", False)
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_once_the_answer_is_there_the_page_is_asked_again(served: Served) -> None:
    then = WAITS.replace("catch (e) { }", f"catch (e) {{ }} f.value = 'another-value'; const v = f.value; {SENDS}")
    asked, effects = asked_of(served, then, requests=2)
    assert dict(asked.fields)["token"] == "•••"
    assert "another-value" not in repr((asked, effects))


@pytest.mark.browser
def test_of_a_form_that_no_page_told_of_no_value_is_shown(served: Served) -> None:
    closed = PAGES["filled in as its form is sent from a shadow"].replace("open", "closed")
    sends = "<button onclick=\"shadow.querySelector('form').requestSubmit()\">Go</button>"
    asked, effects = asked_of(served, closed.replace("<button>Go</button>", "") + sends)
    assert dict(asked.fields) == {"by": "•••", "token": "•••"}
    assert not asked.complete
    assert VALUE not in repr((asked, effects))


@pytest.mark.browser
def test_what_is_typed_into_a_field_that_is_drawn_masked_is_private(served: Served) -> None:
    asked, effects = asked_of(served, TYPED, VALUE)
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
