"""What a run knows of its past: typed states that are folds over its transitions."""

from sextant.state.page_baseline import Act, PageBaseline, Rise

__all__ = ["Act", "PageBaseline", "Rise"]
