"""Writes the notes of a tea shop, in Chinese, and the app's Chinese language."""

import json
import sys
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
INFO = CONTENT["info"]
NOTES = CONTENT["notes"]
SYSTEM = CONTENT["system"]


def main(data: Path) -> None:
    notes = data / "wiki" / "tiddlers"
    notes.mkdir(parents=True)
    (data / "wiki" / "tiddlywiki.info").write_text(json.dumps(INFO, ensure_ascii=False), encoding="utf-8")
    for number, (title, tags, text) in enumerate([*NOTES, *((name, "", text) for name, text in SYSTEM)]):
        stamp = f"202610{1 + number:02d}080000000"
        head = f"created: {stamp}\nmodified: {stamp}\ntags: {tags}\ntitle: {title}\ntype: text/vnd.tiddlywiki\n"
        (notes / f"note{number:02d}.tid").write_text(f"{head}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
