"""A hook of mkdocs: links that leave docs/ become the file's name, since the site does not hold that file."""

import re
from pathlib import Path
from typing import Any

LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]*)\]\((?P<target>[^)#\s]+)(?:#[^)\s]*)?\)")


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """The page's text, with such links replaced; a link to a file that is not there stays, and fails the build."""
    docs = Path(config["docs_dir"])
    here = (docs / page.file.src_uri).parent

    def plain(link: re.Match[str]) -> str:
        target = (here / link["target"]).resolve()
        if "://" in link["target"] or target.is_relative_to(docs) or not target.exists():
            return link[0]
        name = target.relative_to(docs.parent)
        words = link["words"]
        return words if words.strip("`") == str(name) else f"{words} (`{name}` in the repository)"

    return LINK.sub(plain, markdown)
