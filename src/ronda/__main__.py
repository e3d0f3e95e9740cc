"""Where the program starts. Imports wait until it is known what for."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def main() -> None:
    gc.disable()  # what is made while starting stays: nobody needs to look for rubbish in it
    if sys.argv[1:] == ["--version"]:
        from ronda import __version__

        print(f"ronda {__version__}")
        return
    _import_libraries()
    try:
        _end(_main())
    finally:
        gc.freeze()  # nor when everything ends


class _Later(type(sys)):  # type: ignore[misc]  # a module
    """Stands for a module in the library that imports it, and becomes it when somebody asks for something in it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from importlib import import_module

        self.__dict__.update(vars(import_module(self.__name__)))
        return vars(self)[name]


def _function_later(module: str, name: str) -> Callable[..., Any]:
    def found(*values: Any, **named: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(module), name)(*values, **named)

    return found


def _import_libraries() -> None:
    """msgspec and pathlib, without what they import for things that hardly a command needs: together these take
    longer than msgspec itself. Whoever imports one of them later gets it whole."""
    names = [
        *("ipaddress", "textwrap", "msgspec.inspect", "msgspec.msgpack", "msgspec.toml", "msgspec.yaml"),
        *(["platform"] if hasattr(os, "uname") else []),
        *(["urllib.parse"] if sys.version_info < (3, 13) else []),
    ]
    stands_in = {name: _Later(name) for name in names if name not in sys.modules}
    for name, functions in _ASKED_AT_ONCE.items():
        if name in stands_in:
            stands_in[name].__dict__.update(functions)
    sys.modules.update(stands_in)
    # looked for by msgspec only to take from it what `typing` has in every Python that Ronda runs on
    no_extensions = "typing_extensions" not in sys.modules
    if no_extensions:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # as if it were not installed
    import pathlib  # noqa: F401

    import msgspec  # noqa: F401

    if no_extensions:
        del sys.modules["typing_extensions"]
    for name, module in stands_in.items():
        if sys.modules.get(name) is module:
            del sys.modules[name]


# What is asked of a module as soon as it is imported: `uuid` asks on which system it is, `pathlib` takes a function.
_ASKED_AT_ONCE: dict[str, dict[str, Callable[..., Any]]] = {
    "platform": {"system": lambda: os.uname().sysname},
    "urllib.parse": {"quote_from_bytes": _function_later("urllib.parse", "quote_from_bytes")},
}


def _main() -> int:
    if sys.argv[1:2] == ["engine"] and not {"-h", "--help"} & {*sys.argv}:
        from ronda.engine import main as engine  # other programs start it again and again

        return engine(sys.argv[2:])
    from ronda.cli import run

    return run(sys.argv[1:])


def _end(status: int) -> None:
    """Leave at once where nothing goes on: to take everything apart, piece by piece, takes a tenth of a command's time,
    and the system gets it all back anyway. Files are closed, and what was to be done at the end is done."""
    if "threading" in sys.modules:
        sys.exit(status)
    import atexit

    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
