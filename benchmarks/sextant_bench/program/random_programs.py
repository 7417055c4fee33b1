"""Random programs, and answers to what they want: any statements within any others."""

import random
from typing import Any

from sextant.program.language import Condition, LeafRequest, Machine, NextItem

__all__ = ["drawn_answer", "drawn_program"]

_DEEPEST = 3
_NAMES = "abcd"
_MOSTLY = 0.8
"""So often the function goes into itself only where somebody says so; else until it may go no deeper."""


def drawn_program(rng: random.Random) -> str:
    """The text of a program with conditions, loops, functions, and variables that have no value yet."""
    body = _block(rng, 0, False)
    function = _indented(_block(rng, 2, False, within=True))
    return "\n".join(["def fun(p, q):", *function, "    return p", *body, 'step("last")'])


def drawn_answer(rng: random.Random, machine: Machine, ending: bool = False) -> Any:
    """Something that became of what the machine wants. With `ending` no condition holds and no item is left."""
    match machine.want:
        case LeafRequest():
            return rng.choice([None, "7", ["x"], {"k": 1}])
        case Condition():
            return rng.random() < 0.6 and not ending
        case NextItem():
            return None if ending else rng.choice(["i1", "i2", None])
        case _:
            return rng.choice([1, "v", None])


def _block(rng: random.Random, depth: int, inside: bool, within: bool = False) -> list[str]:
    lines: list[str] = []
    for _ in range(rng.randint(1, 4)):
        lines += _statement(rng, depth, inside, within)
    return lines


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _statement(rng: random.Random, depth: int, inside: bool, within: bool) -> list[str]:
    """`inside` of a loop, where it may be left; `within` the function, which may go into itself."""
    name = rng.choice(_NAMES)
    kinds = ["step", "value", "set", "var"] + (["if", "for", "each", "while"] if depth < _DEEPEST else [])
    match rng.choice([*kinds, "out", "call"] if inside else [*kinds, "call"]):
        case "step":
            return [f'step("do {{{name}}}")']
        case "value":
            return [f'{name} = step("read")']
        case "set":
            return [f"{name} = {rng.choice(['1', repr('x'), '[1, 2]', f'str({name}) + str(1)', 'None'])}"]
        case "var":
            return [f'{name} = var("meaning of {name}")']
        case "if":
            test = rng.choice(['holds("so")', f'{name} == 1 or holds("so {{{name}}}")', f"not {name}"])
            then, other = _block(rng, depth + 1, inside, within), _block(rng, depth + 1, inside, within)
            return [f"if {test}:", *_indented(then), "else:", *_indented(other)]
        case "for":
            values = rng.choice(["[1, 2]", "range(3)", "[]"])
            return [f"for {name} in {values}:", *_indented(_block(rng, depth + 1, True, within))]
        case "each":
            return [f'for {name} in each("thing of {{{name}}}"):', *_indented(_block(rng, depth + 1, True, within))]
        case "while":
            return ['while holds("more"):', *_indented([*_block(rng, depth + 1, True, within), 'step("on")'])]
        case "out":
            return [rng.choice(["break", "continue"])]
        case _:
            call = f"{name} = fun({rng.choice(['1', name])}, 2)"
            return ['if holds("again"):', f"    {call}"] if within and rng.random() < _MOSTLY else [call]
