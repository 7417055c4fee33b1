"""Writes a world from a seed and lets its oracle walk it in the twin: no browser, no model, no network.

The oracle is no agent. It holds the answer and shows that the task can be done.
"""

from sextant_worlds.author import build
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.truth import grade
from sextant_worlds.twin.twin import Twin

world = build(seed=12)
print(world.task.goal)

twin = Twin(world)
start = twin.snapshot()
walk = Oracle(world).walk(twin, lambda: twin.state)
for number, step in enumerate(walk.steps, 1):
    for note in step.notes:
        if note.kind == "read":
            print(f"      reads {note.fact}")
    print(f"{number:4}  {step.gesture.kind} {step.label or step.text}".rstrip())

earned = grade(world, twin.state, walk.status, start)
print("solved" if earned.success else f"not solved: {earned.reason}")
