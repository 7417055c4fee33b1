"""A Gymnasium loop over worlds in their twins, with a policy that touches anything: where a learner begins.

Needs the package gymnasium.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise SystemExit('Gymnasium is missing. Install it: pip install "sextant[gym]"') from error

from sextant_worlds.envs import KINDS  # importing it registers sextant/World-v0

SEED = 7

env = gymnasium.make("sextant/World-v0", split="train", max_steps=25)
env.action_space.seed(SEED)
for episode in range(3):
    _, info = env.reset(seed=SEED + episode)
    print(info["goal"])
    total, steps, over = 0.0, 0, False
    while not over:
        action = env.action_space.sample()
        reachable = [one.index for one in info["screen"].elements if one.visibility == "visible"]
        action["kind"] = KINDS.index("tap")
        action["element"] = reachable[action["element"] % len(reachable)]
        _, reward, terminated, truncated, info = env.step(action)
        total, steps, over = total + float(reward), steps + 1, terminated or truncated
    parts = ", ".join(f"{name} {value:.2f}" for name, value in info["reward"].parts().items() if value)
    print(f"  {steps} steps, reward {total:.3f}: {parts}")
env.close()
