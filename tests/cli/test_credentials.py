"""User and password of a target's address reach its server, and nothing that is written or said."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def club() -> Generator[Site]:
    site = Site()
    yield site
    site.close()


def test_credentials_of_an_address_are_written_nowhere(club: Site, state: Path, tmp_path: Path) -> None:
    target = f"web:http://ada:lovelace@127.0.0.1:{club.port}/private"
    ran = run("goto", target, "Welcome, Ada", "--save", str(tmp_path / "route.toml"), "--json")
    assert ran.json["status"] == "success", ran.out + ran.err
    drawn = run("map", target, "--budget", "2", "--json")
    wrong = run("goto", target.replace("http:", "htp:"), "Welcome", "--json")
    assert wrong.code != 0
    said = [ran.out, ran.err, drawn.out, drawn.err, run("runs", "--json").out, run("runs", "show", "last").out]
    assert [text for text in said if "lovelace" in text] == []
    kept = [path for folder in (state, tmp_path) for path in folder.rglob("*") if path.is_file()]
    assert kept
    assert [path for path in kept if b"lovelace" in path.read_bytes()] == []
