"""Goods with prices one would pay for them."""

import random
from dataclasses import dataclass

from sextant_worlds.content.lists import Products, lists
from sextant_worlds.content.mint import Mint
from sextant_worlds.spec.phone import Currency, Locale

_CNY = 7


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that is sold. `about` is its usual price in whole euros; `motif` what a photo of it shows.

    `grams` is what it weighs, wrapped.
    """

    category: str
    name: str
    about: int
    motif: str
    grams: tuple[int, int]


def categories(locale: Locale) -> dict[str, str]:
    """What each category is called."""
    return lists(Products).categories[locale]


def products(locale: Locale) -> tuple[Product, ...]:
    """Everything that is sold, by category, in a fixed order; names are unique."""
    known = lists(Products)
    return tuple(
        Product(category, en if locale == "en" else zh, about, motif, known.heavy.get(motif, known.grams[category]))
        for category, goods in known.goods.items()
        for en, zh, about, motif in goods
    )


def pick_products(rng: random.Random, locale: Locale, count: int) -> tuple[Product, ...]:
    """So many different products of all categories."""
    return tuple(rng.sample(products(locale), count))


def price(product: Product, mint: Mint, rng: random.Random, currency: Currency) -> int:
    """A price of it in the smallest unit, that nothing else in the world costs."""
    about = product.about * (_CNY if currency == "CNY" else 1) * 100
    spread = rng.randint(0, 25)
    return mint.amount(about * (88 + spread // 2) // 100, about * (102 + spread) // 100)
