"""The procedural author: worlds with tasks from a seed and dials, without a model, each proven before release."""

from sextant_worlds.author.authoring import build, draft, first_draft
from sextant_worlds.author.perturbing import perturb
from sextant_worlds.author.recipe import Family, Recipe

__all__ = ["Family", "Recipe", "build", "draft", "first_draft", "perturb"]
