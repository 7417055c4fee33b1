"""The phone's files: links, permissions, limits."""

import errno
import stat
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.integrations.adb_bridge.files import Files


@pytest.mark.parametrize("path", ["/sdcard/x", "/storage/emulated/0/x", "/mnt/sdcard/x", "/data/../sdcard//./x"])
def test_all_names_of_the_shared_folder_lead_to_it(path: str) -> None:
    files = Files()
    files.write(path, b"data", 0o640, 7)
    assert files.read("/storage/self/primary/x") == b"data"
    assert files.stat("/sdcard/x") == files.stat(path)
    assert (files.stat(path).mode, files.stat(path).mtime) == (stat.S_IFREG | 0o640, 7)


@pytest.mark.parametrize("path", ["/x", "/system/bin/sh", "/data/x", "/sdcard/../x", "/data/local/tmp/../x"])
def test_the_phones_own_files_are_not_written(path: str) -> None:
    files = Files()
    for change in (lambda: files.write(path, b""), lambda: files.append(path, b""), lambda: files.make_folder(path)):
        with pytest.raises(PermissionError) as caught:
            change()
        assert caught.value.filename == path
    for folder in ("/system", "/sdcard", "/data/local/tmp", "/"):
        with pytest.raises(PermissionError):
            files.remove(folder, recursive=True)
    files.place("/system/new/deep/file", b"x")
    assert files.read("/system/new/deep/file") == b"x", "the phone places its own"


def test_errors_are_those_of_a_file_system() -> None:
    files = Files()
    files.write("/sdcard/file", b"")
    files.make_folder("/sdcard/folder/inner", parents=True)
    for call, kind in (
        (lambda: files.read("/sdcard/absent"), FileNotFoundError),
        (lambda: files.read("/sdcard/folder"), IsADirectoryError),
        (lambda: files.names("/sdcard/file"), NotADirectoryError),
        (lambda: files.write("/sdcard/file/x", b""), NotADirectoryError),
        (lambda: files.write("/sdcard/absent/x", b""), FileNotFoundError),
        (lambda: files.write("/sdcard/folder", b""), IsADirectoryError),
        (lambda: files.make_folder("/sdcard/folder"), FileExistsError),
        (lambda: files.make_folder("/sdcard/absent/x"), FileNotFoundError),
        (lambda: files.rename("/sdcard/absent", "/sdcard/x"), FileNotFoundError),
        (lambda: files.rename("/sdcard/file", "/sdcard/folder"), IsADirectoryError),
        (lambda: files.stat("relative"), FileNotFoundError),
        (lambda: files.stat("/sdcard/file/"), NotADirectoryError),
    ):
        with pytest.raises(kind):
            call()
    for call, number in (
        (lambda: files.remove("/sdcard/folder"), errno.ENOTEMPTY),
        (lambda: files.stat("/" + "x" * 256), errno.ENAMETOOLONG),
        (lambda: files.stat("/x" * 3000), errno.ENAMETOOLONG),
        (lambda: files.rename("/sdcard/folder", "/sdcard/folder/inner/x"), errno.EINVAL),
    ):
        with pytest.raises(OSError) as caught:
            call()
        assert caught.value.errno == number


def test_space_and_number_are_limited_and_come_back() -> None:
    files = Files(limit_bytes=100, limit_files=60)
    files.write("/sdcard/a", bytes(60))
    for call in (lambda: files.write("/sdcard/b", bytes(41)), lambda: files.append("/sdcard/a", bytes(41))):
        with pytest.raises(OSError, match="No space left"):
            call()
    files.write("/sdcard/a", bytes(100))
    files.remove("/sdcard/a")
    assert files.used_bytes == 0
    made = 0
    with suppress(OSError):
        for made in range(60):
            files.make_folder(f"/sdcard/{made}")
    assert 0 < made < 60
    files.remove("/sdcard/0")
    files.write("/sdcard/b", bytes(100))


_PATHS = st.lists(st.sampled_from(["a", "b", "..", ".", ""]), max_size=4).map(
    lambda parts: "/sdcard/" + "/".join(parts)
)
_CHANGES = st.one_of(
    st.tuples(st.just("write"), _PATHS, st.binary(max_size=40)),
    st.tuples(st.just("append"), _PATHS, st.binary(max_size=40)),
    st.tuples(st.just("make_folder"), _PATHS),
    st.tuples(st.just("remove"), _PATHS),
    st.tuples(st.just("rename"), _PATHS, _PATHS),
)


def _walk(files: Files, folder: str) -> int:
    """The bytes below a folder."""
    size = 0
    for name in files.names(folder):
        path = f"{folder}/{name}"
        found = files.stat(path)
        size += _walk(files, path) if found.is_folder else found.size
    return size


@given(st.lists(_CHANGES, max_size=30))
def test_the_space_in_use_is_that_of_the_files(changes: list[tuple[str, str | bytes, str | bytes]]) -> None:
    files = Files(limit_bytes=100, limit_files=50)
    for name, *arguments in changes:
        with suppress(OSError):
            getattr(files, name)(*arguments)
    assert files.used_bytes == _walk(files, "/storage/emulated/0") <= 100
    with suppress(OSError):
        for name in files.names("/sdcard"):
            files.remove(f"/sdcard/{name}", recursive=True)
    assert files.used_bytes == 0
