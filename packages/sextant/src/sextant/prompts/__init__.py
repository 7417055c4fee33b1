"""The input and output of models: sections, budgets, schema. All prompts and training records are rendered here."""

from sextant.prompts.action_forms import Convert, TouchForm, action_form
from sextant.prompts.answer import decision_json, decision_text
from sextant.prompts.composer import BriefComposer, ClaimsView, Mark
from sextant.prompts.failures import FAILURES
from sextant.prompts.history import Archive, Spans, history_fold
from sextant.prompts.listing import ListingLine, list_screen, listed
from sextant.prompts.prefix import Surroundings
from sextant.prompts.retrospect import cited
from sextant.prompts.schema import SECOND, action_words, as_decision, decision_schema
from sextant.prompts.text import objection_sections, render
from sextant.prompts.tokens import TOKENIZER, count_tokens
from sextant.prompts.update_call import Updater

__all__ = [
    "FAILURES",
    "SECOND",
    "TOKENIZER",
    "Archive",
    "BriefComposer",
    "ClaimsView",
    "Convert",
    "ListingLine",
    "Mark",
    "Spans",
    "Surroundings",
    "TouchForm",
    "Updater",
    "action_form",
    "action_words",
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
