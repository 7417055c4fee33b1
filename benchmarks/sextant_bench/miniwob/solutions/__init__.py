"""Hand-written solutions of MiniWoB++ tasks: general for their task, from goal and screen alone."""

from collections.abc import Mapping
from types import MappingProxyType

from sextant_bench.miniwob.solution import Solution, solutions_in
from sextant_bench.miniwob.solutions import clicks, drags, forms, lookups, text_entry, touches

__all__ = ["SOLUTIONS"]

_ALSO: Mapping[str, Solution] = {
    "choose-date-easy": forms.choose_date,
    "choose-date-medium": forms.choose_date,
    "choose-date-nodelay": forms.choose_date,
    "click-checkboxes-large": forms.click_checkboxes,
    "click-checkboxes-transfer": forms.click_checkboxes,
    "click-collapsible-2-nodelay": clicks.click_collapsible_2,
    "click-collapsible-nodelay": clicks.click_collapsible,
    "click-tab-2-easy": clicks.click_tab_2,
    "drag-single-shape": touches.drag_circle,
    "login-user-popup": text_entry.login_user,
    "multi-orderings": forms.multi_layouts,
    "unicode-test": clicks.click_button,
    "use-autocomplete-nodelay": text_entry.use_autocomplete,
}
"""Tasks that the solution of another one solves as well."""

SOLUTIONS: Mapping[str, Solution] = MappingProxyType(
    dict(sorted({**solutions_in(clicks, drags, forms, lookups, text_entry, touches), **_ALSO}.items()))
)
"""Every solved task, by name."""
