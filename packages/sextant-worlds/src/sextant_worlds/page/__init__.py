"""A world as a page: engine and renderer in JavaScript, styles, icons, fonts."""
