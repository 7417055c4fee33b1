"""A map as one self-contained HTML file, which is readable without scripts."""

from sextant.utg.page.document import map_page

__all__ = ["map_page"]
