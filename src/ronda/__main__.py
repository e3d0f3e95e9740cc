"""Where the program starts. Imports wait until it is known what for."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        from ronda import __version__

        print(f"ronda {__version__}")
        return
    from ronda.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
