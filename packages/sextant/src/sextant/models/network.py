"""The switch that makes a paid model call impossible."""

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from sextant.errors import ModelUnreachable
from sextant.models.disclosure import is_loopback

NO_NETWORK = "SEXTANT_NO_NETWORK_MODELS"
"""While this environment variable is set, no request leaves the machine; loopback and cassettes still work."""


def refuse_network(name: str, address: str, environ: Mapping[str, str] | None = None) -> None:
    """Passes where a request to `address` is allowed.

    Raises:
        ModelUnreachable: The switch is on, and the address is not on this machine.
    """
    if not (os.environ if environ is None else environ).get(NO_NETWORK):
        return
    host = urlsplit(address).hostname or ""
    if not is_loopback(host):
        raise ModelUnreachable(
            f"The model {name!r} is reached over the network, and {NO_NETWORK} is set.",
            f"Unset {NO_NETWORK}, or use a scripted or local model.",
        )
