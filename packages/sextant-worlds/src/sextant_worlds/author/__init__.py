"""The procedural author: worlds with tasks from a seed and dials, without a model, each proven before release."""

from sextant_worlds.author.builder import build, draft, first_draft
from sextant_worlds.author.perturbation import perturb
from sextant_worlds.author.recipe import Family, TaskRecipe

__all__ = ["Family", "TaskRecipe", "build", "draft", "first_draft", "perturb"]
