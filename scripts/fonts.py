"""Makes the worlds' font files and their metrics from the files of three Debian packages.

The packages are fonts-roboto-unhinted (Apache-2.0) and fonts-noto-cjk (OFL 1.1); unpack them into one folder
(`apt-get download`, `dpkg-deb -x`) and give that folder. Needs fonttools and brotli.

    python scripts/fonts.py FOLDER
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

subset: Any = import_module("fontTools.subset")
TTFont: Any = import_module("fontTools.ttLib").TTFont
ROOT = Path(__file__).resolve().parents[1]
FONTS = ROOT / "packages/sextant-worlds/src/sextant_worlds/page/fonts"
METRICS = ROOT / "packages/sextant-worlds/src/sextant_worlds/engine/metrics.json"
LATIN = {"400": "Roboto-Regular.ttf", "500": "Roboto-Medium.ttf", "700": "Roboto-Bold.ttf"}
CJK = "NotoSansCJK-Regular.ttc"
LATIN_SPANS = ((0x20, 0x7F), (0xA0, 0x180), (0x1A0, 0x1A2), (0x1AF, 0x1B1), (0x218, 0x21C), (0x1EA0, 0x1EFA))
"""Latin, Latin-1, Latin Extended-A, and what Romanian and Vietnamese need beyond."""
SYMBOLS = "←↑→↓★☆✓●○■□▲△▼◆◇℃①②③④⑤⑥⑦⑧⑨⑩"
"""Taken from the CJK font where Roboto has none; a world with one of them carries that font too."""
SIMPLIFIED = 2
"""Index of the Simplified Chinese font in the collection."""
PUNCTUATION = "⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄⅓⅔⅛⅜⅝⅞‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€₣₤₦₩₫₱₹₺₽№™℮−×÷≈≠≤≥√∞◊←↑→↓↔"


def main(folder: Path) -> None:
    """Writes the four font files and `metrics.json`."""
    FONTS.mkdir(parents=True, exist_ok=True)
    wanted = {chr(code) for span in LATIN_SPANS for code in range(*span)} | set(PUNCTUATION)
    metrics: dict[str, Any] = {}
    for weight, name in LATIN.items():
        font = _subset(TTFont(_find(folder, name)), wanted, FONTS / f"latin-{weight}.woff2")
        metrics[weight] = _advances(font)
        metrics["ascent"], metrics["descent"] = _heights(font)
    symbols = {char for char in SYMBOLS if char not in metrics["400"]}
    font = _subset(TTFont(_find(folder, CJK), fontNumber=SIMPLIFIED), _chinese() | symbols, FONTS / "cjk-400.woff2")
    advances = {char: wide for char, wide in _advances(font).items() if char in symbols}
    for weight in LATIN:
        metrics[weight].update(advances)
    metrics["symbols"] = "".join(sorted(advances))
    METRICS.write_text(json.dumps(metrics, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    for path in (*sorted(FONTS.glob("*.woff2")), METRICS):
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")


def _find(folder: Path, name: str) -> Path:
    return next(folder.rglob(name))


def _chinese() -> set[str]:
    """Level 1 of GB 2312, its punctuation and full-width forms, and whatever else the worlds' sources hold."""
    cells = [bytes((row, cell)) for row in (*range(0xA1, 0xA4), *range(0xB0, 0xD8)) for cell in range(0xA1, 0xFF)]
    level = {text for pair in cells for text in pair.decode("gb2312", "ignore")}
    sources = [
        path
        for kind in ("*.py", "*.toml")
        for path in (ROOT / "packages/sextant-worlds/src/sextant_worlds").rglob(kind)
    ]
    used = {char for path in sources for char in path.read_text(encoding="utf-8")}
    return {char for char in level | used if 0x2E80 <= ord(char) <= 0xFFEF or 0x3000 <= ord(char) <= 0x303F}


def _subset(font: Any, wanted: set[str], target: Path) -> Any:
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.desubroutinize = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(char) for char in wanted])
    cutter.subset(font)
    subset.save_font(font, str(target), options)
    return TTFont(target)


def _advances(font: Any) -> dict[str, int]:
    """Advance per character in thousandths of an em."""
    names: dict[int, str] = font.getBestCmap()
    em: int = font["head"].unitsPerEm
    return {chr(code): round(font["hmtx"][name][0] * 1000 / em) for code, name in sorted(names.items())}


def _heights(font: Any) -> tuple[int, int]:
    em: int = font["head"].unitsPerEm
    return round(font["hhea"].ascent * 1000 / em), round(-font["hhea"].descent * 1000 / em)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
