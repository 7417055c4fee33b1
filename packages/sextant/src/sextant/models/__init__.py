"""Language models behind one protocol. Importing this package loads no provider, no SDK and no model."""

from sextant.models.coordinates import ModelPoint, to_normalised
from sextant.models.disclosure import Disclosure, DisclosureRecord, disclosure
from sextant.models.factory import open_model
from sextant.models.ledger import LedgerEntry, UsageLedger
from sextant.models.prices import has_price
from sextant.models.profiles import Coordinates, ModelProfile, Prices, profile_for
from sextant.models.router import ModelRouter, Role
from sextant.models.scripted import ScriptedModel, VerbatimReply
from sextant.models.settings import ModelSettings
from sextant.models.typed import TypedModel

__all__ = [
    "Coordinates",
    "Disclosure",
    "DisclosureRecord",
    "LedgerEntry",
    "ModelPoint",
    "ModelProfile",
    "ModelRouter",
    "ModelSettings",
    "Prices",
    "Role",
    "ScriptedModel",
    "TypedModel",
    "UsageLedger",
    "VerbatimReply",
    "disclosure",
    "has_price",
    "open_model",
    "profile_for",
    "to_normalised",
]
