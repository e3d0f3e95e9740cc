"""What makes a command start sooner, and changes nothing else: a command imports a hundred modules, and is over soon.

Each part has its saving beside it, in millions of instructions of `ronda pair` on a small file (180 in all; the bare
interpreter is 37 of them). Nothing here is needed: without it the program does the same, half as slow again.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` takes a while
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any


def find_modules_quickly() -> None:
    """Have the modules of Ronda found where they are (11): the general way to look for one takes as long as to run it.
    What is not plainly there, compiled and of the day of its source, is left to that way."""
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import MAGIC_NUMBER
    from marshal import loads

    tag = sys.implementation.cache_tag
    if os.sep != "/" or not tag or sys.flags.optimize or sys.pycache_prefix is not None:
        return  # paths are not that simple; compiled files are elsewhere, or there are none

    class Loader(SourceFileLoader):
        def __init__(self, name: str, path: str, compiled: str, source: os.stat_result) -> None:
            super().__init__(name, path)
            self.compiled, self.source = compiled, source

        def get_code(self, fullname: str) -> CodeType | None:
            try:
                with open(self.compiled, "rb", buffering=0) as file:
                    data = file.read()
            except OSError:
                return super().get_code(fullname)
            of_source = (int(self.source.st_mtime) & 0xFFFFFFFF) | (self.source.st_size & 0xFFFFFFFF) << 32
            if data[:8] != MAGIC_NUMBER + bytes(4) or int.from_bytes(data[8:16], "little") != of_source:
                return super().get_code(fullname)
            code: CodeType = loads(memoryview(data)[16:])
            return code

    class Finder:
        @staticmethod
        def find_spec(name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
            if not path or not name.startswith("ronda."):
                return None
            folder, own, inside = path[0], name.rpartition(".")[2], None
            try:
                source = os.stat(f"{folder}/{own}.py")
            except OSError:
                folder, own = f"{folder}/{own}", "__init__"
                inside = [folder]
                try:
                    source = os.stat(f"{folder}/{own}.py")
                except OSError:
                    return None
            file, compiled = f"{folder}/{own}.py", f"{folder}/__pycache__/{own}.{tag}.pyc"
            spec = ModuleSpec(name, Loader(name, file, compiled, source), origin=file)
            spec.submodule_search_locations = inside
            spec.has_location, spec.cached = True, compiled
            return spec

    sys.meta_path.insert(0, Finder)


class LateModule(type(sys)):  # type: ignore[misc]  # a module
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


# What is asked of a module as soon as it is imported: `uuid` asks on which system it is, `pathlib` takes a function.
ASKED_AT_ONCE: dict[str, dict[str, Callable[..., Any]]] = {
    "platform": {"system": lambda: os.uname().sysname},
    "urllib.parse": {"quote_from_bytes": _function_later("urllib.parse", "quote_from_bytes")},
}


def import_libraries() -> None:
    """msgspec, pathlib and what they import, without what hardly a command needs (80 in all). Whoever imports one of
    these modules later gets it whole."""
    names = [  # for msgspec (13), and for uuid and pathlib (10)
        *("ipaddress", "msgspec.inspect"),
        *(["platform", "ntpath"] if hasattr(os, "uname") else []),
        *(["urllib.parse"] if sys.version_info < (3, 13) else []),
    ]
    stands_in = {name: LateModule(name) for name in names if name not in sys.modules}
    for name, functions in ASKED_AT_ONCE.items():
        if name in stands_in:
            stands_in[name].__dict__.update(functions)
    sys.modules.update(stands_in)
    # where it is installed (25), msgspec takes from it what `typing` has in every Python that Ronda runs on
    no_extensions = "typing_extensions" not in sys.modules
    if no_extensions:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # as if it were not installed
    _import_datetime()
    try:
        _import_without_compiling()
    finally:
        if no_extensions:
            del sys.modules["typing_extensions"]
        for name, module in stands_in.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _import_without_compiling() -> None:
    """Patterns are compiled with their first use (14). msgspec tries whether a `ForwardRef` takes an argument, and that
    would be the first `compile` of the process (10, see `ronda.core.values.typed`)."""
    import re
    import typing

    from ronda.core.lazy_patterns import LatePattern

    names: Any = typing
    compiled_at_once, reference = re.compile, names.ForwardRef
    re.compile = LatePattern  # type: ignore[assignment]
    names.ForwardRef = lambda *_, **__: None
    try:
        import fractions  # noqa: F401
        import pathlib  # noqa: F401
        import string  # noqa: F401

        import msgspec  # noqa: F401
    finally:
        re.compile, names.ForwardRef = compiled_at_once, reference


def _import_datetime() -> None:
    """As Python has it from 3.12 on (3): without a second one in Python, which the real one replaces at once."""
    if sys.version_info >= (3, 12) or "datetime" in sys.modules:
        return
    try:
        import _datetime  # type: ignore[import-not-found]  # part of Python
    except ImportError:
        return
    module = type(sys)("datetime", _datetime.__doc__)
    module.__dict__.update({name: value for name, value in vars(_datetime).items() if not name.startswith("__")})
    sys.modules["datetime"] = module


def end(status: int) -> None:
    """Leave at once where nothing goes on (7): to take everything apart, piece by piece, is in vain, as the system gets
    it all back anyway. Files are closed, and what was to be done at the end is done."""
    if "threading" in sys.modules:
        sys.exit(status)
    import atexit

    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
