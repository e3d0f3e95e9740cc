"""Every way in, as `docs/guide/install.md` has it, in an empty environment without the project's tree and without a
network: packages come from the folder of the USB stick. Part of `make soak`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import until
from tests.web.serving import free_port

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "guide" / "install.md"
UV = next((ROOT / ".boot").glob("uv-*/bin/uv"), Path("uv"))
PLAYERS = [{"name": name} for name in ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus")]

pytestmark = pytest.mark.soak


def block(heading: str) -> str:
    """The commands below a heading."""
    text = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made from the tree as it stands."""
    subprocess.run(["make", "-s", "bundle"], cwd=ROOT, check=True, capture_output=True)
    copied = tmp_path_factory.mktemp("stick") / "ronda-stick"
    shutil.copytree(ROOT / "dist" / "ronda-stick", copied)
    return copied


@pytest.fixture
def place(tmp_path: Path, stick: Path) -> Path:
    """An empty folder with the wheel, and the stick."""
    folder = tmp_path / "some where"
    folder.mkdir()
    shutil.copy(next((stick / "wheelhouse").glob("ronda-*.whl")), folder)
    (folder / "ronda-stick").symlink_to(stick)
    return folder


def surroundings(place: Path, home: Path, *tools: Path) -> dict[str, str]:
    """Nothing of this shell; no index can be asked, and the proxy leads nowhere."""
    bin_ = home / ".local" / "bin"
    house = str(place / "ronda-stick" / "wheelhouse")
    folders = [bin_, *tools, Path(sys.base_prefix) / "bin", Path("/usr/bin"), Path("/bin")]
    nowhere = "http://127.0.0.1:9"
    settings = home / "uv.toml"
    settings.write_text(f"no-index = true\nfind-links = [{json.dumps(house)}]\n")
    return {
        "HOME": str(home),
        "PATH": os.pathsep.join(map(str, folders)),
        "LANG": "C.UTF-8",
        "BROWSER": "true",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": Path(house).as_uri(),
        "PIP_CONFIG_FILE": os.devnull,
        "UV_CONFIG_FILE": str(settings),
        "UV_PYTHON_DOWNLOADS": "never",
        "http_proxy": nowhere,
        "https_proxy": nowhere,
        "no_proxy": "127.0.0.1",
    }


@contextmanager
def running(commands: str, place: Path, env: dict[str, str], port: int) -> Iterator[str]:
    """The commands of a block to the letter; only the port is another one. Without a network, where that can be had."""
    words = ["sh", "-ec", re.sub(r"(ronda serve|start\.sh)", rf"\1 --port {port}", commands)]
    with subprocess.Popen(
        words, cwd=place, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            until(lambda: _answers(address, process), "the desk answers", 300)
            yield address
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def _answers(address: str, process: subprocess.Popen[bytes]) -> bool:
    if process.poll() is not None:
        assert process.stdout is not None
        raise RuntimeError(process.stdout.read().decode())
    return _there(address)


def _there(address: str) -> bool:
    with suppress(OSError):
        urllib.request.urlopen(address, timeout=20).close()
        return True
    return False


def asked(address: str, body: dict[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(address, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def play(address: str) -> list[dict[str, Any]]:
    """A whole event; the final standings."""
    setup = {"system": "redemption", "name": "Club night", "options": {"rounds": 3}, "seed": 7}
    code = asked(f"{address}/api/events", {**setup, "players": PLAYERS})["code"]
    event = f"{address}/api/events/{code}"
    for number in (1, 2, 3):
        asked(f"{event}/pair", {"publish": True})
        for table in asked(f"{event}/rounds/{number}")["tables"]:
            asked(f"{event}/result", {"round": number, "table": table["number"], "result": "5-3"})
    assert asked(f"{event}/finish?confirm=true", {})["finished"]
    sheet = urllib.request.urlopen(f"{address}/e/{code}/print/standings.pdf", timeout=120).read()
    assert sheet.startswith(b"%PDF")
    return list(asked(f"{event}/standings")["rows"])


@pytest.mark.parametrize("way", ["pip", "uv", "pipx", "A USB stick"])
def test_from_nothing_to_the_final_standings(way: str, place: Path, tmp_path: Path) -> None:
    home, tools = tmp_path / "home", tmp_path / "tools"
    home.mkdir()
    tools.mkdir()
    if way == "uv":
        (tools / "uv").symlink_to(UV)
    if way == "pipx":
        pipx = shutil.which("pipx")
        if pipx is None:
            pytest.skip("pipx is not installed")
        (tools / "pipx").symlink_to(pipx)
    env = surroundings(place, home, tools)
    with running(block(way), place, env, free_port()) as address:
        assert len(play(address)) == len(PLAYERS)
    ronda = next(path for path in [*home.rglob("bin/ronda"), *place.glob("ronda-env/bin/ronda")])
    told = subprocess.run([ronda, "guide", "--json"], env=env, cwd=tmp_path, check=True, capture_output=True)
    listed = json.loads(told.stdout)
    assert {"guide/serve", "rules/chess"} <= {page["page"] for page in listed["pages"]}
    assert not Path(listed["folder"]).is_relative_to(ROOT), "the guide is the program's own"
    refused = subprocess.run([ronda, "list", "--db", "postgresql://x/y"], env=env, cwd=tmp_path, capture_output=True)
    assert (refused.returncode, b"ronda[postgresql]" in refused.stderr) == (2, True)


def test_the_stick_in_a_room_without_any_network(place: Path, tmp_path: Path) -> None:
    """Installed, started and played to the end where there is no other machine at all."""
    ip = shutil.which("ip")
    if ip is None or subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode:
        pytest.skip("no network namespaces here")
    home = tmp_path / "home"
    home.mkdir()
    env = surroundings(place, home)
    for word in ("PIP_NO_INDEX", "PIP_FIND_LINKS", "UV_CONFIG_FILE", "http_proxy", "https_proxy"):
        del env[word]  # the script needs no help
    player = f"PYTHONPATH='{ROOT}' '{sys.executable}' -m tests.test_installing http://127.0.0.1:8000"
    script = f"'{ip}' link set lo up; {block('A USB stick').strip()} & {player}; kill $!"
    done = subprocess.run(["unshare", "-n", "sh", "-c", script], cwd=place, env=env, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == f"{len(PLAYERS)} players in the final standings", done.stderr


def test_the_steps_of_the_container_lead_to_a_program(tmp_path: Path) -> None:
    """As far as that can be known without an image to build on: the first stage, step by step, in a folder."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    stage = text.partition("\nFROM ")[2].partition("\nFROM ")[0]
    for line in stage.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        match word:
            case "COPY":
                *sources, target = rest.split()
                for source in sources:
                    found, goal = ROOT / source, tmp_path / target
                    goal = goal / found.name if target.endswith("/") else goal
                    goal.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copytree(found, goal) if found.is_dir() else shutil.copy(found, goal)
            case "RUN":
                subprocess.run(
                    ["sh", "-ec", rest.replace("/opt/ronda", str(tmp_path / "opt"))],
                    cwd=tmp_path,
                    check=True,
                    capture_output=True,
                    env={**os.environ, "PATH": f"{sys.base_prefix}/bin:/usr/bin:/bin"},
                )
    told = subprocess.run([tmp_path / "opt" / "bin" / "ronda", "guide"], check=True, capture_output=True, text=True)
    assert "guide/serve" in told.stdout


if __name__ == "__main__":  # inside the room without a network
    until(lambda: _there(sys.argv[1]), "the desk answers", 300)
    print(f"{len(play(sys.argv[1]))} players in the final standings")
