"""How the server was started."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Settings:
    """`address` is what phones and the wall are told to open; without one, what the asking browser used."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""

    @property
    def hall(self) -> bool:
        """Whether other machines can reach the server: then the owner needs a password. An address of another name
        means that something in front of the server lets others in."""
        named = urlsplit(self.address).hostname
        return not is_loopback(self.host) or (named is not None and not is_loopback(named))

    @property
    def encrypted(self) -> bool:
        """Whether browsers come by https."""
        return urlsplit(self.address).scheme == "https"


def is_loopback(host: str) -> bool:
    """Whether a host can only be this very machine."""
    bare = host.strip("[]").partition("%")[0]
    try:
        return ip_address(bare).is_loopback
    except ValueError:
        return bare.lower() == "localhost"
