"""What a run knows of its past: folds over its transitions; and what the rows of a screen are called."""

from sextant.state.page_baseline import Act, PageBaseline, Rise
from sextant.state.rows import row_of

__all__ = ["Act", "PageBaseline", "Rise", "row_of"]
