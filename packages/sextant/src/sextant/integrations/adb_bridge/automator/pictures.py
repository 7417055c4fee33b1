"""Screenshots as image files."""

import io
from threading import Lock
from typing import Literal

from PIL import Image

from sextant.integrations.adb_bridge.phone import BridgedPhone

__all__ = ["PictureTaker"]


class PictureTaker:
    """Takes and encodes one screenshot at a time, because an unencoded one takes tens of megabytes."""

    def __init__(self, phone: BridgedPhone) -> None:
        self._phone = phone
        self._lock = Lock()

    def take(self, kind: Literal["JPEG", "PNG"], scale: float = 1.0, quality: int = 80) -> bytes:
        """The screen, smaller where `scale` is below 1. `quality` is that of a JPEG, 1 to 95."""
        with self._lock:
            image = self._phone.screenshot().convert("RGB")
            if 0 < scale < 1:
                size = max(1, int(image.width * scale)), max(1, int(image.height * scale))
                image = image.resize(size, Image.Resampling.BILINEAR)
            held = io.BytesIO()
            if kind == "JPEG":
                image.save(held, kind, quality=max(1, min(quality, 95)))
            else:
                image.save(held, kind, compress_level=1)
            return held.getvalue()
