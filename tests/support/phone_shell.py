"""A phone's shell without adb: streams that keep what a line writes."""

from dataclasses import dataclass, field

from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.shell import Shell
from tests.support.adb import lite_phone


@dataclass
class KeptStreams:
    """What a line read and wrote; a client that is gone after so many writes."""

    given: bytes = b""
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)
    writes_left: int = 1 << 30

    def read(self, limit: int = 65536) -> bytes:
        chunk, self.given = self.given[:limit], self.given[limit:]
        return chunk

    def write(self, data: bytes) -> None:
        self.writes_left -= 1
        if self.writes_left < 0:
            raise BrokenPipeError
        self.out += data

    def write_error(self, data: bytes) -> None:
        self.err += data


@dataclass(frozen=True)
class Ran:
    """How a line ended."""

    code: int
    out: str
    err: str


class PhoneShell:
    """The shell of a small world."""

    def __init__(self) -> None:
        self.phone: BridgedPhone = lite_phone()
        self.shell = Shell(self.phone, self.phone.files)
        self.machine = self.shell.machine

    def run(self, line: str, stdin: bytes = b"") -> Ran:
        streams = KeptStreams(stdin)
        code = self.shell(line, streams)
        return Ran(code, streams.out.decode("utf-8", "replace"), streams.err.decode("utf-8", "replace"))

    def text(self, line: str) -> str:
        """What a line prints; it must succeed and complain of nothing."""
        ran = self.run(line)
        assert (ran.code, ran.err) == (0, ""), ran
        return ran.out

    def field_text(self, test_id: str) -> str:
        """What a field holds."""
        elements = self.phone.view().seen.elements
        return next(element.value for element in elements if element.test_id == test_id)

    def focus_search(self) -> None:
        """Opens the app of tasks and taps its field."""
        self.text("am start -n sextant.app.tasks/.MainActivity")
        box = next(e for e in self.phone.view().seen.elements if e.test_id == "search-input").box
        self.text(f"input tap {box.centre.x:.0f} {box.centre.y:.0f}")
