"""Reads the routes that an app's served code declares, without running it."""
