"""BrowserGym's interface in both directions, without BrowserGym: Sextant's agent plays Sextant's environment.

In a harness of BrowserGym's the agent is the same, and the environment is BrowserGym's. With another agent the
environment is the same. Needs the extra `gym`; no browser, no model, no network.
"""

import tempfile
from pathlib import Path

import gymnasium

import sextant.integrations.browsergym_env
from sextant import Settings
from sextant.integrations.browsergym import SextantAgent
from sextant.settings import JournalSettings, ModelChoices
from sextant.types.tasks import Graded, Policy

HERE = Path(__file__).parent


def judge(claimed: str) -> Graded:
    return Graded("this example", claimed == "complete", float(claimed == "complete"))


with tempfile.TemporaryDirectory() as scratch:
    settings = Settings(
        models=ModelChoices(default=f"scripted:{HERE / 'replies.json'}"),
        journal=JournalSettings(directory=Path(scratch)),
        policy=Policy.everything(),
    )
    env = gymnasium.make(
        sextant.integrations.browsergym_env.ID,
        device=f"scripted:{HERE / 'notes.json'}",
        goal="add milk to the shopping list",
        judge=judge,
    )
    agent = SextantAgent(settings, task="notes", seed=0)
    obs, _ = env.reset(seed=0)
    reward, terminated = 0.0, False
    while not terminated:
        action, _ = agent.get_action(agent.obs_preprocessor(obs))
        if action is None:
            break
        print(action)
        obs, given, terminated, _, _ = env.step(action)
        reward = float(given)
    line = agent.line(Graded("this example", reward >= 1, reward))
    assert line is not None
    print(f"{line.task}: claimed {line.claimed}, judged {line.judged}, {line.steps} steps, {line.requests} requests")
    env.close()
