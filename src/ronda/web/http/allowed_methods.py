"""`Allow`, in answers to OPTIONS and to a method that a path does not know: all methods of the path.

The framework keeps the answer to OPTIONS that it made for the first handler of a path, also when others join it.
"""

from __future__ import annotations

from litestar.types import Message, Scope

_ALLOW = b"allow"
_ENDLESS = "/stream"


def has_head(path: str) -> bool:
    """An answer that never ends has no head of its own."""
    return not path.endswith(_ENDLESS)


async def name_all_methods(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start":
        return
    message["headers"] = [
        (name, _all_methods(value, scope) if name.lower() == _ALLOW else value) for name, value in message["headers"]
    ]


def _all_methods(told: bytes, scope: Scope) -> bytes:
    template = scope.get("path_template")
    methods = {*told.decode().split(", ")}
    for route in scope["litestar_app"].routes:
        if route.path_format == template:
            methods.update(route.methods)
    if "GET" in methods and has_head(scope["path"]):
        methods.add("HEAD")
    return ", ".join(sorted(methods)).encode()
