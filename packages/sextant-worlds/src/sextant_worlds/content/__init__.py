"""What the apps of a world are filled with: people, places, goods, talk, money, in English and Chinese.

Plain data and pickers that take a `random.Random`. `cast` chooses who and where; `minting` gives values that occur
once in a world.
"""

from sextant_worlds.content.casting import cast
from sextant_worlds.content.mint import Chance, Mint, minting

__all__ = ["Chance", "Mint", "cast", "minting"]
