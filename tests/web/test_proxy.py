"""A real nginx in front of the real server: whoever comes through it is nobody before they sign in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.waiting import GENEROUS, until
from tests.web.serving import free_port, serving

NGINX = shutil.which("nginx") or ("/usr/sbin/nginx" if Path("/usr/sbin/nginx").exists() else "")

# As Debian ships it, and the one line that every manual shows: no header is added, and `Host` becomes the address of
# the server behind.
PLAIN = """
user www-data;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{front}; location / {{ proxy_pass http://127.0.0.1:{back}; {more} }} }}
}}
"""

pytestmark = [
    pytest.mark.skipif(not NGINX, reason="nginx is not installed"),
    pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives nginx a user of its own"),
]


@contextmanager
def nginx(folder: Path, back: int, more: str = "") -> Iterator[str]:
    """The address of a proxy before the server."""
    front = free_port()
    folder.mkdir()
    config = folder / "nginx.conf"
    config.write_text(PLAIN.format(folder=folder, front=front, back=back, more=more))
    with subprocess.Popen([NGINX, "-c", str(config), "-g", "daemon off;"], stderr=subprocess.DEVNULL) as process:
        try:
            address = f"http://127.0.0.1:{front}"
            until(lambda: _answers(address), "the proxy answers")
            yield address
        finally:
            process.terminate()
            process.wait(GENEROUS)


def _answers(address: str) -> bool:
    with suppress(urllib.error.URLError):
        return bool(status(f"{address}/static/app.js"))
    return False


def status(url: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=GENEROUS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        return answer.code


def test_nobody_is_owner_through_a_plain_proxy(tmp_path: Path) -> None:
    """`proxy_pass http://127.0.0.1:8000;` and nothing else: the server sees a connection from this machine, with its
    own name in `Host`, and no sign of anybody else."""
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port), nginx(tmp_path / "plain", port) as front:
        assert status(f"http://127.0.0.1:{port}/api/events") == 200, "who sits at the machine is the owner"
        assert status(f"{front}/api/events") == 401
        assert status(f"{front}/") == 401
        body = json.dumps({"system": "chess", "name": "X"}).encode()
        wish = urllib.request.Request(f"{front}/api/events", body, {"Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(wish, timeout=GENEROUS)


def test_nor_by_a_name_that_the_proxy_hands_on(tmp_path: Path) -> None:
    """A proxy that keeps `Host` hands on whatever a stranger writes there."""
    port = free_port()
    more = "proxy_set_header Host $http_host; proxy_http_version 1.1; proxy_set_header Connection '';"
    with serving(str(tmp_path / "ronda.db"), port), nginx(tmp_path / "kept", port, more) as front:
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
            assert status(f"{front}/api/events", Host=host) == 401, host
