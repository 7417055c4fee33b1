"""Models per role, all defaulting to one, with one ledger."""

from collections.abc import Mapping
from typing import Literal

from sextant.models.ledger import UsageLedger
from sextant.protocols import Model
from sextant.types.tasks import Usage

Role = Literal["actor", "author", "updater", "verifier", "authorizer", "selector", "grounder"]


class ModelRouter:
    """Maps roles to models; `default` has all other roles.

    `ledger` is the one that all models record to.
    """

    def __init__(self, default: Model, ledger: UsageLedger, roles: Mapping[Role, Model] | None = None) -> None:
        self._default = default
        self._roles = dict(roles or {})
        self.ledger = ledger

    def model(self, role: Role) -> Model:
        """Return the model of that role."""
        return self._roles.get(role, self._default)

    @property
    def models(self) -> tuple[Model, ...]:
        """Every model once."""
        unique = {id(model): model for model in (self._default, *self._roles.values())}
        return tuple(unique.values())

    def usage(self) -> Usage:
        """Return the totals of all roles."""
        return self.ledger.usage()

    def close(self) -> None:
        """Close every model."""
        for model in self.models:
            model.close()
