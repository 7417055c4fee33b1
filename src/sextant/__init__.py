"""Sextant keeps GUI agents on course over long horizons."""

__version__ = "0.1.0"
