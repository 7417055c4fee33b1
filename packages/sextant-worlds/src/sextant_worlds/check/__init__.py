"""Proof before release: a world is admitted only when everything that can be carried out has been."""

from sextant_worlds.check.checker import Report, check
from sextant_worlds.rules import Break

__all__ = ["Break", "Report", "check"]
