"""Worlds as data: apps, phones, scenarios, tasks; all frozen models of one versioned JSON format."""

from sextant_worlds.spec.world import World, dumps, load, loads, save

__all__ = ["World", "dumps", "load", "loads", "save"]
