"""`python -m sextant` is the `sextant` command."""

from sextant.cli import main

if __name__ == "__main__":
    main()
