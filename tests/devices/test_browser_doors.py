"""Nobody gets in: no port, a socket for its user alone, and sessions that do not meet."""

import asyncio
import os
import socket
import tempfile
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, registry
from sextant.devices.browser.cdp import Connection, ProtocolError, Session
from sextant.devices.browser.wire import UNIX
from sextant.errors import DeviceUnreachable
from tests.devices.browsing import running, until
from tests.devices.site import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the kernel tells of sockets in /proc"),
]
STRANGER = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture(scope="module")
def opened(site: Site) -> Generator[BrowserDevice]:
    """A device whose state directory every user may pass through."""
    before = os.environ["XDG_STATE_HOME"]
    with tempfile.TemporaryDirectory(dir="/tmp") as state:
        Path(state).chmod(0o755)
        os.environ["XDG_STATE_HOME"] = state
        with running(BrowserOptions(url=site.url("plain.html"))) as device:
            yield device
        os.environ["XDG_STATE_HOME"] = before


def lease_of(device: BrowserDevice) -> dict[str, str]:
    lease = device.lease()
    assert lease is not None
    return dict(lease.data)


def as_stranger(work: Callable[[], str]) -> str:
    """What the work says, done in a process of another user."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            os.write(write, work().encode())
        except BaseException as error:  # noqa: BLE001 - what went wrong is the answer
            os.write(write, type(error).__name__.encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read) as said:
        return said.read()


def listeners() -> dict[str, str]:
    """Addresses that TCP sockets listen on, by inode."""
    found: dict[str, str] = {}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A":
                found[words[9]] = words[1]
    return found


def sockets_of(session: int) -> set[str]:
    """Inodes of the sockets that processes of that process session hold."""
    found: set[str] = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) != session:
                continue
            links = [str(descriptor.readlink()) for descriptor in (process / "fd").iterdir()]
        except OSError:
            continue
        found |= {link[8:-1] for link in links if link.startswith("socket:[")}
    return found


def test_neither_browser_nor_keeper_listens_on_a_port(opened: BrowserDevice) -> None:
    data = lease_of(opened)
    entry = registry.read_entry(registry.entry_path(data["id"]))
    assert entry is not None
    held = sockets_of(entry.pid) | sockets_of(entry.keeper_pid)
    assert len(sockets_of(entry.keeper_pid)) >= 2, "its socket and our connection are seen"
    assert [address for inode, address in listeners().items() if inode in held] == []
    assert not (Path(data["profile"]) / "DevToolsActivePort").exists()


def test_what_is_kept_of_a_browser_is_for_its_user_alone(opened: BrowserDevice) -> None:
    path = Path(lease_of(opened)["endpoint"].removeprefix(UNIX))
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert registry.entry_path(path.name).stat().st_mode & 0o777 == 0o600


@as_root
def test_another_user_is_kept_out(opened: BrowserDevice) -> None:
    path = Path(lease_of(opened)["endpoint"].removeprefix(UNIX))

    def knock() -> str:
        with socket.socket(socket.AF_UNIX) as knocking:
            knocking.settimeout(5)
            knocking.connect(str(path))
            knocking.sendall(b'{"id":1,"method":"Target.getTargets","params":{}}\0')
            return f"heard {knocking.recv(100)!r}"

    assert as_stranger(knock) == "PermissionError"
    for one, mode in ((path.parent.parent, 0o755), (path.parent, 0o777), (path, 0o666)):
        one.chmod(mode)
    try:
        assert as_stranger(knock) in ("heard b''", "ConnectionResetError", "BrokenPipeError"), "by its user's number"
        assert b"targetInfos" in _asked(path), "the same words of the same user are answered"
    finally:
        for one, mode in ((path, 0o600), (path.parent, 0o700)):
            one.chmod(mode)


def _asked(path: Path) -> bytes:
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(5)
        asking.connect(str(path))
        asking.sendall(b'{"id":1,"method":"Target.getTargets","params":{}}\0')
        return asking.recv(1000)


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("how", ["open to others", "a link", "another user's"])
def test_no_browser_is_started_where_its_door_would_be_open(site: Site, tmp_path: Path, how: str) -> None:
    directory = registry.sockets_dir()
    directory.parent.mkdir(parents=True)
    if how == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        directory.symlink_to(tmp_path / "elsewhere")
    else:
        directory.mkdir(mode=0o700)
    if how == "open to others":
        directory.chmod(0o770)
    if how == "another user's":
        if os.geteuid() != 0:
            pytest.skip("only root can give a directory away")
        os.chown(directory, STRANGER, STRANGER)
    with pytest.raises(DeviceUnreachable, match="could reach its socket") as raised:
        BrowserDevice(BrowserOptions(url=site.url("plain.html"))).open()
    assert "XDG_STATE_HOME" in raised.value.remedy
    assert registry.running_browsers() == []


async def page_of(connection: Connection) -> Session:
    targets = (await connection.browser.send("Target.getTargets"))["targetInfos"]
    page = next(target["targetId"] for target in targets if target["type"] == "page")
    asked = {"targetId": page, "flatten": True}
    return connection.session((await connection.browser.send("Target.attachToTarget", asked))["sessionId"])


def test_clients_do_not_meet(opened: BrowserDevice) -> None:
    async def both() -> None:
        endpoint = lease_of(opened)["endpoint"]
        one, other = await Connection.open(endpoint), await Connection.open(endpoint)
        mine, theirs = await page_of(one), await page_of(other)
        heard: list[str] = []
        theirs.on_any(lambda method, _: heard.append(method))
        await mine.send("Runtime.enable")
        assert heard == [], "events are for whoever asked for them"
        numbers = [
            (await session.send("Runtime.evaluate", {"expression": str(value)}))["result"]["value"]
            for value, session in ((1, mine), (2, theirs), (3, mine))
        ]
        assert numbers == [1, 2, 3]
        with pytest.raises(ProtocolError, match="Session with given id not found"):
            await one.session(theirs.id).send("Runtime.evaluate", {"expression": "1"})
        await one.close()
        assert (await theirs.send("Runtime.evaluate", {"expression": "4"}))["result"]["value"] == 4
        await other.close()

    asyncio.run(both())
    assert opened.look(picture=False).title == "Plain"


@pytest.mark.parametrize("said", [b"no json\0", b'{"method":"Browser.close"}\0', b'{"id":"1"}\0', b"\0", b"\xff" * 999])
def test_who_does_not_keep_to_the_protocol_is_let_go(opened: BrowserDevice, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as odd:
        odd.settimeout(10)
        odd.connect(lease_of(opened)["endpoint"].removeprefix(UNIX))
        odd.sendall(said)
        odd.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            assert odd.recv(100) == b""
    assert opened.look(picture=False).title == "Plain"


def test_more_clients_than_there_is_room_for_are_let_go(opened: BrowserDevice) -> None:
    path = lease_of(opened)["endpoint"].removeprefix(UNIX)
    many = [socket.socket(socket.AF_UNIX) for _ in range(80)]
    try:
        for one in many:
            one.connect(path)
        assert opened.look(picture=False).title == "Plain"
    finally:
        for one in many:
            one.close()

    async def again() -> object:
        connection = await Connection.open(lease_of(opened)["endpoint"])
        try:
            return await connection.browser.send("Sextant.dialogs")
        finally:
            await connection.close()

    def answers() -> bool:
        with suppress(Exception):  # the others' places may not be free yet
            return asyncio.run(again()) == {"dialogs": []}
        return False

    assert until(answers)
