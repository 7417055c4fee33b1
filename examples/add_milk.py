"""A whole run without browser, model or network: a scripted app and a scripted model.

Change `device` to `web:http://…` and `model` to `openai:gpt-5`, and it is a real one.
"""

from pathlib import Path

import sextant

HERE = Path(__file__).parent

episode = sextant.run(
    "add milk to the shopping list",
    device=f"scripted:{HERE / 'notes.json'}",
    model=f"scripted:{HERE / 'replies.json'}",
    on_step=lambda step: print(step.step, step.decision.description, "-", step.effectiveness),
)
print(episode.status, "because", episode.reason)
