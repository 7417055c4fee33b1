"""What the engine's functions work on: plain JSON, and the advances of the shipped fonts.

This module is not translated; the page defines `METRICS` from the same file.
"""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
"""A JSON object: a world as served, the state of a phone, a scene, a node."""

METRICS: Json = json.loads((Path(__file__).parent / "metrics.json").read_text(encoding="utf-8"))
"""By weight ("400", "500", "700"): advance per character in thousandths of an em; `ascent`, `descent` likewise."""
