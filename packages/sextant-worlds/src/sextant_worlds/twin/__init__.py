"""A world without a browser: the engine, what it shows as elements, and a device over it."""
