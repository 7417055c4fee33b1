from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.assembly.devices import browser_settings
from sextant.assembly.guides import GUIDES as MADE
from sextant.devices.browser import BrowserOptions as DeviceSettings
from sextant.errors import SettingsError, SextantError
from sextant.settings import Origin, SecretRef, Settings, load
from sextant.settings.presets import PRESETS
from sextant.settings.schema import GROUPS, GUIDES, KEYS, Preset, shown
from sextant.types.geometry import Size

EMPTY: dict[str, str] = {}


def settings(
    tmp_path: Path, toml: str = "", environ: Mapping[str, str] = EMPTY, flags: Mapping[str, object] | None = None
) -> Settings:
    """Those of a file that the caller names; see `test_trust.py` for files that are found."""
    (tmp_path / "sextant.toml").write_text(toml, encoding="utf-8")
    return load(flags or {}, environ=environ, directory=tmp_path, file=Path("sextant.toml"))


def refused(tmp_path: Path, toml: str = "", environ: Mapping[str, str] = EMPTY) -> str:
    with pytest.raises(SettingsError) as caught:
        settings(tmp_path, toml, environ)
    assert caught.value.exit_code == 2
    assert caught.value.remedy
    return str(caught.value)


def test_every_key_belongs_to_a_field_and_every_field_to_a_key() -> None:
    fields = {f"{group}.{name}" for group, kind in GROUPS.items() for name in kind.__dataclass_fields__}  # type: ignore[attr-defined]
    assert fields == set(KEYS)


def test_defaults_can_be_shown_and_read_back(tmp_path: Path) -> None:
    for name, value in settings(tmp_path).values():
        text = shown(name, value)
        if name != "journal.directory" and (text or isinstance(value, str)):
            assert KEYS[name].kind.read(text) == value, name


def test_flags_win_over_the_file_and_the_file_over_the_environment(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        toml='[budget]\nmax_steps = 20\nmax_seconds = 60\n\n[browser]\nviewport = "360x740"\n',
        environ={
            "SEXTANT_BUDGET_MAX_STEPS": "30",
            "SEXTANT_BUDGET_MAX_SECONDS": "90",
            "SEXTANT_BROWSER_LOCALE": "de-DE",
        },
        flags={"budget.max_steps": 10, "browser.headed": None},
    )
    assert (found.budget.max_steps, found.budget.max_seconds) == (10, 60)
    assert found.browser.viewport == Size(360, 740)
    assert found.browser.locale == "de-DE"
    assert found.origin("budget.max_steps").source == "flag"
    assert found.origin("budget.max_seconds") == Origin("file", "sextant.toml:3")
    assert found.origin("browser.viewport") == Origin("file", "sextant.toml:6")
    assert found.origin("browser.locale") == Origin("environment", "SEXTANT_BROWSER_LOCALE")
    assert found.origin("browser.headed") == Origin("default")


def test_relative_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    found = settings(tmp_path, '[browser]\nprofile = "logins"\n[secrets]\npin = "file:pin.txt"\n')
    assert found.browser.profile == tmp_path / "logins"
    assert found.secrets["pin"] == SecretRef("file", str(tmp_path / "pin.txt"))


def test_hooks_are_texts_by_the_key_that_they_stand_for(tmp_path: Path) -> None:
    found = settings(tmp_path, '[hooks]\nhome = "phone.home()"\n', {"SEXTANT_HOOKS_BACK": "phone.back()"})
    assert found.hooks == {"home": "phone.home()", "back": "phone.back()"}
    assert dict(found.values())["hooks.home"] == "phone.home()"


def test_the_state_directory_follows_the_desktop_convention(tmp_path: Path) -> None:
    found = settings(tmp_path, environ={"XDG_STATE_HOME": "/var/state"})
    assert found.journal.directory == Path("/var/state/sextant/runs")
    assert found.origin("journal.directory").place == "XDG_STATE_HOME"
    assert settings(tmp_path).journal.directory.is_absolute()


def test_lists_none_and_tables(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        toml='[policy]\norigins = ["http://a.test", "http://b.test"]\n[budget]\nmax_steps = "none"\n'
        '[apps]\nmail = "http://localhost:8025"\n[browser]\ngeolocation = [48.86, 2.35]\n',
        environ={"SEXTANT_POLICY_ALLOWED_ACTS": "Send, Place order", "SEXTANT_APPS_NOTES": "http://localhost:1"},
    )
    assert found.policy.origins == ("http://a.test", "http://b.test")
    assert found.policy.allowed_acts == ("Send", "Place order")
    assert found.budget.max_steps is None
    assert found.apps == {"mail": "http://localhost:8025", "notes": "http://localhost:1"}
    assert found.browser.geolocation is not None
    assert found.browser.geolocation.latitude == 48.86


@pytest.mark.parametrize("written", ["2026-05-01T09:00:00Z", "'2026-05-01T09:00:00'", "'2026-05-01T11:00:00+02:00'"])
def test_times_are_read_as_utc_where_no_zone_is_given(tmp_path: Path, written: str) -> None:
    clock = settings(tmp_path, f"[browser]\nclock = {written}\n").browser.clock
    assert clock is not None
    assert clock.timestamp() == 1777626000


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("[budget]\nmax_step = 3\n", ["sextant.toml:2", "'budget.max_step'", "Did you mean 'budget.max_steps'?"]),
        ("[browser]\nmax_steps = 3\n", ["sextant.toml:2", "Did you mean 'budget.max_steps'?"]),
        ("[budgets]\nmax_steps = 3\n", ["sextant.toml:1", "Did you mean [budget]?"]),
        ('[guides]\npreset = "all"\n', ["'context.preset'"]),
        ("[nonsense]\nx = 1\n", ["'nonsense'", "Sections are browser, models"]),
        ("budget = 3\n", ["'budget'", "write [budget]"]),
        ("[budget]\nmax_steps = 0\n", ["budget.max_steps (sextant.toml:2)", "at least 1", "got 0"]),
        ("[budget]\nmax_steps = true\n", ["a whole number"]),
        ("[budget]\nmax_dollars = inf\n", ["a number"]),
        ("[browser]\nviewport = '12x99999'\n", ["a size such as 412x892"]),
        ("[browser]\nviewport = [1, 2, 3]\n", ["a size such as 412x892"]),
        ("[browser]\ngeolocation = '91,0'\n", ["latitude and longitude"]),
        ("[browser]\nheaded = 'maybe'\n", ["true or false"]),
        ("[browser]\nclock = 'noon'\n", ["a date and time such as"]),
        ("[policy]\nirreversible = 'always'\n", ["one of ask, allow, deny", "'always'"]),
        ("[apps]\nmail = 'localhost:80'\n", ["apps.mail", "an address such as"]),
        ("[budget\nmax_steps = 3\n", ["not valid TOML", "line 1"]),
        ("[browser]\nlocale = ['" + "x" * 5000 + "']\n", ["browser.locale"]),
    ],
)
def test_what_is_wrong_where_and_how_to_mend_it(tmp_path: Path, toml: str, expected: list[str]) -> None:
    message = refused(tmp_path, toml)
    assert [part for part in expected if part not in message] == []
    assert len(message) < 400


def test_a_spelt_out_secret_is_refused_and_not_repeated(tmp_path: Path) -> None:
    message = refused(tmp_path, "[secrets]\nlogin = 'hunter2-hunter2'\n")
    assert "secrets.login" in message
    assert "env:VARIABLE" in message
    assert "hunter2" not in message
    with pytest.raises(SettingsError) as caught:
        settings(tmp_path, environ={"SEXTANT_MODELS_API_KEY": "sk-hunter2"})
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_mistyped_variable_of_a_known_section_is_refused(tmp_path: Path) -> None:
    assert "Did you mean 'SEXTANT_BUDGET_MAX_STEPS'?" in refused(tmp_path, environ={"SEXTANT_BUDGET_MAX_STEP": "3"})


def test_other_variables_are_only_told_of(tmp_path: Path) -> None:
    found = settings(tmp_path, environ={"SEXTANT_WHATEVER": "1", "PATH": "/bin", "SEXTANT_CONFIG": ""})
    assert len(found.notices) == 1
    assert "SEXTANT_WHATEVER" in found.notices[0]


def test_a_key_of_an_earlier_version_is_told_of_and_left_out(tmp_path: Path) -> None:
    found = settings(tmp_path, "[review]\nentailment = false\n[budget]\nmax_steps = 7\n")
    assert found.budget.max_steps == 7
    (notice,) = found.notices
    assert "sextant.toml:2 sets 'review.entailment', which this version does not have: remove it" in notice


def test_a_named_file_has_to_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"--config names 'gone.toml'"):
        load({}, environ={}, directory=tmp_path, file=Path("gone.toml"))
    with pytest.raises(SettingsError, match=r"SEXTANT_CONFIG names"):
        load({}, environ={"SEXTANT_CONFIG": "gone.toml"}, directory=tmp_path)


def test_a_file_that_is_no_settings_file(tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="UTF-8"):
        load({}, environ={}, directory=tmp_path)
    (tmp_path / "sextant.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(SettingsError, match="larger"):
        load({}, environ={}, directory=tmp_path)


def test_secrets_are_read_when_wanted(tmp_path: Path) -> None:
    (tmp_path / "pin.txt").write_text("1234\n", encoding="utf-8")
    found = settings(tmp_path, '[secrets]\npin = "file:pin.txt"\nlogin = "env:APP_PASSWORD"\n')
    assert found.secret("pin", {}) == "1234"
    assert found.secret("login", {"APP_PASSWORD": "x y"}) == "x y"
    with pytest.raises(SettingsError, match="env:APP_PASSWORD"):
        found.secret("login", {})
    with pytest.raises(SettingsError, match="known: login, pin"):
        found.secret("other", {})


@given(st.text(max_size=200))
def test_no_file_content_gives_a_trace(text: str) -> None:
    """Whatever the file holds, it is read or refused by a message."""
    import tempfile

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "sextant.toml"
        path.write_text(text, encoding="utf-8", errors="replace")
        remedy = "none needed"
        try:
            load({}, environ={}, directory=Path(directory))
        except SettingsError as error:
            remedy = error.remedy
    assert remedy


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('["privacy policy, of the shop", "imprint"]', ("privacy policy, of the shop", "imprint")),
        ("privacy policy, of the shop", ("privacy policy, of the shop",)),
        (["a", "b, c"], ("a", "b, c")),
        ("", ()),
    ],
)
def test_a_list_of_texts_keeps_its_commas(written: object, read: tuple[str, ...]) -> None:
    kind = KEYS["route.stops"].kind
    assert kind.read(written) == read
    assert kind.read(kind.show(read)) == read


@pytest.mark.parametrize("written", ["[1]", "[", ["a", ""], 7])
def test_what_is_no_list_of_texts_is_refused(written: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        KEYS["route.stops"].kind.read(written)


@pytest.mark.parametrize(
    ("key", "written", "known"),
    [
        ("guides.use", "maps", "map, memory, task-state, belief"),
        ("guides.use", "memory,memory", "each at most once"),
    ],
)
def test_guides_are_named_rightly_or_not_at_all(tmp_path: Path, key: str, written: str, known: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings(tmp_path, flags={key: written})
    assert key in str(caught.value)
    assert known in str(caught.value)


@pytest.mark.parametrize(
    ("key", "written", "meant"),
    [
        ("guides.use", "maps", "map"),
        ("guides.use", ["memory", "taskstate"], "task-state"),
        ("guides.use", ["memory,beleif"], "belief"),
        ("context.preset", "agentprg", "agentprog"),
        ("context.preset", "TSR", "tsr"),
        ("models.profile", "ful", "full"),
    ],
)
def test_the_nearest_known_name_is_told_where_one_is_unknown(
    tmp_path: Path, key: str, written: object, meant: str
) -> None:
    with pytest.raises(SettingsError, match=f"Did you mean '{meant}'[?]"):
        settings(tmp_path, flags={key: written})


def test_no_name_is_told_where_none_is_near(tmp_path: Path) -> None:
    for written in ("nothing like it", 7, "memory,memory"):
        with pytest.raises(SettingsError) as caught:
            settings(tmp_path, flags={"guides.use": written})
        assert "Did you mean" not in str(caught.value)
        assert caught.value.remedy


def test_the_names_of_guides_are_those_that_there_are() -> None:
    assert set(GUIDES) == set(MADE)


URL = "http://localhost:1/"


def browser(**values: str) -> Settings:
    return load({f"browser.{name}": value for name, value in values.items()}, environ={}, directory=Path("/"))


def device(found: Settings) -> DeviceSettings:
    return browser_settings(URL, found)


@pytest.mark.parametrize(
    ("written", "taken"),
    [("deny", "deny"), ("ask", "ask"), ("grant", "grant"), ("geolocation, camera", ("geolocation", "camera"))],
)
def test_permissions_are_a_word_for_all_or_a_list(written: str, taken: object) -> None:
    assert device(browser(permissions=written)).phone.permissions == taken


@pytest.mark.parametrize(("deadline", "held"), [("30", 120.0), ("120", 120.0), ("900", 900.0)])
def test_a_write_is_held_for_as_long_as_an_answer_may_take(deadline: str, held: float) -> None:
    found = load({"models.deadline_seconds": deadline}, environ={}, directory=Path("/"))
    assert device(found).limits.hold == held


def test_permissions_are_denied_unless_they_are_listed() -> None:
    assert device(Settings()).phone.permissions == "deny"
    assert device(browser(geolocation="1,2")).phone.permissions == ("geolocation",)
    assert device(browser(geolocation="1,2", permissions="deny")).phone.permissions == "deny"


@pytest.mark.parametrize("written", ["everything", "deny, camera", "camera, usb"])
def test_a_permission_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(SextantError, match="geolocation"):
        browser(permissions=written)


@pytest.mark.parametrize(
    ("written", "mode", "folder"),
    [
        ("off", "off", None),
        ("ask", "ask", None),
        ("on", "on", None),
        ("./kept", "on", Path("kept")),
        ("/srv/kept", "on", Path("/srv/kept")),
    ],
)
def test_downloads_are_a_word_or_the_directory_of_earlier_versions(
    written: str, mode: str, folder: Path | None
) -> None:
    chrome = device(browser(downloads=written)).chrome
    assert (chrome.downloads, chrome.downloads_dir) == (mode, folder)


def test_a_slip_is_no_directory() -> None:
    with pytest.raises(SextantError, match="off, ask, on"):
        browser(downloads="asks")


@pytest.mark.parametrize("preset", get_args(Preset))
def test_a_preset_sets_keys_that_there_are_to_values_that_they_take(preset: Preset) -> None:
    for name, raw in PRESETS[preset].items():
        assert name in KEYS, name
        KEYS[name].kind.read(raw)


def test_what_is_set_otherwise_wins_over_a_preset(tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_text("[context]\npictures = 5\n")
    flags = {"context.preset": "baseline", "budget.max_steps": "7"}
    found = load(flags, environ={}, directory=tmp_path, file=Path("sextant.toml"))
    assert found.budget.max_steps == 7
    assert found.context.pictures == 5
    assert found.context.history == "full"
    assert str(found.origin("context.history")) == "the preset baseline"


def test_an_unknown_preset_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="agentprog"):
        load({"context.preset": "agentprogg"}, environ={}, directory=tmp_path)


def test_a_secret_file_that_is_no_text_is_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "pin.txt").write_bytes(b"\xff\xfe\x00")
    found = settings(tmp_path, '[secrets]\npin = "file:pin.txt"\n')
    with pytest.raises(OSError, match=r"UTF-8.*pin\.txt"):
        found.secrets["pin"].read({})
