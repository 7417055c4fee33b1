"""The language of the phone's shell, and its toybox."""

import time
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.phone_shell import KeptStreams, PhoneShell

SHELL = PhoneShell()


class _DroppedStreams(KeptStreams):
    """Streams of a client that reads everything, so that no output stays in memory."""

    def write(self, data: bytes) -> None:
        """Drops the data."""


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("echo a  'b  c' \"d  e\" f\\ g", "a b  c d  e f g\n"),
        ("false; echo $?", "1\n"),
        ("true && echo yes || echo no", "yes\n"),
        ("false && echo yes || echo no", "no\n"),
        ("! false && echo $?", "0\n"),
        ("A=1 B='x y'; echo $A \"$B\" ${C:-c} ${A}z", "1 x y c 1z\n"),
        ("A=b env | grep ^A=", "A=b\n"),
        ("echo $(echo a; echo b) `echo c`", "a b c\n"),
        ("echo \"$(printf 'a\\n\\n')\"", "a\n"),
        ("(cd /sdcard; pwd); pwd", "/sdcard\n/\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("echo a # nothing", "a\n"),
        ("echo a\necho b", "a\nb\n"),
        ("echo err >&2; echo out 2>/dev/null", "out\n"),
        ("ls /nope 2>&1 | head -1", "ls: /nope: No such file or directory\n"),
        ("echo x > /sdcard/f; echo y >> /sdcard/f; cat < /sdcard/f; cat /sdcard/f | tail -n1", "x\ny\ny\n"),
        (
            "cd /sdcard; echo 1 > g1.txt; echo 2 > g2.txt; echo g*.txt; echo 'g*.txt' no*such",
            "g1.txt g2.txt\ng*.txt no*such\n",
        ),
        ("sh -c 'echo in $0'", "in sh\n"),
        ("echo a | xargs echo b", "b a\n"),
        ("echo $UNSET end; exit 3; echo no", "end\n"),
        ("which ls nothing", "/system/bin/ls\n"),
        ("echo a & echo b", "a\nb\n"),
        ("printf '%s-%d\\n' a 1 b 2", "a-1\nb-2\n"),
        ("echo -n a; echo -e 'b\\tc'", "ab\tc\n"),
        ("printf 'a1\\nb2\\na3\\n' | grep a", "a1\na3\n"),
        ("printf 'a1\\nb2\\na3\\n' | grep -vc a", "1\n"),
        ("printf 'a1\\nb2\\n' | grep -nE '^(a|b)[0-9]+$'", "1:a1\n2:b2\n"),
        ('echo \'x="1" y="2"\' | grep -o \'[a-z]="[^"]*"\'', 'x="1"\ny="2"\n'),
        ("printf 'a\\nb\\nc\\nd\\n' | grep -A1 b", "b\nc\n"),
        ("echo a.b+c | grep -F '.b+'", "a.b+c\n"),
        ("echo 'ab ab' | sed 's/a\\(b\\)/\\1a/g'", "ba ba\n"),
        ("printf '1\\n2\\n3\\n' | sed -n 2p", "2\n"),
        ("echo /a/b | sed 's#/a#/c#'", "/c/b\n"),
        ("printf 'b\\na\\nb\\n' | sort | uniq -c", "      1 a\n      2 b\n"),
        ("echo a:b:c | cut -d: -f2-", "b:c\n"),
        ("echo abcdef | cut -c 5,1-2,2-3; echo a:b:c:d: | cut -d: -f 4-,2", "abce\nb:d:\n"),
        ("printf 'a\\nb\\nc\\nd\\n' | grep -B1 -e b -e d", "a\nb\nc\nd\n"),
        ("printf 'a\\nb\\nc\\nd\\ne\\n' | grep -B1 -A1 -e a -e e", "a\nb\n--\nd\ne\n"),
        ("printf 'a\\nb\\nc\\n' | grep -n -C1 b", "1-a\n2:b\n3-c\n"),
        ("echo ab | grep -o -e a -e b; printf 'a\\nb\\n' | sed 's/a/c/p'", "a\nb\nc\nc\nb\n"),
        ("printf 'a\\nb\\nc' | head -n -1; printf 'a\\nb\\nc' | tail -n 2; echo", "a\nb\nb\nc\n"),
        ("echo abcdef | base64 -w 4; echo abc | tr -cd b; echo", "YWJj\nZGVm\nCg==\nb\n"),
        ("echo abc | tr a-c A-C", "ABC\n"),
        ("printf 1234567 | head -c 3", "123"),
        ("printf 'a\\nb\\nc\\n' | tail -n +2", "b\nc\n"),
        ("echo hi | base64; echo aGkK | base64 -d", "aGkK\nhi\n"),
        ("printf 'a b\\nc\\n' | wc", "2 3 6\n"),
        ("[ 3 -gt 2 ] && [ -d /sdcard ] && [ ! -e /nope ] && [ a = a -a b != c ] && echo ok", "ok\n"),
        (
            "mkdir -p /sdcard/q/r; touch /sdcard/q/r/s; find /sdcard/q -type f; rm -r /sdcard/q; ls /sdcard/q",
            "/sdcard/q/r/s\n",
        ),
        (
            "echo z > /sdcard/z1; mv /sdcard/z1 /sdcard/z2; cp /sdcard/z2 /sdcard/z3; cat /sdcard/z3; ls /sdcard/z1",
            "z\n",
        ),
        ("echo 1 > /sdcard/m; chmod 600 /sdcard/m; stat -c '%a %s %n' /sdcard/m", "600 2 /sdcard/m\n"),
        ("whoami; id -u; uname -m; getconf PAGESIZE", "shell\n2000\naarch64\n4096\n"),
        ("date -d @0 +%Y-%m-%d", "1970-01-01\n"),
        ("basename /a/b.txt .txt; dirname /a/b", "b\n/a\n"),
        ("echo -n jar > /sdcard/j; toybox md5sum /sdcard/j", "68995fcbf432492d15484d04a9d2ac40  /sdcard/j\n"),
    ],
)
def test_lines_and_toybox_print_what_they_print_on_a_phone(line: str, out: str) -> None:
    assert SHELL.run(line).out == out


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("foo -x", 127, "/system/bin/sh: foo: inaccessible or not found\n"),
        ("/data/local/tmp/none", 127, "/system/bin/sh: /data/local/tmp/none: inaccessible or not found\n"),
        ("/sdcard", 126, "/system/bin/sh: /sdcard: Is a directory\n"),
        ("echo a > /system/x", 1, "/system/bin/sh: /system/x: Permission denied\n"),
        ("cat < /nope", 1, "/system/bin/sh: /nope: No such file or directory\n"),
        ("cat /nope", 1, "cat: /nope: No such file or directory\n"),
        ("rm /nope", 1, "rm: /nope: No such file or directory\n"),
        ("echo 'a", 1, "/system/bin/sh: syntax error: unexpected EOF while looking for matching quote\n"),
        ("| cat", 1, "/system/bin/sh: syntax error: unexpected '|'\n"),
        ("for a in b; do echo c; done", 1, "/system/bin/sh: syntax error: unexpected 'for'\n"),
        ("grep -Z a", 1, "grep: Unknown option 'Z'\n"),
    ],
)
def test_errors_are_those_of_a_phone(line: str, code: int, error: str) -> None:
    ran = SHELL.run(line)
    assert (ran.code, ran.err) == (code, error)


def test_an_interactive_shell_keeps_its_folder_and_ends_with_the_code_given() -> None:
    ran = SHELL.run("", b"cd /sdcard/Music\nA=5\necho $PWD $A\r\nfoo\nexit 4\necho never\n")
    assert ran.code == 4
    assert "/sdcard/Music 5\n" in ran.out
    assert "never" not in ran.out


@pytest.mark.parametrize(
    "line",
    [
        "echo " + "$(" * 40 + "echo a" + ")" * 40,
        "A=aaaaaaaaaaaaaaaa; " + "A=$A$A; " * 40 + "echo $A",
        "echo 'sh /sdcard/again; sh /sdcard/again' > /sdcard/again; sh /sdcard/again",
        "echo " + "a" * 5000 + " | grep -E '(a+)+$'",
        "echo " + "a" * 5000 + " | grep -E 'a*a*a*a*a*a*b'",
        *("echo " + "a" * size + f" | grep '{'a*' * loops}b'" for loops, size in ((1, 14_000), (2, 800), (3, 210))),
        "echo " + "a" * 20_000 + " | sed 's/a/" + "&" * 20_000 + "/g'",
        "printf '%999999999d' 1",
        "screencap > /sdcard/a; cat /sdcard/a /sdcard/a /sdcard/a | cat | cat | wc -c",
        "echo x" + ";" + "echo y;" * 3000,
        "(" * 2000 + "echo a" + ")" * 2000,
        "a" * 300_000,
        "find / | xargs cat",
    ],
)
def test_hostile_lines_end_soon(line: str) -> None:
    start = time.monotonic()
    SHELL.run(line)
    assert time.monotonic() - start < 20
    assert SHELL.machine.held_bytes == 0


@pytest.mark.parametrize(
    "line",
    [
        "cut -c " + ",".join(["1-"] * 4000) + " {big} > /dev/null",
        "cut -d , -f " + ",".join(["1-"] * 4000) + " {pairs} > /dev/null",
        "base64 -w 2 {big} > /dev/null",
        "grep -o " + "-e aa " * 6 + "{part} > /dev/null",
        "sed -n '" + "s/a/b/p;" * 200 + "p' {part}",
        "uniq {lines} > /dev/null",
        "head -n 1 {lines}",
        "tail -n 1 {lines}",
        "wc {lines}",
        "stat -c " + "%n" * 2_000 + " " + "/." * 20_000 + "{big}",
        "cat {part} | xargs -I x echo " + "x" * 1_000,
        "printf " + "%200s" * 40_000,
    ],
    ids=lambda line: line.partition(" ")[0],
)
def test_no_command_holds_more_than_a_few_times_its_input(line: str) -> None:
    files = SHELL.machine.files
    contents = {"big": b"a" * 300_000, "pairs": b"ab," * 100_000, "part": b"a" * 100_000, "lines": b"ab\n" * 100_000}
    for name, data in contents.items():
        files.write(f"/sdcard/{name}", data)
    tracemalloc.start()
    try:
        SHELL.shell(line.format(**{name: f"/sdcard/{name}" for name in contents}), _DroppedStreams())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000
    assert SHELL.machine.held_bytes == 0


def test_lines_to_be_sorted_count_as_memory() -> None:
    SHELL.machine.files.write("/sdcard/lines", b"ab\n" * 100_000)
    assert SHELL.run("sort " + "/sdcard/lines " * 50).code == 137
    assert SHELL.machine.held_bytes == 0


def test_what_is_dropped_ends_with_its_client_too() -> None:
    class Gone(KeptStreams):
        def write_error(self, data: bytes) -> None:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        SHELL.shell("echo a > /dev/null", Gone())


def test_a_command_that_waits_ends_with_its_client() -> None:
    streams = KeptStreams(writes_left=3)
    with pytest.raises(BrokenPipeError):
        SHELL.shell("sleep 1000", streams)


@settings(max_examples=400)
@given(st.text(alphabet="ab $'\"\\;&|<>(){}`*?#=!\n-1/.~[]", max_size=40))
def test_no_line_breaks_the_shell(line: str) -> None:
    streams = KeptStreams(writes_left=200)
    with suppress(BrokenPipeError):
        assert 0 <= SHELL.shell(line or "true", streams) < 256
