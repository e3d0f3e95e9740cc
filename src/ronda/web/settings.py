"""How the server was started."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from ronda.core.values import Frozen

IDLE_HOURS = 12
ANY_ORIGIN = "*"


class ServerSettings(Frozen):
    """`address` is what phones and the wall are told to open; without one, what the asking browser used. `link` is the
    secret that makes a browser on this machine the owner's; `trust_local` does without any proof that it is one, and
    `behind_proxy` says that it never is. After `idle_hours` without use a session ends. `proxies` are
    believed when they say who asks. Pages of the sites in `origins` may read what is public. With `private_webhooks`
    messages are also sent to this machine and its neighbours."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""
    trust_local: bool = False
    behind_proxy: bool = False
    idle_hours: int = IDLE_HOURS
    link: str = ""
    proxies: tuple[str, ...] = ()
    log_format: str = "text"
    log_requests: bool = False
    metrics_token: str = ""
    origins: tuple[str, ...] = (ANY_ORIGIN,)
    private_webhooks: bool = False

    @property
    def hall(self) -> bool:
        """Whether other machines can reach the server: then the owner needs a password. An address of another name, or
        one with https, means that something in front of the server lets others in."""
        named = urlsplit(self.address).hostname
        elsewhere = named is not None and not is_loopback(named)
        return self.behind_proxy or self.encrypted or elsewhere or not is_loopback(self.host)

    @property
    def root(self) -> str:
        """The path in front of everything, where the site is somebody else's: `/ronda`; nothing if it is its own."""
        return urlsplit(self.address).path.rstrip("/")

    @property
    def origin(self) -> str:
        """What browsers call the site, without any path; nothing without an address."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}" if self.address else ""

    @property
    def encrypted(self) -> bool:
        """Whether browsers come by https."""
        return urlsplit(self.address).scheme == "https"


def plain_address(host: str) -> IPv4Address | IPv6Address | None:
    """The number of a machine, without zone; an IPv4 address inside an IPv6 one is an IPv4 address."""
    try:
        found = ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def place_of(host: str) -> str:
    """Where somebody is: of IPv6 the network, since everybody has as many addresses there as they like."""
    address = plain_address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return host if address is None else str(address)


def is_loopback(host: str) -> bool:
    """Whether a host can only be this very machine."""
    found = plain_address(host)
    return host.strip("[]").lower() == "localhost" if found is None else found.is_loopback
