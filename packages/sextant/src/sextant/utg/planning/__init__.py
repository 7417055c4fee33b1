"""Planning on UI Transition Graphs: a compact network, an exact planner, Fast Downward, and a separate validator."""
