"""The true UI Transition Graph of a world, as plain data: worked out by touching everything there is."""

from sextant_worlds.charting.chart import Bounds, Chart, Drawn, Passage, Spot, chart_of, followed, spot_of

__all__ = ["Bounds", "Chart", "Drawn", "Passage", "Spot", "chart_of", "followed", "spot_of"]
