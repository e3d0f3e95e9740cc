"""A round is over with its last result (R5.5): the tables stay, but what `rounds` says is written anew, as after every
migration."""

from __future__ import annotations

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    pass
