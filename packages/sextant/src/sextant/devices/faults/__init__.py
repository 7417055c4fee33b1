"""Fault injection: wraps any device and breaks it by fault id, rate and seed."""

from sextant.devices.faults.device import FaultyDevice
from sextant.devices.faults.plan import FAULTS, FaultId, FaultPlan, parse_faults
from sextant.devices.faults.record import Fired

__all__ = ["FAULTS", "FaultId", "FaultPlan", "FaultyDevice", "Fired", "parse_faults"]
