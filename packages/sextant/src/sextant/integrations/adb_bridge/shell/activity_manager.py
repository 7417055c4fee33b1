"""`am` and `monkey`: start and stop apps, send broadcasts."""

import re
from collections.abc import Callable

from sextant.integrations.adb_bridge.apps import LAUNCHER, InstalledApp, package_of
from sextant.integrations.adb_bridge.shell.context import BroadcastResult, ShellContext, full
from sextant.integrations.adb_bridge.shell.intents import AndroidIntent, read_intent
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.subcommands import run_subcommand

__all__ = ["ACTIVITY_COMMANDS", "activity_command"]

_MAIN = "android.intent.action.MAIN"
_HOME = "android.intent.category.HOME"
USAGE = """Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-W] [-S] [--user <USER_ID> | current] <INTENT>
      Start an Activity.
  start-service, startservice, stop-service, stopservice <INTENT>
  broadcast [--user <USER_ID> | all | current] <INTENT>
      Send a broadcast AndroidIntent.
  instrument [-r] [-w] <COMPONENT>
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  kill [--user <USER_ID> | all | current] <PACKAGE>
      Kill all background processes associated with the given application.
  kill-all
  stack list
  get-current-user
  get-config
<INTENT> specifications include these flags and arguments:
    [-a <ACTION>] [-d <DATA_URI>] [-t <MIME_TYPE>] [-c <CATEGORY>] [-n <COMPONENT_NAME>] [-p <PACKAGE>] [-f <FLAGS>]
    [--es <EXTRA_KEY> <EXTRA_STRING_VALUE> ...] [--ez ...] [--ei ...] [--el ...] [--ef ...] [--eia ...]
    [<URI> | <PACKAGE> | <COMPONENT>]"""


def activity_command(job: Job) -> int:
    """`am` and `cmd activity`."""
    return run_subcommand(job, _COMMANDS, USAGE)


def _start(job: Job, words: list[str]) -> int:
    intent = read_intent(words)
    if not (intent.action or intent.component or intent.data or intent.package):
        raise ValueError("No intent supplied")
    if intent.package and not intent.action and not intent.component:
        intent.action, intent.categories = _MAIN, ["android.intent.category.LAUNCHER"]
    job.say(f"Starting: {intent}")
    machine = job.machine
    if _HOME in intent.categories or intent.target[0] == LAUNCHER.package:
        machine.phone.press_home()
        return _waited(job, intent, f"{LAUNCHER}")
    app = _app_for(machine, intent)
    if app is None:
        return _unstarted(job, intent)
    if "-S" in intent.options:
        machine.phone.stop(app)
        machine.tasks.end(app.package)
    cold = machine.tasks.process(app.package) is None
    machine.phone.launch(app)
    front = machine.view().component
    return _waited(job, intent, str(front), "COLD" if cold else "HOT")


def _app_for(machine: ShellContext, intent: AndroidIntent) -> InstalledApp | None:
    """The app whose activity handles an intent."""
    package, name = intent.target
    if package:
        app = machine.phone.app(package)
        if app is None:
            return None
        if name == package + app.activity:
            return app
        front = machine.view().component
        return app if f"{package}/{name}" == full(front) else None
    if intent.data and re.match(r"https?://", intent.data):
        return machine.phone.app(package_of(intent.data))
    if intent.package and intent.action in (_MAIN, ""):
        return machine.phone.app(intent.package)
    return None


def _unstarted(job: Job, intent: AndroidIntent) -> int:
    if not intent.component:
        job.complain(f"Error: Activity not started, unable to resolve {intent}")
        return 1
    package, name = intent.target
    job.complain("Error type 3")
    job.complain(f"Error: Activity class {{{package}/{name}}} does not exist.")
    return 1


def _waited(job: Job, intent: AndroidIntent, activity: str, state: str = "HOT") -> int:
    if "-W" in intent.options:
        took = 420 if state == "COLD" else 60
        job.say(f"Status: ok\nLaunchState: {state}\nActivity: {activity}\nTotalTime: {took}\nWaitTime: {took + 4}")
        job.say("Complete")
    return 0


def _broadcast(job: Job, words: list[str]) -> int:
    intent = read_intent(words)
    intent.flags |= 0x400000
    job.say(f"Broadcasting: {intent}")
    receiver = job.machine.receiver(intent.action) if job.machine.phone.awake else None
    result = receiver(intent.extras) if receiver else BroadcastResult()
    data = "" if result.data is None else f', data="{result.data}"'
    job.say(f"Broadcast completed: result={result.code}{data}")
    return 0


def _force_stop(job: Job, words: list[str]) -> int:
    for package in _packages(words):
        app = job.machine.phone.app(package)
        if app is not None:
            job.machine.phone.stop(app)
        job.machine.tasks.end(package)
    return 0


def _packages(words: list[str]) -> list[str]:
    left = list(words)
    if left[:1] == ["--user"]:
        left = left[2:]
    if not left:
        raise IndexError
    return left[:1]


def _kill(job: Job, words: list[str]) -> int:
    """Ends background processes."""
    front = job.machine.view().component.package
    for package in _packages(words):
        if package != front:
            job.machine.tasks.end(package)
    return 0


def _service(job: Job, words: list[str]) -> int:
    intent = read_intent(words)
    job.say(f"Starting service: {intent}")
    job.complain("Error: Not found; no service started.")
    return 255


def _stop_service(job: Job, words: list[str]) -> int:
    job.say(f"Stopping service: {read_intent(words)}")
    job.say("Service not stopped: was not running.")
    return 0


def _instrument(job: Job, words: list[str]) -> int:
    target = next((word for word in reversed(words) if "/" in word), words[-1] if words else "")
    if not target:
        raise IndexError
    job.say("INSTRUMENTATION_STATUS: id=ActivityManagerService")
    job.say(f"INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{target}}}")
    job.say("INSTRUMENTATION_STATUS_CODE: -1")
    job.complain(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {target}")
    job.complain("\tat com.android.commands.am.Instrument.run(Instrument.java:541)")
    return 1


def _stack(job: Job, words: list[str]) -> int:
    if words[:1] != ["list"]:
        raise ValueError(f"Unknown command: {' '.join(words)}")
    width, height = job.machine.phone.size
    front = job.machine.view().component
    for task in job.machine.tasks.seen(front):
        shown = str(task.component == front).lower()
        bounds = f"[0,0][{width},{height}]"
        job.say(f"RootTask id={task.number} bounds={bounds} displayId=0 userId=0")
        job.say(f"  taskId={task.number}: {task.component} bounds={bounds} userId=0 visible={shown}")
        job.say(f"    topActivity=ComponentInfo{{{full(task.component)}}}\n")
    return 0


def _nothing(_: Job, __: list[str]) -> int:
    return 0


def _printer(text: str) -> Callable[[Job, list[str]], int]:
    def command(job: Job, _: list[str]) -> int:
        job.say(text)
        return 0

    return command


def _config(job: Job, _: list[str]) -> int:
    phone = job.machine.phone
    width, height = (round(side / phone.model.scale) for side in phone.size)
    smallest = min(width, height)
    screen = f"{phone.size[0]}x{phone.size[1]}"
    job.say(
        f"config: en-rUS-ldltr-sw{smallest}dp-w{width}dp-h{height}dp-normal-long-notround-port-notnight-"
        f"{phone.model.density}dpi-finger-keysexposed-nokeys-navhidden-nonav-{screen}-v{phone.model.sdk}"
    )
    job.say("abi: arm64-v8a,armeabi-v7a,armeabi")
    return 0


_COMMANDS = {
    "start": _start,
    "start-activity": _start,
    "broadcast": _broadcast,
    "force-stop": _force_stop,
    "stop-app": _force_stop,
    "kill": _kill,
    "kill-all": _nothing,
    "startservice": _service,
    "start-service": _service,
    "start-foreground-service": _service,
    "stopservice": _stop_service,
    "stop-service": _stop_service,
    "instrument": _instrument,
    "stack": _stack,
    "get-current-user": _printer("0"),
    "get-config": _config,
    "wait-for-broadcast-idle": _printer("All broadcast queues are idle!"),
    "switch-user": _printer("Error: Failed to switch to user"),
}


def _monkey(job: Job) -> int:
    words = list(job.args)
    packages: list[str] = []
    count = 0
    for at, word in enumerate(words):
        if word == "-p" and at + 1 < len(words):
            packages.append(words[at + 1])
        elif (
            word.isdigit() and len(word) < 7 and (at == 0 or not words[at - 1].startswith("-") or at == len(words) - 1)
        ):
            count = int(word)
    for word in words:
        job.complain(f"  bash arg: {word}")
    job.complain(f"args: [{', '.join(words)}]")
    for word in words:
        job.complain(f' arg: "{word}"')
    if not count:
        job.complain("** Error: Count not specified" if words else "usage: monkey [-p ALLOWED_PACKAGE ...] COUNT")
        return 255
    for package in packages:
        job.complain(f'data="{package}"')
    found = [app for app in job.machine.phone.apps if not packages or app.package in packages]
    if LAUNCHER.package in packages:
        job.machine.phone.press_home()
    elif not found:
        job.complain("** No activities found to run, monkey aborted.")
        return 252
    else:
        job.machine.phone.launch(found[0])
        job.machine.view()
    job.say(f"Events injected: {count}")
    job.say("## Network stats: elapsed time=8ms (0ms mobile, 0ms wifi, 8ms not connected)")
    return 0


ACTIVITY_COMMANDS: dict[str, Program] = {"am": activity_command, "monkey": _monkey}
