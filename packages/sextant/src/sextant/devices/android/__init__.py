"""A `Device` over an Android phone."""

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.options import AndroidOptions

__all__ = ["AndroidDevice", "AndroidOptions"]
