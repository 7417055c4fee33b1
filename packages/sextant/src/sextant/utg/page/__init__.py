"""A map as one HTML file that needs nothing but itself, and reads without a script."""

from sextant.utg.page.document import map_page

__all__ = ["map_page"]
