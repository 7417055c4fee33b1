"""Fault injection: wraps any device and breaks it by fault id, rate and seed."""

from sextant.devices.faults.device import FaultyDevice, Fired
from sextant.devices.faults.plan import FAULTS, FaultId, FaultPlan, parse_faults

__all__ = ["FAULTS", "FaultId", "FaultPlan", "FaultyDevice", "Fired", "parse_faults"]
