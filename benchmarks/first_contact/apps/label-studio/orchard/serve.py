"""Serves the app with one middleware more: whoever looks is signed in."""

import sys
from pathlib import Path

import label_studio.server

sys.path.insert(0, str(Path(label_studio.server.__file__).parent))

from core.settings.base import MIDDLEWARE

MIDDLEWARE.insert(
    MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware") + 1, "orchard.signed_in.signed_in"
)
label_studio.server.main()
