"""Elements by structure: what names them across screens, and where they can be touched."""
