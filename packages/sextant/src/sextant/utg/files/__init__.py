"""Maps and routes as files: JSON, DOT, saved routes, and what differs between two of them."""
