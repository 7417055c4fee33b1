# ruff: noqa: E501
"""What the parsers read that `sextant bench fuzz` attacks: one or two small texts each, and what was found with them."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_MOST_KEPT = 1000
_CHANGED_UP_TO = 20_000
"""Longer texts are tried again and not changed further: each would take the time of hundreds."""


class Corpus:
    """The texts of one parser from which cases are made.

    `kept` are those that were found besides. In `directory`, where there is one, each is a file named by its hash.
    """

    def __init__(self, texts: Sequence[str], directory: Path | None = None) -> None:
        self._texts, self._directory = texts, directory
        self._seen = {frozenset[tuple[str, int]]()}
        files = sorted(directory.glob("*.txt")) if directory is not None and directory.is_dir() else []
        self.kept = [file.read_text(encoding="utf-8", errors="surrogatepass") for file in files]
        self._known = set(self.kept)

    def some(self, rng: random.Random) -> Sequence[str]:
        """What the next case is made from: every other time the texts of the start, else a few of those kept."""
        short = [text for text in rng.sample(self.kept, min(3, len(self.kept))) if len(text) <= _CHANGED_UP_TO]
        return self._texts if not short or rng.random() < 0.5 else short

    def learn(self, text: str, places: frozenset[tuple[str, int]], *, must: bool) -> None:
        """Keeps a text that was refused where none was before, and one that `must` be tried again."""
        new = places not in self._seen
        self._seen.add(places)
        if text in self._known or not (must or (new and len(self.kept) < _MOST_KEPT)):
            return
        self._known.add(text)
        self.kept.append(text)
        if self._directory is not None:
            self._directory.mkdir(parents=True, exist_ok=True)
            data = text.encode("utf-8", "surrogatepass")
            (self._directory / f"{hashlib.sha256(data).hexdigest()[:16]}.txt").write_bytes(data)


DECISIONS: Final = (
    (
        '{"thought": "The list shows soup.", "answers": [], "action": {"kind": "click", "index": 3}, "expect": '
        '[{"kind": "text_visible", "text": "Soup"}], "description": "open the soup", "irreversible": false}'
    ),
    '<think>Which?</think>```json\n{"action": {"kind": "input_text", "index": 2, "text": "milk"}, "expect": []}\n```',
    "thought: The form is open.\naction: click 3\nexpect: Saved is visible",
)
SETTINGS: Final = (
    (
        '[models]\ndefault = "openai:gpt-5"\n\n[budget]\nmax_steps = 40\nmax_dollars = 1.5\n\n[browser]\nheadless = true\n'
        'viewport = "412x915"\n\n[policy]\nirreversible = "ask"\n\n[secrets]\nbank = "env:BANK"\n'
    ),
    '[journal]\ndirectory = "~/runs"\nkeep_days = 30\n[apps]\nnotes = "https://notes.example"\n',
)
PROGRAMS: Final = (
    (
        "goal('Order the soup')\nitems = read('the dishes', many=True)\nfor item in items:\n    if 'soup' in item:\n"
        "        do(f'open {item}')\n        break\nelse:\n    stop('no soup')\nx = [1, 2.5, -3][0] + len(items)\n"
    ),
    "def pay(name, amount=3):\n    do('pay {name}', expects='Paid')\n    return amount * 2\n\nwhile not seen('end'):\n    pay('Ann')\n",
)
MAPS: Final = (
    'digraph app {\n  "home" [label="Home"];\n  "home" -> "list" [label="tap:Recipes"];\n  list -> home [label="back"];\n}\n',
    (
        '{"nodes": [{"id": "home", "label": "Home"}, {"id": "list"}], "edges": [{"source": "home", "target": "list", '
        '"event": "tap", "label": "Recipes", "successes": 3}], "app": "http://a.example", "entry": "home", "version": 1}'
    ),
)
ROUTES: Final = (
    (
        'format = "sextant-route"\nversion = 1\ngoal = "rules"\ntarget = "web:http://club.test/"\napp = "http://club.test"\n\n'
        '[start]\nscreen = "s-home"\npath = "/"\ntitle = "Welcome"\nheading = "Welcome"\nshape = "/"\n\n[[hop]]\nevent = "tap"\n'
        'role = "link"\nlabel = "Rules"\n[hop.to]\nscreen = "s-rules"\npath = "/rules"\ntitle = "Rules"\n\n[arrival]\ntext = "Rules"\n'
    ),
)
RECIPES: Final = (
    (
        '[[steps]]\nfill = "User name"\nvalue = "ann"\n[[steps]]\nfill = "Password"\nsecret = "env:PASSWORD"\n[[steps]]\n'
        'touch = "Sign in"\n[[steps]]\nuntil = "/inbox"\nseconds = 20\n'
    ),
)
TRACES: Final = (
    (
        '{"trace": "sextant", "version": 1, "run": "20260101-000000"}\n'
        '{"picture": {"id": "00112233445566778899", "media_type": "image/png", "scale": 0.5, "data": "iVBORw0KGgo="}}\n'
        '{"screen": {"id": "0011223344", "digest": "d", "picture": "", "body": {"key": {"app": "a", "id": "k", "label": ""}, '
        '"digest": "d", "observation": {"app": "a", "location": "", "title": "", "size": {"width": 9, "height": 9}, '
        '"elements": []}}}}\n'
        '{"record": {"seq": 1, "at": 1795255200.0, "kind": "begin", "step": 0, "body": {"run": "r", "task": {"goal": "g"}, '
        '"settings": {}, "device": "web:http://a", "actor": "a", "began": 1795255200.0, "trace_version": 1}}}\n'
        '{"record": {"seq": 2, "at": 1795255201.0, "kind": "saw", "step": 0, "body": {"screen": "0011223344"}}}\n'
        '{"record": {"seq": 3, "at": 1795255201.0, "kind": "note", "step": 0, "body": {"kind": "request", "data": {}}}}\n'
        '{"end": {"records": 3}}\n'
    ),
)
RECORDS: Final = (
    (
        'intent {"id": "001-1", "step": 1, "gesture": {"kind": "tap", "point": {"x": 1, "y": 2}, "count": 1}, "before": "d", '
        '"irreversible": false}'
    ),
    'note {"kind": "request", "data": {"role": "actor", "input_tokens": 3, "dollars": 0.1}}',
    'saw {"screen": "0011"}',
    'permission {"question": "May it?", "answer": true, "by": "person", "detail": ""}',
    'transition {"before": "a", "after": "b", "step": 1, "decision": {"action": {"kind": "back"}}}',
)
CASSETTES: Final = (
    (
        '{"format": "sextant-cassette", "version": 1, "note": ""}\n{"request": {"method": "POST", "path": "/v1/chat", "body": '
        '{"model": "m", "messages": []}}, "response": {"status": 200, "headers": {}, "body": {"choices": []}}}\n'
    ),
)
SCREENS: Final = (
    (
        '{"url": "http://a.example/", "title": "List", "view": [0, 0, 390, 844], "size": [390, 844], "elements": [{"r": "button", '
        '"b": [10, 20, 100, 44], "n": "Save", "t": "Save", "s": ["focused"], "f": ["tap"], "v": "", "p": -1}, {"r": "textbox", '
        '"b": [10, 80, 300, 44], "n": "Name", "v": "Ann"}], "facts": {"step": ["1"]}, "text": 12}'
    ),
    (
        '{"method": "Fetch.requestPaused", "params": {"requestId": "interception-1", "request": {"url": "http://a/x", "method": '
        '"POST", "postData":"a=1&b=2", "headers": {}}, "resourceType": "XHR"}, "sessionId": "AB"}'
    ),
    '------x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------x--',
)
