"""Toybox's commands on text: echo, cat, grep, sed and the like.

They write piece by piece, so that the limits of the output apply before a large result is in memory.
"""

import base64
import binascii
import hashlib
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, groupby

from sextant.integrations.adb_bridge.shell.arguments import Options, options
from sextant.integrations.adb_bridge.shell.input_lines import inputs, line_count, lines, position, stored_lines
from sextant.integrations.adb_bridge.shell.job import Job, Program, encoded
from sextant.integrations.adb_bridge.shell.patterns import Pattern, pattern

__all__ = ["TEXT_COMMANDS"]

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\033"}
LONGEST = 4 << 20
PIECE = 65536
MOST_CONTEXT = 10_000
"""Most lines that `grep` prints before a match."""


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
    size = 0

    def bounded(found: re.Match[str]) -> str:
        nonlocal size
        text = replaced(found)
        size += len(text)
        if size > LONGEST:
            raise ValueError("too long")
        return text

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

    return re.sub(r"%%|\\(?:x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)|%([-0+ #]*)(\d*)(\.\d*)?([sbcdiuxXo])", bounded, template)


def _code(job: Job) -> int:
    return int(job.failed)


def _cat(job: Job) -> int:
    parsed = options(job.args, "uvet")
    if not parsed.rest and not job.background:
        while chunk := job.io.source.read():
            job.io.out.write(chunk)
        return 0
    for _, data in inputs(job, parsed.rest):
        job.io.out.write(data)
    return _code(job)


def _head(job: Job) -> int:
    words = job.args
    if words and re.fullmatch(r"-\d+", words[0]):
        words = (f"-n{words[0][1:]}", *words[1:])
    parsed = options(words, "qv", "nc")
    names = parsed.rest or ["-"]
    for name, data in inputs(job, names):
        if len(names) > 1:
            job.say(f"==> {name} <==")
        if "c" in parsed.values:
            job.io.out.write(data[: parsed.number("c", 0)])
            continue
        count = parsed.number("n", 10)
        job.io.out.write(data[: position(data, b"\n", count if count >= 0 else line_count(data) + count)])
    return _code(job)


def _tail(job: Job) -> int:
    words = job.args
    if words and re.fullmatch(r"[-+]\d+", words[0]):
        words = (f"-n{words[0].lstrip('-')}", *words[1:])
    parsed = options(words, "qvf", "nc")
    for _, data in inputs(job, parsed.rest):
        letter = "c" if "c" in parsed.values else "n"
        amount, count = parsed.value(letter, "10"), parsed.number(letter, 10)
        if letter == "c":
            job.io.out.write(data[count - 1 :] if amount.startswith("+") else data[-abs(count) :] if count else b"")
            continue
        start = count - 1 if amount.startswith("+") else line_count(data) - abs(count)
        job.io.out.write(data[position(data, b"\n", start) :])
    return _code(job)


def _wc(job: Job) -> int:
    parsed = options(job.args, "lwcm")
    for name, data in inputs(job, parsed.rest):
        counts = {
            "l": data.count(b"\n"),
            "w": sum(1 for _ in re.finditer(rb"\S+", data)),
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
        for name, data in inputs(job, rest):
            met = _grep_one(job, parsed, made, name if len(rest) > 1 or "H" in parsed.flags else "", data) or met
    except ValueError as error:
        return job.fail(str(error), 2)
    return 0 if met else (2 if _code(job) else 1)


def _grep_one(job: Job, parsed: Options, made: list[Pattern], name: str, data: bytes) -> bool:
    flags = parsed.flags
    before, after = (parsed.number(letter, parsed.number("C", 0)) for letter in "BA")
    most = parsed.number("m", 1 << 30)
    count, until, printed = 0, -1, -1
    recent: deque[str] = deque(maxlen=min(before, MOST_CONTEXT))
    prefix = f"{name}:" if name and "h" not in flags else ""
    for number, line in enumerate(lines(data)):
        pieces = _found(made, line, flags)
        first = next(pieces, None)
        if (first is not None) == ("v" in flags):
            if number <= until and not flags & set("qclo"):
                job.say(_numbered(flags, number, "-") + line)
                printed = number
            else:
                recent.append(_numbered(flags, number, "-") + line)
            continue
        count += 1
        if flags & {"q", "l"}:
            break
        if "o" in flags:
            for piece in chain([first], pieces) if first is not None else ():
                job.say(prefix + _numbered(flags, number, ":") + piece)
        elif "c" not in flags:
            _before(job, recent, bool(before or after) and 0 <= printed < number - len(recent) - 1)
            job.say(prefix + _numbered(flags, number, ":") + line)
            printed, until = number, number + after
        if count >= most:
            break
    if count and "l" in flags and "q" not in flags:
        job.say(name or "(standard input)")
    elif "c" in flags:
        job.say(f"{prefix}{count}")
    return count > 0


def _before(job: Job, recent: deque[str], apart: bool) -> None:
    """The context lines before a match, with a separator if they do not follow earlier output."""
    if apart:
        job.say("--")
    while recent:
        job.say(recent.popleft())


def _numbered(flags: set[str], number: int, sign: str) -> str:
    return f"{number + 1}{sign}" if "n" in flags else ""


def _found(made: list[Pattern], line: str, flags: set[str]) -> Iterator[str]:
    """The matching parts of a line, or the line itself where only that matters."""
    for one in made:
        one.spend(line)
        if "x" in flags:
            if one.compiled.fullmatch(line):
                yield line
            continue
        for found in one.compiled.finditer(line):
            start, end = found.span()
            if "w" in flags and (line[start - 1 : start].isalnum() or line[end : end + 1].isalnum()):
                continue
            if found[0] or "o" not in flags:
                yield found[0] or line


def _sed(job: Job) -> int:
    parsed = options(job.args, "nErsi", "e")
    scripts = parsed.values.get("e") or ([parsed.rest.pop(0)] if parsed.rest else [])
    if not scripts or "i" in parsed.flags:
        return job.fail("no pattern")
    extended = bool({"E", "r"} & parsed.flags)
    steps = [_sed_step(text.strip(), extended) for script in scripts for text in _sed_texts(script)]
    for _, data in inputs(job, parsed.rest):
        last = line_count(data)
        for number, line in enumerate(lines(data), 1):
            kept: str | None = line
            for step in steps:
                kept = step(kept, number, number == last, job.say) if kept is not None else None
            if kept is not None and "n" not in parsed.flags:
                job.say(kept)
    return _code(job)


_Say = Callable[[str], None]
_SedStep = Callable[[str, int, bool, _Say], str | None]


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
        return lambda line, number, end, say: _sed_plain(action, here(line, number, end), line, say)
    replace = _sed_replacement(action, extended)
    return lambda line, number, end, say: replace(line, say) if here(line, number, end) else line


def _sed_plain(action: str, here: bool, line: str, say: _Say) -> str | None:
    if here and action == "d":
        return None
    if here and action == "p":
        say(line)
    return line


def _sed_replacement(action: str, extended: bool) -> Callable[[str, _Say], str]:
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

    def replace(line: str, say: _Say) -> str:
        made.spend(line)
        matches = sum(1 for _ in made.compiled.finditer(line)) if "g" in flags else 1
        copies = template.count("&") + template.count("\\")
        if matches * len(template) + len(line) * copies > LONGEST:
            raise ValueError("result too long")
        new, count = made.compiled.subn(filled, line, 0 if "g" in flags else 1)
        if count and "p" in flags:
            say(new)
        return new

    return replace


def _sort(job: Job) -> int:
    parsed = options(job.args, "nrufb", "kt")
    stored = stored_lines(job, parsed.rest)

    def key(line: str) -> tuple[float, str]:
        number = re.match(r"\s*-?\d{1,15}", line) if "n" in parsed.flags else None
        return (float(number[0]) if number else 0.0, line)

    ordered = sorted(set(stored) if "u" in parsed.flags else stored, key=key, reverse="r" in parsed.flags)
    for line in ordered:
        job.say(line)
    return _code(job)


def _uniq(job: Job) -> int:
    parsed = options(job.args, "cdu")
    for _, data in inputs(job, parsed.rest[:1]):
        for line, same in groupby(lines(data)):
            count = sum(1 for _ in same)
            if ("d" not in parsed.flags or count > 1) and ("u" not in parsed.flags or count == 1):
                job.say(f"{count:7d} {line}" if "c" in parsed.flags else line)
    return _code(job)


def _cut(job: Job) -> int:
    parsed = options(job.args, "s", "dfcb")
    spans = _spans(parsed.value("f") or parsed.value("c") or parsed.value("b") or "1-")
    sign = parsed.value("d", "\t")[:1] or "\t"
    for _, data in inputs(job, parsed.rest):
        for line in lines(data):
            if "f" not in parsed.values:
                job.say("".join(line[start:end] for start, end in spans))
            elif sign in line:
                job.say(sign.join(_fields(line, sign, spans)))
            elif "s" not in parsed.flags:
                job.say(line)
    return _code(job)


def _fields(line: str, sign: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    """The fields of each range."""
    at = passed = 0
    for start, end in spans:
        begin = position(line, sign, start - passed, at)
        if begin > len(line):
            return
        at, passed = position(line, sign, end - start, begin), end
        yield line[begin : at - 1]


def _spans(text: str) -> list[tuple[int, int]]:
    """The ranges of `cut`, in order and without overlap: no character is printed twice."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(_span(part) for part in text.split(",")):
        if spans and start <= spans[-1][1]:
            start, end = spans[-1][0], max(end, spans.pop()[1])
        spans.append((start, end))
    return spans


def _span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{0,9})(-?)(\d{0,9})", text)
    if not found or text in ("", "-"):
        raise ValueError(f"bad range {text}")
    start = int(found[1] or 1) - 1
    end = (int(found[3]) if found[3] else sys.maxsize) if found[2] else start + 1
    if not 0 <= start < end:
        raise ValueError(f"bad range {text}")
    return start, end


def _tr(job: Job) -> int:
    parsed = options(job.args, "dsc")
    sets = [_unescaped(_range(text)) for text in parsed.rest[:2]]
    if not sets:
        return job.fail("Needs 1 argument")
    if "d" in parsed.flags:
        table = dict.fromkeys(map(ord, sets[0]))
    else:
        table = {}
        if len(sets) == 2 and sets[1]:
            padded = sets[1] + sets[1][-1] * max(len(sets[0]) - len(sets[1]), 0)
            table = {ord(old): new for old, new in zip(sets[0], padded, strict=False)}
    text = job.read_input().decode("utf-8", "surrogateescape")
    for at in range(0, len(text), PIECE):
        piece = text[at : at + PIECE]
        if {"c", "d"} <= parsed.flags:
            job.io.out.write(encoded("".join(sign for sign in piece if ord(sign) in table)))
        else:
            job.io.out.write(encoded(piece.translate(table)))
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
    for _, data in inputs(job, parsed.rest):
        if "d" in parsed.flags:
            try:
                job.io.out.write(base64.b64decode(re.sub(rb"[^A-Za-z0-9+/=]", b"", data)))
            except binascii.Error:
                return job.fail("bad input")
            continue
        text, width = base64.b64encode(data), parsed.number("w", 76)
        if width <= 0:
            job.io.out.write(text)
            continue
        size = width * max(PIECE // width, 1)
        for start in range(0, len(text), size):
            end = min(start + size, len(text))
            job.io.out.write(b"".join(text[at : min(at + width, end)] + b"\n" for at in range(start, end, width)))
    return _code(job)


def _digest(job: Job) -> int:
    parsed = options(job.args, "b")
    for name, data in inputs(job, parsed.rest):
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
