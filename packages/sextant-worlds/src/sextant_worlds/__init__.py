"""Virtual apps that know what must be remembered: spec, engine, twin, pages, authors, checks, environments."""
