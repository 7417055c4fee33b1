"""The UI Transition Graph: a map drawn while walking, the shortest ways on it, and what a goal means on it."""
