"""Secrets that say where they belong, and credentials that come with an address."""

import os
from pathlib import Path

import pytest

from sextant.addresses.parts import clean_location
from sextant.assembly import RunRequest
from sextant.assembly.devices import browser_settings
from sextant.assembly.recording import RecordRequest, record
from sextant.errors import DeviceUnreachable, SettingsError
from sextant.journal import RunStore
from sextant.settings import SecretRef, load
from sextant.settings.credentials import credentials_of, offered, without_credentials
from sextant.settings.schema import Settings, shown
from sextant.types.secrets import Binding, Credentials


def test_a_secret_may_say_where_it_belongs(tmp_path: Path) -> None:
    file = tmp_path / "sextant.toml"
    file.write_text(
        '[secrets]\nplain = "env:PIN"\n'
        'bank = {ref = "file:pin.txt", origin = "https://Bank.example:443/", field = "password"}\n'
        '[secrets.mail]\nref = "env:MAIL"\norigin = "https://mail.example"\n'
        '[secrets.app]\nref = "env:APP"\norigin = "android:com.bank.app"\nfield = "pin"\n',
        encoding="utf-8",
    )
    found = load({}, environ={}, directory=tmp_path, file=file).secrets
    assert found["plain"] == SecretRef("env", "PIN")
    assert found["bank"].binding == Binding("https://bank.example", "password")
    assert found["bank"].where == str(tmp_path / "pin.txt")
    assert found["mail"].binding == Binding("https://mail.example")
    assert found["app"].binding == Binding("com.bank.app", "pin")
    again = load(
        {f"secrets.{name}": shown(f"secrets.{name}", value) for name, value in found.items()},
        environ={},
        directory=tmp_path,
    )
    assert again.secrets == found


@pytest.mark.parametrize(
    "written",
    [
        '{ref = "env:PIN", origin = "bank.example"}',
        '{ref = "env:PIN", origin = "https://bank.example/login"}',
        '{ref = "env:PIN", origin = "https://user@bank.example"}',
        '{origin = "https://bank.example"}',
        '{ref = "hunter2", field = "password"}',
        '{ref = "env:PIN", site = "https://bank.example"}',
        '"{hunter2"',
        '"held:login_password https://bank.example"',
    ],
)
def test_a_place_that_is_none_is_refused_without_repeating_it(tmp_path: Path, written: str) -> None:
    file = tmp_path / "sextant.toml"
    file.write_text(f"[secrets]\nbank = {written}\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load({}, environ={}, directory=tmp_path, file=file)
    assert 'origin = "https://bank.example"' in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_credentials_of_an_address_are_kept_apart_and_offered() -> None:
    target = "web:https://ada:love%20lace@shop.example:8443/a?b=c#d"
    request = RunRequest("look", target)
    assert request.device == "web:https://shop.example:8443/a?b=c#d"
    assert credentials_of("https://shop.example:8443/x") == Credentials("ada", "love lace")
    assert "love" not in repr(credentials_of("https://shop.example:8443"))
    assert credentials_of("https://shop.example/x") is None
    settings = offered(Settings(), request.device)
    assert settings.secret("login_password", os.environ) == "love lace"
    assert settings.secrets["login_user"].binding == Binding("https://shop.example:8443")
    assert "love" not in str(dict(settings.values()))
    own = Settings(secrets={"login_user": SecretRef("env", "ME")})
    assert offered(own, request.device).secrets["login_user"] == SecretRef("env", "ME")


@pytest.mark.parametrize(
    "written",
    [
        "HTTP://ada:pin@h.example/a",
        " http://ada:pin@h.example/a",
        "ht\ttp:/\n/ada:pin@h.example/a",
        "http:\\\\ada:pin@h.example/a",
    ],
)
def test_credentials_are_found_as_a_browser_reads_them(written: str) -> None:
    assert RunRequest("look", f"web:{written}").device == "web:http://h.example/a"
    assert credentials_of("http://h.example") == Credentials("ada", "pin")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://h/a?token=pin?b=1", "http://h/a?token=***?b=1"),
        ("http://h/a?next=/b?token=pin&c=1", "http://h/a?next=/b?token=***&c=1"),
        ("http://ada:pin@h/#access_token=pin&x=1", "http://h/#access_token=***&x=1"),
        ("http://h/#/done?session=pin", "http://h/#/done?session=***"),
        ("http://h/a?b=1#part", "http://h/a?b=1#part"),
    ],
)
def test_an_address_is_recorded_without_what_looks_like_a_secret(address: str, shown: str) -> None:
    assert clean_location(address) == shown


def test_credentials_before_a_broken_host_are_no_error() -> None:
    assert "pin" not in without_credentials("web:http://ada:pin@[h")


def test_credentials_of_apps_are_kept_apart(tmp_path: Path) -> None:
    found = load({"apps.mail": "http://ada:pin@mail.example/"}, environ={}, directory=tmp_path)
    assert found.apps == {"mail": "http://mail.example/"}
    assert browser_settings("http://kept-apart.example/", found).credentials == {
        "http://mail.example/": Credentials("ada", "pin")
    }


@pytest.mark.parametrize("target", ["web:https://shop.example/@ada", "world:mail@1", "scripted:a@b.json", "a@b"])
def test_other_targets_stay_as_they_are(target: str) -> None:
    assert without_credentials(target) == target


def test_a_recording_knows_the_credentials_of_its_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = list[Settings]()

    def unreachable(target: str, settings: Settings, **others: object) -> None:
        given.append(settings)
        raise DeviceUnreachable(f"{target} is away.", "Wait.")

    monkeypatch.setattr("sextant.assembly.recording.open_device", unreachable)
    request = RecordRequest("web:http://ada:hunter2secret@shop.example/")
    with pytest.raises(DeviceUnreachable):
        record(request, Settings(), RunStore.open(tmp_path), lambda: True)
    assert given[0].secret("login_password", os.environ) == "hunter2secret"
