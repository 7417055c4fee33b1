"""The UI Transition Graph: a map drawn while walking, the shortest routes on it, and the screens that match a goal."""
