"""A request as a reader sees it: what a model is sent, without what the reader has seen before."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

from benchmarks.by_hand.endpoint import REQUEST

LONGEST = 12_000
"""Characters that are printed of a later request of a role; the rest is in its file alone."""
_SCREEN = "## Screen"
"""A section that is printed whole where it differs: its indices hold for this screen alone."""
_FEW = 3
"""So many lines that were seen before are printed rather than counted."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a message: text, or a picture as it was sent."""

    role: str
    text: str = ""
    picture: str = ""


def shown(request: Path, full: bool = False) -> str:
    """A request: texts in their order, pictures as files beside it.

    Sections that the role's last request had are named only, of those that grew the new lines are shown. `full` shows
    everything, and the schema. The whole text is written beside the request as `NNNN.txt`.
    """
    asked = _read(request)
    role, stem = str(asked.get("model")), request.name.removesuffix(REQUEST)
    before = None if full else _before(request, role)
    head = f"REQUEST {stem}, role {role}"
    known = _Known(request.parent, stem)
    everything = _rendered(asked, None, known)
    schema = json.dumps(asked.get("tools") or asked.get("response_format"), ensure_ascii=False)
    whole = request.with_name(f"{stem}.txt")
    whole.write_text("\n".join([head, schema, *everything]), encoding="utf-8")
    text = "\n".join([head, *([schema] if full else []), *_rendered(asked, before, known)])
    if before is None or len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 200].rpartition("\n")[0]
    return f"{cut}\n[{len(text) - len(cut)} more characters stand in {whole}]"


def _read(request: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(request.read_text(encoding="utf-8")))


def _before(request: Path, role: str) -> Mapping[str, Any] | None:
    """The role's last request before this one."""
    for path in sorted(request.parent.glob(f"*{REQUEST}"), reverse=True):
        if path.name < request.name and (asked := _read(path)).get("model") == role:
            return asked
    return None


class _Known:
    """The pictures of a folder: each is written once, whatever requests hold it."""

    def __init__(self, folder: Path, stem: str) -> None:
        self._folder, self._stem, self._count = folder, stem, 0
        files = [path for kind in ("png", "jpeg", "webp") for path in sorted(folder.glob(f"*.{kind}"))]
        self._paths = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in files}

    def path(self, url: str) -> tuple[Path, bool]:
        """Where a picture lies, and whether an earlier request had it."""
        head, data = url.split(",", 1)
        body = base64.b64decode(data)
        digest = hashlib.sha256(body).hexdigest()
        if digest not in self._paths:
            self._count += 1
            kind = "jpeg" if "jpeg" in head else "webp" if "webp" in head else "png"
            self._paths[digest] = self._folder / f"{self._stem}.{self._count}.{kind}"
            self._paths[digest].write_bytes(body)
        found = self._paths[digest]
        return found, not found.name.startswith(f"{self._stem}.")


def _parts(asked: Mapping[str, Any]) -> Iterator[_Part]:
    for message in asked["messages"]:
        content: Any = message["content"]
        parts: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
        for part in parts:
            url = part.get("image_url", {}).get("url", "")
            if part.get("type") == "text":
                yield _Part(message["role"], part["text"])
            elif url.startswith("data:"):
                yield _Part(message["role"], picture=url)


def _rendered(asked: Mapping[str, Any], before: Mapping[str, Any] | None, known: _Known) -> Iterator[str]:
    seen = _sections("\n".join(part.text for part in _parts(before))) if before else {}
    for part in _parts(asked):
        if part.picture:
            path, again = known.path(part.picture)
            yield f"--- picture {path}{' (seen before)' if again else ''}"
            continue
        yield f"--- {part.role}"
        for heading, lines in _sections(part.text).items():
            yield from _section(heading, lines, seen.get(heading, ()))


def _sections(text: str) -> dict[str, list[str]]:
    """Lines by their heading; what stands before the first heading has none."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in text.split("\n"):
        if line.startswith("## "):
            heading = line
        found.setdefault(heading, []).append(line)
    return found


def _section(heading: str, lines: Sequence[str], seen: Sequence[str]) -> Iterator[str]:
    """A section without what was seen before."""
    if [line for line in lines if line] == [line for line in seen if line] and len(lines) > _FEW:
        yield f"{heading or 'The instructions'}: as before"
    elif heading.startswith(_SCREEN) or not heading:
        yield from (line for line in lines if heading or line not in seen)
    else:
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(lines, seen, strict=False))))
        if same > _FEW:
            yield f"{heading} ({same - 1} lines as before)"
        yield from lines[same if same > _FEW else 0 :]
