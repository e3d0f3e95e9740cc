"""The recipes of `deploy/` in real proxies: as they stand, but for names, ports and certificates."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.waiting import GENEROUS, until
from tests.web.serving import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx") or ("/usr/sbin/nginx" if Path("/usr/sbin/nginx").exists() else "")
CADDY = shutil.which("caddy") or ""
UNSAFE = ssl._create_unverified_context()  # the certificate is our own
_WHOLE = """
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 2048; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {recipe}
}}
"""


def certificate(folder: Path) -> tuple[Path, Path]:
    """For this machine, signed by itself."""
    key, made = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(made)]
    subprocess.run(words, check=True, capture_output=True)
    return made, key


@contextmanager
def nginx(folder: Path, port: int, servers: Sequence[str], *, tls: bool = True) -> Iterator[None]:
    """At the port, before the servers (host and port)."""
    folder.mkdir()
    recipe = (DEPLOY / "nginx.conf").read_text("utf-8")
    recipe = recipe.replace("server 127.0.0.1:8000;", " ".join(f"server {one};" for one in servers))
    recipe = recipe.replace("server_name club.example;", "server_name 127.0.0.1;")
    if tls:
        made, key = certificate(folder)
        recipe = recipe.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
        recipe = recipe.replace("/etc/ssl/club.example.pem", str(made)).replace("/etc/ssl/club.example.key", str(key))
    else:
        recipe = recipe.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
        recipe = "\n".join(line for line in recipe.splitlines() if "ssl_" not in line)
    config = folder / "nginx.conf"
    config.write_text(_WHOLE.format(folder=folder, recipe=recipe, user="user root;"))
    yield from _run([NGINX, "-c", str(config), "-g", "daemon off;"], folder, f"http{'s' if tls else ''}", port)


@contextmanager
def caddy(folder: Path, port: int, back: int) -> Iterator[None]:
    folder.mkdir()
    made, key = certificate(folder)
    recipe = (DEPLOY / "Caddyfile").read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{back}")
    recipe = recipe.replace("club.example {", f"https://127.0.0.1:{port} {{\n\ttls {made} {key}", 1)
    off = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(off + recipe)
    yield from _run([CADDY, "run", "--config", str(folder / "Caddyfile")], folder, "https", port)


def _run(words: list[str], folder: Path, scheme: str, port: int) -> Iterator[None]:
    with (folder / "out.log").open("wb") as log, subprocess.Popen(words, stdout=log, stderr=log) as process:
        try:
            until(lambda: _answers(f"{scheme}://127.0.0.1:{port}/ronda/healthz", process, folder), "the proxy answers")
            yield
        finally:
            process.terminate()
            process.wait(GENEROUS)


def _answers(url: str, process: subprocess.Popen[bytes], folder: Path) -> bool:
    if process.poll() is not None:
        raise RuntimeError((folder / "out.log").read_text())
    with suppress(OSError), urllib.request.urlopen(url, timeout=10, context=UNSAFE) as answer:
        return bool(answer.status == 200)
    return False


def two_ports() -> tuple[int, int]:
    front, back = free_port(), free_port()
    while front == back:
        back = free_port()
    return front, back
