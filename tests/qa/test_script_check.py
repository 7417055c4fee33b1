"""Scripts as tests, whole runs without a browser: what each kind of change to the app comes to."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.cli.test_commands import Ran, run

App = dict[str, Any]
SHOP: App = {
    "name": "shop",
    "start": "home",
    "pages": {
        "home": {
            "title": "Home",
            "widgets": [
                {"label": "Sign in", "role": "link", "goes": "login"},
                {"label": "Milk", "goes": "cart", "effect": "milk"},
            ],
        },
        "login": {
            "title": "Sign in",
            "widgets": [
                {"label": "Email", "role": "textbox", "field": "email"},
                {"label": "Password", "role": "textbox", "field": "password", "password": True},
                {"label": "Go on", "goes": "home", "effects": [{"method": "POST", "address": "/session"}]},
            ],
        },
        "cart": {"title": "Your cart", "widgets": [{"label": "Order", "goes": "home"}, {"label": "Delete"}]},
    },
}
HEAD = """format = "sextant-script"
version = 1
goal = "buy milk"
target = "scripted:app.json"
app = "shop"
"""
SIGN_IN = """
[[steps]]
touch = "Sign in"
role = "link"
lands = "Sign in"

[[steps]]
field = "Email"
value = "mia@example.org"

[[steps]]
field = "Password"
secret = "password"

[[steps]]
touch = "Go on"
lands = "Home"
"""
BUY = """
[[steps]]
touch = "Milk"
lands = "Your cart"

[[steps]]
until = "Order"

[[steps]]
touch = "Order"
"""


class Shop(Protocol):
    """Runs a script on the shop, changed by a function."""

    def __call__(self, steps: str, *more: str, changed: Callable[[App], object] = ...) -> Ran: ...


@pytest.fixture
def shop(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOP", "s3cret-w0rd")

    def checked(steps: str, *more: str, changed: Callable[[App], object] = lambda app: app) -> Ran:
        app = copy.deepcopy(SHOP)
        changed(app["pages"])
        Path("app.json").write_text(json.dumps(app), encoding="utf-8")
        Path("buy.toml").write_text(HEAD + steps, encoding="utf-8")
        return run("check", "buy.toml", *more)

    return checked


def cart(pages: App) -> App:
    found: App = pages["cart"]
    return found


def test_a_script_is_taken_with_its_secret_which_is_stored_nowhere(shop: Shop, tmp_path: Path) -> None:
    ran = shop(SIGN_IN + BUY, "--secret", "password=env:SHOP", "--junit", "report.xml")
    assert ran.code == 0, ran.out + ran.err
    assert ran.out.startswith("exact   buy.toml   7 steps")
    shown = run("runs", "show", "last").out
    assert "s3cret" not in shown + Path("report.xml").read_text("utf-8")
    assert "by check" in shown
    assert not any(b"s3cret-w0rd" in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_a_secret_that_is_not_given_is_named_before_anything_is_opened(shop: Shop) -> None:
    ran = shop(SIGN_IN)
    assert ran.code == 2
    assert "buy.toml:16, step 3 types the secret 'password' into the element 'Password', and it is not given" in ran.out
    assert "--secret password=env:VARIABLE" in ran.out
    assert run("runs", "--json").json["runs"] == []


def test_only_a_recorded_run_becomes_a_script(shop: Shop) -> None:
    assert shop(BUY).code == 0
    ran = run("runs", "script", "last")
    assert ran.code == 2
    assert "was not recorded from a person" in ran.err


def test_the_text_of_a_password_in_a_script_is_refused(shop: Shop) -> None:
    ran = shop(SIGN_IN.replace('secret = "password"', 'value = "hunter2"'))
    assert ran.code == 1
    assert "type into 'Password': it is a password field, but the script has its text" in ran.out


def test_an_element_that_is_gone_ends_the_script_there(shop: Shop) -> None:
    ran = shop(BUY, changed=lambda pages: cart(pages)["widgets"][0].update(label="Order now"))
    assert ran.code == 1
    assert "step 3: touch 'Order': the element 'Order' is not there on 'Your cart'" in ran.out
    assert "it shows 'Order now', 'Delete'" in ran.out
    trace = run("runs", "show", "last", "--json").json["trace"]
    assert {one["what"] for one in trace[1:-1]} == {"wait for the element 'Order'"}, "nothing else was touched"


def test_of_two_alike_neither_is_touched_unless_the_script_says_which(shop: Shop) -> None:
    def twice(pages: App) -> None:
        cart(pages)["widgets"].insert(1, {"label": "Order", "goes": "login"})

    ran = shop(BUY, changed=twice)
    assert ran.code == 1
    assert "the element 'Order' is there 2 times" in ran.out
    ran = shop(BUY + 'ordinal = 1\nlands = "Sign in"\n', changed=twice)
    assert ran.code == 0, ran.out
    assert ran.out.startswith("exact")


def test_another_screen_than_recorded_is_told(shop: Shop) -> None:
    ran = shop(BUY, changed=lambda pages: cart(pages).update(title="Basket"))
    assert ran.code == 0, ran.out
    assert "moved   buy.toml" in ran.out
    assert "step 1: touch 'Milk' was followed by 'Basket', not by 'Your cart'" in ran.out
    assert "--update" not in ran.out
    assert shop(BUY, "--strict", changed=lambda pages: cart(pages).update(title="Basket")).code == 1


def test_a_text_that_does_not_appear_fails(shop: Shop) -> None:
    ran = shop(BUY.replace('until = "Order"', 'until = "Thank you"\nseconds = 1'))
    assert ran.code == 1
    assert "step 2: wait until 'Thank you': it did not appear within 1 s on 'Your cart'" in ran.out


def test_what_a_walk_never_touches_needs_leave(shop: Shop) -> None:
    steps = BUY.replace('touch = "Order"', 'touch = "Delete"')
    ran = shop(steps)
    assert ran.code == 1
    assert "touch 'Delete': it may not be taken back; if this is intended, allow it: --allow Delete" in ran.out
    assert shop(steps, "--allow", "Delete").code == 0
    assert shop(steps, "--read-only").code == 1


def test_a_text_that_does_not_stay_in_its_field_ends_the_script(shop: Shop) -> None:
    ran = shop(SIGN_IN, "--secret", "password=env:SHOP", "--set", "device.faults=partial_text=1,seed=7")
    assert ran.code == 1
    assert "step 2: type into 'Email': the field does not hold the text" in ran.out


def test_a_write_that_is_held_ends_the_script(shop: Shop) -> None:
    ran = shop(SIGN_IN, "--secret", "password=env:SHOP", "--read-only")
    assert ran.code == 1
    assert "step 4: touch 'Go on': what it sends was refused" in ran.out


def test_routes_and_scripts_lie_in_one_folder_and_a_broken_one_names_its_line(shop: Shop) -> None:
    assert shop(BUY).code == 0
    Path("broken.toml").write_text(f"{HEAD}\n[[steps]]\ntuch = 1\n", encoding="utf-8")
    ran = run("check", ".")
    assert ran.code == 2
    assert "exact   buy.toml" in ran.out
    assert "broken.toml:7, step 1 has an unknown key 'tuch'. Did you mean 'touch'?" in ran.out


def test_a_script_chooses_no_phone(shop: Shop) -> None:
    assert shop(BUY).code == 0
    text = Path("buy.toml").read_text("utf-8").replace("scripted:app.json", "android:emulator-5554")
    Path("buy.toml").write_text(text, encoding="utf-8")
    ran = run("check", "buy.toml")
    assert ran.code == 2
    assert "cannot choose the device 'android:emulator-5554'" in ran.out


def test_a_disabled_element_is_waited_for_and_named(shop: Shop) -> None:
    ran = shop(BUY, changed=lambda pages: cart(pages)["widgets"][0].update(disabled=True))
    assert ran.code == 1
    assert "step 3: touch 'Order': the element 'Order' is disabled on 'Your cart'" in ran.out


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('open = "javascript:alert(1)"', "is a program and no page"),
        ('open = "other.app"', "there is no app called 'other.app' on this device"),
    ],
)
def test_a_script_may_do_no_more_than_a_run(shop: Shop, step: str, said: str) -> None:
    ran = shop(f"\n[[steps]]\n{step}\n")
    assert ran.code == 1, ran.out
    assert said in ran.out
