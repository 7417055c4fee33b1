"""The wiki's pages, from its files. `trash` holds those that were removed and can be restored."""

import json
from pathlib import Path


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Newest versions by the page's id, with the count of its versions; times and addresses are left out."""
    versions: dict[str, list[dict]] = {}
    store = data / "pages" / "default"
    for file in (store / "meta").iterdir():
        one = json.loads(file.read_text(encoding="utf-8"))
        versions.setdefault(one["itemid"], []).append(one)
    pages: dict[str, dict[str, object]] = {}
    trash: dict[str, dict[str, object]] = {}
    for key, known in versions.items():
        newest = max(known, key=lambda one: one["rev_number"])
        if newest.get("trash"):
            trash[key] = {"name": newest["name_old"]}
            continue
        pages[key] = {
            "name": ", ".join(newest["name"]),
            "text": lines((store / "data" / newest["dataid"]).read_text(encoding="utf-8")),
            "tags": sorted(newest["tags"]),
            "comment": newest.get("comment") or "",
            "summary": newest.get("summary") or "",
            "acl": newest.get("acl"),
            "contenttype": newest["contenttype"],
            "versions": len(known),
        }
    return {"pages": pages, "trash": trash}


def lines(text: str) -> str:
    """Without spaces at the ends of lines and lines that are empty at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()
