"""Toybox's commands on text: echo, cat, grep, sed and the like."""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterator

from sextant.integrations.adb_bridge.shell.arguments import Options, options
from sextant.integrations.adb_bridge.shell.job import Job, Program, encoded
from sextant.integrations.adb_bridge.shell.patterns import Pattern, pattern

__all__ = ["TEXT_COMMANDS"]

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\033"}
LONGEST = 4 << 20


def _unescaped(text: str) -> str:
    def replaced(found: re.Match[str]) -> str:
        sign = found[1]
        if sign[0] == "x":
            return chr(int(sign[1:], 16))
        if sign[0].isdigit():
            return chr(int(sign, 8) & 255)
        return _ESCAPES[sign]

    return re.sub(r"\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[ntr\\abfve])", replaced, text)


def _echo(job: Job) -> int:
    words, flags = list(job.args), ""
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags += words.pop(0)
    text = " ".join(words)
    text = _unescaped(text) if "e" in flags else text
    job.io.out.write(encoded(text if "n" in flags else text + "\n"))
    return 0


def _printf(job: Job) -> int:
    if not job.args:
        return job.fail("usage: printf FORMAT [ARGUMENT...]")
    template, words = job.args[0], list(job.args[1:])
    size = 0
    while True:
        before = len(words)
        text = _formatted(template, words)
        size += len(text)
        if size > LONGEST:
            return job.fail("too long")
        job.io.out.write(encoded(text))
        if not words or len(words) == before:
            return 0


def _formatted(template: str, words: list[str]) -> str:
    def replaced(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if found[0].startswith("\\"):
            return _unescaped(found[0])
        value = words.pop(0) if words else ""
        flags, width, point, kind = found[1], min(int(found[2] or 0), 200), found[3], found[4]
        places = f".{min(int(point[1:] or 0), 200)}" if point else ""
        if kind in "sbc":
            text = _unescaped(value) if kind == "b" else value[:1] if kind == "c" else value
            return f"%{flags}{width or ''}{places}s" % text
        number = int(value, 0) if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d{1,18})", value) else 0
        return f"%{flags}{width or ''}{places}{'d' if kind in 'iu' else kind}" % number

    return re.sub(
        r"%%|\\(?:x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)|%([-0+ #]*)(\d*)(\.\d*)?([sbcdiuxXo])", replaced, template
    )


def _inputs(job: Job, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """The content of each file, or of standard input; prints an error for missing files."""
    for name in names or ["-"]:
        if name in ("-", "/dev/stdin"):
            yield "-", job.read_input()
            continue
        try:
            yield name, job.machine.files.read(job.path(name)) if name != "/dev/null" else b""
        except OSError as error:
            job.complain(f"{job.name}: {name}: {error.strerror}")
            job.failed = True


def _code(job: Job) -> int:
    return int(job.failed)


def _cat(job: Job) -> int:
    parsed = options(job.args, "uvet")
    if not parsed.rest and not job.background:
        while chunk := job.io.source.read():
            job.io.out.write(chunk)
        return 0
    for _, data in _inputs(job, parsed.rest):
        job.io.out.write(data)
    return _code(job)


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def _head(job: Job) -> int:
    words = job.args
    if words and re.fullmatch(r"-\d+", words[0]):
        words = (f"-n{words[0][1:]}", *words[1:])
    parsed = options(words, "qv", "nc")
    names = parsed.rest or ["-"]
    for name, data in _inputs(job, names):
        if len(names) > 1:
            job.say(f"==> {name} <==")
        if "c" in parsed.values:
            job.io.out.write(data[: parsed.number("c", 0)])
            continue
        count = parsed.number("n", 10)
        pieces = data.splitlines(keepends=True) if b"\r" not in data else [p + b"\n" for p in data.split(b"\n")]
        job.io.out.write(b"".join(pieces[:count]))
    return _code(job)


def _tail(job: Job) -> int:
    words = job.args
    if words and re.fullmatch(r"[-+]\d+", words[0]):
        words = (f"-n{words[0].lstrip('-')}", *words[1:])
    parsed = options(words, "qvf", "nc")
    for _, data in _inputs(job, parsed.rest):
        letter = "c" if "c" in parsed.values else "n"
        amount, count = parsed.value(letter, "10"), parsed.number(letter, 10)
        if letter == "c":
            job.io.out.write(data[count - 1 :] if amount.startswith("+") else data[-abs(count) :] if count else b"")
            continue
        pieces = data.split(b"\n")
        ending = pieces.pop() if pieces[-1] else (pieces.pop(), b"")[1]
        pieces = [piece + b"\n" for piece in pieces] + ([ending] if ending else [])
        kept = pieces[max(count - 1, 0) :] if amount.startswith("+") else pieces[-abs(count) :] if count else []
        job.io.out.write(b"".join(kept))
    return _code(job)


def _wc(job: Job) -> int:
    parsed = options(job.args, "lwcm")
    for name, data in _inputs(job, parsed.rest):
        counts = {
            "l": data.count(b"\n"),
            "w": len(data.split()),
            "c": len(data),
            "m": len(data.decode("utf-8", "replace")),
        }
        shown = [str(counts[letter]) for letter in "lwcm" if letter in (parsed.flags or {"l", "w", "c"})]
        named = "" if name == "-" else f" {name}"
        job.say(" ".join(shown) + named)
    return _code(job)


def _grep(job: Job) -> int:
    parsed = options(job.args, "ivcnEFqolwxhHrsza", "eABCm")
    rest = parsed.rest
    if "e" not in parsed.values:
        if not rest:
            return job.fail("no REGEX", 2)
        parsed.values["e"] = [rest.pop(0)]
    flags = re.IGNORECASE if "i" in parsed.flags else 0
    extended = job.name == "egrep" or "E" in parsed.flags
    try:
        made = [
            pattern(text, extended=extended, fixed=job.name == "fgrep" or "F" in parsed.flags, flags=flags)
            for text in parsed.values["e"][:50]
        ]
        met = False
        for name, data in _inputs(job, rest):
            met = _grep_one(job, parsed, made, name if len(rest) > 1 or "H" in parsed.flags else "", data) or met
    except ValueError as error:
        return job.fail(str(error), 2)
    return 0 if met else (2 if _code(job) else 1)


def _grep_one(job: Job, parsed: Options, made: list[Pattern], name: str, data: bytes) -> bool:
    flags = parsed.flags
    before, after = (parsed.number(letter, parsed.number("C", 0)) for letter in "BA")
    most = parsed.number("m", 1 << 30)
    lines, count, until, printed = _lines(data), 0, -1, -1
    prefix = f"{name}:" if name and "h" not in flags else ""
    for number, line in enumerate(lines):
        found = _found(made, line, flags)
        if bool(found) == ("v" in flags):
            if number <= until and not flags & set("qclo"):
                job.say(_numbered(flags, number, "-") + line)
                printed = number
            continue
        count += 1
        if flags & {"q", "l"}:
            break
        if "o" in flags:
            for piece in found:
                job.say(prefix + _numbered(flags, number, ":") + piece)
        elif "c" not in flags:
            _before(job, lines, max(number - before, printed + 1), number, printed if before or after else number)
            job.say(prefix + _numbered(flags, number, ":") + line)
            printed, until = number, number + after
        if count >= most:
            break
    if count and "l" in flags and "q" not in flags:
        job.say(name or "(standard input)")
    elif "c" in flags:
        job.say(f"{prefix}{count}")
    return count > 0


def _before(job: Job, lines: list[str], start: int, end: int, printed: int) -> None:
    """The context lines before a match, with a separator after earlier output."""
    if 0 <= printed < start - 1:
        job.say("--")
    for line in lines[start:end]:
        job.say(line)


def _numbered(flags: set[str], number: int, sign: str) -> str:
    return f"{number + 1}{sign}" if "n" in flags else ""


def _found(made: list[Pattern], line: str, flags: set[str]) -> list[str]:
    """The matching parts of a line; only the first one unless all are needed."""
    pieces: list[str] = []
    for one in made:
        one.spend(line)
        if "x" in flags:
            whole = one.compiled.fullmatch(line)
            pieces += [line] if whole else []
            continue
        for found in one.compiled.finditer(line):
            start, end = found.span()
            if "w" in flags and (line[start - 1 : start].isalnum() or line[end : end + 1].isalnum()):
                continue
            if found[0] or "o" not in flags:
                pieces.append(found[0] or line or "\n")
            if "o" not in flags:
                return pieces
    return pieces


def _sed(job: Job) -> int:
    parsed = options(job.args, "nErsi", "e")
    scripts = parsed.values.get("e") or ([parsed.rest.pop(0)] if parsed.rest else [])
    if not scripts or "i" in parsed.flags:
        return job.fail("no pattern")
    extended = bool({"E", "r"} & parsed.flags)
    steps = [_sed_step(text.strip(), extended) for script in scripts for text in _sed_texts(script)]
    for _, data in _inputs(job, parsed.rest):
        lines = _lines(data)
        for number, line in enumerate(lines, 1):
            shown: list[str] = []
            kept: str | None = line
            for step in steps:
                kept = step(kept, number, number == len(lines), shown) if kept is not None else None
            for text in [*shown, *([kept] if kept is not None and "n" not in parsed.flags else [])]:
                job.say(text)
    return _code(job)


_SedStep = Callable[[str, int, bool, list[str]], str | None]


def _sed_texts(script: str) -> list[str]:
    """Splits a script into commands; an `s` command must be alone or last."""
    parts: list[str] = []
    rest = script
    while (end := re.match(r"[^s;]*;", rest)) is not None:
        parts.append(end[0][:-1])
        rest = rest[end.end() :]
    whole = re.split(r"(?<=[/|#,@][gpi])\s*;\s*(?=[s$\d/])|(?<=[/|#,@])\s*;\s*(?=s)", rest)
    return [part for part in [*parts, *whole] if part.strip()]


def _sed_step(text: str, extended: bool) -> _SedStep:
    found = re.fullmatch(r"(?:(\d+|\$)(?:,(\d+|\$))?|/((?:[^/\\]|\\.)*)/)?\s*(s.*|[dpq])", text, re.DOTALL)
    if not found:
        raise ValueError(f"bad command '{text[:40]}'")
    first, last, address, action = found.groups()
    where = pattern(address, extended=extended) if address is not None else None

    def here(line: str, number: int, end: bool) -> bool:
        if where is not None:
            where.spend(line)
            return where.compiled.search(line) is not None
        if first is None:
            return True
        start = number >= int(first) if first != "$" else end
        stop = last if last is not None else first
        return start and (stop == "$" or number <= int(stop))

    if not action.startswith("s"):
        return lambda line, number, end, shown: _sed_plain(action, here(line, number, end), line, shown)
    replace = _sed_replacement(action, extended)
    return lambda line, number, end, shown: replace(line, shown) if here(line, number, end) else line


def _sed_plain(action: str, here: bool, line: str, shown: list[str]) -> str | None:
    if here and action == "d":
        return None
    if here and action == "p":
        shown.append(line)
    return line


def _sed_replacement(action: str, extended: bool) -> Callable[[str, list[str]], str]:
    sign = re.escape(action[1:2] or "/")
    found = re.fullmatch(
        rf"s{sign}((?:(?!{sign})[^\\]|\\.)*){sign}((?:(?!{sign})[^\\]|\\.)*){sign}([gpiI0-9]*)", action, re.DOTALL
    )
    if not found:
        raise ValueError(f"bad command '{action[:40]}'")
    text, template, flags = found[1].replace("\\" + action[1], action[1]), found[2], found[3]
    made = pattern(text, extended=extended, flags=re.IGNORECASE if "i" in flags.lower() else 0)

    def filled(match: re.Match[str]) -> str:
        def group(escape: re.Match[str]) -> str:
            if escape[0] == "&":
                return match[0]
            if escape[1].isdigit():
                number = int(escape[1])
                if number > made.compiled.groups:
                    raise ValueError(f"\\{number} too high")
                return match[number] or ""
            return {"n": "\n", "t": "\t"}.get(escape[1], escape[1])

        return re.sub(r"\\(.)|&", group, template, flags=re.DOTALL)

    def replace(line: str, shown: list[str]) -> str:
        made.spend(line)
        matches = sum(1 for _ in made.compiled.finditer(line)) if "g" in flags else 1
        copies = template.count("&") + template.count("\\")
        if matches * len(template) + len(line) * copies > LONGEST:
            raise ValueError("result too long")
        new, count = made.compiled.subn(filled, line, 0 if "g" in flags else 1)
        if count and "p" in flags:
            shown.append(new)
        return new

    return replace


def _sort(job: Job) -> int:
    parsed = options(job.args, "nrufb", "kt")
    lines = [line for _, data in _inputs(job, parsed.rest) for line in _lines(data)]

    def key(line: str) -> tuple[float, str]:
        number = re.match(r"\s*-?\d{1,15}", line) if "n" in parsed.flags else None
        return (float(number[0]) if number else 0.0, line)

    ordered = sorted(set(lines) if "u" in parsed.flags else lines, key=key, reverse="r" in parsed.flags)
    for line in ordered:
        job.say(line)
    return _code(job)


def _uniq(job: Job) -> int:
    parsed = options(job.args, "cdu")
    lines = [line for _, data in _inputs(job, parsed.rest[:1]) for line in _lines(data)]
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end] == lines[at]:
            end += 1
        if ("d" not in parsed.flags or end - at > 1) and ("u" not in parsed.flags or end - at == 1):
            job.say(f"{end - at:7d} {lines[at]}" if "c" in parsed.flags else lines[at])
        at = end
    return _code(job)


def _cut(job: Job) -> int:
    parsed = options(job.args, "s", "dfcb")
    spans = [_span(part) for part in (parsed.value("f") or parsed.value("c") or parsed.value("b") or "1-").split(",")]
    sign = parsed.value("d", "\t")[:1] or "\t"
    for _, data in _inputs(job, parsed.rest):
        for line in _lines(data):
            if "f" not in parsed.values:
                job.say("".join(line[start:end] for start, end in spans))
            elif sign in line:
                pieces = line.split(sign)
                job.say(sign.join(piece for start, end in spans for piece in pieces[start:end]))
            elif "s" not in parsed.flags:
                job.say(line)
    return _code(job)


def _span(text: str) -> tuple[int, int | None]:
    found = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", text)
    if not found or text in ("", "-"):
        raise ValueError(f"bad range {text}")
    start = int(found[1] or 1) - 1
    return start, (int(found[3]) if found[3] else None) if found[2] else start + 1


def _tr(job: Job) -> int:
    parsed = options(job.args, "dsc")
    sets = [_unescaped(_range(text)) for text in parsed.rest[:2]]
    if not sets:
        return job.fail("Needs 1 argument")
    text = job.read_input().decode("utf-8", "surrogateescape")
    if "d" in parsed.flags:
        text = "".join(sign for sign in text if (sign in sets[0]) == ("c" in parsed.flags))
    elif len(sets) == 2 and sets[1]:
        padded = sets[1] + sets[1][-1] * max(len(sets[0]) - len(sets[1]), 0)
        text = text.translate({ord(old): new for old, new in zip(sets[0], padded, strict=False)})
    job.io.out.write(encoded(text))
    return 0


def _range(text: str) -> str:
    return re.sub(r"([a-zA-Z0-9])-([a-zA-Z0-9])", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), text)


def _tee(job: Job) -> int:
    parsed = options(job.args, "ai")
    data = job.read_input()
    job.io.out.write(data)
    for name in parsed.rest:
        write = job.machine.files.append if "a" in parsed.flags else job.machine.files.write
        write(job.path(name), data)
    return 0


def _base64(job: Job) -> int:
    parsed = options(job.args, "di", "w")
    for _, data in _inputs(job, parsed.rest):
        if "d" in parsed.flags:
            try:
                job.io.out.write(base64.b64decode(re.sub(rb"[^A-Za-z0-9+/=]", b"", data)))
            except binascii.Error:
                return job.fail("bad input")
            continue
        text, width = base64.b64encode(data).decode(), parsed.number("w", 76)
        pieces = [text[at : at + width] for at in range(0, len(text), width)] if width > 0 else [text]
        job.io.out.write(("\n".join(pieces) + ("\n" if width > 0 else "")).encode())
    return _code(job)


def _digest(job: Job) -> int:
    parsed = options(job.args, "b")
    for name, data in _inputs(job, parsed.rest):
        made = hashlib.new(job.name.removesuffix("sum"), data, usedforsecurity=False).hexdigest()
        job.say(made if "b" in parsed.flags else f"{made}  {name}")
    return _code(job)


TEXT_COMMANDS: dict[str, Program] = {
    "echo": _echo,
    "printf": _printf,
    "cat": _cat,
    "head": _head,
    "tail": _tail,
    "wc": _wc,
    "grep": _grep,
    "egrep": _grep,
    "fgrep": _grep,
    "sed": _sed,
    "sort": _sort,
    "uniq": _uniq,
    "cut": _cut,
    "tr": _tr,
    "tee": _tee,
    "base64": _base64,
    "md5sum": _digest,
    "sha1sum": _digest,
    "sha256sum": _digest,
}
