"""How a download is stored: complete or not at all, under a name that a file system takes. No browser."""

import os
import resource
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from sextant.devices.browser.downloads import DownloadRules, Downloads, FileSender
from tests.devices.browsing import until


class Browser:
    """The session and the gate of downloads that nobody is asked about."""

    def __init__(self) -> None:
        self.heard = dict[str, Any]()

    def on(self, event: str, listener: object) -> None:
        self.heard[event] = listener

    def record(self, effect: object) -> None:
        pass


def kept_download(tmp_path: Path, name: str, receive: Callable[[Path], object]) -> list[str]:
    """The notes about a download of that name that `receive` has laid at its path; it is stored in `kept`."""
    browser, notes = Browser(), list[str]()
    rules = DownloadRules("on", 10**6, tmp_path / "kept", tmp_path / "incoming")
    downloads = Downloads(rules, cast("Any", browser), lambda _: FileSender("", "touch", True), notes.append)
    downloads.listen(cast("Any", browser))
    receive(tmp_path / "incoming" / "1")
    browser.heard["Browser.downloadWillBegin"]({"guid": "1", "url": "http://a.test/x", "suggestedFilename": name})
    browser.heard["Browser.downloadProgress"]({"guid": "1", "state": "completed", "receivedBytes": 1, "totalBytes": 1})
    return notes


def test_a_download_that_cannot_be_stored_leaves_nothing_behind(tmp_path: Path) -> None:
    assert kept_download(tmp_path, "big.bin", lambda path: None) == [
        "did not download big.bin: No such file or directory"
    ]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        notes = kept_download(
            tmp_path,
            "big.bin",
            lambda path: (
                path.write_bytes(b"x" * 500_000),
                resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1])),
            ),
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert notes == ["did not download big.bin: File too large"]
    assert [*(tmp_path / "kept").iterdir(), *(tmp_path / "incoming").iterdir()] == []


def test_a_download_gets_its_name_once_it_is_complete(tmp_path: Path) -> None:
    """It is read from a pipe, so it is not complete before that ends."""
    waits = threading.Thread(target=kept_download, args=(tmp_path, "big.bin", os.mkfifo))
    waits.start()
    pipe = tmp_path / "incoming" / "1"
    assert until(pipe.exists)
    with pipe.open("wb") as sent:
        sent.write(b"a part")
        sent.flush()
        assert until(lambda: any((tmp_path / "kept").iterdir()))
        (part,) = (tmp_path / "kept").iterdir()
        assert (part.name[:9], part.suffix) == (".big.bin.", ".partial")
    waits.join()
    (whole,) = (tmp_path / "kept").iterdir()
    assert (whole.name, whole.read_bytes(), whole.stat().st_nlink) == ("big.bin", b"a part", 1)


@pytest.mark.parametrize("name", ["報" * 110 + ".pdf", "報" * 110, "a." + "報" * 110, "x" * 300 + ".tar.gz"])
def test_a_long_name_is_cut_to_what_a_file_system_takes(tmp_path: Path, name: str) -> None:
    for _ in range(2):
        (note,) = kept_download(tmp_path, name, lambda path: path.write_bytes(b"x"))
        assert note.startswith("downloaded ")
    kept = [file.name for file in (tmp_path / "kept").iterdir()]
    assert len(kept) == 2
    assert all((one[0] == name[0] and one[-1] == name[-1]) or "(1)" in one for one in kept)
