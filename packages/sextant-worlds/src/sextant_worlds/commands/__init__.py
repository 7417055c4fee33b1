"""The commands `sextant world …`."""
