"""The command line: thin commands over `sextant.assembly`. Heavy modules are imported when a command runs."""

from sextant.cli.app import main

__all__ = ["main"]
