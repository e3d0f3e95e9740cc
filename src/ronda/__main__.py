"""Where the program starts. Imports wait until it is known what for."""

from __future__ import annotations

import gc
import sys

from ronda import __version__


def main() -> None:
    gc.disable()  # what is made while starting stays: nobody needs to look for rubbish in it
    if sys.argv[1:] == ["--version"]:
        print(f"ronda {__version__}")
        return
    try:
        sys.exit(_main())
    finally:
        gc.freeze()  # nor when everything ends


def _main() -> int:
    if sys.argv[1:2] == ["engine"] and not {"-h", "--help"} & {*sys.argv}:
        from ronda.engine import main as engine  # other programs start it again and again

        return engine(sys.argv[2:])
    from ronda.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    main()
