"""The write gate in a browser: what leaves the page, what is told of it, and who decides."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Deadlines, registry
from sextant.devices.browser.settings import Chrome
from sextant.errors import DeviceLost, UsageError
from sextant.protocols import GatedDevice
from sextant.types.actions import LaunchApp, Pause, PressKey, Tap, TypeText
from sextant.types.devices import Injection
from sextant.types.effects import HeldWrite, ObservedEffect, WriteMode, WriteRuling
from sextant.types.geometry import Point
from sextant_bench.gate.app import ABSENT, HOLES, READS, WRITES, WritingApp
from sextant_bench.web_server import HttpAnswer, HttpRequest, Reply
from tests.devices.browsing import Hand, labelled, running, until
from tests.devices.crashing import Crash
from tests.devices.foreign import foreign_browser
from tests.devices.site import Site

pytestmark = pytest.mark.browser

READY = (
    "typeof ways === 'object' && document.readyState === 'complete' && socket.readyState === 1"
    " && !!navigator.serviceWorker.controller"
)


@dataclass
class Authority:
    """Rules as it is told to, and remembers what it was asked."""

    rule: Callable[[HeldWrite], WriteRuling]
    asked: list[HeldWrite] = field(default_factory=list[HeldWrite])
    together: list[int] = field(default_factory=list[int])

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        self.asked += writes
        self.together.append(len(writes))
        for write in writes:
            yield write, self.rule(write)


def allows(write: HeldWrite) -> WriteRuling:
    return WriteRuling(True, f"{write.effect.method} was asked for", "authorizer")


def refuses(write: HeldWrite) -> WriteRuling:
    return WriteRuling(False, f"{write.effect.method} was not asked for", "authorizer")


def fails(write: HeldWrite) -> WriteRuling:
    raise RuntimeError(f"no model for {write.address}")


def after(seconds: float) -> Callable[[HeldWrite], WriteRuling]:
    """One who allows what is asked for, once that time is over."""

    def slowly(write: HeldWrite) -> WriteRuling:
        threading.Event().wait(seconds)
        return allows(write)

    return slowly


class Toucher:
    """The app of the bench in a device, and touches that write in a way chosen."""

    def __init__(self, app: WritingApp, device: BrowserDevice) -> None:
        self.app, self.device, self.number = app, device, 0

    def open(self) -> None:
        self.device.open()
        self.back_to_page()
        self.device.effects()

    def back_to_page(self) -> None:
        if self.ready():
            return
        self.device.perform(PressKey("back"))
        if not self.ready():
            self.device.perform(LaunchApp(self.app.url + "/"))
        assert until(self.ready)

    def ready(self) -> bool:
        try:
            return bool(self.device.evaluate(READY))
        except DeviceLost:  # the document was going
            return False

    def define(self, way: str, code: str) -> None:
        self.back_to_page()
        self.device.evaluate(f"ways[{way!r}] = {code}; 0")

    def touch(self, way: str) -> Injection:
        """Touches a button; the page writes in that way."""
        self.number += 1
        self.back_to_page()
        self.device.evaluate(f"window.chosen = {way!r}; 0")
        x, y = self.device.evaluate(
            "(r => [r.x + 20, r.y + 20])(document.querySelector('button').getBoundingClientRect())"
        )
        return self.device.perform(Tap(Point(x, y)), f"touch-{self.number}")

    def arrived(self, way: str) -> int:
        return sum(count for (_, path), count in self.app.written().items() if path == f"/w/{way}")

    def effects(self, count: int = 1, seconds: float = 5.0) -> list[ObservedEffect]:
        """What the device tells, once it is so much; without what the page sends whenever it is loaded."""
        found: list[ObservedEffect] = []

        def enough() -> bool:
            found.extend(effect for effect in self.device.effects() if effect.address != "/w/on_load")
            return len(found) >= count

        until(enough, seconds)
        return found


@pytest.fixture(scope="module")
def app() -> Generator[WritingApp]:
    with WritingApp() as served:
        yield served


def settings(
    app: WritingApp, mode: WriteMode, *allowed: str, hold: float = 30.0, settle: float = 6.0
) -> BrowserOptions:
    limits = Deadlines(settle=settle, hold=hold)
    return BrowserOptions(url=app.url + "/", writes=mode, allowed_requests=allowed, limits=limits)


@contextmanager
def touching(app: WritingApp, chosen: BrowserOptions) -> Generator[Toucher]:
    toucher = Toucher(app, BrowserDevice(chosen))
    try:
        toucher.open()
        yield toucher
    finally:
        toucher.device.close()


@pytest.fixture(scope="module")
def denying(app: WritingApp) -> Generator[Toucher]:
    with touching(app, settings(app, "deny", "POST /w/listed*")) as toucher:
        yield toucher


@pytest.fixture(scope="module")
def asking(app: WritingApp) -> Generator[Toucher]:
    with touching(app, settings(app, "ask", hold=2.0, settle=1.5)) as toucher:
        yield toucher


@pytest.mark.parametrize("way", [way for way in WRITES if way != "download"])
def test_nothing_leaves_in_deny(denying: Toucher, way: str) -> None:
    denying.touch(way)
    told = [*denying.effects()]
    leaving = way.endswith("_at_unload")
    if leaving:  # what a page sends as it goes may be told late, or not at all
        denying.device.perform(Pause(1.5))
        told += denying.effects()
    assert denying.arrived(way) == 0
    assert {(effect.address, effect.held) for effect in told} == {(f"/w/{way}", True)} or (leaving and not told)
    assert all(effect.cause != "load" for effect in told) or way == "form_post_after_load"


@pytest.mark.parametrize("way", READS)
def test_reads_pass_in_deny_and_so_does_what_the_page_sends_untouched(denying: Toucher, way: str) -> None:
    before = denying.arrived(way), denying.arrived("on_load")
    denying.touch(way)
    assert until(lambda: (denying.arrived(way), denying.arrived("on_load")) != before)
    assert not [effect for effect in denying.device.effects() if effect.held]


def test_a_touch_is_not_made_untouched_by_a_reload(denying: Toucher) -> None:
    denying.define(
        "reload",
        "() => { location = URL.createObjectURL(new Blob([`<script>fetch('${location.origin}/w/laundered',"
        " {method: 'POST', mode: 'no-cors'})</` + 'script>'], {type: 'text/html'})) }",
    )
    denying.touch("reload")
    (effect,) = denying.effects()
    assert (effect.held, effect.cause) == (True, "touch")
    assert denying.arrived("laundered") == 0


def test_requests_on_the_list_pass(denying: Toucher) -> None:
    denying.define("listed", "() => post('listed_one')")
    denying.touch("listed")
    assert denying.arrived("listed_one") == 1
    (effect,) = denying.effects()
    assert (effect.status, effect.held, effect.cause) == (200, False, "touch")


def test_a_pattern_of_paths_is_for_the_apps_own_origins(denying: Toucher) -> None:
    denying.define("elsewhere", f"() => fetch('{denying.app.other}/w/listed_two', {{method: 'POST', mode: 'no-cors'}})")
    denying.touch("elsewhere")
    (effect,) = denying.effects()
    assert effect.held
    assert denying.arrived("listed_two") == 0


def test_a_request_whose_head_is_too_long_to_be_read_is_refused_and_the_device_goes_on(denying: Toucher) -> None:
    long = "{headers: {'X-Long': 'x'.repeat(9e6)}, method: 'POST', body: 'x'}"
    denying.define("endless", f"() => fetch('/w/endless', {long}).catch(() => 0)")
    denying.touch("endless")
    (effect,) = denying.effects()
    assert effect.held
    assert denying.arrived("endless") == 0


def test_a_flood_arrives_nowhere_and_is_told_in_few_words(denying: Toucher) -> None:
    denying.define("flood", "() => { for (let n = 0; n < 400; n++) post('flood') }")
    start = time.monotonic()
    denying.touch("flood")
    assert time.monotonic() - start < 30
    assert denying.arrived("flood") == 0
    assert len(denying.effects(20)) < 400
    assert any("more times" in note for note in denying.device.perform(Pause(0.1)).notes)


def test_a_form_that_is_refused_leaves_the_page_as_it_is_and_no_tab(denying: Toucher) -> None:
    denying.device.evaluate("document.title = 'as it was'; 0")
    for way in ("form_post", "form_post_new_tab"):
        denying.touch(way)
        assert denying.device.look(picture=False).title == "as it was"
        denying.device.effects()


def test_a_server_may_still_ask_for_a_password(site: Site) -> None:
    with running(BrowserOptions(url=site.url("private"), writes="deny")) as device:
        hand = Hand(device)
        assert hand.modal() == "auth"
        hand.type("Username", "ada")
        hand.type("Password", "lovelace")
        hand.tap("Sign in")
        assert hand.look().title == "Private"


def test_what_is_allowed_arrives_and_the_step_waits_for_it(asking: Toucher) -> None:
    authority = Authority(after(1.8))  # longer than a page may take to settle
    asking.device.authorise(authority)
    asking.define("shown", "() => post('shown').then(() => document.title = 'answered')")
    injection = asking.touch("shown")
    assert asking.arrived("shown") == 1
    assert injection.settled
    assert asking.device.look(picture=False).title == "answered"
    (effect,) = asking.effects()
    assert (effect.status, effect.held, effect.cause) == (200, False, "touch")
    (asked,) = authority.asked
    assert asked.address == effect.whole == f"{asking.app.url}/w/shown"
    assert [name for name, _ in asked.fields] == ["n"]


@pytest.mark.parametrize("harmless", [True, False])
def test_an_effect_tells_whether_it_was_allowed_as_harmless(asking: Toucher, harmless: bool) -> None:
    asking.device.authorise(Authority(lambda _write: WriteRuling(True, "a draft", "authorizer", harmless=harmless)))
    asking.define("draft", "() => post('draft')")
    asking.touch("draft")
    assert [effect.harmless for effect in asking.effects()] == [harmless]


def test_a_chain_of_held_requests_is_followed_to_its_end(app: WritingApp, site: Site) -> None:
    # The holds alone last longer than a page may take to settle; what it takes itself has time on a busy machine.
    with touching(app, settings(app, "ask", hold=4.0, settle=3.0)) as toucher:
        toucher.device.authorise(Authority(after(1.1)))
        toucher.define(
            "chain",
            "() => post('chain').then(() => post('chain')).then(() => post('chain'))"
            f".then(() => fetch('{site.url('delay/500/rows')}', {{mode: 'no-cors'}}))"
            ".then(() => document.title = 'loaded')",
        )
        for _ in range(3):
            toucher.device.evaluate("document.title = 'loading'; 0")
            toucher.touch("chain")
            seen = toucher.device.look(picture=False)
            assert (seen.title, seen.settled) == ("loaded", True)
        toucher.effects(9)


def test_a_page_that_waits_for_held_requests_one_after_another_has_time_of_its_own_left(asking: Toucher) -> None:
    asking.device.authorise(Authority(after(0.3)))
    asking.define(
        "waiting",
        "() => { document.title = 'loading'; let left = 3; const next = () => setTimeout(() => {"
        " const sent = new XMLHttpRequest(); sent.open('POST', '/w/waiting', false); sent.send('a');"
        " if (--left) next(); else document.title = 'loaded' }, 30); next() }",
    )
    asking.touch("waiting")
    seen = asking.device.look(picture=False)
    assert (seen.title, seen.settled) == ("loaded", True)
    asking.effects(3)


def test_a_look_waits_for_what_the_page_does_once_a_late_request_is_decided(asking: Toucher, site: Site) -> None:
    authority = Authority(after(0.5))
    asking.device.authorise(authority)
    asking.define(
        "belated",
        "() => { document.title = 'loading'; setTimeout(() => post('belated')"
        f".then(() => fetch('{site.url('delay/400/late')}', {{mode: 'no-cors'}}))"
        ".then(() => document.title = 'loaded'), 800) }",
    )
    asking.touch("belated")
    assert until(lambda: bool(authority.asked))
    assert asking.device.look(picture=False).title == "loaded"
    asking.effects()


def test_what_a_touch_sends_at_once_is_asked_about_together(asking: Toucher) -> None:
    authority = Authority(allows)
    asking.device.authorise(authority)
    asking.define("three", "() => { for (const n of [1, 2, 3]) post('three') }")
    asking.touch("three")
    assert until(lambda: asking.arrived("three") == 3)
    assert authority.together == [3]
    assert len(asking.effects(3)) == 3


def test_a_choice_waits_for_a_page_that_waits_for_what_is_held(app: WritingApp) -> None:
    with touching(app, settings(app, "ask")) as toucher:
        toucher.device.authorise(Authority(after(6.0)))  # longer than a page may take to answer a question
        toucher.device.evaluate(
            "document.body.insertAdjacentHTML('afterbegin', '<select id=chosen><option>Open<option>Done</select>');"
            "chosen.onchange = () => { const sent = new XMLHttpRequest(); sent.open('POST', '/w/chosen', false);"
            " sent.send('a') }; 0"
        )
        x, y = toucher.device.evaluate("(r => [r.x + 9, r.y + 9])(chosen.getBoundingClientRect())")
        toucher.device.perform(TypeText("Done", Point(x, y)), "choosing")
        assert toucher.device.evaluate("chosen.value") == "Done"


def test_what_is_refused_does_not_arrive(asking: Toucher) -> None:
    authority = Authority(refuses)
    asking.device.authorise(authority)
    for way in ("fetch_post", "xhr_sync", "form_post", "beacon", "dedicated_worker"):
        asking.touch(way)
        assert asking.arrived(way) == 0
        assert [effect.held for effect in asking.effects()] == [True]
    assert len(authority.asked) == 5


def test_an_authority_that_fails_refuses(asking: Toucher) -> None:
    asking.device.authorise(Authority(fails))
    asking.touch("fetch_put")
    assert asking.arrived("fetch_put") == 0
    assert [effect.held for effect in asking.effects()] == [True]


def test_an_authority_that_never_answers_is_waited_for_until_the_deadline(asking: Toucher) -> None:
    asking.device.authorise(Authority(after(60)))
    start = time.monotonic()
    asking.touch("fetch_patch")
    assert 1.9 < time.monotonic() - start < 15
    assert asking.arrived("fetch_patch") == 0
    assert [effect.held for effect in asking.effects()] == [True]
    asking.device.authorise(Authority(allows))
    asking.touch("fetch_patch")
    assert asking.arrived("fetch_patch") == 1
    asking.device.effects()


def test_each_try_of_a_page_that_tries_again_is_judged(asking: Toucher) -> None:
    authority = Authority(refuses)
    asking.device.authorise(authority)
    asking.touch("retry")
    assert asking.arrived("retry") == 0
    told = asking.effects(4)
    assert [effect.held for effect in told] == [True] * 4
    assert len(authority.asked) == 3, "what is refused again and again within one step is refused unasked"


def test_passwords_are_masked(asking: Toucher) -> None:
    authority = Authority(refuses)
    asking.device.authorise(authority)
    asking.device.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforebegin', '<form id=login method=post action=/w/login>"
        "<input name=user aria-label=User><input name=word type=password aria-label=Password></form>'); 0"
    )
    asking.device.perform(TypeText("hunter2 & co", labelled(asking.device.look(picture=False), "Password").box.centre))
    asking.device.evaluate("document.querySelector('[name=user]').value = 'Ada'; 0")
    asking.define("login", "() => { const f = document.getElementById('login'); f.submit() }")
    asking.touch("login")
    (asked,) = authority.asked
    assert dict(asked.fields) == {"user": "Ada", "word": "•••"}
    asking.define("query", "() => fetch('/w/query?word=' + encodeURIComponent('hunter2 & co'), {method: 'POST'})")
    asking.touch("query")
    assert "hunter2" not in repr(authority.asked)
    assert authority.asked[1].address.endswith("/w/query?word=•••")
    effects = asking.device.effects()
    assert "hunter2" not in repr(effects)
    assert [one.whole.removeprefix(asking.app.url) for one in effects] == ["/w/login", "/w/query?word=•••"]


def test_what_a_timer_sends_later_is_held_too(asking: Toucher) -> None:
    authority = Authority(refuses)
    asking.device.authorise(authority)
    asking.define("later", "() => setTimeout(() => post('later'), 1500)")
    asking.touch("later")
    (effect,) = asking.effects()
    assert (effect.held, effect.cause) == (True, "timer")
    assert asking.arrived("later") == 0


def test_what_is_held_waits_for_an_authority(app: WritingApp) -> None:
    with touching(app, settings(app, "ask")) as toucher:
        device: GatedDevice = toucher.device
        toucher.define("waits", "() => post('waits')")
        step = threading.Thread(target=toucher.touch, args=("waits",))
        step.start()
        time.sleep(1.5)
        assert step.is_alive(), "the step waits"
        assert toucher.arrived("waits") == 0
        device.authorise(Authority(allows))
        step.join(10)
        assert toucher.arrived("waits") == 1


def test_what_is_held_is_refused_when_the_device_lets_go(app: WritingApp) -> None:
    toucher = Toucher(app, BrowserDevice(settings(app, "ask")))
    again: BrowserDevice | None = None
    try:
        toucher.open()
        toucher.define("left", "() => (setTimeout(() => post('left'), 2000), setInterval(() => post('outbox'), 200))")
        toucher.touch("left")
        time.sleep(2.5)
        lease = toucher.device.lease()
        toucher.device.detach()
        time.sleep(1.5)
        assert toucher.arrived("left") == toucher.arrived("outbox") == 0, "the page is refused between runs, too"
        again = BrowserDevice(settings(app, "ask"), lease)
        assert again.open().how == "reattached"
        authority = Authority(refuses)
        again.authorise(authority)
        resumed = Toucher(app, again)
        resumed.touch("beacon")
        assert any(asked.address.endswith("/beacon") for asked in authority.asked), "the gate is in force again"
        assert [effect.held for effect in resumed.effects()][-1:] == [True]
        again.detach()
        assert toucher.arrived("outbox") == 0
        again = BrowserDevice(settings(app, "observe"), lease)
        again.open()
        assert until(lambda: toucher.arrived("outbox") > 0), "nothing is refused where nothing is to be held"
    finally:
        (again or toucher.device).close()


def test_a_person_who_has_the_browser_may_write(asking: Toucher) -> None:
    authority = Authority(refuses)
    asking.device.authorise(authority)
    with asking.device.hand_over("Please sign in"):
        asking.touch("json_rpc")
    assert asking.arrived("json_rpc") == 1
    assert authority.asked == []
    asking.device.effects()


@pytest.mark.parametrize("way", ["fetch_post", "form_post", "beacon"])
@pytest.mark.parametrize("whom", ["device", "keeper"])
def test_what_is_held_is_refused_when_a_process_is_killed(crash: Crash, app: WritingApp, way: str, whom: str) -> None:
    before = app.written()[("POST", f"/w/{way}")]
    choose = f"window.chosen = {way!r}; document.querySelector('button').textContent = 'Go'; 0"
    victim, lease = crash.start(app.url + "/", "Go", before=choose, writes="ask")
    assert victim.stdout is not None
    assert victim.stdout.readline() == "asked\n"
    if whom == "keeper":
        entry = registry.read_entry(registry.entry_path(lease.data["id"]))
        assert entry is not None
        os.kill(entry.keeper_pid, signal.SIGKILL)
        time.sleep(0.5)
    crash.kill(victim)
    time.sleep(1.5)
    assert app.written()[("POST", f"/w/{way}")] == before
    device = crash.after(settings(app, "ask"), lease)
    assert device.open().how == ("reattached" if whom == "device" else "restored")
    assert device.evaluate("typeof ways") == "object", "the page stays"


@pytest.fixture(scope="module")
def watching(app: WritingApp) -> Generator[Toucher]:
    with touching(app, settings(app, "observe")) as toucher:
        yield toucher


@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("fetch_post", "request"),
        ("form_post", "navigation"),
        ("form_post_iframe", "navigation"),
        ("beacon", "beacon"),
        ("dedicated_worker", "request"),
        ("service_worker_relay", "request"),
        ("cross_origin_iframe", "request"),
    ],
)
def test_what_leaves_is_told_once(watching: Toucher, way: str, kind: str) -> None:
    before = watching.arrived(way)
    watching.touch(way)
    told = [effect for effect in watching.effects() if effect.address == f"/w/{way}"]
    assert until(lambda: watching.arrived(way) > before), told
    assert watching.arrived(way) == before + 1
    assert [(effect.kind, effect.held) for effect in told] == [(kind, False)]
    watching.back_to_page()
    watching.device.effects()


def test_no_shared_worker_starts(watching: Toucher) -> None:
    """One could send before anybody is told that it is there."""
    blob = "new SharedWorker(worker(sends('shared_worker')))"
    watching.define(
        "blob_worker", f"() => {{ document.title = 'tried'; try {{ {blob} }} catch (e) {{ post('instead') }} }}"
    )
    for way in ("shared_worker", "blob_worker"):
        watching.touch(way)
    assert until(lambda: watching.arrived("instead") == 1)
    assert watching.device.evaluate("typeof SharedWorker") == "undefined"
    assert watching.arrived("shared_worker") == 0
    watching.back_to_page()
    watching.device.effects()


def test_no_background_fetch_starts(denying: Toucher) -> None:
    """The browser itself would send it, where no session pauses it."""
    request = "new Request('/w/background_fetch', {method: 'POST', body: 'x'})"
    denying.define(
        "background_fetch",
        f"() => navigator.serviceWorker.ready.then(its => its.backgroundFetch.fetch('x', [{request}]))"
        ".catch(() => post('instead'))",
    )
    denying.touch("background_fetch")
    assert [effect.address for effect in denying.effects()] == ["/w/instead"]
    assert not until(lambda: denying.arrived("background_fetch") > 0, 2.0)


@pytest.mark.parametrize(
    ("way", "kind", "address", "operation"),
    [
        ("web_socket", "socket", "/socket", ""),
        ("local_storage", "storage", "localStorage/draft", ""),
        ("indexed_db", "storage", "indexedDB/app/drafts", ""),
        ("download", "download", "/file", ""),
        ("graphql_mutation", "request", "/w/graphql_mutation", "mutation addItem"),
    ],
)
def test_what_is_told_of_an_effect(watching: Toucher, way: str, kind: str, address: str, operation: str) -> None:
    watching.touch(way)
    (effect,) = watching.effects()
    assert (effect.kind, effect.address, effect.held) == (kind, address, False)
    assert effect.origin == watching.app.url
    if operation:
        assert (effect.operation, effect.status) == (operation, 200)


def test_what_could_not_be_sent_is_not_told(watching: Toucher) -> None:
    watching.define("nowhere", "() => fetch('http://127.0.0.1:1/x', {method: 'POST'}).catch(() => {})")
    watching.touch("nowhere")
    assert [effect for effect in watching.device.effects() if effect.kind == "request"] == []


@pytest.mark.parametrize(
    ("way", "kind", "headers"),
    [
        ("form_post_iframe", "navigation", {"X-Frame-Options": "DENY"}),
        ("form_post_iframe", "navigation", {"Content-Security-Policy": "frame-ancestors 'none'"}),
        ("blocked_fetch", "request", {"Cross-Origin-Resource-Policy": "same-origin"}),
    ],
)
def test_what_arrived_is_told_where_its_answer_is_blocked(
    watching: Toucher, monkeypatch: pytest.MonkeyPatch, way: str, kind: str, headers: dict[str, str]
) -> None:
    app = watching.app
    answer = app.answer

    def blocked(request: HttpRequest) -> Reply:
        return HttpAnswer("done", headers=headers) if request.path.startswith("/w/") else answer(request)

    monkeypatch.setattr(app, "answer", blocked)
    there = f"'{app.other}/w/blocked_fetch', {{method: 'POST', mode: 'no-cors', body: 'x'}}"
    watching.define("blocked_fetch", f"() => fetch({there}).catch(() => document.title = 'failed')")
    before = watching.arrived(way)
    watching.touch(way)
    assert until(lambda: watching.arrived(way) == before + 1)
    told = [effect for effect in watching.effects() if effect.address == f"/w/{way}"]
    assert [(effect.kind, effect.status, effect.held) for effect in told] == [(kind, 200, False)]


def test_no_browser_signs_in_by_itself(watching: Toucher) -> None:
    """It would write to a server that the page names, with the cookies, and no event would report it."""
    providers = "{providers: [{configURL: location.origin + '/w/config', clientId: '1'}]}"
    asks = f"navigator.credentials.get({{identity: {providers}}}).then(() => 'given', error => error.name)"
    assert watching.device.evaluate(asks) == "NotSupportedError"
    assert watching.device.evaluate("typeof IdentityCredential") == "undefined"


def test_the_holes_are_named(watching: Toucher) -> None:
    assert set(HOLES) & set(WRITES) == set()
    assert watching.device.evaluate(f"{json.dumps([*WRITES, *HOLES, *ABSENT, *READS])}.every(way => way in ways)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "body", ["'x'.repeat(12_000_000)", "'x'.repeat(50_000_000)", "new Uint8Array(50_000_000)"]
)  # of the last, the browser cannot tell
def test_a_long_body_is_refused_in_bounded_memory(denying: Toucher, body: str) -> None:
    import resource

    refused = "error => document.title = 'refused'"
    denying.define(
        "long", f"() => setTimeout(() => fetch('/w/long', {{method: 'POST', body: {body}}}).catch({refused}), 10)"
    )
    denying.device.evaluate("document.title = ''")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    denying.touch("long")
    (effect,) = denying.effects(seconds=60.0)
    assert effect.held
    assert denying.arrived("long") == 0
    assert until(lambda: denying.device.evaluate("document.title") == "refused")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64_000, "kilobytes"


def test_a_pattern_that_cannot_be_read_is_refused_before_a_browser_starts(app: WritingApp) -> None:
    with pytest.raises(UsageError, match="--allow-request"):
        BrowserDevice(replace(settings(app, "deny"), allowed_requests=("/search",)))


def test_an_own_browser_of_a_person_is_guarded_in_our_tab(tmp_path: Path) -> None:
    with foreign_browser(tmp_path / "theirs") as endpoint, WritingApp() as app:
        attached = replace(settings(app, "deny"), chrome=Chrome(attach_url=endpoint))
        with touching(app, attached) as ours:
            for way in ("fetch_post", "form_post", "dedicated_worker"):
                ours.touch(way)
                assert [effect.held for effect in ours.effects()] == [True]
                assert ours.arrived(way) == 0
