"""What a run knows of its past: folds over its transitions; and what the rows of a screen are called."""

from sextant.state.page_baseline import PageAct, PageBaseline, Rise
from sextant.state.rows import row_of

__all__ = ["PageAct", "PageBaseline", "Rise", "row_of"]
