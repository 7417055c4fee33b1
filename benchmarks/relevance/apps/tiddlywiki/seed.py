"""Makes the notebook of some beekeepers, in French: what TiddlyWiki keeps as one file a note."""

# ruff: noqa: E501 - notes read best with a note a line
import json
import sys
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
WIKI = CONTENT["wiki"]
SYSTEM = CONTENT["system"]
NOTES = CONTENT["notes"]


def main(data: Path) -> None:
    """Writes the folder."""
    wiki = data / "carnet"
    (wiki / "tiddlers").mkdir(parents=True)
    (wiki / "tiddlywiki.info").write_text(json.dumps(WIKI), encoding="utf-8")
    notes = [(title, "", text) for title, text in SYSTEM.items()] + list(NOTES)
    for number, (title, tags, text) in enumerate(notes):
        stamp = f"202601{1 + number % 28:02}090000000"
        head = (
            f"title: {title}\ntags: {tags}\ncreated: {stamp}\nmodified: {stamp}\ncreator: Yasmine\nmodifier: Yasmine\n"
        )
        (wiki / "tiddlers" / f"{number:02}.tid").write_text(f"{head}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
