"""`dumpsys`: prints the state of the system services."""

from collections.abc import Callable, Iterator

from sextant.integrations.adb_bridge.shell.context import ShellContext, full
from sextant.integrations.adb_bridge.shell.dumpsys_activity import activity_lines
from sextant.integrations.adb_bridge.shell.dumpsys_window import display_lines, mark, surface_lines, window_lines
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.package_manager import package_lines

__all__ = ["DUMPSYS_COMMANDS", "SERVICES"]

Dump = Callable[[ShellContext, list[str]], Iterator[str]]


def _battery(_: ShellContext, words: list[str]) -> Iterator[str]:
    if words and not words[0].startswith("-a"):
        return
    yield "Current Battery Service state:"
    held = {
        "AC powered": "false",
        "USB powered": "true",
        "Wireless powered": "false",
        "Dock powered": "false",
        "Max charging current": "500000",
        "Max charging voltage": "5000000",
        "Charge counter": "4000000",
        "status": "5",
        "health": "2",
        "present": "true",
        "level": "100",
        "scale": "100",
        "voltage": "4350",
        "temperature": "250",
        "technology": "Li-ion",
    }
    yield from (f"  {name}: {value}" for name, value in held.items())


def _power(machine: ShellContext, _: list[str]) -> Iterator[str]:
    awake = machine.phone.awake
    on = str(awake).lower()
    yield "POWER MANAGER (dumpsys power)"
    yield ""
    yield "Power Manager State:"
    yield "  mDirty=0x0"
    yield f"  mWakefulness={'Awake' if awake else 'Asleep'}"
    yield "  mWakefulnessChanging=false"
    yield "  mIsPowered=true"
    yield "  mPlugType=2"
    yield "  mBatteryLevel=100"
    yield "  mStayOn=true"
    yield "  mBootCompleted=true"
    yield "  mSystemReady=true"
    yield f"  mHoldingWakeLockSuspendBlocker={on}"
    yield f"  mHoldingDisplaySuspendBlocker={on}"
    yield "Settings and Configuration:"
    yield "  mScreenOffTimeoutSetting=60000"
    yield f"Display Power: state={'ON' if awake else 'OFF'}"


def _input_method(machine: ShellContext, _: list[str]) -> Iterator[str]:
    view = machine.view()
    shown, focused = str(view.keyboard).lower(), view.focused
    yield "Current Input Method Manager state:"
    yield "  Input Methods: mMethodMapUpdateCount=1"
    for number, (name, method) in enumerate(machine.input_methods.items()):
        yield f"  InputMethod #{number}:"
        yield f"    mId={name} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true"
        yield f"    labelRes=0x0 nonLocalizedLabel={method.label}"
    yield f"  mCurMethodId={machine.input_method}"
    yield f"  mCurClient=ClientState{{{mark('client')} mUid={machine.uid(view.component.package)}}}"
    yield f"  mCurFocusedWindow=Window{{{mark('window')} u0 {full(view.component)}}}"
    yield f"  mCurId={machine.input_method} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}"
    yield f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    yield "  mInFullscreenMode=false"
    yield f"  mSystemReady=true mInteractive={str(machine.phone.awake).lower()}"
    yield f"  mServedView={'android.widget.EditText{' + mark('view') + '}' if focused else 'null'}"
    yield f"  mServedInputConnection={'EditableInputConnection{' + mark('link') + '}' if focused else 'null'}"
    yield f"  mIsInputViewShown={shown} mInputStarted={str(focused is not None).lower()}"
    if focused is not None:
        kind = "0x81" if "password" in focused.states else "0x1"
        package = view.component.package
        yield f"    inputType={kind} imeOptions=0x6 privateImeOptions=null packageName={package} fieldId=1"


def _package(machine: ShellContext, words: list[str]) -> Iterator[str]:
    named = [word for word in words if not word.startswith("-")]
    if named and named[0] in ("packages", "p"):
        named = []
    for package in named or [*machine.packages, *(app.package for app in machine.phone.apps)]:
        yield from package_lines(machine, package)


def _notification(machine: ShellContext, _: list[str]) -> Iterator[str]:
    said = machine.view().seen.said
    yield "Current Notification Manager state:"
    yield "  Toast Queue:" if said else "  Notification List:"
    for number, text in enumerate(said):
        yield f"    ToastRecord{{{mark(number, text)} text={text}}}"


def _input(machine: ShellContext, _: list[str]) -> Iterator[str]:
    width, height = machine.phone.size
    on = str(machine.phone.awake).lower()
    yield "INPUT MANAGER (dumpsys input)"
    yield ""
    yield "Input Manager State:"
    yield f"  Interactive: {on}"
    yield "  System UI Lights Out: false"
    yield "  Pointer Speed: 0"
    yield "  Show Touches: false"
    yield ""
    yield "Event Hub State:"
    yield "  BuiltInKeyboardId: -2"
    yield "  Devices:"
    yield "    1: sextant_touch\n      Classes: TOUCH | TOUCH_MT\n      Path: /dev/input/event1\n      Enabled: true"
    yield "Input Reader State (Nums of device: 1):"
    yield "  Device 1: sextant_touch"
    yield "    Touch Input Mapper (mode - DIRECT):"
    yield "      Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, orientation=0, "
    frame = f"[0, 0, {width}, {height}]"
    yield f"        logicalFrame={frame}, physicalFrame={frame}, deviceSize=[{width}, {height}], isActive=[1]"
    yield "      SurfaceOrientation: 0"
    yield f"      SurfaceWidth: {width}px"
    yield f"      SurfaceHeight: {height}px"
    yield "Input Dispatcher State:"
    yield f"  DispatchEnabled: {on}"
    yield "  FocusedDisplayId: 0"
    name = full(machine.view().component)
    yield f"  FocusedWindows:\n    displayId=0, name='{mark('window', name)} {name}'"


def _empty(_: ShellContext, __: list[str]) -> Iterator[str]:
    return iter(())


def _accessibility(machine: ShellContext, _: list[str]) -> Iterator[str]:
    secure = machine.phone.settings.tables["secure"]
    services = [name for name in secure.get("enabled_accessibility_services", "").split(":") if name]
    yield "ACCESSIBILITY MANAGER (dumpsys accessibility)"
    yield ""
    yield "User state[\n     attributes:{id=0, touchExplorationEnabled=false}"
    yield f"     Enabled services:{{{', '.join(f'{{{name}}}' for name in services)}}}"
    yield f"     Bound services:{{{', '.join(f'Service[label={name}]' for name in services)}}}]"


def _window(machine: ShellContext, words: list[str]) -> Iterator[str]:
    return window_lines(machine, words)


SERVICES: dict[str, Dump] = {
    "SurfaceFlinger": surface_lines,
    "accessibility": _accessibility,
    "activity": activity_lines,
    "alarm": _empty,
    "appops": _empty,
    "audio": _empty,
    "battery": _battery,
    "batterystats": _empty,
    "clipboard": _empty,
    "connectivity": _empty,
    "cpuinfo": _empty,
    "deviceidle": _empty,
    "display": lambda machine, _: display_lines(machine),
    "gfxinfo": _empty,
    "input": _input,
    "input_method": _input_method,
    "media_session": _empty,
    "meminfo": _empty,
    "netstats": _empty,
    "notification": _notification,
    "package": _package,
    "power": _power,
    "settings": _empty,
    "statusbar": _empty,
    "telephony.registry": _empty,
    "trust": _empty,
    "uimode": _empty,
    "user": _empty,
    "usagestats": _empty,
    "wifi": _empty,
    "window": _window,
}


def _dumpsys(job: Job) -> int:
    words = list(job.args)
    if words[:1] == ["-t"] or words[:1] == ["-T"]:
        words = words[2:]
    if not words or words == ["-l"]:
        job.say("Currently running services:")
        for name in SERVICES:
            job.say(f"  {name}")
        if words:
            return 0
        words = []
    for name in [words[0]] if words else list(SERVICES):
        dump = SERVICES.get(name)
        if dump is None:
            job.complain(f"Can't find service: {name}")
            return 0
        if not words:
            job.say(f"{'-' * 79}\nDUMP OF SERVICE {name}:")
        for line in dump(job.machine, words[1:]):
            job.say(line)
    return 0


DUMPSYS_COMMANDS: dict[str, Program] = {"dumpsys": _dumpsys}
