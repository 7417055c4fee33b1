"""Signs in to an app once, for later runs."""
