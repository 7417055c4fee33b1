"""Who decides: `ModelActor` asks a language model, `Navigator` reads a map and needs none."""
