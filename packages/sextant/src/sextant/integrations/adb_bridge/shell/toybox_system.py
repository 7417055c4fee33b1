"""Toybox's commands on processes, time and the system, and `which`, `xargs`."""

import re
import time

from sextant.integrations.adb_bridge.shell.arguments import options
from sextant.integrations.adb_bridge.shell.job import Job, Program

__all__ = ["SYSTEM_COMMANDS", "pause"]

LONGEST_PAUSE = 3600.0
_OWN = (
    (1, "root", "init"),
    (402, "system", "system_server"),
    (611, "u0_a98", "com.android.systemui"),
    (702, "shell", "adbd"),
)
_KERNEL = "6.1.57-android14-11"


def processes(job: Job) -> list[tuple[int, str, str]]:
    """Id, user and name of all processes."""
    job.machine.view()
    apps = [
        (number, f"u0_a{job.machine.uid(package) - 10000}", package)
        for package, number in job.machine.tasks.processes().items()
    ]
    return [*_OWN, *sorted(apps), (9001, "shell", job.name)]


def _ps(job: Job) -> int:
    words = tuple(word if word.startswith("-") or not word.isalpha() else f"-{word}" for word in job.args)
    parsed = options(words, "AeflZTwaux", "opu")
    rows = processes(job)
    if not parsed.flags & {"A", "e", "a"} and not parsed.values:
        rows = [row for row in rows if row[1] == "shell"]
    if "p" in parsed.values:
        rows = [row for row in rows if str(row[0]) in re.split(r"[,\s]+", parsed.value("p"))]
    if "o" in parsed.values:
        names = [name.partition("=")[0].upper() for name in parsed.value("o").split(",")]
        job.say(" ".join(names))
        for number, user, name in rows:
            held = {"PID": str(number), "USER": user, "PPID": "301" if number > 1000 else "1", "UID": user}
            job.say(" ".join(held.get(column, name) for column in names))
        return 0
    job.say("USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME                       ")
    for number, user, name in rows:
        above = 301 if number > 1000 else 1 if number > 1 else 0
        job.say(f"{user:<12} {number:>5} {above:>5}   13000000 120000 0                   0 S {name}")
    return 0


def _pidof(job: Job) -> int:
    parsed = options(job.args, "sx", "o")
    found = [str(number) for number, _, name in processes(job) if name in parsed.rest]
    if found:
        job.say(" ".join(found))
    return int(not found)


def _pgrep(job: Job) -> int:
    parsed = options(job.args, "lfxnov", "u")
    if not parsed.rest:
        return job.fail("No PATTERN")
    want = parsed.rest[0]
    found = [row for row in processes(job) if (want == row[2] if "x" in parsed.flags else want in row[2])]
    for number, _, name in found:
        job.say(f"{number} {name}" if "l" in parsed.flags else str(number))
    return int(not found)


def _kill(job: Job) -> int:
    for word in job.args:
        if word.startswith("-"):
            continue
        if job.name == "killall" or not word.isdigit():
            return job.fail(f"bad pid '{word}'" if job.name == "kill" else f"{word}: No such process")
        known = {str(number): user for number, user, _ in processes(job)}
        job.failed = True
        reason = "Operation not permitted" if word in known else "No such process"
        job.complain(f"/system/bin/sh: kill: {word}: {reason}")
    return int(job.failed)


def _id(job: Job) -> int:
    parsed = options(job.args, "unGgZ")
    if "u" in parsed.flags or "g" in parsed.flags:
        job.say("shell" if "n" in parsed.flags else "2000")
        return 0
    groups = "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3003(inet),3009(readproc)"
    job.say(f"uid=2000(shell) gid=2000(shell) groups=2000(shell),{groups} context=u:r:shell:s0")
    return 0


def _date(job: Job) -> int:
    parsed = options(job.args, "un", "dDIrs")
    now = job.machine.phone.view().seen.at or time.time()
    when = parsed.value("d")
    if when.startswith("@") and re.fullmatch(r"@\d{1,11}", when):
        now = int(when[1:])
    shape = parsed.rest[0][1:] if parsed.rest and parsed.rest[0].startswith("+") else "%a %b %e %H:%M:%S UTC %Y"
    if parsed.rest and not parsed.rest[0].startswith("+"):
        return job.fail("cannot set date: Operation not permitted")
    shape = shape[:200].replace("%N", f"{int(now % 1 * 1e9):09d}").replace("%s", str(int(now)))
    job.say(time.strftime(shape.encode("ascii", "replace").decode(), time.gmtime(now)))
    return 0


def pause(job: Job, seconds: float) -> None:
    """Waits some seconds. Raises `BrokenPipeError` once the client has disconnected."""
    until = time.monotonic() + min(max(seconds, 0.0), LONGEST_PAUSE)
    while not job.background and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.2))
        job.alive()


def _sleep(job: Job) -> int:
    total = 0.0
    for word in job.args:
        found = re.fullmatch(r"(\d{0,9}(?:\.\d{0,9})?)([smhd]?)", word)
        if not found or not found[1].strip("."):
            return job.fail(f"bad time '{word}'")
        total += float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]
    if not job.args:
        return job.fail("Needs 1 argument")
    pause(job, total)
    return 0


def _uname(job: Job) -> int:
    parsed = options(job.args, "amnrsvop")
    fields = {"s": "Linux", "n": "localhost", "r": _KERNEL, "v": "#1 SMP PREEMPT", "m": "aarch64", "o": "Android"}
    wanted = "snrvmo" if "a" in parsed.flags else "".join(parsed.flags) or "s"
    job.say(" ".join(fields[letter] for letter in "snrvmo" if letter in wanted))
    return 0


def _getconf(job: Job) -> int:
    known = {"PAGESIZE": "4096", "PAGE_SIZE": "4096", "LONG_BIT": "64", "_NPROCESSORS_ONLN": "8", "CLK_TCK": "100"}
    for name in job.args:
        if name not in known:
            return job.fail(f"bad '{name}'")
        job.say(known[name])
    return 0


def _uptime(job: Job) -> int:
    up = int(time.time() - job.machine.started)
    job.say(f" {time.strftime('%H:%M:%S', time.gmtime())} up {up // 60} min,  0 users,  load average: 0.10, 0.10, 0.10")
    return 0


def _address(job: Job) -> int:
    """`ifconfig` and `ip`: print only the loopback interface, because the phone has no network."""
    names = [word for word in job.args if re.fullmatch(r"(lo|wlan|eth|rmnet|tun)\w*", word)]
    if names and names[0] != "lo":
        job.complain(
            f"{job.name}: {names[0]}: No such device"
            if job.name == "ifconfig"
            else f'Device "{names[0]}" does not exist.'
        )
        return 1
    if job.name == "ip":
        job.say("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000")
        job.say("    inet 127.0.0.1/8 scope host lo")
        return 0
    job.say("lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 ")
    return 0


def which(job: Job, names: frozenset[str]) -> int:
    """Prints the path of each command."""
    for name in options(job.args, "a").rest:
        if name.rpartition("/")[2] in names:
            job.say(f"/system/bin/{name.rpartition('/')[2]}")
        else:
            job.failed = True
    return int(job.failed)


def _printer(text: str) -> Program:
    def program(job: Job) -> int:
        job.say(text)
        return 0

    return program


def _true(_: Job) -> int:
    return 0


def _false(_: Job) -> int:
    return 1


SYSTEM_COMMANDS: dict[str, Program] = {
    "true": _true,
    ":": _true,
    "false": _false,
    "ps": _ps,
    "pidof": _pidof,
    "pgrep": _pgrep,
    "kill": _kill,
    "killall": _kill,
    "id": _id,
    "date": _date,
    "sleep": _sleep,
    "uname": _uname,
    "getconf": _getconf,
    "uptime": _uptime,
    "ifconfig": _address,
    "ip": _address,
    "whoami": _printer("shell"),
    "hostname": _printer("localhost"),
    "arch": _printer("aarch64"),
}
