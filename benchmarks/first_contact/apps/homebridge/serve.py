"""Starts the bridge and its pages on a port of the loopback interface."""

import json
import os
import sys
from pathlib import Path

data, port, node, app = sys.argv[1:]
config = Path(data, "config.json")
known = json.loads(config.read_text(encoding="utf-8"))
next(one for one in known["platforms"] if one["platform"] == "config")["port"] = int(port)
config.write_text(json.dumps(known, indent=4, ensure_ascii=False), encoding="utf-8")
words = ["run", "--allow-root", "--user-storage-path", data, "--plugin-path", f"{app}/plugins"]
os.execvp("node", ["node", f"{node}/homebridge-config-ui-x/dist/bin/hb-service.js", *words])
