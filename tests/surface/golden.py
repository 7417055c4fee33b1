"""Golden texts: what users see, as files; and what differs from run to run, replaced by names."""

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

GOLDENS = Path(__file__).resolve().parent / "goldens"
MOST_LINES = 60
"""Of a difference that is shown."""

DURATIONS = ("seconds", "busy_seconds", "model_seconds")
TIMES = ("began", "begun", "updated", "ended", "at", "last_seen")
SIZES = ("bytes", "freed_bytes")
VOLATILE = frozenset((*DURATIONS, *TIMES, *SIZES, "pid", "version"))
"""Keys whose values are times, durations, sizes of files, or the process's and the installation's own."""

PATTERNS: Mapping[str, re.Pattern[str]] = {
    "RUN": re.compile(r"\b20\d{6}-\d{6}(?:-\d+)?\b"),
    "INTENT": re.compile(r"\b\d+\.[0-9a-f]{12}\b"),
    "TIME": re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?"),
}


@dataclass
class Names:
    """Replaces what differs from run to run; equal values get equal names, in the order they appear."""

    given: dict[str, str] = field(default_factory=dict[str, str])
    known: dict[str, str] = field(default_factory=dict[str, str])

    def text(self, text: str) -> str:
        for value, name in self.given.items():
            text = text.replace(value, name)
        for kind, pattern in PATTERNS.items():
            text = pattern.sub(self._naming(kind), text)
        return text

    def data(self, data: Any) -> Any:
        """The same JSON, keys in their order."""
        if isinstance(data, dict):
            items = cast("Mapping[str, Any]", data)
            return {self.text(key): self._value(key, value) for key, value in items.items()}
        if isinstance(data, list):
            return [self.data(value) for value in cast("Sequence[Any]", data)]
        return self.text(data) if isinstance(data, str) else data

    def _value(self, key: str, value: Any) -> Any:
        varies = isinstance(value, int | float | str) and not isinstance(value, bool)
        told = varies and (key in DURATIONS or (key in VOLATILE and value != 0))  # what is short may be rounded to 0
        return f"<{type(value).__name__}>" if told else self.data(value)

    def _naming(self, kind: str) -> Callable[[re.Match[str]], str]:
        def name(found: re.Match[str]) -> str:
            if found[0] not in self.known:
                number = sum(1 for one in self.known.values() if one.startswith(f"{kind}-")) + 1
                self.known[found[0]] = f"{kind}-{number}"
            return self.known[found[0]]

        return name


def pretty(data: Any) -> str:
    """JSON with a line a value, keys in their order."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Goldens:
    """Compares texts with the files of `goldens/`, or writes these anew."""

    regenerate: bool

    def check(self, name: str, text: str) -> None:
        """Fails where the text is not the file's."""
        path = GOLDENS / name
        if self.regenerate:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            return
        lines = list(difflib.unified_diff(before.splitlines(), text.splitlines(), "pinned", "now", lineterm="", n=2))
        more = f"\n… and {len(lines) - MOST_LINES} more lines" if len(lines) > MOST_LINES else ""
        raise AssertionError(
            f"Users see something else than tests/surface/goldens/{name} says. If that is intended: `make surface`, "
            "and read the difference before committing it.\n" + "\n".join(lines[:MOST_LINES]) + more
        )
