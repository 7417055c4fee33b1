"""An agent of one's own for Memory-World: it touches what it has not touched, and writes down what holds a number.

In this folder: `sextant bench memory-world --split lite --actor python:own_agent:Agent --limit 5`
"""

import random


class Agent:
    def start(self, goal, info):
        self.goal, self.kept, self.touched = goal, [], set()
        self.rng = random.Random(info.seed)

    def act(self, view):
        shown = [one for one in view.screen.elements if one.visibility == "visible"]
        self.kept += [one.label for one in shown if any(map(str.isdigit, one.label)) and one.label not in self.kept]
        fresh = [one for one in shown if one.interactable and one.label not in self.touched]
        if fresh:
            chosen = self.rng.choice(fresh)
            self.touched.add(chosen.label)
            return {"type": "click", "index": chosen.index}
        return {"type": "navigate_home"} if view.steps_left > 1 else {"type": "status", "goal_status": "complete"}

    def notes(self):
        return self.kept
