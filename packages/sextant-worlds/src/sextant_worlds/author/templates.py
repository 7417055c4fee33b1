"""All templates by family and name. Test and train share no template and no program shape."""

from collections.abc import Mapping

from sextant_worlds.author import evaluation_templates, training_templates
from sextant_worlds.author.template_parts import Template

__all__ = ["TEMPLATES"]

TEMPLATES: Mapping[str, Mapping[str, Template]] = {
    "test": evaluation_templates.TEMPLATES,
    "train": training_templates.TEMPLATES,
}
"""By family and name."""
