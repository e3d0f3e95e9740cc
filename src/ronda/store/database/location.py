"""Where the database is: what somebody named, or the usual place on this kind of computer."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ronda.store.values import Unusable

VARIABLE = "RONDA_DB"
FILE = "ronda.db"


def default_url(environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None) -> str:
    """What RONDA_DB names, or a file in the user's data directory."""
    named = environ.get(VARIABLE, "").strip()
    if named:
        return named
    return str(data_directory(environ, platform, home) / FILE)


def data_directory(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The folder for what Ronda keeps for this user."""
    return _data_directory(environ, platform, home or Path.home()) / "ronda"


def _data_directory(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"  # the standard ignores relative ones


def database_url(place: str | Path) -> URL:
    """The address of a database: a path is a SQLite file, anything with `://` says what it is."""
    if isinstance(place, Path) or "://" not in place:
        return _file_url(Path(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
        raise Unusable(place, "not the address of a database") from error
    match url.drivername.partition("+")[0]:
        case "sqlite":
            if not url.database or url.database == ":memory:":
                raise Unusable(place, "a SQLite database is a file: sqlite:///path/to/ronda.db")
            return _file_url(Path(url.database))
        case "postgresql" | "postgres":
            return with_driver(url)
        case other:
            raise Unusable(shown_url(url), f"{other} is not supported: sqlite:///… or postgresql://…")


def with_driver(url: URL) -> URL:
    """The address of a PostgreSQL database, with what speaks to it: an extra, since a club's laptop never needs it."""
    if find_spec("psycopg") is None:
        raise Unusable(shown_url(url), "PostgreSQL needs one more package: pip install 'ronda[postgresql]'")
    return url.set(drivername="postgresql+psycopg")


def _file_url(path: Path) -> URL:
    return URL.create("sqlite+pysqlite", database=str(path.expanduser().absolute()))


def shown_url(url: URL) -> str:
    """The address without its password."""
    return url.render_as_string(hide_password=True)
