"""Repairs slightly broken JSON, as models write it without a grammar."""

import json
import re

__all__ = ["repaired_json"]

_LITERALS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
"""Literals of Python and JavaScript, and those of JSON."""
_CLOSERS = {"{": "}", "[": "]"}
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "”": "”"}
"""Opening quotation marks of strings, and the closing ones."""
_COLON = re.compile(r"\s*+:")
_ESCAPED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"'}


def repaired_json(text: str, whole: bool = True) -> str | None:
    """Return the first object in the text as valid JSON; None if it cannot be repaired.

    Repairs trailing commas, comments, single or typographic quotes, bare keys, line breaks in strings and Python
    literals; closes brackets left open at the end if the answer is `whole`. A string without an end was cut off, and is
    not repaired.
    """
    start = text.find("{")
    if start == -1:
        return None
    made = _Repairer(text, start, whole).run()
    try:
        return made if made and isinstance(json.loads(made), dict) else None
    except (ValueError, RecursionError):
        return None


class _Repairer:
    """One pass over the text, from the first bracket to its closing one."""

    def __init__(self, text: str, start: int, whole: bool) -> None:
        self._text, self._at, self._whole = text, start, whole
        self._out: list[str] = []
        self._open: list[str] = []
        self._torn = False

    def run(self) -> str:
        """Return the object; empty if it does not end."""
        while self._at < len(self._text):
            if self._step() and not self._open:
                return "".join(self._out)
        if not self._whole or self._torn:
            return ""
        self._drop_comma()
        return "".join([*self._out, *reversed(self._open)])

    def _step(self) -> bool:
        """Process one piece; return True after a closing bracket."""
        text, at = self._text, self._at
        mark = text[at]
        if mark in _QUOTES:
            self._string(_QUOTES[mark])
        elif text.startswith("//", at):
            self._skip_to("\n")
        elif text.startswith("/*", at):
            self._skip_to("*/")
        elif mark in _CLOSERS:
            self._open.append(_CLOSERS[mark])
            self._put(mark)
        elif mark in "}]":
            return self._close(mark)
        elif mark.isalpha() or mark == "_":
            self._word()
        else:
            self._put(mark)
        return False

    def _put(self, mark: str) -> None:
        self._out.append(mark)
        self._at += 1

    def _close(self, mark: str) -> bool:
        self._drop_comma()
        while self._open and self._open[-1] != mark:  # a missing closing bracket
            self._out.append(self._open.pop())
        if self._open:
            self._open.pop()
            self._out.append(mark)
        self._at += 1
        return True

    def _drop_comma(self) -> None:
        while self._out and not self._out[-1].strip():
            self._out.pop()
        if self._out and self._out[-1] == ",":
            self._out.pop()

    def _skip_to(self, end: str) -> None:
        found = self._text.find(end, self._at + 2)
        self._at = len(self._text) if found == -1 else found + len(end)

    def _word(self) -> None:
        end = self._at
        while end < len(self._text) and (self._text[end].isalnum() or self._text[end] in "_-"):
            end += 1
        word = self._text[self._at : end]
        key = _COLON.match(self._text, end) is not None
        self._out.append(json.dumps(word, ensure_ascii=False) if key else _LITERALS.get(word, word))
        self._at = end

    def _string(self, closing: str) -> None:
        """Convert a string in any quotes to JSON's."""
        text, at = self._text, self._at + 1
        out = ['"']
        while at < len(text) and text[at] != closing:
            if text[at] == "\\" and at + 1 < len(text):
                out.append("'" if text[at + 1] == "'" else text[at : at + 2])
                at += 2
                continue
            out.append(_ESCAPED.get(text[at], text[at]))
            at += 1
        self._torn = at >= len(text)
        self._out.append("".join([*out, '"']))
        self._at = at + 1
