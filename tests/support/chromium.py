"""A Chromium driven by itself, for pages that are files: where no device of ours is what is tested."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

INSTALLED = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@contextmanager
def chromium() -> Generator[Browser]:
    """The system's own where there is one, else Playwright's; closed in the end."""
    with sync_playwright() as playwright:
        path = str(INSTALLED) if INSTALLED.exists() else None
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield started
        finally:
            started.close()
