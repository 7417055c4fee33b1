"""`sextant bench identity`: screens of third-party apps compared in pairs labelled by hand.

`over_merge` is the share of the pairs of different screens that got one key, `over_split` the share of the pairs of
one screen that got two. Screens are reached and looked at as in any run: the same phone-like Chromium, the same
`Perceiver`. The labels stand in `benchmarks/identity`, written by hand from pictures of the screens.
"""

from sextant_bench.figures import BenchOptions, BenchResult

__all__ = ["run"]


def run(options: BenchOptions) -> BenchResult:
    """Captures every labelled screen and scores every labelled pair. See `measuring.run`."""
    from sextant_bench.identity.measuring import run as measure  # brings devices, which the list of benches needs not

    return measure(options)
