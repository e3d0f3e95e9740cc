"""Where the program starts. Imports wait until it is known what for."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        from ronda import __version__

        print(f"ronda {__version__}")
        return
    if sys.argv[1:2] == ["engine"] and not {"-h", "--help"} & {*sys.argv}:
        from ronda.engine import main as engine  # other programs start it again and again

        sys.exit(engine(sys.argv[2:]))
    from ronda.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
