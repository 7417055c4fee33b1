"""Routes as tests, maps and their reports: what works without a model."""
