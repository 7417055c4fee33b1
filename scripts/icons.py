#!/usr/bin/env python3
"""Vendors the icons of worlds: their SVG shapes from npm's `lucide-static` into `sextant_worlds/page/icons.json`.

npm pack lucide-static && tar xzf lucide-static-*.tgz
scripts/icons.py package
"""

import json
import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "packages" / "sextant-worlds" / "src" / "sextant_worlds" / "page"
NAMES = Path(__file__).with_suffix(".txt")


def main() -> int:
    """Exit status 0 when all icons were found and written."""
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("package")
    found: dict[str, str] = {}
    for name in NAMES.read_text(encoding="utf-8").split():
        file = package / "icons" / f"{name}.svg"
        if not file.exists():
            print(f"lucide-static has no icon {name!r}")
            return 1
        svg = file.read_text(encoding="utf-8")
        inner = re.search(r"<svg[^>]*>(.*)</svg>", svg, re.DOTALL)
        assert inner is not None
        found[name] = re.sub(r"\s*/>\s*", "/>", re.sub(r">\s+<", "><", inner[1].strip()))
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in sorted(found.items()))
    (PAGE / "icons.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    (PAGE / "LICENSE-lucide.txt").write_text((package / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")
    print(f"{len(found)} icons")
    return 0


if __name__ == "__main__":
    sys.exit(main())
