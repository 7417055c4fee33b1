"""Configuration that is found is not obeyed: whose file it is, what it may set, and what trust is."""

import os
import re
import shlex
import stat
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote

import pytest

from sextant.errors import SettingsError
from sextant.settings import Settings, find_file, load, trusted
from sextant.settings.schema import GROUPS, KEYS, TABLES
from sextant.settings.values import always, just, lower, never
from tests.support.strangers import as_nobody, given_away, needs_root

DANGEROUS = {
    "browser.executable": "./evil.sh",
    "browser.attach": "http://127.0.0.1:9222",
    "browser.attach_tab": "http",
    "browser.profile": "logins",
    "browser.downloads": ".",
    "browser.uploads": "/etc",
    "browser.permissions": "grant",
    "browser.downloads_to": ".",
    "models.default": "openai:gpt-5",
    "models.actor": "openai:gpt-5",
    "models.authorizer": "none",
    "models.verifier": "none",
    "models.base_url": "https://models.evil.example",
    "models.api_key": "env:AWS_SECRET_ACCESS_KEY",
    "models.vision": "yes",
    "policy.origins": "*",
    "policy.irreversible": "allow",
    "policy.allowed_acts": "*",
    "policy.writes": "observe",
    "policy.allowed_requests": "* /*",
    "policy.leave": "allow",
    "review.use": "policy",
    "guides.trust": "word",
    "program.source": "steps",
    "budget.max_steps": "none",
    "journal.directory": ".",
    "device.faults": "popup=1",
    "android.driver": "uiautomator2",
    "android.keyboard": "adb",
    "android.network": "true",
    "apps.mail": "http://evil.example",
    "hooks.home": "fetch('http://evil.example')",
    "secrets.pin": "file:/etc/shadow",
}


def written(folder: Path, values: Mapping[str, str]) -> Path:
    groups: dict[str, list[str]] = {}
    for name, value in values.items():
        group, _, key = name.partition(".")
        groups.setdefault(group, []).append(f"{key} = '''{value}'''")
    file = folder / "sextant.toml"
    file.write_text("".join(f"[{group}]\n" + "\n".join(lines) + "\n" for group, lines in groups.items()))
    return file


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def loaded(project: Path, environ: Mapping[str, str], uses: tuple[str, ...] | None = None) -> Settings:
    return load({}, environ=environ, directory=project, uses=uses)


def refused(project: Path, environ: Mapping[str, str], uses: tuple[str, ...] | None = None) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        loaded(project, environ, uses)
    assert caught.value.remedy
    return caught.value


def test_the_command_that_trusts_a_file_names_it_for_a_shell(project: Path, environ: dict[str, str]) -> None:
    folder = project / "q'$(touch owned)"
    folder.mkdir()
    file = written(folder, {"browser.executable": DANGEROUS["browser.executable"]})
    error = refused(file.parent, environ)
    assert shlex.split(error.remedy.partition("sextant ")[2]) == ["trust", str(file)]


def test_a_value_of_a_found_file_adds_no_line_to_a_message(project: Path, environ: dict[str, str]) -> None:
    (project / "sextant.toml").write_text('[browser]\nexecutable = "/x\\n  next: run this"\n')
    assert "\n" not in refused(project, environ).message


def test_a_found_file_does_not_steer_the_terminal(project: Path, environ: dict[str, str]) -> None:
    name = "\\u001b]0;gone\\u0007"
    (project / "sextant.toml").write_text(f'[apps]\n"{name}" = "http://x.example/"\n')
    for text in (refused(project, environ).message, loaded(project, environ, uses=()).told):
        assert "<U+001B>]0;gone<U+0007>" in text
        assert "\x1b" not in text


def test_a_found_file_gives_pages_no_position(project: Path, environ: dict[str, str]) -> None:
    written(project, {"browser.geolocation": "52.5,13.4"})
    found = loaded(project, environ, uses=())
    assert (found.withheld, found.browser.geolocation) == (("browser.geolocation",), None)


# --- what a found file may set ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DANGEROUS)
def test_what_runs_connects_reads_spends_or_allows_waits_for_trust(
    project: Path, environ: dict[str, str], name: str
) -> None:
    file = written(project, {name: DANGEROUS[name], "browser.locale": "de-DE"})
    error = refused(project, environ)
    assert name in error.message
    assert f"sextant trust {quote(str(file))}" in error.remedy
    found = loaded(project, environ, uses=())
    assert (found.withheld, found.trusted, found.browser.locale) == ((name,), False, "de-DE")
    plain = dict(Settings().values())
    values = dict(found.values())
    assert values.get(name) == (plain.get(name) if name != "journal.directory" else found.journal.directory)
    assert project not in found.journal.directory.parents
    trusted(environ).add(file, file.read_bytes())
    obeyed = loaded(project, environ)
    assert (obeyed.withheld, obeyed.trusted) == ((), True)
    assert dict(obeyed.values())[name] != plain.get(name)


def test_every_setting_waits_for_trust_unless_it_says_otherwise() -> None:
    """A new setting is not harmless until somebody marks it, here and in the schema."""
    marked = {name for name, key in KEYS.items() if key.harmless is not never}
    assert {name for name in marked if KEYS[name].harmless is always} == {
        *(
            f"browser.{key}"
            for key in ("viewport", "scale_factor", "capture_scale", "user_agent", "locale", "timezone")
        ),
        *(f"browser.{key}" for key in ("clock", "dark", "keyboard", "headed", "settle_seconds")),
        *(f"models.{key}" for key in ("marks", "coordinates", "temperature")),
        *(f"android.{key}" for key in ("display", "settle_seconds")),
    }
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
    listed = page.partition("Without trust these apply")[2].partition("## Keys")[0]
    assert set(re.findall(r"`(\w+\.\w+)`", listed)) == marked
    assert not marked & {name for name in KEYS if name.startswith(("device.", "journal.", "route."))}
    assert all(key.harmless is never for key in TABLES.values())
    assert {name for name in DANGEROUS if name.partition(".")[0] in GROUPS} <= set(KEYS)


def test_a_limit_may_be_lowered_and_not_raised(project: Path, environ: dict[str, str]) -> None:
    written(project, {"budget.max_steps": "60", "budget.max_dollars": "0.5", "policy.writes": "deny"})
    found = loaded(project, environ)
    assert (found.budget.max_steps, found.budget.max_dollars, found.policy.writes) == (60, 0.5, "deny")
    assert "budget.max_steps" in refused(project, {**environ, "SEXTANT_BUDGET_MAX_STEPS": "10"}).message
    written(project, {"budget.max_steps": "101"})
    refused(project, environ)
    assert lower(5, None)
    assert not lower(None, 5)
    assert not lower(None, None)
    assert just("deny")("deny", "ask")
    assert not just("deny")("allow", "ask")


def test_a_flag_or_the_record_in_its_place_makes_a_setting_of_no_account(
    project: Path, environ: dict[str, str]
) -> None:
    written(project, {"models.default": "evil:m", "policy.writes": "observe"})
    found = load(
        {"models.default": "openai:gpt-5"}, environ=environ, directory=project, recorded={"policy.writes": "ask"}
    )
    assert (found.models.default, found.policy.writes, found.withheld) == ("openai:gpt-5", "ask", ())


def test_a_command_stops_only_for_what_it_uses(project: Path, environ: dict[str, str]) -> None:
    written(project, {"models.default": "evil:m"})
    assert loaded(project, environ, uses=("journal",)).models.default == ""
    written(project, {"journal.directory": "runs"})
    assert "journal.directory" in refused(project, environ, uses=("journal",)).message


def test_a_file_that_the_user_names_is_obeyed(project: Path, environ: dict[str, str]) -> None:
    file = written(project, {"browser.executable": "chromium"})
    assert load({}, environ=environ, directory=project, file=file).browser.executable == project / "chromium"
    named = {**environ, "SEXTANT_CONFIG": str(file)}
    assert load({}, environ=named, directory=project).browser.executable == project / "chromium"


# --- trust -----------------------------------------------------------------------------------------------------------


def test_trust_is_in_one_content_at_one_place(project: Path, environ: dict[str, str], tmp_path: Path) -> None:
    file = written(project, {"browser.executable": "chromium"})
    store = trusted(environ)
    store.add(file, file.read_bytes())
    assert loaded(project, environ).trusted
    (tmp_path / "other" / ".git").mkdir(parents=True)
    (tmp_path / "other" / "sextant.toml").write_bytes(file.read_bytes())
    assert "is not trusted. It sets browser.executable = " in refused(tmp_path / "other", environ).message
    before = file.read_bytes()
    file.write_bytes(before + b"#")
    assert "has changed since you trusted it" in refused(project, environ).message
    assert store.standing(file) == "changed"
    file.write_bytes(before)
    assert (loaded(project, environ).trusted, store.standing(file)) == (True, "trusted")
    assert store.forget(file)
    assert not store.forget(file)
    refused(project, environ)


def test_what_is_trusted_is_kept_for_the_user_alone(project: Path, environ: dict[str, str]) -> None:
    file = written(project, {"browser.executable": "chromium"})
    store = trusted(environ)
    store.add(file, file.read_bytes())
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    for damaged in (b"", b"[]", b"{", b'{"trusted": []}', b"[" * 100_000, b"\xff"):
        store.path.write_bytes(damaged)
        refused(project, environ)


@needs_root
def test_nobody_else_says_what_is_trusted(project: Path, environ: dict[str, str]) -> None:
    file = written(project, {"browser.executable": "chromium"})
    store = trusted(environ)
    store.add(file, file.read_bytes())
    given_away(store.path.parent)
    assert "another user" in refused(project, environ).message


# --- whose file ------------------------------------------------------------------------------------------------------


def test_the_search_stops_at_the_repository_and_at_home(tmp_path: Path, project: Path) -> None:
    above = written(tmp_path, {"budget.max_steps": "7"})
    (project / "deep" / "er").mkdir(parents=True)
    assert find_file(project / "deep" / "er", tmp_path / "nowhere") is None
    home = tmp_path / "home"
    (home / "work").mkdir(parents=True)
    assert find_file(home / "work", home) is None
    assert find_file(home / "work", tmp_path / "nowhere") == above
    at_root, at_home = written(project, {"budget.max_steps": "7"}), written(home, {"budget.max_steps": "7"})
    assert find_file(project / "deep" / "er", tmp_path / "nowhere") == at_root
    assert find_file(home / "work", home) == at_home
    (home / "work" / ".git").write_text("gitdir: elsewhere")  # a worktree's is a file
    assert find_file(home / "work", home) is None


MEDDLED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a writable file": (lambda file: file.chmod(0o666), "other users can write"),
    "a file of a group": (lambda file: (os.chown(file, -1, 100), file.chmod(0o664)), "other users can write"),
    "a writable folder": (lambda file: file.parent.chmod(0o777), "other users can write"),
    "a sticky folder": (lambda file: file.parent.chmod(0o1777), "other users can write"),
    "a link": (lambda file: file.symlink_to(file.rename(file.with_name("other.toml"))), "link"),
    "a hard link": (lambda file: file.with_name("other.toml").hardlink_to(file), "link"),
    "a stranger's file": (given_away, "another user"),
    "a stranger's folder": (lambda file: (given_away(file.parent), os.chown(file, 0, 0)), "another user"),
}


@needs_root
@pytest.mark.parametrize("case", MEDDLED)
def test_a_file_that_others_may_have_written_is_not_obeyed(project: Path, environ: dict[str, str], case: str) -> None:
    change, why = MEDDLED[case]
    file = written(project, {"browser.locale": "de-DE"})
    trusted(environ).add(file, file.read_bytes())
    change(file)
    error = refused(project, environ, uses=())
    assert why in error.message
    assert "--config" in error.remedy
    assert len(str(error)) < 600


def test_the_users_own_group_may_write(project: Path, environ: dict[str, str]) -> None:
    """Systems that give each user a group write checkouts so."""
    file = written(project, {"browser.locale": "de-DE"})
    file.chmod(0o664)
    project.chmod(0o775)
    assert loaded(project, environ).browser.locale == "de-DE"


@needs_root
def test_another_user_lays_nothing_into_a_shared_directory_above(tmp_path: Path, environ: dict[str, str]) -> None:
    shared = tmp_path / "shared"
    (shared / "mine").mkdir(parents=True)
    for place in (tmp_path, *tmp_path.parents):
        if "pytest-of-" in str(place):
            place.chmod(0o755)
    shared.chmod(0o1777)
    text = "[browser]\nlocale = 'de-DE'\nexecutable = '/bin/evil'\n"
    assert as_nobody(lambda: (shared / "sextant.toml").write_text(text))
    found = loaded(shared / "mine", environ)
    assert (found.file, found.browser.locale, found.browser.executable) == (None, "en-US", None)
    assert "another user" in refused(shared, environ).message


# --- the reader ------------------------------------------------------------------------------------------------------

SIZE = 250_000
HOSTILE = {
    "spaces in a head": "[" + " " * SIZE,
    "spaces after a head": "[a" + " " * SIZE + "x",
    "spaces after a name": "a" + " " * SIZE + "x",
    "a key of many parts": "a" + ".a" * (SIZE // 2) + " = 1",
    "many keys of many parts": ("a." * 99 + "a = 1\n") * (SIZE // 210),
    "quoted parts": ('"=".' * 99 + "a = 1\n") * (SIZE // 410),
    "lists in lists": "[budget]\na = " + "[" * (SIZE // 2),
    "tables in tables": "[budget]\na = " + "{a=" * (SIZE // 3),
    "many tables": "".join(f"[t{number}]\n" for number in range(SIZE // 10)),
    "a long name": "[budget]\n" + "a" * SIZE + " = 1",
    "a long name that ends like one": '[budget]\n"' + "a" * SIZE + '.max_steps" = 1',
    "many names": "[guides]\nuse = '" + "a," * (SIZE // 2) + "'",
    "a long number": "[budget]\nmax_steps = " + "1" * SIZE,
    "a number beyond all": "[budget]\nmax_dollars = " + "9" * 4000,
    "lists in a text": "[route]\nstops = '" + "[" * SIZE + "'",
    "a size": "[browser]\nviewport = '1" + " " * SIZE + "1'",
    "stars": "[policy]\nallowed_requests = 'POST /" + "*" * SIZE + "'",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_no_content_takes_longer_than_its_length(project: Path, environ: dict[str, str], case: str) -> None:
    """Each of these took minutes, ended in a traceback, or is alike."""
    (project / "sextant.toml").write_text(HOSTILE[case])
    begun = time.process_time()
    assert len(str(refused(project, environ))) < 800
    assert time.process_time() - begun < 4


def test_search_stops_at_a_home_that_is_named_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_text("")
    (tmp_path / "real" / "work").mkdir(parents=True)
    (tmp_path / "home").symlink_to("real")
    assert find_file(tmp_path / "real" / "work", tmp_path / "home") is None
