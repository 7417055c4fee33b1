"""`uiautomator`, `screencap`, `screenrecord`: dump or capture the screen."""

import io
import struct

from sextant.errors import DeviceFault
from sextant.integrations.adb_bridge.hierarchy import hierarchy_of, hierarchy_xml
from sextant.integrations.adb_bridge.shell.dumpsys_window import DISPLAY
from sextant.integrations.adb_bridge.shell.job import Job, Program

__all__ = ["CAPTURE_COMMANDS"]

DEFAULT_FILE = "/sdcard/window_dump.xml"
RGBA = 1
SRGB = 1
_NO_ROOT = "ERROR: null root node returned by UiTestAutomationBridge."
_USAGE = """Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests
    runtest <class spec> [options]
dump: creates an XML dump of current UI hierarchy
    dump [--verbose][--compressed][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

events: prints out accessibility events until terminated
"""


def _uiautomator(job: Job) -> int:
    if job.args[:1] != ("dump",):
        known = job.args[:1] in ((), ("help",))
        job.say(_USAGE if known else f"ERROR: Unknown subcommand '{job.args[0]}'\n\n{_USAGE}")
        return 0 if job.args[:1] == ("help",) else 1
    names = [word for word in job.args[1:] if not word.startswith("--")]
    name = names[0] if names else DEFAULT_FILE
    if not job.machine.phone.awake:
        job.say(_NO_ROOT)
        return 0
    try:
        view = job.machine.view()
    except DeviceFault:
        job.say(_NO_ROOT)
        return 0
    text = hierarchy_xml(hierarchy_of(view, compressed="--compressed" in job.args))
    if "--windows" in job.args:
        text = _in_window(text, job.machine.phone.size)
    if name in ("/dev/tty", "/dev/stdout"):
        job.io.out.write(text.encode("utf-8", "replace"))
    else:
        try:
            job.machine.files.write(job.path(name), text.encode("utf-8", "replace"))
        except OSError as error:
            job.complain(f"java.io.FileNotFoundException: {name}: open failed: {error.strerror}")
            return 1
    job.say(f"UI hierchary dumped to: {name}")
    return 0


def _in_window(text: str, size: tuple[int, int]) -> str:
    """The document of all windows on all displays: here one."""
    head, tag, tree = text.partition("<hierarchy")
    window = (
        f'<window index="0" title="" bounds="[0,0][{size[0]},{size[1]}]" active="true" focused="true" id="1" layer="0" '
        'type="TYPE_APPLICATION">'
    )
    return f'{head}<displays><display id="0">{window}{tag}{tree}</window></display></displays>'


def _screencap(job: Job) -> int:
    words = list(job.args)
    png, name = False, ""
    while words:
        word = words.pop(0)
        if word == "-p":
            png = True
        elif word == "-d" and words:
            if (asked := words.pop(0)) != DISPLAY:
                job.complain(f"Display Id '{asked}' is not valid.\nCapturing failed.")
                return 1
        elif word in ("-h", "--help") or (word.startswith("-") and word not in ("-a", "-j")):
            job.complain("usage: screencap [-ahp] [-d display-id] [FILENAME]")
            return 1
        elif not word.startswith("-"):
            name = word
    with job.machine.phone.picture_slots:
        return _captured(job, png=png, name=name)


def _captured(job: Job, *, png: bool, name: str) -> int:
    image = job.machine.phone.screenshot()
    if png or name.endswith(".png"):
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        data = out.getvalue()
    else:
        data = struct.pack("<4I", *image.size, RGBA, SRGB) + image.tobytes()
    if not name:
        job.io.out.write(data)
        return 0
    try:
        job.machine.files.write(job.path(name), data)
    except OSError as error:
        job.complain(f"Error opening file: {name} ({error.strerror})")
        return 1
    return 0


def _screenrecord(job: Job) -> int:
    """Fails: there is no video encoder."""
    if "--help" in job.args or not job.args:
        job.complain("Usage: screenrecord [options] <filename>")
        return 2 if not job.args else 0
    width, height = job.machine.phone.size
    job.complain(f"ERROR: unable to configure video/avc codec at {width}x{height} (err=-38)")
    return 1


CAPTURE_COMMANDS: dict[str, Program] = {
    "uiautomator": _uiautomator,
    "screencap": _screencap,
    "screenrecord": _screenrecord,
}
