"""The command line: thin commands over `sextant.build`. Nothing heavy is imported until a command runs."""

from sextant.cli.app import main

__all__ = ["main"]
