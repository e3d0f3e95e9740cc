"""What is used from inside uvicorn and Litestar, beyond what they document: if a new version changes it, a test here
names it; and `pyproject.toml` allows no version that was not tried."""

from __future__ import annotations

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
import uvicorn.config
import uvicorn.supervisors
from litestar.utils.scope.state import ScopeState
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from ronda.web.http.connections import Connection
from tests.web.looping import run

# What `Connection` overrides, with the names of what it is given.
HOOKS = {
    "connection_made": ["transport"],
    "connection_lost": ["exc"],
    "data_received": ["data"],
    "on_message_begin": [],
    "on_headers_complete": [],
    "on_body": ["body"],
    "on_message_complete": [],
    "on_response_complete": [],
    "_start_asgi_task": ["cycle", "app"],
}
HELD = ("client", "server", "transport", "flow", "cycle", "pipeline", "headers", "scope", "timeout_keep_alive")
OF_A_CYCLE = ("disconnected", "keep_alive", "message_event", "response_complete")


def test_only_versions_that_were_tried_are_allowed() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    for name in ("litestar", "uvicorn"):
        allowed = next(line for line in project["dependencies"] if line.startswith(name))
        tried = ".".join(version(name).split(".")[:2])
        assert allowed == f"{name}~={tried}.0", "its insides may be others in another minor version"


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_of_the_connections(hook: str) -> None:
    found = getattr(HttpToolsProtocol, hook, None)
    where = f"uvicorn {version('uvicorn')}: HttpToolsProtocol.{hook}, which ronda.web.http.connections overrides,"
    assert found is not None, f"{where} is gone"
    assert [*inspect.signature(found).parameters][1:] == HOOKS[hook], f"{where} is given something else"


def test_all_hooks_are_named() -> None:
    own = {
        name for name in vars(Connection) if hasattr(HttpToolsProtocol, name) and callable(getattr(Connection, name))
    }
    assert {name for name in own if not name.startswith("__")} == HOOKS.keys()


def test_what_a_connection_holds() -> None:
    async def made() -> HttpToolsProtocol:
        config = uvicorn.Config("ronda.web.server:app", interface="asgi3", log_config=None)
        config.loaded, config.loaded_app, config.ws_protocol_class = True, None, None
        return HttpToolsProtocol(config=config, server_state=ServerState(), app_state={})

    connection = run(made())
    assert [name for name in HELD if not hasattr(connection, name)] == [], "ronda.web.http.connections uses them"
    code = inspect.getsource(RequestResponseCycle.__init__)
    assert [name for name in OF_A_CYCLE if f"self.{name} =" not in code] == [], "so it does those of a cycle"


def test_the_rest() -> None:
    assert hasattr(uvicorn.supervisors, "Multiprocess"), "ronda.web.server starts workers with it"
    assert hasattr(uvicorn.config, "LOGGING_CONFIG"), "ronda.web.server writes logs with it"
    assert {"body", "form"} <= {*ScopeState.__slots__}, "ronda.web.http.admission puts there what it has read"
