# pyright: basic, reportMissingImports=false
"""Makes a language model of 0.2 million weights that can call the tools of a world, and nothing else.

`python -m tests.support.tiny_model FOLDER`. No agent: it is there so that a trainer has calls to carry out. Tokenizer
and weights are made here, from the text of a few rollouts; nothing is loaded from anywhere.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from transformers.utils import get_json_schema
from trl.chat_template_utils import qwen2_5_chat_template

from sextant_worlds.envs import memory_world
from sextant_worlds.envs.trl import WorldTools, rows, world_tools

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("click", {"index": index}) for index in range(1, 7)),
    ("navigate_home", {}),
    ("scroll", {"direction": "down"}),
    ("note", {"text": "nothing yet"}),
    ("wait", {}),
    ("status", {"goal_status": "complete"}),
)
TURNS = 3
ROLLOUTS = 32
SIGHT = 32
"""Tokens that a layer looks back: what is read long before a call must not keep so small a model from making it."""


def conversation(environment: WorldTools, row: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """A few calls drawn at random, with what they answer; the last message is a call."""
    shown = environment.reset(**row)
    found: list[dict[str, Any]] = [{"role": "user", "content": f"{row['prompt'][0]['content']}{shown}"}]
    for _ in range(rng.randrange(TURNS)):
        name, arguments = rng.choice(CALLS[:-1])
        found.append(_call(name, arguments))
        found.append({"role": "tool", "name": name, "content": str(getattr(environment, name)(**arguments))})
    return [*found, _call(*rng.choice(CALLS))]


def _call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": function}]}


def tokenizer_of(text: str) -> PreTrainedTokenizerFast:
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    how = trainers.BpeTrainer(vocab_size=2000, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False)
    made.train_from_iterator([text], how)
    found = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    found.chat_template = qwen2_5_chat_template
    return found


def main(folder: Path, steps: int = 400) -> None:
    rng = random.Random(7)
    torch.manual_seed(7)
    torch.set_num_threads(1)  # so small a model gains nothing from more, and loses much where others work too
    environment = world_tools(memory_world(), max_steps=50)()
    tools = [get_json_schema(getattr(environment, name)) for name in dir(WorldTools) if _is_tool(name)]
    talks = [conversation(environment, row, rng) for row in rows("train", range(4)) * (ROLLOUTS // 4)]
    tokenizer = tokenizer_of(json.dumps(tools) + json.dumps(talks, ensure_ascii=False))
    config = Qwen2Config(
        vocab_size=len(tokenizer), hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=16384, tie_word_embeddings=True, bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
        use_sliding_window=True, sliding_window=SIGHT, max_window_layers=0,
    )  # fmt: skip
    model = Qwen2ForCausalLM(config)
    ends = [_end(tokenizer, talk, tools) for talk in talks]
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3)
    for _ in range(steps):
        drawn = [(rng.choice(ends)[0], rng.choice(ends)[1]) for _ in range(16)]
        longest = max(len(end + call) for end, call in drawn)
        ids = [end + call + [tokenizer.pad_token_id] * (longest - len(end + call)) for end, call in drawn]
        labels = [[-100] * len(end) + call + [-100] * (longest - len(end + call)) for end, call in drawn]
        optimiser.zero_grad()
        loss = model(input_ids=torch.tensor(ids), labels=torch.tensor(labels)).loss
        loss.backward()
        optimiser.step()
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)


def _is_tool(name: str) -> bool:
    return not name.startswith("_") and name not in ("reset", "get_reward", "components")


def _end(
    tokenizer: PreTrainedTokenizerFast, talk: list[dict[str, Any]], tools: list[Any]
) -> tuple[list[int], list[int]]:
    """The end of what is asked, as far as the model sees, and the call that answers it."""
    asked = _ids(tokenizer, talk[:-1], tools, add_generation_prompt=True)
    return asked[-2 * SIGHT :], _ids(tokenizer, talk, tools)[len(asked) :]


def _ids(tokenizer: PreTrainedTokenizerFast, talk: list[dict[str, Any]], tools: list[Any], **how: Any) -> list[int]:
    text = tokenizer.apply_chat_template(talk, tools=tools, tokenize=False, **how)
    return tokenizer(text)["input_ids"]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
