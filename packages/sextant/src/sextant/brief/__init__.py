"""What a model reads and writes: sections, budgets, schema. The one place that renders prompts and training records."""

from sextant.brief.action_forms import Convert, action_form
from sextant.brief.answer import decision_json, decision_text
from sextant.brief.compose import BriefComposer, ClaimsView, Mark
from sextant.brief.failures import FAILURES
from sextant.brief.history import Archive, Spans, history_fold
from sextant.brief.listing import Line, list_screen, listed
from sextant.brief.prefix import Surroundings
from sextant.brief.retrospect import cited
from sextant.brief.revision import objection_sections
from sextant.brief.schema import SECOND, as_decision, decision_schema
from sextant.brief.text import render
from sextant.brief.tokens import TOKENIZER, count_tokens
from sextant.brief.updating import Updater

__all__ = [
    "FAILURES",
    "SECOND",
    "TOKENIZER",
    "Archive",
    "BriefComposer",
    "ClaimsView",
    "Convert",
    "Line",
    "Mark",
    "Spans",
    "Surroundings",
    "Updater",
    "action_form",
    "as_decision",
    "cited",
    "count_tokens",
    "decision_json",
    "decision_schema",
    "decision_text",
    "history_fold",
    "list_screen",
    "listed",
    "objection_sections",
    "render",
]
