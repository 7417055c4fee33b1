"""Serves the library from the present folder on a loopback port; the app keeps its port in its settings."""

import sqlite3
import sys

from calibreweb.__main__ import main

if __name__ == "__main__":
    port = int(sys.argv[1])
    settings = sqlite3.connect("app.db")
    settings.execute("update settings set config_port = ?, config_external_port = ?", (port, port))
    settings.commit()
    settings.close()
    sys.argv = ["cps", "-p", "app.db", "-g", "gdrive.db", "-i", "127.0.0.1"]
    sys.exit(main())
