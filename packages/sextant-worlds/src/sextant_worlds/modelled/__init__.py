"""Worlds written by models, as the paper has it: author, page author, checkers, repairer; admitted only when proven."""

from sextant_worlds.modelled.forms import AuthoredPage, AuthoredTask
from sextant_worlds.modelled.pipeline import (
    AuthoringTrace,
    ModelWorld,
    Roles,
    WorldNotAdmittedError,
    WorldWish,
    author_world,
)

__all__ = [
    "AuthoredPage",
    "AuthoredTask",
    "AuthoringTrace",
    "ModelWorld",
    "Roles",
    "WorldNotAdmittedError",
    "WorldWish",
    "author_world",
]
