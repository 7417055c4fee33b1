"""Actors: `ModelActor` asks a language model, `Navigator` searches a map without one."""
