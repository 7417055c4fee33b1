"""A page that nobody has vouched for, in a browser that lets it reach nothing and use little."""

import shutil
import tempfile
from pathlib import Path

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Deadlines, Phone
from sextant.types.geometry import Size
from sextant_worlds.modelled.sealed import sealed

__all__ = ["SealedPage"]

_ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--js-flags=--max-old-space-size=256",
    "--block-new-web-contents",
)


class SealedPage(BrowserDevice):
    """HTML from elsewhere as a phone's page: sealed, without a network, bounded in time and memory.

    It is served from a file of its own; `close` removes it.
    """

    def __init__(self, html: str, seconds: float = 8.0) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="sextant-page-"))
        page = self._folder / "page.html"
        page.write_text(sealed(html), encoding="utf-8")
        super().__init__(
            BrowserOptions(
                url=page.as_uri(),
                phone=Phone(viewport=Size(412, 915), keyboard=False),
                chrome=Chrome(arguments=_ARGUMENTS, lease_minutes=5.0),
                limits=Deadlines(start=30.0, settle=min(6.0, seconds), look=seconds, command=seconds),
            )
        )

    def close(self) -> None:
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)
