"""Maps and routes as files: JSON, DOT, saved routes, and the differences between two routes."""
