"""Every route of the server with the least role that it wants, as `routes.txt` has it: `METHOD path role`. `mark`: a
player's own link, and nothing else, opens it; `machine`: whoever sits at the machine.

`python -m tests.web.who_may.routes` asks every route as everybody and writes the file anew: what changes there is read
in review."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

FILE = Path(__file__).with_name("routes.txt")
LEAST: dict[str, str] = dict(line.rsplit(" ", 1) for line in FILE.read_text("utf-8").splitlines())


def measured() -> dict[str, str]:
    """The least role of every route, by asking."""
    from ronda.web.settings import ServerSettings
    from tests.web.conftest import opened
    from tests.web.who_may.test_routes_by_role import DENIED, ENDLESS, ask, routes_of, staffed

    found = {}
    with TemporaryDirectory() as folder, opened(ServerSettings(str(Path(folder) / "ronda.db"))) as desk:
        for route in routes_of(desk):
            code, people = staffed(desk)
            for role, client in people.items():
                unasked = route.path in ENDLESS or str(route) == "POST /login"
                if role != "stranger" and (unasked or ask(desk, client, route, code).status_code not in DENIED):
                    found[str(route)] = "mark" if "{mark:" in route.path else role
                    break
            else:
                found[str(route)] = "machine"
    return found


if __name__ == "__main__":
    entries = sorted(measured().items(), key=lambda entry: entry[0].split()[::-1])
    FILE.write_text("".join(f"{entry} {role}\n" for entry, role in entries), "utf-8")
