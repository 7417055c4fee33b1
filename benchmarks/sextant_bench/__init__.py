"""Benchmarks: what is measured, against what, and how the figures are printed.

A bench is a function `run(options: BenchOptions) -> BenchResult`, named in `suites.toml`.
"""
