"""The procedural author: worlds with tasks from a seed and dials, without a model, each proven before release."""

from sextant_worlds.author.builder import build, first_draft
from sextant_worlds.author.perturbation import perturb
from sextant_worlds.author.recipe import Family, TaskRecipe

__all__ = ["Family", "TaskRecipe", "build", "first_draft", "perturb"]
