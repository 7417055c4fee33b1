"""What a world does and how it is laid out, written once in restricted Python and run in the twin and in the page."""
