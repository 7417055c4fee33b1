"""`sextant login`: a person or a recipe signs in once, and later commands find the session in the profile."""

import asyncio
import json
import os
import re
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from sextant.assembly import AbsentPerson
from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, end_browser, running_browsers
from sextant.devices.browser.cdp import Connection
from sextant.devices.browser.profile_lock import is_held_by_device
from sextant.devices.browser.registry import wait_gone
from sextant.errors import LoginFailed, NeedsPerson, ProfileLocked
from sextant.login.recipes import read_recipe
from sextant.login.sign_in import has_display, log_in
from sextant.settings import Settings, load
from tests.cli.test_commands import Ran, run
from tests.support.members import EMAIL, PASSWORD, MembersSite

browser = pytest.mark.browser

RECIPE = f"""
[[steps]]
field = "email"
value = "{EMAIL}"
[[steps]]
field = "Password"
secret = "env:MEMBER_PASSWORD"
[[steps]]
touch = "Sign in"
role = "button"
[[steps]]
until = "Welcome, Ada"
seconds = 10
"""


@pytest.fixture
def members() -> Generator[MembersSite]:
    served = MembersSite()
    yield served
    served.close()


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMBER_PASSWORD", PASSWORD)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


def settings_in(folder: Path) -> Settings:
    return load({"browser.profile": str(folder / "profile")}, environ={}, directory=folder)


def login(members: MembersSite, folder: Path, recipe: str = RECIPE, *more: str) -> Ran:
    (folder / "harbour.toml").write_text(recipe)
    words = ("--profile", str(folder / "profile"), "--recipe", str(folder / "harbour.toml"))
    return run("login", members.url, *words, *more)


def goto(members: MembersSite, profile: Path, text: str) -> Ran:
    return run("goto", f"web:{members.url}", text, "--profile", str(profile), "--no-read-ahead", "--unattended")


def without(*steps: int) -> str:
    """The recipe without these of its steps."""
    parts = RECIPE.split("[[steps]]")
    return "[[steps]]".join(part for place, part in enumerate(parts) if place not in steps)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "--profile DIR"),
        (("--profile", "p", "--set", "browser.attach=http://127.0.0.1:9"), 2, "browser.attach"),
        (("--profile", "p", "--recipe", "gone.toml"), 2, "gone.toml"),
        (("--profile", "p"), 5, "--recipe FILE"),
    ],
)
def test_what_is_missing_is_named(
    words: tuple[str, ...], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("login", "http://localhost:9/", *words)
    assert (ran.code, said in ran.err) == (code, True), ran.err


def test_a_secret_that_is_not_there_ends_it_before_a_browser_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: MembersSite
) -> None:
    monkeypatch.delenv("MEMBER_PASSWORD")
    ran = login(members, tmp_path)
    assert ran.code == 2
    assert "harbour.toml, step 2" in ran.err
    assert "'MEMBER_PASSWORD' is not set" in ran.err
    assert not members.asked


def test_a_window_is_shown_where_there_is_a_display() -> None:
    assert has_display({"DISPLAY": ":0"})
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"})


@browser
def test_a_recipe_signs_in_and_other_commands_find_the_session(
    tmp_path: Path, profile: Path, members: MembersSite, state: Path
) -> None:
    assert goto(members, profile, "Nine boats").code == 5, "not signed in"
    assert [end_browser(left.id) for left in running_browsers()], "it waits for somebody"
    ran = login(members, tmp_path, RECIPE, "--json")
    assert ran.code == 0, ran.out + ran.err
    assert (ran.json["asked"], ran.json["profile"]) == (False, str(profile))
    assert members.handed_in == [{"email": [EMAIL], "password": [PASSWORD]}]
    assert running_browsers() == []
    for _ in range(2):
        found = goto(members, profile, "boats")
        assert found.code == 0, found.out + found.err
    drawn = run("map", f"web:{members.url}", "--profile", str(profile), "--json")
    assert drawn.code == 0, drawn.out + drawn.err
    assert goto(members, profile, "boats").code == 0
    assert len(members.handed_in) == 1
    kept = [path for path in [*state.rglob("*"), *profile.rglob("*")] if path.is_file()]
    assert [path for path in kept if PASSWORD.encode() in path.read_bytes()] == []
    assert PASSWORD not in ran.out + ran.err


@browser
def test_a_login_that_is_still_asked_for_is_told(
    tmp_path: Path, members: MembersSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMBER_PASSWORD", "not the right one")
    ran = login(members, tmp_path, without(4))
    assert ran.code == 1
    assert "not signed in" in ran.out
    assert "('Password')" in ran.out
    assert not running_browsers()


@browser
def test_what_the_page_repeats_of_a_secret_is_not_repeated(
    tmp_path: Path, members: MembersSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMBER_PASSWORD", "not the right one")
    ran = login(members, tmp_path, RECIPE.replace("seconds = 10", "seconds = 0.5"))
    assert ran.code == 1
    assert "'Welcome, Ada' did not appear within 0.5 s" in ran.err
    assert "not the right one" not in ran.out + ran.err


@browser
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"email"', '"User name"', ("step 1: there is no field named 'User name'", "'Sign in', 'Email', 'Password'")),
        ('role = "button"', "", ("step 3: 'Sign in' is there 2 times (link in 'navigation', button)", "add role")),
        ('secret = "env:MEMBER_PASSWORD"', 'value = "open sesame"', ("step 2: 'Password' is a password field",)),
    ],
)
def test_a_step_that_cannot_be_done_says_why(
    tmp_path: Path, members: MembersSite, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: tuple[str, ...]
) -> None:
    monkeypatch.setattr("sextant.login.sign_in._PATIENCE_SECONDS", 0.2)
    ran = login(members, tmp_path, RECIPE.replace(old, new))
    assert ran.code == 1, ran.out
    for part in said:
        assert part in ran.err
    assert "open sesame" not in ran.out + ran.err
    assert members.handed_in == []


@browser
def test_a_button_below_the_fold_is_scrolled_to(tmp_path: Path) -> None:
    tall = MembersSite(height=2500)
    try:
        ran = login(tall, tmp_path)
        assert ran.code == 0, ran.out + ran.err
    finally:
        tall.close()


@browser
def test_secrets_are_typed_into_the_apps_own_origin_alone(tmp_path: Path, members: MembersSite) -> None:
    moving = "<script>location = " + repr(members.url.replace("127.0.0.1", "localhost")) + "</script>"
    page = tmp_path / "start.html"
    page.write_text(moving)
    settings, recipe = settings_in(tmp_path), read_recipe(RECIPE, "r.toml")
    with pytest.raises(LoginFailed, match=r"not to the app\. .*--origin http://localhost"):
        log_in(page.as_uri(), settings, AbsentPerson(), recipe)
    assert members.handed_in == []


class Member(AbsentPerson):
    """Somebody who signs in through the address that the hand-over names."""

    attended = True

    def __init__(self, ready: bool = True) -> None:
        self.ready = ready
        self.told: list[str] = []

    def take_over(self, reason: str) -> bool:
        self.told.append(reason)
        found = re.search(r"Open (http://\S+)", reason)
        assert found is not None, reason
        if self.ready:
            asyncio.run(self._sign_in(found[1]))
        return self.ready

    async def _sign_in(self, address: str) -> None:
        for name, value in (("email", EMAIL), ("password", PASSWORD)):
            box = f"document.forms[0].{name}.getBoundingClientRect()"
            x, y = await self._ask(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({box})")
            touch = [{"kind": "touchStart", "x": x, "y": y}, {"kind": "touchEnd"}]
            await asyncio.to_thread(self._post, address, touch)
            while await self._ask("document.activeElement.name") != name:
                pass
            await asyncio.to_thread(self._post, address, [{"kind": "text", "text": value}])
        enter = {"key": "Enter", "code": "Enter", "number": 13, "modifiers": 0}
        keys = [{"kind": "keyDown", "text": "\r", **enter}, {"kind": "keyUp", **enter}]
        await asyncio.to_thread(self._post, address, keys)
        while await self._ask("document.forms.length"):
            pass

    async def _ask(self, expression: str) -> Any:
        """What the person sees: a test has no eyes for the picture."""
        connection = await Connection.open(running_browsers()[0].endpoint)
        targets = (await connection.browser.send("Target.getTargets"))["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        asked = {"targetId": page, "flatten": True}
        session = connection.session((await connection.browser.send("Target.attachToTarget", asked))["sessionId"])
        reply = await session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        await connection.close()
        return reply["result"].get("value")

    def _post(self, address: str, inputs: Sequence[Mapping[str, object]]) -> None:
        headers = {"Origin": "/".join(address.split("/")[:3])}
        with urlopen(Request(address + "input", json.dumps(inputs).encode(), headers)) as reply:
            assert reply.status == 204


@browser
def test_a_person_signs_in_through_the_page_of_the_hand_over(
    tmp_path: Path, members: MembersSite, profile: Path
) -> None:
    person = Member()
    end = log_in(members.url, settings_in(tmp_path), person)
    assert person.told[0].startswith(f"Sign in at {members.url}. Open http://127.0.0.1:")
    assert (end.asked, end.profile) == (False, profile)
    assert goto(members, profile, "boats").code == 0


class Closing(Member):
    """Somebody who closes the browser before they say that they are done."""

    async def _sign_in(self, address: str) -> None:
        await super()._sign_in(address)
        left = running_browsers()[0]
        connection = await Connection.open(left.endpoint)
        connection.browser.post([("Browser.close", {})])
        await asyncio.to_thread(wait_gone, left, 10.0)
        await connection.close()


@browser
def test_a_person_may_close_the_browser_themselves(tmp_path: Path, members: MembersSite, profile: Path) -> None:
    assert not log_in(members.url, settings_in(tmp_path), Closing()).asked
    assert not running_browsers()


@browser
def test_somebody_who_breaks_off_leaves_the_profile_free(tmp_path: Path, members: MembersSite, profile: Path) -> None:
    with pytest.raises(NeedsPerson, match="interrupted"):
        log_in(members.url, settings_in(tmp_path), Member(ready=False))
    assert not running_browsers()
    assert not is_held_by_device(profile)


@browser
def test_a_profile_is_taken_over_from_an_ended_run_and_not_from_one_that_goes_on(
    tmp_path: Path, members: MembersSite, profile: Path
) -> None:
    device = BrowserDevice(BrowserOptions(url=members.url, chrome=Chrome(profile_dir=profile)))
    device.open()
    recipe = read_recipe(RECIPE, "r.toml")
    try:
        with pytest.raises(ProfileLocked, match=rf"in use by another run \(process {os.getpid()}\)"):
            log_in(members.url, settings_in(tmp_path), AbsentPerson(), recipe)
        device.detach()
        left = running_browsers()
        notes: list[str] = []
        assert not log_in(members.url, settings_in(tmp_path), AbsentPerson(), recipe, notes.append).asked
        assert notes[0] == f"Ended the browser {left[0].id!r}, which an ended run had left on this profile."
        assert device.open().how == "restored", "the run that it waited for can be resumed"
        assert device.look(picture=False).landmarks == ("heading: Welcome, Ada",)
    finally:
        device.close()
