"""Toybox's commands on files: ls, rm, cp, test and the like."""

import fnmatch
import posixpath
import re
import stat
import time
from collections.abc import Iterator

from sextant.integrations.adb_bridge.files import FileStat
from sextant.integrations.adb_bridge.shell.arguments import options
from sextant.integrations.adb_bridge.shell.job import Job, Program, encoded

__all__ = ["FILE_COMMANDS"]

MOST_FILES = 20_000


def _each(job: Job, names: list[str]) -> Iterator[tuple[str, str]]:
    """Each name with its absolute path, up to `MOST_FILES` of them."""
    for name in names[:MOST_FILES]:
        yield name, job.path(name)


def _complain(job: Job, name: str, error: OSError) -> None:
    job.failed = True
    job.complain(f"{job.name}: {name}: {error.strerror}")


def _ls(job: Job) -> int:
    parsed = options(job.args, "laA1dhRtrSiFZnps")
    names = parsed.rest or ["."]
    folders: list[tuple[str, str]] = []
    for name, path in _each(job, names):
        try:
            found = job.machine.files.stat(path)
        except OSError as error:
            _complain(job, name, error)
            continue
        if found.is_folder and "d" not in parsed.flags:
            folders.append((name, path))
        else:
            job.say(_row(name, found, parsed.flags))
    seen = 0
    while folders:
        name, path = folders.pop(0)
        if len(names) > 1 or "R" in parsed.flags:
            job.say(f"{name}:" if not seen else f"\n{name}:")
        seen += 1
        inner = _list(job, path, parsed.flags)
        if "R" in parsed.flags and seen < MOST_FILES:
            folders = [(f"{name.rstrip('/')}/{child}", posixpath.join(path, child)) for child in inner] + folders
    return int(job.failed)


def _list(job: Job, path: str, flags: set[str]) -> list[str]:
    """Prints the content of a folder. Returns its subfolders."""
    files = job.machine.files
    rows: list[tuple[str, FileStat]] = []
    for name in files.names(path):
        if name.startswith(".") and not flags & {"a", "A"}:
            continue
        rows.append((name, files.stat(posixpath.join(path, name))))
    if "t" in flags or "S" in flags:
        rows.sort(key=lambda row: -(row[1].mtime if "t" in flags else row[1].size))
    if "r" in flags:
        rows.reverse()
    if "a" in flags:
        here = files.stat(path)
        rows = [(".", here), ("..", here), *rows]
    if "l" in flags:
        job.say(f"total {sum((row.size + 1023) // 1024 for _, row in rows)}")
    for name, row in rows:
        job.say(_row(name, row, flags))
    return [name for name, row in rows if row.is_folder and name not in (".", "..")]


def _row(name: str, found: FileStat, flags: set[str]) -> str:
    shown = name + "/" if found.is_folder and flags & {"F", "p"} else name
    if not flags & {"l", "n"}:
        return shown
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(found.mtime))
    owner = "2000 2000" if "n" in flags else "shell shell"
    return f"{stat.filemode(found.mode)} {2 if found.is_folder else 1} {owner} {found.size:>7} {when} {shown}"


def _rm(job: Job) -> int:
    parsed = options(job.args, "rRfiv")
    if not parsed.rest and "f" not in parsed.flags:
        return job.fail("Needs 1 argument")
    deep = bool({"r", "R"} & parsed.flags)
    for name, path in _each(job, parsed.rest):
        try:
            if job.machine.files.stat(path).is_folder and not deep:
                job.failed = True
                job.complain(f"rm: {name}: Is a directory")
                continue
            job.machine.files.remove(path, recursive=deep)
        except FileNotFoundError as error:
            if "f" not in parsed.flags:
                _complain(job, name, error)
        except OSError as error:
            _complain(job, name, error)
    return int(job.failed)


def _mkdir(job: Job) -> int:
    parsed = options(job.args, "pv", "m")
    if not parsed.rest:
        return job.fail("Needs 1 argument")
    for name, path in _each(job, parsed.rest):
        try:
            job.machine.files.make_folder(path, parents="p" in parsed.flags)
        except OSError as error:
            job.failed = True
            job.complain(f"mkdir: '{name}': {error.strerror}")
    return int(job.failed)


def _rmdir(job: Job) -> int:
    for name, path in _each(job, options(job.args, "p").rest):
        try:
            if not job.machine.files.stat(path).is_folder:
                raise NotADirectoryError(20, "Not a directory")
            job.machine.files.remove(path)
        except OSError as error:
            _complain(job, name, error)
    return int(job.failed)


def _copy(job: Job) -> int:
    """`cp` and `mv`."""
    parsed = options(job.args, "rRpafivnT", "t")
    if len(parsed.rest) < 2:
        return job.fail(f"Needs {2 - len(parsed.rest)} argument{'s' if not parsed.rest else ''}")
    *names, target = parsed.rest
    files, end = job.machine.files, job.path(target)
    try:
        into = files.stat(end).is_folder
    except OSError:
        into = False
    if len(names) > 1 and not into:
        return job.fail(f"'{target}' not directory")
    deep = bool({"r", "R", "a"} & parsed.flags)
    for name, path in _each(job, names):
        new = posixpath.join(end, posixpath.basename(name.rstrip("/"))) if into else end
        try:
            if job.name == "mv":
                files.rename(path, new)
            elif not files.stat(path).is_folder:
                files.write(new, files.read(path), stat.S_IMODE(files.stat(path).mode))
            elif deep:
                _copy_folder(job, path, new)
            else:
                job.failed = True
                job.complain(f"cp: Skipped dir '{name}'")
        except OSError as error:
            job.failed = True
            job.complain(f"{job.name}: bad '{name}': {error.strerror}")
    return int(job.failed)


def _copy_folder(job: Job, path: str, new: str) -> None:
    files = job.machine.files
    paths = list(_walk(job, path))
    for old, found in paths:
        target = new + old[len(path) :]
        if found.is_folder:
            files.make_folder(target, parents=True)
        else:
            files.write(target, files.read(old), stat.S_IMODE(found.mode))


def _walk(job: Job, path: str, deepest: int = 64) -> Iterator[tuple[str, FileStat]]:
    """A path and all paths below it."""
    waiting, count = [(path.rstrip("/") or "/", 0)], 0
    while waiting and count < MOST_FILES:
        here, depth = waiting.pop()
        count += 1
        found = job.machine.files.stat(here)
        yield here, found
        if found.is_folder and depth < deepest:
            names = reversed(job.machine.files.names(here))
            waiting += [(posixpath.join(here, name), depth + 1) for name in names]


def _touch(job: Job) -> int:
    parsed = options(job.args, "acmh", "dtr")
    for name, path in _each(job, parsed.rest):
        try:
            job.machine.files.stat(path)
            job.machine.files.touch(path, mtime=int(time.time()))
        except FileNotFoundError as error:
            if "c" in parsed.flags:
                continue
            try:
                job.machine.files.write(path, b"")
            except OSError as failed:
                _complain(job, name, failed if failed.strerror else error)
        except OSError as error:
            _complain(job, name, error)
    return int(job.failed)


def _chmod(job: Job) -> int:
    parsed = options(tuple(word for word in job.args if word not in ("-R", "-f")), "")
    if len(parsed.rest) < 2:
        return job.fail("Needs 2 arguments")
    mode, *names = parsed.rest
    for name, path in _each(job, names):
        try:
            bits = stat.S_IMODE(job.machine.files.stat(path).mode)
            job.machine.files.touch(path, mode=_mode(mode, bits))
        except OSError as error:
            _complain(job, name, error)
    return int(job.failed)


def _mode(text: str, bits: int) -> int:
    if text.isdigit() and len(text) <= 4 and set(text) <= set("01234567"):
        return int(text, 8)
    who, sign, what = "", "", ""
    for index, letter in enumerate(text):
        if letter in "+-=":
            who, sign, what = text[:index], letter, text[index + 1 :]
            break
    if not sign or set(who) - set("ugoa") or set(what) - set("rwxX"):
        raise ValueError(f"bad mode '{text[:20]}'")
    each = sum({"r": 4, "w": 2, "x": 1, "X": 1}[letter] for letter in set(what))
    shifts = [shift for name, shift in (("u", 6), ("g", 3), ("o", 0)) if not who or "a" in who or name in who]
    mask = sum(each << shift for shift in shifts)
    return bits | mask if sign == "+" else bits & ~mask if sign == "-" else mask


def _stat(job: Job) -> int:
    parsed = options(job.args, "Lft", "c")
    for name, path in _each(job, parsed.rest):
        try:
            found = job.machine.files.stat(path)
        except OSError as error:
            job.failed = True
            job.complain(f"stat: '{name}': {error.strerror}")
            continue
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(found.mtime)) + ".000000000 +0000"
        kind = "directory" if found.is_folder else "regular file" if found.size else "regular empty file"
        bits = stat.S_IMODE(found.mode)
        told_as = {"s": found.size, "n": name, "Y": found.mtime, "y": when, "a": f"{bits:o}", "F": kind, "u": 2000}
        if "c" in parsed.values:
            told_as |= {"A": stat.filemode(found.mode), "U": "shell", "G": "shell", "g": 2000}
            for part in re.findall(r"%.|[^%]+|%", parsed.value("c"), re.DOTALL):
                job.io.out.write(encoded(str(told_as.get(part[1:], part) if part[0] == "%" else part)))
            job.say("")
            continue
        job.say(f"  File: {name}\n  Size: {found.size}\t Blocks: {(found.size + 511) // 512}\t IO Blocks: 4096\t{kind}")
        job.say(f"Access: (0{bits:o}/{stat.filemode(found.mode)})\tUid: ( 2000/   shell)\tGid: ( 2000/   shell)")
        job.say(f"Modify: {when}")
    return int(job.failed)


def _test(job: Job) -> int:
    words = list(job.args)
    if job.name == "[" and (not words or words.pop() != "]"):
        return job.fail("missing ]", 2)
    try:
        return int(not _either(job, words))
    except (ValueError, IndexError):
        job.complain(f"/system/bin/sh: {job.name}: unexpected operator/operand")
        return 2


def _either(job: Job, words: list[str]) -> bool:
    for joint in ("-o", "-a"):
        if joint in words[1:-1] and len(words) > 3:
            at = words.index(joint, 1)
            left, right = _either(job, words[:at]), _either(job, words[at + 1 :])
            return (left or right) if joint == "-o" else (left and right)
    if words[:1] == ["!"]:
        return not _either(job, words[1:])
    if len(words) < 2:
        return bool(words and words[0])
    if len(words) == 2:
        return _unary(job, *words)
    left, operator, right = words
    if operator in ("=", "==", "!="):
        return (left == right) == (operator != "!=")
    a, b = int(left[:20]), int(right[:20])
    compared = {"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}
    if operator not in compared:
        raise ValueError(operator)
    return compared[operator]


def _unary(job: Job, operator: str, word: str) -> bool:
    if operator in ("-n", "-z"):
        return bool(word) == (operator == "-n")
    if operator not in ("-e", "-f", "-d", "-s", "-r", "-w", "-x", "-L", "-h"):
        raise ValueError(operator)
    try:
        found = job.machine.files.stat(job.path(word))
    except OSError:
        return False
    match operator:
        case "-f":
            return not found.is_folder
        case "-d":
            return found.is_folder
        case "-s":
            return found.size > 0
        case "-x":
            return found.is_folder or bool(found.mode & 0o111)
        case "-L" | "-h":
            return False
        case _:
            return True


def _find(job: Job) -> int:
    words = list(job.args)
    roots: list[str] = []
    while words and not words[0].startswith(("-", "!", "(")):
        roots.append(words.pop(0))
    wanted: dict[str, str] = {}
    delete = False
    while words:
        word = words.pop(0)
        if word in ("-name", "-iname", "-type", "-maxdepth", "-mindepth", "-path") and words:
            wanted[word] = words.pop(0)
        elif word == "-delete":
            delete = True
        elif word != "-print":
            return job.fail(f"bad arg '{word}'")
    depth = wanted.get("-maxdepth", "64")
    for root in roots or ["."]:
        top = job.path(root)
        try:
            paths = list(_walk(job, top, int(depth) if depth.isdigit() and len(depth) < 4 else 64))
        except OSError as error:
            _complain(job, root, error)
            continue
        for path, found in reversed(paths) if delete else paths:
            if _wanted(path, found, top, wanted):
                if delete:
                    job.machine.files.remove(path)
                else:
                    job.say(root + path[len(top.rstrip("/")) :] if path != top else root)
    return int(job.failed)


def _wanted(path: str, found: FileStat, top: str, wanted: dict[str, str]) -> bool:
    name = posixpath.basename(path)
    depth = path[len(top.rstrip("/")) :].count("/")
    return (
        fnmatch.fnmatchcase(name, wanted.get("-name", "*"))
        and fnmatch.fnmatchcase(name.casefold(), wanted.get("-iname", "*").casefold())
        and fnmatch.fnmatchcase(path, wanted.get("-path", "*"))
        and wanted.get("-type", "fd").find("d" if found.is_folder else "f") >= 0
        and depth >= int(wanted.get("-mindepth", "0")[:3] or 0)
    )


def _name(job: Job) -> int:
    """`basename`, `dirname`, `realpath`, `readlink`."""
    parsed = options(job.args, "afne")
    for name in parsed.rest[:1] if job.name == "basename" else parsed.rest:
        if job.name == "basename":
            base = posixpath.basename(name.rstrip("/")) or "/"
            job.say(base.removesuffix(parsed.rest[1]) if len(parsed.rest) > 1 and base != parsed.rest[1] else base)
        elif job.name == "dirname":
            job.say(posixpath.dirname(name.rstrip("/")) or ("/" if name.startswith("/") else "."))
        else:
            job.say(posixpath.normpath(job.path(name)))
    return 0


def _nothing(_: Job) -> int:
    return 0


FILE_COMMANDS: dict[str, Program] = {
    "ls": _ls,
    "rm": _rm,
    "mkdir": _mkdir,
    "rmdir": _rmdir,
    "cp": _copy,
    "mv": _copy,
    "touch": _touch,
    "chmod": _chmod,
    "chown": _nothing,
    "sync": _nothing,
    "stat": _stat,
    "test": _test,
    "[": _test,
    "find": _find,
    "basename": _name,
    "dirname": _name,
    "realpath": _name,
    "readlink": _name,
}
