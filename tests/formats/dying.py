"""A reader that takes what it can get, or all the time in the world. Run apart."""

from __future__ import annotations

import os
import sys
import time

if __name__ == "__main__":
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "src"))
    from ronda.formats.sandbox import confine

    confine()
    if sys.argv[1:] == ["sleep"]:
        time.sleep(600)
    held = []
    while True:
        held.append(bytes(50_000_000))
