"""What a saved profile keeps of a login: cookies, however soon the browser ends, also those that a copy was given."""

import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome
from tests.devices.browsing import running, texts
from tests.support.members import MembersSite

pytestmark = pytest.mark.browser


@pytest.fixture
def members() -> Generator[MembersSite]:
    served = MembersSite()
    yield served
    served.close()


@pytest.fixture
def kept(members: MembersSite, tmp_path: Path) -> BrowserOptions:
    return BrowserOptions(url=members.url, chrome=Chrome(profile_dir=tmp_path / "profile"))


def seen(settings: BrowserOptions) -> str:
    """What the start page shows in a browser that is closed at once."""
    with running(settings) as device:
        return texts(device.look(picture=False))


def sign_in(settings: BrowserOptions, members: MembersSite) -> None:
    with running(settings) as device:
        device.evaluate(f"document.cookie = {members.sign_in()!r}")


def test_a_session_that_changes_with_every_page_outlives_the_browser_and_its_copies(
    kept: BrowserOptions, members: MembersSite
) -> None:
    copied = replace(kept, chrome=replace(kept.chrome, profile_copied=True))
    assert "Members only" in seen(kept)
    sign_in(kept, members)
    for settings in (kept, copied, copied, kept):
        assert "Welcome, Ada" in seen(settings)


def test_a_copy_never_overwrites_a_newer_login(kept: BrowserOptions, members: MembersSite) -> None:
    copied = BrowserDevice(replace(kept, chrome=replace(kept.chrome, profile_copied=True)))
    assert "Members only" in seen(kept)
    copied.open()
    time.sleep(0.02)  # the clock of the file system
    sign_in(kept, members)
    copied.close()
    assert "Welcome, Ada" in seen(kept)
