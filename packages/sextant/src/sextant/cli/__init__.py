"""The command line: thin commands over `sextant.assembly`. Nothing heavy is imported until a command runs."""

from sextant.cli.app import main

__all__ = ["main"]
