"""Where the program starts. Imports wait until it is known what for."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    gc.disable()  # what is made while starting stays: nobody needs to look for rubbish in it
    _import_msgspec()
    try:
        _main()
    finally:
        gc.freeze()  # nor when everything ends


def _import_msgspec() -> None:
    """msgspec looks for typing_extensions, only to take from it what `typing` has in every Python that Ronda runs on.
    Where the package is there, importing it takes as long as all of msgspec."""
    if "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # as if it were not installed
    import msgspec  # noqa: F401

    del sys.modules["typing_extensions"]


def _main() -> None:
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
