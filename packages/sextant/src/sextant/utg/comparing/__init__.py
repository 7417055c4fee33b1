"""Two maps side by side, and one map in figures: what changed, what agrees, what a static analysis would know."""
