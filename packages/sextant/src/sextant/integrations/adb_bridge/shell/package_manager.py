"""`pm` and `cmd package`: list the installed packages. Nothing can be installed or removed."""

from collections.abc import Callable

from sextant.integrations.adb_bridge.apps import LAUNCHER, InstalledApp
from sextant.integrations.adb_bridge.shell.context import ShellContext
from sextant.integrations.adb_bridge.shell.intents import read_intent
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.subcommands import failed_with, run_subcommand

__all__ = ["PACKAGE_COMMANDS", "apk_of", "package_command", "package_lines"]

REFUSED = "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]"
USAGE = """Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.
  list features
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U] [--show-versioncode] [--user USER_ID] [FILTER]
  list users
  dump PACKAGE
  clear [--user USER_ID] PACKAGE
  grant [--user USER_ID] PACKAGE PERMISSION
  revoke [--user USER_ID] PACKAGE PERMISSION
  resolve-activity [--brief] [--user USER_ID] INTENT
  query-activities [--brief] [--user USER_ID] INTENT"""


def package_command(job: Job) -> int:
    """`pm` and `cmd package`."""
    return run_subcommand(job, _COMMANDS, USAGE)


def apk_of(machine: ShellContext, package: str) -> str:
    """The path of a package's file."""
    if machine.phone.app(package):
        return f"/data/app/~~c2V4dGFudA==/{package}-YnJpZGdl==/base.apk"
    return f"/system/app/{package.rpartition('.')[2]}/{package.rpartition('.')[2]}.apk"


def _installed(machine: ShellContext) -> list[str]:
    return [*machine.packages, *(app.package for app in machine.phone.apps)]


def _named(words: list[str]) -> list[str]:
    """The words without options."""
    left: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("--user", "--uid"):
            rest = rest[1:]
        elif not word.startswith("-"):
            left.append(word)
    if not left:
        raise IndexError
    return left


def _known(job: Job, command: str, words: list[str]) -> str | None:
    """The package named in the command; None, with an error message, if it does not exist."""
    package = _named(words)[0]
    if package in _installed(job.machine):
        return package
    failed_with(job, command, "java.lang.IllegalArgumentException", f"Unknown package: {package}")
    return None


def _list(job: Job, words: list[str]) -> int:
    what, *rest = words[0], *words[1:]
    if what in ("packages", "package"):
        return _list_packages(job, rest)
    lines = {
        "features": ["reqGlEsVersion=0x30002", "android.hardware.touchscreen", "android.software.input_methods"],
        "users": ["UserInfo{0:Owner:c13} running"],
        "libraries": ["android.ext.shared", "android.test.base"],
        "instrumentation": [],
        "permissions": [],
        "permission-groups": [],
    }.get(what)
    if lines is None:
        job.complain(f"Error: unknown list type '{what}'")
        return 255
    if what == "users":
        job.say("Users:")
    prefix = {"users": "\t", "libraries": "library:"}.get(what, "feature:")
    for line in lines:
        job.say(prefix + line)
    return 0


def _list_packages(job: Job, words: list[str]) -> int:
    machine = job.machine
    flags = {word for word in words if word.startswith("-")}
    text = ""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("--user", "--uid"):
            rest = rest[1:]
        elif not word.startswith("-"):
            text = word
    apps = {app.package for app in machine.phone.apps}
    for package in _installed(machine):
        own = (
            package in apps or package.startswith(("com.android.adbkeyboard", "com.github.")) or package in _added(job)
        )
        if text not in package or ("-3" in flags and not own) or ("-s" in flags and own) or "-d" in flags:
            continue
        path = f"{apk_of(machine, package)}=" if "-f" in flags else ""
        more = " versionCode:1" if "--show-versioncode" in flags else ""
        more += "  installer=null" if "-i" in flags else ""
        more += f" uid:{machine.uid(package)}" if "-U" in flags else ""
        job.say(f"package:{path}{package}{more}")
    return 0


def _added(job: Job) -> set[str]:
    """The packages that servers have registered."""
    return {name.partition("/")[0] for name in job.machine.input_methods if "inputmethod.latin" not in name}


def _path(job: Job, words: list[str]) -> int:
    package = _named(words)[0]
    if package not in _installed(job.machine):
        return 1
    job.say(f"package:{apk_of(job.machine, package)}")
    return 0


def _clear(job: Job, words: list[str]) -> int:
    """Always fails: the data of an app belongs to the device and cannot be cleared."""
    _named(words)
    job.say("Failed")
    return 1


def _grant(job: Job, words: list[str]) -> int:
    if len(_named(words)) < 2:
        raise IndexError
    return 0 if _known(job, job.args[0], words) else 255


def _state(job: Job, words: list[str]) -> int:
    text = f"Shell cannot change component state for {_named(words)[0]}"
    return failed_with(job, job.args[0], "java.lang.SecurityException", text)


def _install(job: Job, _: list[str]) -> int:
    if "-S" in job.args[:-1]:
        size = job.args[job.args.index("-S") + 1]
        left = int(size) if size.isdigit() and len(size) < 13 else 0
        while left > 0 and (chunk := job.io.source.read(65536)):
            left -= len(chunk)
    job.complain(REFUSED)
    return 1


def _uninstall(job: Job, words: list[str]) -> int:
    package = _named(words)[0]
    known = package in _installed(job.machine)
    job.say("Failure [DELETE_FAILED_USER_RESTRICTED]" if known else "Failure [DELETE_FAILED_INTERNAL_ERROR]")
    return 1


def _matching(job: Job, words: list[str]) -> list[InstalledApp]:
    intent = read_intent([word for word in words if word not in ("--brief", "--components", "--query-flags")])
    package = intent.package or intent.target[0]
    apps = job.machine.phone.apps
    if package:
        return [app for app in apps if app.package == package]
    home = any(category.endswith(".HOME") for category in intent.categories)
    return [InstalledApp(LAUNCHER.package, "Home", "", LAUNCHER.activity)] if home else list(apps)


def _resolve(job: Job, words: list[str]) -> int:
    found = _matching(job, words)
    several = job.args[0] == "query-activities"
    if not found:
        job.say("No activities found" if several else "No activity found")
        return 0
    if "--components" in words:
        for app in found if several else found[:1]:
            job.say(f"{app.package}/{app.activity}")
        return 0
    if several:
        job.say(f"{len(found)} activities found:")
    for number, app in enumerate(found if several else found[:1]):
        indent = "    " if several else ""
        if several:
            job.say(f"  Activity #{number}:")
        job.say(f"{indent}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")
        shown = [f"{app.package}/{app.activity}"] if "--brief" in words else _resolved(job.machine, app)
        for line in shown:
            job.say(f"{indent}{line}")
    return 0


def _resolved(machine: ShellContext, app: InstalledApp) -> list[str]:
    """A resolved activity; its label is that of its app."""
    return [
        "ActivityInfo:",
        f"  name={app.package}{app.activity}",
        f"  packageName={app.package}",
        "  enabled=true exported=true directBootAware=false",
        f"  taskAffinity={app.package} targetActivity=null persistableMode=PERSIST_ROOT_ONLY",
        "  launchMode=0 flags=0x200 theme=0x0",
        "  screenOrientation=-1 configChanges=0x3 softInputMode=0x0",
        "  lockTaskLaunchMode=LOCK_TASK_LAUNCH_MODE_DEFAULT",
        "  resizeMode=RESIZE_MODE_RESIZEABLE",
        "  ApplicationInfo:",
        f"    packageName={app.package}",
        f"    labelRes=0x0 nonLocalizedLabel={app.label} icon=0x7f080001 banner=0x0",
        f"    processName={app.package}",
        f"    taskAffinity={app.package}",
        f"    uid={machine.uid(app.package)} flags=0x2830be46 privateFlags=0x8001000 theme=0x0",
        f"    sourceDir={apk_of(machine, app.package)}",
        f"    dataDir=/data/user/0/{app.package}",
        f"    enabled=true minSdkVersion=24 targetSdkVersion={machine.phone.model.sdk} versionCode=1",
    ]


def _dump(job: Job, words: list[str]) -> int:
    for line in package_lines(job.machine, _named(words)[0]):
        job.say(line)
    return 0


def package_lines(machine: ShellContext, package: str) -> list[str]:
    """`dumpsys package PACKAGE`."""
    if package not in _installed(machine):
        return [f"Unable to find package: {package}"]
    app = machine.phone.app(package)
    uid = machine.uid(package)
    when = "2026-01-01 09:00:00"
    table: list[str] = []
    if app is not None:
        table = [
            "Activity Resolver Table:",
            "  Non-Data Actions:",
            "      android.intent.action.MAIN:",
            f"        3f1c9d2 {package}/{app.activity} filter 8e1a0a3",
            '          Action: "android.intent.action.MAIN"',
            '          Category: "android.intent.category.LAUNCHER"',
            "",
        ]
    code = apk_of(machine, package).rpartition("/")[0]
    flags = "[ HAS_CODE ALLOW_CLEAR_USER_DATA ]" if app else "[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]"
    return [
        *table,
        "Packages:",
        f"  Package [{package}] (5c1b7a4):",
        f"    userId={uid}",
        f"    appId={uid}",
        f"    pkg=Package{{9d7e1c2 {package}}}",
        f"    codePath={code}",
        f"    resourcePath={code}",
        "    primaryCpuAbi=null",
        f"    versionCode=1 minSdk=24 targetSdk={machine.phone.model.sdk}",
        f"    versionName={machine.packages.get(package, '1.0')}",
        "    usesNonSdkApi=false",
        "    apkSigningVersion=2",
        f"    flags={flags}",
        f"    pkgFlags={flags}",
        f"    dataDir=/data/user/0/{package}",
        "    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]",
        f"    timeStamp={when}",
        f"    lastUpdateTime={when}",
        "    signatures=PackageSignatures{1a2b3c4 version:2, signatures:[5e8f16de], past signatures:[]}",
        "    installPermissionsFixed=true",
        f"    pkgFlags={flags}",
        "    declared permissions:",
        "    requested permissions:",
        "      android.permission.INTERNET",
        "    install permissions:",
        "      android.permission.INTERNET: granted=true",
        "    User 0: ceDataInode=0 installed=true hidden=false suspended=false distractionFlags=0 stopped=false",
        f"      firstInstallTime={when}",
        "      runtime permissions:",
    ]


def _nothing(_: Job, __: list[str]) -> int:
    return 0


def _printer(text: str) -> Callable[[Job, list[str]], int]:
    def command(job: Job, _: list[str]) -> int:
        job.say(text)
        return 0

    return command


_COMMANDS: dict[str, Callable[[Job, list[str]], int]] = {
    "list": _list,
    "path": _path,
    "dump": _dump,
    "clear": _clear,
    "grant": _grant,
    "revoke": _grant,
    "install": _install,
    "install-create": _install,
    "install-write": _install,
    "install-commit": _install,
    "install-existing": _install,
    "install-streaming": _install,
    "uninstall": _uninstall,
    "resolve-activity": _resolve,
    "query-activities": _resolve,
    "enable": _state,
    "disable": _state,
    "disable-user": _state,
    "get-max-users": _printer("Maximum supported users: 1"),
    "has-feature": _printer("false"),
    "compile": _printer("Success"),
    "trim-caches": _nothing,
}

PACKAGE_COMMANDS: dict[str, Program] = {"pm": package_command}
