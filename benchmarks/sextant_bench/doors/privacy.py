"""What is private, on its way out: a value that a page shows in many spellings, and what fields once held."""

import sqlite3
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sextant_bench.doors.attack import TABLES, Scene, bare
from sextant_bench.doors.puppet import FREE, Met, Puppet, Served, entrust, press, run
from sextant_bench.doors.room import Room, first

__all__ = ["SCENES"]

_VALUE = "hunter2 & Söhne"
_DATA = _VALUE.encode()
_PASSWORD = "typed-and-private"  # noqa: S105 - what must not get out
_SPELLINGS = {
    "itself": _VALUE,
    "large": _VALUE.upper(),
    "wide": "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in _VALUE),
    "with dashes": "-".join(_VALUE),
    "with blanks": "\u2009".join(_VALUE),
    "with signs of no width": "\u200b".join(_VALUE),
    "with soft hyphens": "\u00ad".join(_VALUE),
    "with accents apart": "hunter2 & So\u0308hne",
    "mathematical": "".join(chr(0x1D41A + ord(sign) - 97) if "a" <= sign <= "z" else sign for sign in _VALUE),
    "escaped for addresses": "".join(f"%{byte:02X}" for byte in _DATA),
    "escaped twice": quote(quote(_VALUE, safe=""), safe=""),
    "escaped for html": "".join(f"&#{ord(sign)};" for sign in _VALUE),
    "escaped for json": "".join(f"\\u{ord(sign):04x}" for sign in _VALUE),
    "hexadecimal": _DATA.hex(),
    "hexadecimal with colons": _DATA.hex(":"),
    **{f"base64 from {offset}": b64encode(b"user:"[:offset] + _DATA + b"!").decode() for offset in range(3)},
    "base64url": urlsafe_b64encode(b"?>" + _DATA).decode(),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """A run over a page that shows the value, and whatever left it: by place."""

    met: Met
    exits: dict[str, list[str]]

    def passed(self, *forms: str) -> str:
        """Where one of those forms got out."""
        found = [place for place, texts in self.exits.items() if any(form in text for form in forms for text in texts)]
        return first([f"it stands in {place}" for place in found])


def _exits(room: Room, met: Met) -> dict[str, list[str]]:
    page = room.folder / "page.html"
    replayed = room.sextant("replay", "last", "--out", str(page))
    shown = [
        room.sextant(*words).told
        for words in (("runs", "show", "last", "--json"), ("brief", "last", "1"), ("runs", "line", "last"))
    ]
    if not page.exists():
        raise RuntimeError(replayed.told[-300:])
    kept = [path for path in room.state.rglob("*") if path.is_file() and "profiles" not in path.parts]
    return {
        "prompts": met.puppet.prompts,
        "what the command said": [met.done.told],
        "what is shown of the run": shown,
        "the replay": [page.read_text(encoding="utf-8")],
        "files": [path.read_bytes().decode("utf-8", "replace") for path in kept],
        "the journal": [cell for path in kept if path.suffix == ".sqlite" for cell in _cells(path)],
    }


def _cells(database: Path) -> Iterator[str]:
    with closing(sqlite3.connect(database)) as opened:
        for (table,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in opened.execute(f"SELECT * FROM '{table}'"):  # noqa: S608 - names of the schema
                for cell in row:
                    if isinstance(cell, bytes):
                        with suppress(zlib.error):
                            yield zlib.decompress(cell).decode("utf-8", "replace")
                    else:
                        yield str(cell)


_VARIABLE = {"SHOP_PIN": _VALUE}


@contextmanager
def _spelt(room: Room) -> Generator[_Told]:
    shown = "".join(f"<p>{name}: {escape(spelt)} end</p>" for name, spelt in _SPELLINGS.items())
    page = f'<button onclick="document.title = \'Pressed\'">Next</button>{shown}<a href="/?q={quote(_VALUE)}">Link</a>'
    orders = [press("Next"), press("Link")]
    met = run(room, page, orders, ("--secret", "pin=env:SHOP_PIN"), goal=f"Find {_VALUE.upper()}", environ=_VARIABLE)
    met.carried_out()
    told = _Told(met, _exits(room, met))
    if not any("base64url" in text for text in told.exits["prompts"]):
        raise RuntimeError("the page was not read")
    yield told


spellings = Scene("page", "a secret in many spellings", _spelt)
spellings.each("spelt {}", "a page shows the value of a secret: {}", _SPELLINGS, lambda told, spelt: told.passed(spelt))


@spellings.attack("in an address")
def _address(told: _Told) -> str:
    """A page's link carries the value in its query, and is followed."""
    return told.passed("q=hunter2", "hunter2%20%26")


_CUT_VALUE = "zqxjhorsebatterystaple77"  # no word begins like it: its first letters are looked for
_CUTS = {
    "text": (1200, "<p>{}</p>"),
    "label": (300, '<button aria-label="{}">x</button>'),
    "hint": (300, '<input placeholder="{}">'),
    "value": (1200, "<textarea>{}</textarea>"),
    "name of a region": (80, '<section aria-label="{}"><button>In it</button></section>'),
    "heading": (160, "<h1>{}</h1>"),
    "title": (300, "<script>document.title = '{}'</script>"),
    "link": (600, '<a href="{}">Link</a>'),
    "message": (300, "<p role=status id=m></p><script>setTimeout(() => {{ m.textContent = '{}' }}, 300)</script>"),
}
"""Kinds of text, and about how many characters of each are listed."""


cuts = Scene("page", "a secret across the cut of a text", bare)


def _cut(room: Room, kind: tuple[int, str]) -> str:
    limit, held = kind
    shown = "".join(held.format(("pad " * limit)[: limit - part] + _CUT_VALUE) for part in (8, 12, 16, 20))
    page = f"<button onclick=\"document.title = 'Pressed'\">Next</button>{shown}"
    words = ("--secret", "pin=env:SHOP_PIN", *FREE)
    met = run(room, page, [press("Next")], words, environ={"SHOP_PIN": _CUT_VALUE}).carried_out()
    return _Told(met, _exits(room, met)).passed(_CUT_VALUE[:4])


cuts.each("at the cut of a {}", "a page puts the value of a secret across the limit of a {}", _CUTS, _cut)


_FIELDS = """<input type="password" aria-label="Password" id="p">
<button onclick="p.type = 'text'; document.title = 'Shown'">Show</button>
<button onclick="e.textContent = p.value; document.title = 'Echoed'">Echo</button>
<button onclick="p.outerHTML = `<input aria-label='Plain' value='${p.value}'>`; document.title = 'Swapped'">
Swap</button><p id="e"></p>"""
_NEXT = "<button onclick=\"document.title = 'N'\">Next</button>"


shown = Scene("page", "fields that were private", bare)


def _private(room: Room, label: str) -> str:
    orders = [entrust("Password", "pin"), press(label), press("Nothing")]
    words = ("--secret", "pin=env:SHOP_PIN", *FREE)
    met = run(room, _FIELDS, orders, words, environ={"SHOP_PIN": _PASSWORD}).carried_out()
    return _Told(met, _exits(room, met)).passed(_PASSWORD)


_HIDDEN = {"shown in clear": "Show", "swapped for a plain field": "Swap"}
shown.each("password {}", "a password from a secret is {} by a touch", _HIDDEN, _private)


@shown.attack("password that the page fills in")
def _prefilled(room: Room) -> str:
    """A field holds a password that nobody typed, and is shown in clear before anybody looks, and later."""
    script = f"onload = () => {{ p.value = '{_PASSWORD}'; setTimeout(() => p.type = 'text', 50); }}"
    page = f"<script>{script}</script>{_FIELDS}"
    met = run(room, page, [press("Show"), press("Show")], FREE).carried_out()
    return _Told(met, _exits(room, met)).passed(_PASSWORD)


@shown.attack("field that is drawn masked")
def _masked(room: Room) -> str:
    """A plain field is drawn masked and holds something."""
    page = f'<input aria-label="Code" style="-webkit-text-security: disc" value="{_PASSWORD}">{_NEXT}'
    met = run(room, page, [press("Next")], FREE).carried_out()
    return _Told(met, _exits(room, met)).passed(_PASSWORD)


@shown.attack("secret that changes during the run")
def _rotated(room: Room) -> str:
    """The file of a secret changes after the start; the page shows the new value once it is typed."""
    file, after = room.fresh() / "pin", "typed-and-new"
    file.write_text(_PASSWORD)

    def rotate(prompt: str) -> None:
        del prompt
        file.write_text(after)

    orders = [rotate, entrust("Password", "pin"), press("Echo"), press("Nothing")]
    met = run(room, _FIELDS, orders, ("--secret", f"pin=file:{file}", *FREE), insists=1).carried_out()
    if not any("Echoed" in prompt for prompt in met.puppet.prompts):
        raise RuntimeError("the page did not show the value")
    return _Told(met, _exits(room, met)).passed(_PASSWORD, after)


def _sent(room: Room, body: str) -> str:
    field = f'<input type="password" id="p" name="token" aria-label="P" value="{_PASSWORD}">'
    sends = "const send = token => fetch('/sent', {method: 'POST', body: new URLSearchParams({token})})"
    met = run(room, f"<script>{sends}</script>{_NEXT}{body.replace('FIELD', field)}", [press("Go"), press("Next")])
    told = _Told(met.carried_out(), _exits(room, met))
    if not any("/sent" in prompt for prompt in met.puppet.prompts):
        raise RuntimeError(f"the request was not asked about: {met.done.told[-300:]}")
    return told.passed(_PASSWORD)


_ASKED = "a request that is asked about carries a password {}"
shown.each("sent: a field {}", _ASKED, TABLES["held"], _sent)


@shown.attack("credentials of an address")
def _credentials(room: Room) -> str:
    """The target's address holds a user and a password; a page tells of its own address."""
    page = f'<p id="e"></p>{_NEXT}<script>e.textContent = document.URL</script>'
    with Served(page) as site, Puppet(press("Next")) as puppet:
        address = site.at().replace("http://", f"http://someone:{_PASSWORD}@")
        words = ("--unattended", "--verifier", "none", "--set", "models.vision=no", "--json")
        done = room.sextant("run", "Read it", "--device", f"web:{address}", "--model", puppet.spec, *words)
        met = Met(done, site, puppet).carried_out()
        resumed = room.processes(str(room.state))
        if any(_PASSWORD in line for line in resumed.values()):
            return "it stands in a command line"
        return _Told(met, _exits(room, met)).passed(_PASSWORD)


SCENES: tuple[Scene[Any], ...] = (shown, spellings, cuts)
