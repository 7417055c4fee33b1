"""The notes, from the wiki's files. System notes other than settings of the site are left out: they hold the view."""

import re
from pathlib import Path

SETTINGS = ("$:/language", "$:/SiteTitle", "$:/SiteSubtitle", "$:/DefaultTiddlers")


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Notes and drafts by title, with text and tags."""
    notes: dict[str, dict[str, object]] = {}
    drafts: dict[str, dict[str, object]] = {}
    for file in sorted((data / "wiki" / "tiddlers").rglob("*.tid")):
        head, _, text = file.read_text(encoding="utf-8").partition("\n\n")
        fields = dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in head.splitlines())
        title = fields.get("title", file.stem)
        if title.startswith("$:/") and title not in SETTINGS:
            continue
        tags = sorted(a or b for a, b in re.findall(r"\[\[(.*?)\]\]|(\S+)", fields.get("tags", "")))
        table = drafts if "draft.of" in fields else notes
        table[title] = {"text": text.strip(), "tags": tags}
    return {"notes": notes, "drafts": drafts}
