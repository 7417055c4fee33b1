"""Parses the shell language: words, pipes, lists, redirections. Loops and functions are not supported."""

import re
from typing import Literal

from sextant.dataclass import dataclass

__all__ = ["Command", "Group", "Item", "Pipeline", "Redirection", "ShellSyntaxError", "Word", "WordPart", "parse"]

LONGEST = 256 * 1024
"""Most characters of a command line."""
DEEPEST = 12
"""Deepest nesting of brackets and substitutions."""
MOST = 2000
"""Most commands on one line."""

_BLANK = " \t"
_ENDS = " \t\n;&|<>()"
_OPERATORS = ("&&", "||", ";", "&", "|", "\n", "(", ")")
_REDIRECTION = re.compile(r"(\d?)(>>|>&|<&|>\||>|<)|(&>>|&>)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_SPECIAL = "?$#@*!0123456789-"
_RESERVED = frozenset(  # structural: reserved words of POSIX sh
    {"if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "function"}
)


class ShellSyntaxError(Exception):
    """The line is not valid; the message is the part after `syntax error: `."""


@dataclass(frozen=True, slots=True)
class WordPart:
    """A part of a word. `text` is literal text, the name of a variable, or a command line, by `kind`."""

    kind: Literal["text", "variable", "command"]
    text: str
    quoted: bool = False
    default: str | None = None
    """Of `${NAME:-DEFAULT}`."""


Word = tuple[WordPart, ...]


@dataclass(frozen=True, slots=True)
class Redirection:
    """`>` `>>` `<` to a file; `>&` to another descriptor."""

    descriptor: int
    operator: Literal[">", ">>", "<", ">&"]
    target: Word


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: variables set for it, its words, its redirections."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`{ …; }`, or `( … )`, a subshell with its own variables (`own`)."""

    items: tuple["Item", ...]
    own: bool
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands whose output is the next one's input."""

    commands: tuple[Command | Group, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A pipeline, the condition on the previous one (`when`), and whether it runs in the background."""

    pipeline: Pipeline
    when: Literal["always", "success", "failure"] = "always"
    background: bool = False


def parse(line: str) -> tuple[Item, ...]:
    """Parses a command line to a list of pipelines.

    Raises:
        ShellSyntaxError: It is not valid, too long or nested too deeply.
    """
    if len(line) > LONGEST:
        raise ShellSyntaxError("line too long")
    parser = _Parser(line)
    items = parser.items("")
    if parser.at < len(line):
        raise ShellSyntaxError(f"unexpected '{line[parser.at]}'")
    return items


class _Parser:
    """Parses one line from left to right; `at` is the current position."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0
        self.depth = 0
        self.count = 0

    def items(self, end: str) -> tuple[Item, ...]:
        """Parses a list up to `end` (`)`, `}` or the end of the line), which is not consumed."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise ShellSyntaxError("nesting too deep")
        found: list[Item] = []
        when: Literal["always", "success", "failure"] = "always"
        while True:
            self._skip(lines=True)
            if self._ended(end):
                if when != "always":
                    raise ShellSyntaxError("unexpected EOF" if not end else f"unexpected '{end}'")
                break
            pipeline = self._pipeline()
            self._skip()
            operator = self._operator()
            found.append(Item(pipeline, when, operator == "&"))
            when = "success" if operator == "&&" else "failure" if operator == "||" else "always"
            if operator in ("|", "("):
                raise ShellSyntaxError(f"unexpected '{operator}'")
            if operator in ("", ")"):
                self.at -= len(operator)
                self._skip(lines=True)
                if not self._ended(end):
                    raise ShellSyntaxError(f"unexpected '{self.line[self.at : self.at + 1] or 'EOF'}'")
                break
        self.depth -= 1
        return tuple(found)

    def _ended(self, end: str) -> bool:
        if self.at >= len(self.line):
            if end:
                raise ShellSyntaxError("unexpected EOF")
            return True
        return bool(end) and self.line.startswith(end, self.at)

    def _skip(self, *, lines: bool = False) -> None:
        """Skips blanks, comments and line continuations."""
        while self.at < len(self.line):
            here = self.line[self.at]
            if self.line.startswith("\\\n", self.at):
                self.at += 2
            elif here in _BLANK or here == "\r" or (lines and here == "\n"):
                self.at += 1
            elif here == "#":
                end = self.line.find("\n", self.at)
                self.at = len(self.line) if end < 0 else end
            else:
                return

    def _operator(self) -> str:
        for operator in _OPERATORS:
            if self.line.startswith(operator, self.at):
                self.at += len(operator)
                return operator
        return ""

    def _pipeline(self) -> Pipeline:
        negated = False
        if re.match(r"!\s", self.line[self.at : self.at + 2]):
            negated = True
            self.at += 1
            self._skip()
        commands = [self._command()]
        while True:
            self._skip()
            if not self.line.startswith("|", self.at) or self.line.startswith("||", self.at):
                return Pipeline(tuple(commands), negated)
            self.at += 1
            self._skip(lines=True)
            commands.append(self._command())

    def _command(self) -> Command | Group:
        self.count += 1
        if self.count > MOST:
            raise ShellSyntaxError("too many commands")
        if self.line.startswith("(", self.at):
            return self._group("(", ")")
        if re.match(r"\{\s", self.line[self.at : self.at + 2]):
            return self._group("{", "}")
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        while True:
            self._skip()
            redirection = self._redirection()
            if redirection:
                redirections += redirection
                continue
            if self.at >= len(self.line) or self.line[self.at] in _ENDS:
                break
            assigned = _ASSIGNMENT.match(self.line, self.at)
            if assigned and not words:
                self.at = assigned.end()
                assignments.append((assigned[0][:-1], self._word()))
                continue
            words.append(self._word())
            first = words[0]
            if len(words) == 1 and len(first) == 1 and not first[0].quoted and first[0].text in _RESERVED:
                raise ShellSyntaxError(f"unexpected '{first[0].text}'")
        if not (assignments or words or redirections):
            raise ShellSyntaxError(f"unexpected '{self.line[self.at : self.at + 1] or 'EOF'}'")
        return Command(tuple(assignments), tuple(words), tuple(redirections))

    def _group(self, start: str, end: str) -> Group:
        self.at += len(start)
        items = self.items(end)
        self.at += len(end)
        redirections: list[Redirection] = []
        while True:
            self._skip()
            more = self._redirection()
            if not more:
                return Group(items, start == "(", tuple(redirections))
            redirections += more

    def _redirection(self) -> list[Redirection]:
        found = _REDIRECTION.match(self.line, self.at)
        if not found:
            return []
        if self.line.startswith("<<", found.start(2) if found[2] else self.at):
            raise ShellSyntaxError("unexpected '<<'")
        self.at = found.end()
        self._skip()
        if self.at >= len(self.line) or self.line[self.at] in _ENDS:
            raise ShellSyntaxError("missing redirection target")
        target = self._word()
        if found[3]:
            both = Redirection(1, ">>" if found[3] == "&>>" else ">", target)
            return [both, Redirection(2, ">&", (WordPart("text", "1"),))]
        operator = {">|": ">", "<&": ">&"}.get(found[2], found[2])
        descriptor = int(found[1]) if found[1] else (0 if found[2] in ("<", "<&") else 1)
        if operator == ">":
            return [Redirection(descriptor, ">", target)]
        if operator == ">>":
            return [Redirection(descriptor, ">>", target)]
        return [Redirection(descriptor, "<" if operator == "<" else ">&", target)]

    def _word(self) -> Word:
        parts: list[WordPart] = []
        while self.at < len(self.line) and self.line[self.at] not in _ENDS:
            here = self.line[self.at]
            if here == "'":
                parts.append(WordPart("text", self._until("'"), quoted=True))
            elif here == '"':
                self.at += 1
                parts += self._double()
            elif here == "\\":
                if self.line[self.at + 1 : self.at + 2] != "\n":
                    parts.append(WordPart("text", self.line[self.at + 1 : self.at + 2] or "\\", quoted=True))
                self.at += 2
            elif here in "$`":
                parts.append(self._dollar(quoted=False))
            else:
                start = self.at
                while self.at < len(self.line) and self.line[self.at] not in _ENDS + "'\"\\$`":
                    self.at += 1
                parts.append(WordPart("text", self.line[start : self.at]))
        return tuple(parts)

    def _until(self, quote: str) -> str:
        end = self.line.find(quote, self.at + 1)
        if end < 0:
            raise ShellSyntaxError("unexpected EOF while looking for matching quote")
        text = self.line[self.at + 1 : end]
        self.at = end + 1
        return text

    def _double(self) -> list[WordPart]:
        """Parses text in double quotes, including the closing quote."""
        parts: list[WordPart] = [WordPart("text", "", quoted=True)]
        text: list[str] = []
        while True:
            here = self.line[self.at : self.at + 1]
            if not here:
                raise ShellSyntaxError("unexpected EOF while looking for matching quote")
            if here in '"$`' and text:
                parts.append(WordPart("text", "".join(text), quoted=True))
                text = []
            if here == '"':
                self.at += 1
                return parts
            if here in "$`":
                parts.append(self._dollar(quoted=True))
                continue
            follows = self.line[self.at + 1 : self.at + 2]
            if here == "\\" and follows and follows in '"\\$`\n':
                text.append("" if follows == "\n" else follows)
                self.at += 2
                continue
            text.append(here)
            self.at += 1

    def _dollar(self, *, quoted: bool) -> WordPart:
        if self.line[self.at] == "`":
            return WordPart("command", re.sub(r"\\([`\\$])", r"\1", self._until("`")), quoted)
        self.at += 1
        if self.line.startswith("(", self.at):
            inner = _Parser(self.line)
            inner.at, inner.depth, inner.count = self.at + 1, self.depth, self.count
            inner.items(")")
            text = self.line[self.at + 1 : inner.at]
            self.at, self.count = inner.at + 1, inner.count
            return WordPart("command", text, quoted)
        if self.line.startswith("{", self.at):
            end = self.line.find("}", self.at)
            held = re.fullmatch(r"([A-Za-z_]\w*|[?$#@*0-9])(?::?-(.*))?", self.line[self.at + 1 : max(end, 0)])
            if end < 0 or not held:
                raise ShellSyntaxError("bad substitution")
            self.at = end + 1
            return WordPart("variable", held[1], quoted, held[2])
        name = _NAME.match(self.line, self.at)
        if name:
            self.at = name.end()
            return WordPart("variable", name[0], quoted)
        here = self.line[self.at : self.at + 1]
        if here and here in _SPECIAL:
            self.at += 1
            return WordPart("variable", here, quoted)
        return WordPart("text", "$", quoted=True)
