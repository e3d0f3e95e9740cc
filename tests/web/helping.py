"""Somebody with a lesser role than the owner, in a browser on another machine."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar.testing import TestClient

from ronda.store.access import issue
from ronda.web.context import SESSION_COOKIE
from tests.web.conftest import At


def somebody(desk: At, code: str, role: str = "helper", name: str = "Ana") -> TestClient[Any]:
    secret = f"secret-of-{role}-{name}"
    with desk.runtime.store.writes() as connection:
        issue(connection, secret, role, name, datetime.now(UTC), scope=code)
    client = desk.elsewhere()
    client.cookies.set(SESSION_COOKIE, secret)
    return client
