"""What leaves the app waits until it is allowed: pages, frames, files, downloads, permissions, other programs."""

import json
import os
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Phone, Position
from sextant.devices.browser.settings import Deadlines, DownloadMode, PermissionPolicy
from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant.types.effects import (
    AFTER_PRIVATE,
    LEFT_ALONE,
    WITHIN_FRAME,
    HeldWrite,
    LeaveMode,
    ObservedEffect,
    WriteMode,
    WriteRuling,
)
from sextant.types.geometry import Point
from tests.devices.browsing import Hand, running, until
from tests.devices.crashing import Crash
from tests.devices.places import Places

pytestmark = pytest.mark.browser

STRANGER = "localhost"
WAYS = {
    "link": "<a href='http://localhost:{port}/go?q=1'>Go</a>",
    "link in a new tab": "<a target=_blank href='http://localhost:{port}/go?q=1'>Go</a>",
    "script": "<button onclick=\"location='http://localhost:{port}/go?q='+document.title\">Go</button>",
    "replace": "<button onclick=\"location.replace('http://localhost:{port}/go')\">Go</button>",
    "window": "<button onclick=\"window.open('http://localhost:{port}/go')\">Go</button>",
    "own form": "<form action='http://localhost:{port}/go'><input name=q value=1 hidden><button>Go</button></form>",
    "form by POST": "<form method=post action='http://localhost:{port}/go'><button>Go</button></form>",
    "redirect": "<a href='/moved'>Go</a>",
    "refresh": "<a href='/refresh'>Go</a>",
    "in a while": "<button onclick=\"setTimeout(() => location='http://localhost:{port}/go', 300)\">Go</button>",
}


REFRESH = "<title>Own</title><meta http-equiv=refresh content='0;url=http://localhost:{port}/go'>"


@dataclass
class Authority:
    """Rules as it is told to, and remembers what it was asked."""

    allows: bool = False
    asked: list[HeldWrite] = field(default_factory=list[HeldWrite])

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        self.asked += writes
        for write in writes:
            yield write, WriteRuling(self.allows, "so it is told")

    def about(self, kind: str) -> list[ObservedEffect]:
        return [write.effect for write in self.asked if write.effect.kind == kind]


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        served.moved["/moved"] = "http://localhost:{port}/go"
        yield served


@contextmanager
def opened(
    url: str,
    authority: Authority | None = None,
    *,
    leave: LeaveMode = "ask",
    writes: WriteMode = "observe",
    names: str = "",
    phone: Phone | None = None,
    chrome: Chrome | None = None,
    origins: tuple[str, ...] = (),
) -> Generator[Hand]:
    resolved = (f"--host-resolver-rules=MAP {names} 127.0.0.1",) if names else ()
    chosen = chrome or Chrome(arguments=resolved)
    settings = BrowserOptions(
        url=url, leave=leave, writes=writes, chrome=chosen, phone=phone or Phone(permissions="deny"), origins=origins
    )
    with running(settings, authority=authority) as device:
        yield Hand(device)


def went(hand: Hand) -> list[ObservedEffect]:
    """What was refused, once it was."""
    found: list[ObservedEffect] = []

    def some() -> bool:
        found.extend(effect for effect in hand.device.effects() if effect.kind == "leave")
        return bool(found)

    until(some, 5.0)
    return found


@pytest.mark.parametrize(("writes", "ways"), [("observe", tuple(WAYS)), ("ask", ("link", "form by POST"))])
def test_no_page_of_another_origin_is_left_for_unless_it_is_allowed(
    places: Places, writes: WriteMode, ways: tuple[str, ...]
) -> None:
    with opened(places.url("/start"), writes=writes) as hand:
        for number, way in enumerate(ways):
            stranger, authority = f"s{number}.{STRANGER}", Authority()
            places.pages["/"] = f"<title>Own</title>{WAYS[way]}".replace(STRANGER, stranger)
            places.pages["/refresh"] = REFRESH.replace(STRANGER, stranger)
            places.moved["/moved"] = f"http://{stranger}:{{port}}/go"
            hand.device.perform(LaunchApp(places.url(f"/?{number}")))
            hand.device.effects()
            hand.device.authorise(authority)
            hand.tap("Go")
            refused = went(hand)
            assert [(effect.origin, effect.held) for effect in refused][:1] == [(places.url("", stranger), True)], way
            assert places.at(stranger) == []
            assert hand.look().location.startswith(places.url())
            authority.allows = True
            if way == "refresh":
                hand.device.perform(LaunchApp(places.url()))
            hand.tap("Go")
            assert until(lambda stranger=stranger: bool(places.at(stranger)))
            assert until(lambda stranger=stranger: hand.says(f"This is {stranger}/go"))
            assert not [effect for effect in hand.device.effects() if effect.kind == "leave"], "it writes nothing"
            assert {effect.kind for effect in authority.about("leave")} == {"leave"}
            count = len(authority.about("leave"))
            hand.device.evaluate("location.href='/further'; 0")
            further = f"GET {stranger}/further"
            assert until(lambda further=further: further in places.arrived), "within it, nothing is asked"
            assert len(authority.about("leave")) == count


@pytest.mark.parametrize(
    ("leave", "writes", "reason"), [("deny", "deny", LEFT_ALONE), ("ask", "observe", "--origin http://localhost:")]
)
def test_whoever_looks_around_leaves_for_nobody(
    places: Places, leave: LeaveMode, writes: WriteMode, reason: str
) -> None:
    """Nor does who has nobody to ask; the flag is named."""
    places.pages["/"] = f"<title>Own</title>{WAYS['script']}"
    with opened(places.url(), leave=leave, writes=writes) as hand:
        hand.tap("Go")
        (effect,) = went(hand)
        assert effect.reason == reason or f"{reason}{places.port}" in effect.reason
    assert places.at(STRANGER) == []


def test_an_origin_that_the_user_named_is_no_stranger(places: Places) -> None:
    places.pages["/"] = f"<title>Own</title>{WAYS['own form']}"
    authority = Authority()
    with opened(places.url(), authority, origins=(places.url("", STRANGER),)) as hand:
        hand.tap("Go")
        assert until(lambda: hand.says("This is localhost/go"))
    assert authority.asked == []


def test_where_the_start_page_leads_by_itself_is_no_stranger(places: Places) -> None:
    places.pages["/go"] = "<title>There</title><a href='/further'>Further</a>"
    authority = Authority()
    with opened(places.url("/moved"), authority) as hand:
        hand.tap("Further")
        assert until(lambda: hand.says("This is localhost/further"))
        hand.device.perform(PressKey("home"))
        assert hand.look().location == places.url("/go", STRANGER)
    assert authority.asked == []


def test_where_a_frame_of_the_start_page_leads_by_itself_is_one(places: Places) -> None:
    places.pages["/"] = f"<title>Own</title><iframe src='/moved'></iframe>{WAYS['script']}"
    with opened(places.url(), Authority()) as hand:
        assert until(lambda: places.at(STRANGER) == ["GET localhost/go"])
        hand.tap("Go")
        assert [effect.origin for effect in went(hand)] == [places.url("", STRANGER)]
        assert len(places.at(STRANGER)) == 1


def test_the_server_of_the_app_may_redirect_within_its_site(places: Places) -> None:
    """What a site is, the browser's list of public suffixes says: `co.uk` is none. A link within it is asked about."""
    places.pages["/"] = (
        "<title>Own</title><a href='/login'>Log in</a> <a href='http://forum.shop.co.uk:{port}/go'>Go</a>"
    )
    passes = {"login.shop.co.uk": True, "shop.co.uk": True, "evil.co.uk": False, "shop.co.uk.evil.co.uk": False}
    with opened(places.url("/", "app.shop.co.uk"), names="*.co.uk") as hand:
        for to, link in (*((to, "Log in") for to in [*passes, "evilshop.co.uk"]), ("forum.shop.co.uk", "Go")):
            places.moved["/login"] = f"http://{to}:{{port}}/go"
            hand.device.perform(LaunchApp(places.url("/", "app.shop.co.uk")))
            hand.device.effects()
            places.arrived.clear()
            authority = Authority()
            hand.device.authorise(authority)
            hand.tap(link)
            if passes.get(to):
                assert until(lambda: any(line.endswith("/go") for line in places.arrived)), to
                assert authority.asked == []
            else:
                assert len(went(hand)) == 1, to
                assert not [line for line in places.arrived if line.endswith("/go")]


def test_names_without_a_public_suffix_make_no_site(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><a href='/login'>Log in</a>"
    places.moved["/login"] = "http://other.localhost:{port}/go"
    with opened(places.url("/", STRANGER), Authority()) as hand:
        hand.tap("Log in")
        assert len(went(hand)) == 1
    assert not places.at("other.localhost")


@pytest.mark.parametrize("writes", ["observe", "ask"])
def test_a_page_that_waits_to_be_left_for_is_not_when_the_run_is_killed(
    crash: Crash, places: Places, writes: WriteMode
) -> None:
    places.pages["/"] = f"<title>Own</title>{WAYS['script']}"
    victim, lease = crash.start(places.url(), "Go", leave="ask", writes=writes)
    device = crash.after(BrowserOptions(url=places.url(), leave="ask", writes=writes), lease)
    device.authorise(Authority())
    crash.kill(victim, once="asked")
    assert device.open().how == "reattached"
    assert device.look(picture=False).location == places.url()
    assert places.at(STRANGER) == []


INNER = (
    "<title>Inner</title><body style='margin:0'>"
    "<button style='width:200px;height:80px' onclick=\"fetch('/inside')\">In</button>"
)
FRAMED = (
    "<title>Own</title><body style='margin:0'>"
    "<iframe style='border:0;width:300px;height:200px' src='http://localhost:{port}/inner'></iframe><button>Mine</button>"
)


def test_a_form_or_link_in_a_frame_leaves_once_something_private_was_typed(places: Places) -> None:
    places.pages["/"] = (
        "<title>Own</title><input type=password aria-label=Password><iframe name=inner src='/empty'></iframe>"
        "<form target=inner action='http://localhost:{port}/go'><input name=q value=1 hidden><button>Go</button></form>"
    )
    authority = Authority()
    with opened(places.url(), authority) as hand:
        hand.tap("Go")
        assert until(lambda: places.at(STRANGER) == ["GET localhost/go?q=1"])
        hand.device.perform(LaunchApp(places.url("/?again")))
        hand.type("Password", "hunter2-hunter2")
        hand.tap("Go")
        assert [effect.operation for effect in went(hand)] == [AFTER_PRIVATE]
        assert len(places.at(STRANGER)) == 1


def test_who_may_be_left_for_is_asked_about_again_once_something_private_was_typed(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><input type=password aria-label=Password>" + WAYS["own form"]
    authority = Authority(allows=True)
    with opened(places.url(), authority) as hand:
        hand.type("Password", "hunter2-hunter2")
        hand.tap("Go")
        assert until(lambda: hand.says("This is localhost/go"))
        assert [effect.operation for effect in authority.about("leave")] == [AFTER_PRIVATE]


def test_that_something_private_was_typed_outlives_the_run_that_typed_it(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><input type=password aria-label=Password>" + WAYS["own form"]
    authority = Authority()
    with opened(places.url(), Authority()) as hand:
        hand.type("Password", "hunter2-hunter2")
        lease = hand.device.lease()
        hand.device.detach()
        again = BrowserDevice(BrowserOptions(url=places.url(), leave="ask", phone=Phone(permissions="deny")), lease)
        again.authorise(authority)
        try:
            assert again.open().how == "reattached"
            Hand(again).tap("Go")
            assert [effect.operation for effect in went(Hand(again))] == [AFTER_PRIVATE]
        finally:
            again.close()


@pytest.mark.parametrize("allowed", [False, True])
def test_a_touch_within_a_strangers_frame_waits_until_it_is_allowed(places: Places, allowed: bool) -> None:
    places.pages["/"] = FRAMED
    places.pages["/inner"] = INNER
    authority = Authority(allows=allowed)
    with opened(places.url(), authority) as hand:
        assert until(lambda: hand.says("In"))
        hand.tap("Mine")
        assert authority.asked == []
        notes = hand.device.perform(Tap(Point(50, 40)), "in").notes
        assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
        if allowed:
            assert until(lambda: "GET localhost/inside" in places.arrived)
        else:
            assert any("nothing was touched" in note for note in notes)
            assert [effect.operation for effect in went(hand)] == [WITHIN_FRAME]
            hand.tap("Mine")
            assert "GET localhost/inside" not in places.arrived


@pytest.mark.parametrize(("leave", "reason"), [("deny", LEFT_ALONE), ("ask", "nobody can be asked")])
def test_with_nobody_in_charge_a_strangers_frame_is_not_touched(places: Places, leave: LeaveMode, reason: str) -> None:
    places.pages["/"] = FRAMED
    places.pages["/inner"] = INNER
    with opened(places.url(), leave=leave) as hand:
        assert until(lambda: hand.says("In"))
        (note,) = hand.device.perform(Tap(Point(50, 40)), "in").notes
        assert "nothing was touched" in note
        (effect,) = went(hand)
        assert (effect.operation, effect.held) == (WITHIN_FRAME, True)
        assert effect.reason.startswith(reason)
        hand.tap("Mine")
        assert "GET localhost/inside" not in places.arrived


@pytest.mark.parametrize("host", [STRANGER, "127.0.0.1"])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_frame_without_an_address_belongs_to_whom_it_stands_in(places: Places, host: str, scripts: bool) -> None:
    places.pages["/"] = FRAMED.replace("localhost", host)
    sandbox = "" if scripts else "sandbox"
    places.pages["/inner"] = (
        f"<body style='margin:0'><iframe {sandbox} style='border:0;width:280px;height:150px' "
        "srcdoc=\"<a style='display:block;height:90px' href='/inside'>Deep</a>\"></iframe>"
    )
    authority = Authority()
    with opened(places.url(), authority) as hand:
        assert until(lambda: f"GET {host}/inner" in places.arrived)
        hand.look()
        notes = hand.device.perform(Tap(Point(50, 40)), "deep").notes
        strange = host == STRANGER
        asked = [(effect.operation, effect.origin) for effect in authority.about("leave")]
        assert asked == ([(WITHIN_FRAME, places.url("", STRANGER))] if strange else [])
        assert any("nothing was touched" in note for note in notes) == strange
        assert until(lambda: f"GET {host}/inside" in places.arrived, 0.5 if strange else 10.0) != strange


@pytest.mark.parametrize("lost", ["frame", "address", "agent"])
def test_a_frame_of_which_nothing_can_be_told_is_not_touched(places: Places, lost: str) -> None:
    places.pages["/"] = FRAMED + "<iframe src='http://localhost:{port}/other'></iframe>"
    places.pages["/inner"] = INNER
    authority = Authority()
    with opened(places.url(), authority) as hand:
        assert until(lambda: hand.says("In"))
        held = hand.device._resources  # pyright: ignore[reportPrivateUsage] - no page brings this about on demand
        assert held is not None
        tab = held.driver.tab
        frame = next(frame for frame in tab.frames.values() if frame.url.endswith("/inner"))
        if lost == "frame":
            del tab.frames[frame.id]
        elif lost == "address":
            frame.url = frame.parent = ""
        else:
            frame.contexts.clear()
        notes = hand.device.perform(Tap(Point(50, 40)), "in").notes
        assert any("nothing was touched" in note for note in notes)
        assert len(authority.about("leave")) == (lost == "agent"), "where its origin is known it is asked about"
        hand.tap("Mine")
        assert "GET localhost/inside" not in places.arrived


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    own = tmp_path / "own"
    (own / "deeper").mkdir(parents=True)
    (tmp_path / "outside.html").write_text("<title>Outside</title>a private letter")
    (tmp_path / "outside.js").write_text("document.title = 'read'")
    (own / "link.html").symlink_to(tmp_path / "outside.html")
    (own / "deeper" / "in.html").write_text("<title>In</title>inside words")
    (own / "index.html").write_text(
        "<title>Own</title><a href='../outside.html'>Out</a> <a href='link.html'>Linked</a> "
        "<a href='..%2foutside.html'>Spelled</a> <a href='deeper/in.html'>In</a>"
        "<iframe src='../outside.html'></iframe><iframe src='link.html'></iframe><script src='../outside.js'></script>"
    )
    return own


@pytest.mark.parametrize("leave", ["ask", "allow"])
def test_a_file_leads_to_its_own_folder_alone(folder: Path, leave: LeaveMode) -> None:
    start = (folder / "index.html").as_uri()
    with opened(start, Authority(allows=True), leave=leave) as hand:
        assert hand.look().title == "Own", "a script of elsewhere would have changed it"
        assert not hand.says("a private letter"), "nor is a frame shown"
        for label in ("Out", "Linked"):
            hand.tap(label)
            assert any("--origin file:///" in effect.reason for effect in went(hand))
            assert hand.look().location == start
        for address in ("/etc/hostname", f"{folder.parent}/outside.html", f"{folder}/../outside.html"):
            injection = hand.device.perform(LaunchApp(f"file://{address}"))
            assert any("there is no app" in note for note in injection.notes)
            assert hand.look().location == start
        hand.tap("In")
        assert until(lambda: hand.says("inside words"))


def test_another_folder_may_be_named(folder: Path) -> None:
    with opened((folder / "index.html").as_uri(), origins=(f"{folder.parent.as_uri()}/",)) as hand:
        assert hand.look().title == "read"
        hand.tap("Out")
        assert until(lambda: hand.says("a private letter"))


def test_no_other_program_is_started(places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = tmp_path / "started"
    for name in ("xdg-open", "xdg-email", "gio", "gvfs-open", "kde-open", "exo-open", "x-www-browser"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho \"$@\" >> '{started}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    schemes = ("mailto", "tel", "sextant-test")
    links = "".join(f"<p><a href='{scheme}:a@b.example?body=words'>{scheme}</a>" for scheme in schemes)
    places.pages["/"] = f"<title>Own</title>{links}<iframe src='mailto:2'></iframe>"
    with opened(places.url(), Authority(allows=True)) as hand:
        for scheme in schemes:
            hand.tap(scheme)
            assert told(hand, f"another program to open '{scheme}:")
            assert hand.look().location == places.url()
    assert not started.exists()


def test_no_address_for_another_program_leaves_the_tab_without_input(places: Places) -> None:
    places.pages["/frame"] = "<script>setTimeout(() => location = 'sextant-test://x', 300)</script>"
    places.pages["/"] = "<title>Own</title><iframe src='http://localhost:{port}/frame'></iframe>"
    places.pages["/next"] = "<title>Next</title><button onclick=\"document.title = 'pressed'\">Press</button>"
    with opened(places.url()) as hand:
        assert until(lambda: bool(told(hand, "another program to open 'sextant-test:")))
        hand.device.perform(LaunchApp(places.url("/next")))
        assert not hand.tap("Press").notes
        assert hand.look().title == "pressed"


def _asks(label: str, how: str) -> str:
    return f"<button onclick=\"{how}(() => o.textContent = 'given', () => o.textContent = 'kept')\">{label}</button>"


ASKING = (
    "<title>Own</title><p id=o>-</p>"
    "<button onclick='Notification.requestPermission().then(now => o.textContent = now)'>"
    "Tell</button>"
    + _asks("Place", "navigator.geolocation.getCurrentPosition")
    + _asks("Film", "navigator.mediaDevices.getUserMedia({video: true}).then")
    + _asks("Paste", "navigator.clipboard.readText().then")
    + _asks("Copy", "navigator.clipboard.writeText('x').then")
)


def permitted(hand: Hand, label: str) -> str:
    hand.device.evaluate("o.textContent = '-'")
    hand.tap(label)
    assert until(lambda: hand.device.evaluate("o.textContent") != "-")
    return str(hand.device.evaluate("o.textContent"))


@pytest.mark.parametrize(
    ("policy", "given"),
    [("deny", ()), (("geolocation", "notifications"), ("Place", "Tell")), ("grant", ("Place", "Tell"))],
)
def test_pages_may_use_what_is_listed_and_no_more(
    places: Places, policy: PermissionPolicy, given: tuple[str, ...]
) -> None:
    places.pages["/"] = ASKING
    phone = Phone(permissions=policy, geolocation=Position(1.0, 2.0))
    with opened(places.url("/", STRANGER), phone=phone) as hand:
        assert permitted(hand, "Place") == ("given" if "Place" in given else "kept")
        assert permitted(hand, "Tell") == ("granted" if "Tell" in given else "denied")
        assert permitted(hand, "Copy") == "given"
        if policy != "grant":
            assert permitted(hand, "Film") == "kept"
            assert permitted(hand, "Paste") == "kept"


_NAMES = (
    *("accelerometer", "ambient-light-sensor", "background-fetch", "background-sync", "camera"),
    *("captured-surface-control", "clipboard-read", "clipboard-write", "display-capture", "geolocation"),
    *("gyroscope", "idle-detection", "keyboard-lock", "local-fonts", "local-network", "local-network-access"),
    *("loopback-network", "magnetometer", "microphone", "midi", "nfc", "notifications", "payment-handler"),
    *("periodic-background-sync", "persistent-storage", "pointer-lock", "push", "screen-wake-lock"),
    *("speaker-selection", "storage-access", "system-wake-lock", "top-level-storage-access"),
    *("web-app-installation", "window-management"),
)
_TOLD_OTHERWISE = {"clipboard-write": "granted", "storage-access": "prompt"}
"""A touch on a button that copies may copy; by the standard no page is told that its access to storage is denied."""


@pytest.mark.parametrize("policy", ["deny", ("camera",)])
def test_whatever_else_the_browser_knows_is_denied(places: Places, policy: PermissionPolicy) -> None:
    ask = (
        "Promise.all(%s.map(name => navigator.permissions.query({name, userVisibleOnly: true,"
        " requestedOrigin: 'https://other.example'}).then(now => [name, now.state], () => [name, 'unknown'])))"
    )
    with opened(places.url("/", STRANGER), phone=Phone(permissions=policy)) as hand:
        said: dict[str, str] = dict(hand.device.evaluate(ask % json.dumps(_NAMES)))
        known = {name: state for name, state in said.items() if state != "unknown"}
        assert len(known) > 25
        given = {} if policy == "deny" else {"camera": "granted"}
        assert known == dict.fromkeys(known, "denied") | _TOLD_OTHERWISE | given
        stored = "navigator.storage.persist().then(String)"
        assert hand.device.evaluate(stored) == "false"


@pytest.mark.parametrize("allowed", [False, True])
def test_the_agents_yes_to_a_permission_is_asked_about(places: Places, allowed: bool) -> None:
    places.pages["/"] = ASKING
    authority = Authority(allows=allowed)
    phone = Phone(permissions="ask", geolocation=Position(1.0, 2.0))
    with opened(places.url("/", STRANGER), authority, phone=phone) as hand:
        hand.tap("Place")
        hand.tap("Allow")
        assert until(lambda: hand.device.evaluate("o.textContent") == ("given" if allowed else "kept"))
        assert [(effect.kind, effect.address) for effect in authority.about("permission")] == [
            ("permission", "geolocation")
        ]


def test_whoever_looks_around_gives_no_permission(places: Places) -> None:
    places.pages["/"] = ASKING
    with opened(places.url("/", STRANGER), leave="deny", phone=Phone(permissions="ask")) as hand:
        hand.tap("Place")
        hand.tap("Allow")
        assert until(lambda: hand.device.evaluate("o.textContent") == "kept")
        assert [(effect.kind, effect.reason) for effect in hand.device.effects()] == [("permission", LEFT_ALONE)]


@pytest.fixture
def offering(places: Places) -> Places:
    places.files["/report.bin"] = b"a report"
    places.files["/large.bin"] = b"x" * 3_000_000
    places.pages["/"] = (
        "<title>Own</title><a href='/report.bin'>Report</a> <a href='/large.bin'>Large</a>"
        "<a href='/report.bin' download='../../.bashrc'>Named</a>"
    )
    return places


def downloads(folder: Path, mode: DownloadMode) -> Chrome:
    return Chrome(downloads_dir=folder, downloads=mode, download_bytes=1_000_000)


def told(hand: Hand, what: str) -> str:
    notes: list[str] = []

    def some() -> bool:
        notes.extend(hand.look().notes)
        return any(what in note for note in notes)

    assert until(some), notes
    return next(note for note in notes if what in note)


@pytest.mark.parametrize(
    ("mode", "writes", "allows", "kept"),
    [
        ("on", "observe", False, True),
        ("off", "observe", True, False),
        ("ask", "ask", True, True),
        ("ask", "ask", False, False),
        ("ask", "observe", False, False),
        ("on", "deny", True, False),
    ],
)
def test_files_are_kept_as_it_is_set(
    offering: Places, tmp_path: Path, mode: DownloadMode, writes: WriteMode, allows: bool, kept: bool
) -> None:
    authority = Authority(allows)
    with opened(offering.url(), authority, writes=writes, chrome=downloads(tmp_path / "kept", mode)) as hand:
        hand.tap("Report")
        told(hand, "downloaded report.bin" if kept else "did not download report.bin")
        assert len(authority.about("download")) == (mode == "ask")
        found = [effect for effect in hand.device.effects() if effect.kind == "download"]
        assert [effect.held for effect in found] == [not kept]
        files = list((tmp_path / "kept").iterdir())
        assert [file.read_bytes() for file in files] == ([b"a report"] if kept else [])
        if mode == "off" and writes != "deny":
            assert "--set browser.downloads" in found[0].reason


_BY_ITSELF = {
    "on load": "<script>location = '/report.bin'</script>",
    "by a timer": "<script>setTimeout(() => { location = '/report.bin' }, 300)</script>",
    "by a link": "<a id=a href='/report.bin' download>-</a><script>setTimeout(() => a.click(), 300)</script>",
    "in a frame": "<iframe src='/report.bin'></iframe>",
}


@pytest.mark.parametrize(
    ("way", "mode", "allows"),
    [
        *((way, "on", None) for way in _BY_ITSELF),
        ("on load", "ask", None),
        ("in a frame", "on", False),
        ("on load", "on", True),
        ("by a link", "on", True),
    ],
)
def test_a_file_that_no_step_asked_for_is_not_kept_unless_it_is_allowed(
    offering: Places, tmp_path: Path, way: str, mode: DownloadMode, allows: bool | None
) -> None:
    """`allows` None: nobody was told to decide."""
    offering.pages["/"] = f"<title>Own</title>{_BY_ITSELF[way]}"
    authority = None if allows is None else Authority(allows)
    with opened(offering.url(), authority, chrome=downloads(tmp_path / "kept", mode)) as hand:
        note = told(hand, "download")
        assert note.startswith("downloaded report.bin" if allows else "did not download report.bin: ")
        assert allows is not None or "no step asked for it" in note
        assert [file.name for file in (tmp_path / "kept").iterdir()] == (["report.bin"] if allows else [])
        (effect,) = (effect for effect in hand.device.effects() if effect.kind == "download")
        assert (effect.held, effect.cause) == (not allows, "load")


def test_a_file_that_a_step_asked_for_may_take_longer_than_the_step(offering: Places, tmp_path: Path) -> None:
    ready = offering.holds["/report.bin"] = threading.Event()
    offering.pages["/"] = "<title>Own</title><a href='/report.bin'>Report</a>"
    settings = BrowserOptions(
        url=offering.url(), limits=Deadlines(settle=1.0), chrome=downloads(tmp_path / "kept", "on"), leave="ask"
    )
    with running(settings) as device:
        Hand(device).tap("Report")
        assert list((tmp_path / "kept").iterdir()) == []
        ready.set()
        assert told(Hand(device), "download") == "downloaded report.bin"


def test_no_file_larger_than_allowed_is_kept(offering: Places, tmp_path: Path) -> None:
    with opened(offering.url(), Authority(allows=True), chrome=downloads(tmp_path / "kept", "on")) as hand:
        hand.tap("Large")
        assert "--set browser.download_megabytes=3" in told(hand, "did not download large.bin")
        assert list((tmp_path / "kept").iterdir()) == []


def complete(folder: Path) -> int:
    """The number of files, once none is being written."""
    names = [file.name for file in folder.iterdir()]
    return 0 if any(name.endswith(".partial") for name in names) else len(names)


def test_a_files_name_leads_nowhere_and_overwrites_nothing(offering: Places, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with opened(offering.url(), chrome=downloads(kept, "on")) as hand:
        for count in (1, 2):
            hand.tap("Report")
            assert until(lambda count=count: complete(kept) == count)
        hand.tap("Named")
        assert until(lambda: complete(kept) == 3)
    names = sorted(file.name for file in kept.iterdir())
    assert [name for name in names if name.startswith("report")] == ["report (1).bin", "report.bin"]
    assert not [name for name in names if name.startswith(".") or "/" in name]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kept"]
