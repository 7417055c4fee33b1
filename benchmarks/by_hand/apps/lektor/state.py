"""The site's pages, from the files that the app edits. What it builds from them is left out."""

from pathlib import Path

MARKS = ("full", "lent")
"""Fields with a box to tick: not ticked is absent or `no`."""


def state(_address: str, data: Path) -> dict[str, dict[str, dict[str, object]]]:
    """Fields of each page by its path, empty where they are left out; other files by their size."""
    content = data / "site" / "content"
    files = [one for one in sorted(content.rglob("*")) if one.is_file()]
    pages = [one for one in files if one.name == "contents.lr"]
    return {
        "pages": {path_of(one, content): fields(one.read_text(encoding="utf-8")) for one in pages},
        "files": {str(one.relative_to(content)): {"bytes": one.stat().st_size} for one in files if one not in pages},
    }


def path_of(file: Path, content: Path) -> str:
    return "/" + "/".join(file.parent.relative_to(content).parts)


def fields(text: str) -> dict[str, object]:
    found: dict[str, object] = dict.fromkeys(MARKS, "")
    for part in f"\n{text}".split("\n---\n"):
        name, _, value = (one.strip() for one in part.partition(":"))
        if value and not (name in MARKS and value == "no"):
            found[name] = value
    return found
