"""Guides: knowledge added to the brief of an actor. They never end a run."""
