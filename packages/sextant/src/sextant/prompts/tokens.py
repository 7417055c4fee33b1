"""Token estimates for budgets. The ledger uses the provider's counts if it gives them."""

import re
from typing import Literal

TOKENIZER = "estimate: 4 characters of Latin text a token, 1 of others"
_OTHERS = re.compile("[^\x00-\u2e7f]")


def count_tokens(text: str) -> int:
    """Estimated tokens of a text, rounded up."""
    others = 0 if text.isascii() else len(_OTHERS.findall(text))
    return -(-(len(text) - others) // 4) + others


def clip(text: str, max_tokens: int, keep: Literal["head", "tail"] = "head") -> str:
    """The text cut to an estimate, if possible at a line; the cut is marked."""
    if count_tokens(text) <= max_tokens:
        return text
    lines, kept, spent = text.splitlines(), list[str](), 8
    for line in lines if keep == "head" else reversed(lines):
        spent += count_tokens(line) + 1
        if spent > max_tokens:
            break
        kept.append(line)
    if not kept:
        return _begin(text, max_tokens) + " …" if keep == "head" else "… " + _begin(text[::-1], max_tokens)[::-1]
    left_out = len(lines) - len(kept)
    if keep == "head":
        return "\n".join([*kept, f"… {left_out} more lines left out"])
    return "\n".join([f"… {left_out} earlier lines left out", *reversed(kept)])


def _begin(text: str, max_tokens: int) -> str:
    """The beginning of a text that fits."""
    quarters = max_tokens * 3
    for place, character in enumerate(text):
        quarters -= 1 if ord(character) < 0x2E80 else 4
        if quarters < 0:
            return text[:place]
    return text
