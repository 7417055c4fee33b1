# pyright: reportMissingImports=false
"""Online RL on worlds with TRL's GRPO trainer: `python examples/train_trl.py MODEL [STEPS]`.

MODEL is a folder or a name that transformers knows, of a model that can call tools. Needs torch and trl beside Sextant
(`pip install torch trl`).
"""

import json
import sys
import tempfile

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from sextant_worlds.envs import memory_world
from sextant_worlds.envs.trl import rows, world_tools


def main(model: str, steps: int = 2) -> None:
    trainer = GRPOTrainer(
        model=AutoModelForCausalLM.from_pretrained(model),
        processing_class=AutoTokenizer.from_pretrained(model),
        environment_factory=world_tools(memory_world(), max_steps=6),
        train_dataset=Dataset.from_list(rows("train", range(8))),
        args=GRPOConfig(
            output_dir=tempfile.mkdtemp(),
            max_steps=steps,
            per_device_train_batch_size=4,
            num_generations=4,  # rollouts of one task, whose rewards are compared
            max_completion_length=8000,  # all turns of a rollout, screens included
            max_tool_calling_iterations=6,
            learning_rate=1e-5,
            logging_steps=1,
            use_cpu=not torch.cuda.is_available(),
            bf16=torch.cuda.is_available(),
            report_to="none",
            save_strategy="no",
        ),
    )
    trainer.train()
    for line in trainer.state.log_history:
        print(json.dumps(line))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2)
