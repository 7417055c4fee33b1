"""Looking for a screen that the map does not have yet: what is left to try, what it is worth, and when it is found."""
