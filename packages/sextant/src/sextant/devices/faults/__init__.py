"""Fault injection: wraps any device and breaks it by fault id, rate and seed."""

from sextant.devices.faults.device import FaultyDevice, InjectedFault
from sextant.devices.faults.plan import FAULTS, FaultId, FaultPlan, parse_faults

__all__ = ["FAULTS", "FaultId", "FaultPlan", "FaultyDevice", "InjectedFault", "parse_faults"]
