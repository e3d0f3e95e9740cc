"""What the program still knows of somebody: everything that its modules and functions hold is looked through."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Iterable, Iterator
from functools import _lru_cache_wrapper
from types import CodeType, CoroutineType, FrameType, FunctionType, GeneratorType, ModuleType, TracebackType

_ELSEWHERE = (ModuleType, FrameType, CodeType, TracebackType, CoroutineType, GeneratorType, logging.Logger)


def remembering(words: Iterable[str], *beside: object) -> list[str]:
    """The ways to texts that hold one of the words: from the remembered functions of the program, from its modules,
    and from what is named beside them."""
    sought = tuple(words)
    coded = tuple(word.encode() for word in sought)
    found: list[str] = []
    seen: set[int] = set()
    waiting: list[tuple[str, object]] = [*_roots(), *((type(one).__name__, one) for one in beside)]
    while waiting:
        way, value = waiting.pop()
        if isinstance(value, str):
            found += [way] if any(word in value for word in sought) else []
        elif isinstance(value, bytes | bytearray):
            found += [way] if any(word in value for word in coded) else []
        elif id(value) not in seen and not isinstance(value, _ELSEWHERE):
            seen.add(id(value))
            waiting += [(f"{way} > {type(value).__name__}"[:400], inner) for inner in _inside(value)]
    return sorted(set(found))


def _roots() -> Iterator[tuple[str, object]]:
    for name, module in list(sys.modules.items()):
        if _own(name) and module is not None:
            yield from ((f"{name}.{key}", value) for key, value in list(vars(module).items()) if key != "__builtins__")
    gc.unfreeze()  # what a server has set aside in this process is looked at, too
    for one in gc.get_objects():
        if type(one) is _lru_cache_wrapper and _own(getattr(one, "__module__", None)):
            yield f"{one.__module__}.{getattr(one, '__qualname__', '?')}", one


def _own(module: object) -> bool:
    return isinstance(module, str) and (module == "ronda" or module.startswith("ronda."))


def _inside(value: object) -> Iterable[object]:
    """Of a function what it holds itself, not the module it is of; classes of others hold nothing of ours."""
    if isinstance(value, FunctionType):
        return (value.__closure__, value.__defaults__, value.__kwdefaults__, value.__dict__)
    if isinstance(value, type):
        return list(vars(value).values()) if _own(value.__module__) else ()
    return gc.get_referents(value)
