"""Other people's pages as conformance: MiniWoB++ tasks, solved by hand-written scripts through the real device."""

from sextant_bench.miniwob.suite import run

__all__ = ["run"]
