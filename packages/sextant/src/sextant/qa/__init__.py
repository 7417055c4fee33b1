"""Routes as tests, maps and their reports: all that works without a model."""
