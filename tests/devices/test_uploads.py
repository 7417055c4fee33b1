"""A page gets a copy of the file that was chosen, and no other file that takes its place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserOptions, Chrome
from sextant.devices.browser.uploads import choose_file, copy_for_page, offered_files, remove_copies
from sextant.storage import UnsafePath
from sextant.types.actions import Tap
from tests.devices.browsing import Hand, running, until
from tests.devices.places import Places
from tests.support.strangers import given_away, needs_root

PAGE = """<title>Send</title><input type=file aria-label=Paper>
<button onclick="document.querySelector('input').files[0].text().then(text => fetch('/got?' + text))">Send</button>"""


def laid(directory: Path) -> Path:
    file = directory / "report.pdf"
    file.write_text("harmless")
    os.utime(file, (1_000_000, 1_000_000))
    return file


def through_a_link(file: Path) -> None:
    file.rename(file.with_name("other.pdf"))
    file.symlink_to("other.pdf")


UNSURE: dict[str, Callable[[Path], object]] = {
    "a link": through_a_link,
    "another name": lambda file: file.with_name("other.pdf").hardlink_to(file),
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file)),
    "a directory of all": lambda file: file.parent.chmod(0o777),
}


@pytest.mark.parametrize("what", UNSURE)
def test_a_file_that_others_may_have_put_there_is_not_uploaded(tmp_path: Path, what: str) -> None:
    UNSURE[what](laid(tmp_path))
    with pytest.raises(UnsafePath):
        choose_file(tmp_path, "report.pdf")
    try:
        assert "report.pdf" not in offered_files(tmp_path)
    except UnsafePath:
        assert what == "a directory of all"


@needs_root
def test_a_file_of_another_user_is_not_uploaded(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    given_away(laid(tmp_path))
    with pytest.raises(UnsafePath, match="another user"):
        choose_file(tmp_path, "report.pdf")
    assert offered_files(tmp_path) == []


@pytest.mark.parametrize("text", ["", ".", "..", "../outside.txt", "/etc/passwd", "missing", "below", "re\0port.pdf"])
def test_nothing_else_than_a_file_of_the_directory_is_uploaded(tmp_path: Path, text: str) -> None:
    (tmp_path / "outside.txt").write_text("private")
    (tmp_path / "uploads" / "below").mkdir(parents=True)
    with pytest.raises(FileNotFoundError):
        choose_file(tmp_path / "uploads", text)


@pytest.mark.parametrize("text", ["report.pdf", " report.pdf ", "below/../report.pdf", "{directory}/report.pdf"])
def test_a_copy_has_the_name_the_content_and_the_time(tmp_path: Path, text: str) -> None:
    uploads, home = tmp_path / "uploads", tmp_path / "home"
    (uploads / "below").mkdir(parents=True)
    home.mkdir()
    laid(uploads)
    chosen = choose_file(uploads, text.replace("{directory}", str(uploads)))
    (uploads / "report.pdf").unlink()
    (uploads / "report.pdf").symlink_to("/etc/passwd")
    with chosen.content:
        copy = copy_for_page(chosen, home)
    assert (copy.name, copy.read_text()) == ("report.pdf", "harmless")
    assert copy.stat().st_mode & 0o077 == copy.parent.stat().st_mode & 0o077 == 0
    remove_copies(home)
    assert list(home.iterdir()) == []


def test_few_and_small_files_are_copied(tmp_path: Path) -> None:
    uploads, home = tmp_path / "uploads", tmp_path / "home"
    uploads.mkdir()
    home.mkdir()
    file = laid(uploads)
    copies = list[Path]()
    for _ in range(25):
        with (chosen := choose_file(uploads, file.name)).content:
            copies.append(copy_for_page(chosen, home))
    assert len(list((home / "outgoing").iterdir())) == 20
    assert copies[-1].read_text() == "harmless"
    assert copies[-1].stat().st_mtime == 1_000_000
    os.truncate(file, 100_000_001)
    with pytest.raises(OSError, match="larger than 100 MB"):
        choose_file(uploads, file.name)


@pytest.mark.browser
def test_a_file_that_was_swapped_after_it_was_chosen_is_not_sent(tmp_path: Path) -> None:
    uploads, private = tmp_path / "uploads", tmp_path / "id_rsa"
    uploads.mkdir()
    private.write_text("private")
    file = laid(uploads)
    with Places() as places:
        places.pages["/start"] = PAGE
        settings = BrowserOptions(url=places.url("/start"), chrome=Chrome(uploads_dir=uploads))
        with running(settings) as device:
            hand = Hand(device)
            field = next(element for element in hand.look().elements if "upload" in element.affordances)
            device.perform(Tap(field.box.centre))
            assert hand.tap("report.pdf").notes == ("chose report.pdf",)
            file.unlink()
            file.symlink_to(private)
            hand.tap("Send")
            assert until(lambda: any("/got?" in line for line in places.arrived))
    assert [line.partition("/got?")[2] for line in places.arrived if "/got?" in line] == ["harmless"]
