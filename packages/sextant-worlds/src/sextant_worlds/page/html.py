"""A world as one self-contained HTML file: engine, renderer, styles, fonts and the served world; no network."""

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from sextant.errors import UsageError
from sextant.types.codec import inflated
from sextant_worlds.engine.data import METRICS, Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.page.colours import style_sheet
from sextant_worlds.page.icons import icons
from sextant_worlds.spec.world import World

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_MAX_BYTES = 64_000_000
_PACKED = re.compile(r'<script type="application/octet-stream" id="world">([^<]*)</script>')
_FONT_DATA = re.compile(r"url\(data:font/woff2;base64,[A-Za-z0-9+/=]*\)")
_WEIGHTS = (400, 500, 700)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
_KEYS = {
    "back": '<path d="M15 5 7 12l8 7z"/>',
    "home": '<circle cx="12" cy="12" r="7"/>',
    "recents": '<rect x="5.500" y="5.500" width="13" height="13" rx="2"/>',
}
_KEY_NAMES = {
    "en": {"back": "Back", "home": "Home", "recents": "Recent apps"},
    "zh": {"back": "返回", "home": "主屏幕", "recents": "最近任务"},
}


def page_html(world: World, driven: bool = False) -> str:
    """The world as a phone to play with, one file that needs nothing else.

    What is served holds neither scenario nor truth nor task, and stands compressed in the file. With `driven` the
    page stands still between two gestures (no clock, no animation), as a device wants it; without, what is due also
    comes by itself after a moment, so that a person sees it come.
    """
    look = world.phone.look
    known = served(world)
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    settings = {
        "driven": driven,
        "cjk": world.phone.locale == "zh" or _has_wide(text),
        "accent": world.apps[0].accent,
        "icons": _icons_of(known),
    }
    names = _KEY_NAMES[known["phone"]["ui"]]
    keys = "".join(
        f'<button type="button" data-key="{key}" aria-label="{names[key]}">'
        f'<svg viewBox="0 0 24 24">{shape}</svg></button>'
        for key, shape in _KEYS.items()
    )
    packed = base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")
    theme, width, height = look.theme, world.phone.width, world.phone.height
    return f"""<!doctype html>
<html lang="{known["phone"]["ui"]}" data-dark="{int(look.dark)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width={width}, user-scalable=no">
<title>…</title>
<style>
{_fonts(text if settings["cjk"] else "")}
{style_sheet(theme, look.dark)}
{_asset("theme.css")}
#phone {{ width: {width}px; height: {height}px; }}
</style>
</head>
<body data-theme="{theme}"{"" if driven else " data-live"}>
<div id="frame"><div id="phone"></div><div id="keys">{keys}</div></div>
<script type="application/json" id="settings">{_inline(json.dumps(settings, separators=(",", ":")))}</script>
<script type="application/octet-stream" id="world">{packed}</script>
<script>
{_asset("engine.js")}
{_asset("things.js")}
{_asset("scenes.js")}
{_asset("drawing.js")}
{_asset("renderer.js")}
</script>
</body>
</html>
"""


def served_text(html: str) -> str:
    """The JSON of the world that a page serves, unpacked: what somebody finds who looks into the file.

    Raises:
        UsageError: The page holds no world, or it cannot be unpacked.
    """
    found = _PACKED.search(html)
    if found is None:
        raise UsageError("The page contains no world.", "Create the page with `page_html`.")
    try:
        return inflated(base64.b64decode(found[1], validate=True), _MAX_BYTES).decode("utf-8")
    except ValueError as error:
        raise UsageError(f"The page's world cannot be unpacked: {error}.", "Create the page again.") from error


def plain_text(html: str) -> str:
    """What stands in the page unpacked: all but world and fonts, whose base64 holds any short word by chance."""
    return _FONT_DATA.sub("", _PACKED.sub("", html))


@cache
def _asset(name: str) -> str:
    return files("sextant_worlds.page").joinpath(name).read_text(encoding="utf-8")


def _inline(text: str) -> str:
    """JSON that no script element ends early for."""
    return text.replace("<", "\\u003c")


def _icons_of(known: Json) -> dict[str, str]:
    """The icons that this world or the engine may draw."""
    there = icons()
    named = set(_NAME.findall(_asset("engine.js"))) | {text for text in _texts(known) if _NAME.fullmatch(text)}
    return {name: there[name] for name in sorted(named & there.keys())}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts_in(value.values())  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    elif isinstance(value, list):
        yield from _texts_in(value)  # pyright: ignore[reportUnknownArgumentType]


def _texts_in(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        yield from _texts(value)


# ---------------------------------------------------------------------- fonts


def _has_wide(text: str) -> bool:
    return any(_wide(character) for character in text)


def _wide(character: str) -> bool:
    """Whether it stands in the CJK font."""
    return "\u2e80" <= character <= "\uffef" or character in METRICS["symbols"]


def _fonts(wide: str) -> str:
    """The faces: Latin in three weights, and the CJK characters of the text where it has any."""
    faces = [_face("World", weight, _latin(weight)) for weight in _WEIGHTS]
    if wide:
        faces.append(_face("WorldCJK", None, _cjk(wide)))
    return "\n".join(faces)


def _face(family: str, weight: int | None, data: str) -> str:
    weights = f"font-weight:{weight};" if weight is not None else "font-weight:100 900;"
    return f"@font-face{{font-family:{family};{weights}src:url(data:font/woff2;base64,{data}) format('woff2');}}"


@cache
def _latin(weight: int) -> str:
    return _encoded(f"latin-{weight}.woff2")


@cache
def _encoded(name: str) -> str:
    return base64.b64encode(files("sextant_worlds.page").joinpath(f"fonts/{name}").read_bytes()).decode("ascii")


def _cjk(text: str) -> str:
    """The font with no more than the characters of this world and of the engine, where fontTools can make it."""
    wanted = frozenset(character for character in text + _asset("engine.js") if _wide(character))
    try:
        return _subset(wanted)
    except ImportError:
        return _encoded("cjk-400.woff2")


@cache
def _subset(wanted: frozenset[str]) -> str:
    from importlib import import_module
    from io import BytesIO
    from typing import Any

    import_module("brotli")  # woff2 can be neither read nor written without it
    subset: Any = import_module("fontTools.subset")
    fonts: Any = import_module("fontTools.ttLib")
    data = files("sextant_worlds.page").joinpath("fonts/cjk-400.woff2").read_bytes()
    font = fonts.TTFont(BytesIO(data))
    maker = subset.Subsetter(subset.Options(layout_features=[], hinting=False))
    maker.populate(unicodes=[ord(character) for character in wanted])
    maker.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return base64.b64encode(out.getvalue()).decode("ascii")
