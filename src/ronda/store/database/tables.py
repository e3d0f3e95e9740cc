"""The tables of the store. What stands here is what the migrations make; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Integer, MetaData, Table, Text

metadata = MetaData(
    naming_convention={  # so that a later migration can name what it changes, on both databases
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

LARGEST = 2**31 - 1  # number that a column of both databases takes: nothing beyond it is anybody's


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _text(name: str, **options: bool) -> Column[str]:
    return Column(name, Text, nullable=False, **options)  # type: ignore[arg-type]


def _number(name: str, **options: bool) -> Column[int]:
    return Column(name, Integer, nullable=False, **options)  # type: ignore[arg-type]


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


# One row for each tournament: where its facts end, and what a list of tournaments shows. Rows are never deleted, so
# neither ids nor codes are used again. `progress` is where the event stands, as JSON; nothing where nobody has found it
# out yet. Times are text (ISO 8601, UTC): both databases give back what was hashed.
ledger = Table(
    "ledger",
    metadata,
    _id(),
    _text("code", unique=True),
    _number("version"),
    _text("hash"),
    _text("name"),
    _text("system"),
    _flag("finished"),
    _flag("archived"),
    _flag("deleted"),
    _text("created_at"),
    _text("updated_at"),
    Column("seal", Text),
    Column("progress", Text),
    sqlite_autoincrement=True,
)

fact = Table(
    "fact",
    metadata,
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), primary_key=True),
    Column("version", Integer, CheckConstraint("version >= 1", name="version_from_1"), primary_key=True),
    _text("kind"),
    _text("body"),
    _text("actor"),
    _text("at"),
    Column("key", Text),
    _text("hash"),
)

# Who somebody is: the personal fields of the player that a fact tells of, as JSON, with a salt. The fact's own row has
# only a digest of the two, so that these rows can be deleted and the chain still holds.
particulars = Table(
    "particulars",
    metadata,
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), primary_key=True),
    _number("version", primary_key=True),
    _number("player"),
    _text("salt"),
    _text("body"),
)

# Requests that came with a key, and the version they led to. The scope is the code of the tournament, or "" for
# requests that make one. The digest says nothing about persons; it is empty where what was asked for was redacted.
request = Table(
    "request",
    metadata,
    _text("scope", primary_key=True),
    _text("key", primary_key=True),
    _text("digest"),
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), nullable=False),
    _number("version"),
)

# Small things beside the facts, by name: the clock, the language of the wall, … The scope is the code of a tournament,
# or "" for the whole desk. The version lets two who change one at the same time find out.
note = Table(
    "note",
    metadata,
    _text("scope", primary_key=True),
    _text("name", primary_key=True),
    _text("value"),
    _number("version"),
)

# Who may do what: sessions, invitations and phones. Only a hash of the secret is here. The scope is as above; `account`
# is whose it is, nothing for the owner of the server. (`pass` alone is a word of Python.)
desk_pass = Table(
    "desk_pass",
    metadata,
    _id(),
    _text("hash", unique=True),
    _text("scope", index=True),
    _text("role"),
    _text("name"),
    Column("parent", Integer),
    _text("created_at"),
    Column("expires_at", Text),
    Column("revoked_at", Text),
    Column("account", Integer),
    sqlite_autoincrement=True,
)

# Organisers who share a server. `key` is the name as it is compared. Without a password nobody has accepted the
# invitation yet. Limits of null are none.
account = Table(
    "account",
    metadata,
    _id(),
    _text("key", unique=True),
    _text("name"),
    _text("role"),
    Column("password", Text),
    Column("most_events", Integer),
    Column("most_players", Integer),
    _text("created_at"),
    Column("suspended_at", Text),
    sqlite_autoincrement=True,
)

# Whose an event is, by its code. What is not here is the server's own.
account_event = Table(
    "account_event",
    metadata,
    _text("code", primary_key=True),
    Column("account_id", Integer, ForeignKey(account.c.id), nullable=False, index=True),
)

# Where somebody wants to be told of what happens in an event: up to which version was looked at, how often in a row
# nothing came through, and since when it is off.
webhook = Table(
    "webhook",
    metadata,
    _id(),
    _text("scope", index=True),
    _text("url"),
    _text("secret"),
    _text("kinds"),
    _number("seen"),
    _number("failures"),
    _text("created_at"),
    Column("off_at", Text),
    sqlite_autoincrement=True,
)

# What is to be sent there, and what came of it. `next_at` is when it is tried next; nothing when it is over.
delivery = Table(
    "delivery",
    metadata,
    _id(),
    Column("webhook_id", Integer, ForeignKey(webhook.c.id), nullable=False, index=True),
    _text("kind"),
    _text("body"),
    _number("attempts"),
    _text("answer"),
    _text("created_at"),
    Column("next_at", Text, index=True),
    Column("done_at", Text),
    sqlite_autoincrement=True,
)

# Events that belong together: seasons and festivals. Their codes are drawn like those of tournaments, and are never
# the same. What was decided about one is a list of changes; no name of a person stands in it.
collection = Table(
    "collection",
    metadata,
    _id(),
    _text("code", unique=True),
    _text("kind"),
    _number("version"),
    _text("created_at"),
    sqlite_autoincrement=True,
)

collection_change = Table(
    "collection_change",
    metadata,
    Column("collection_id", Integer, ForeignKey(collection.c.id), primary_key=True),
    _number("version", primary_key=True),
    _text("body"),
    _text("actor"),
    _text("at"),
)

# Who asked for a place before the day. The scope is the code of a tournament or of a festival. Who became a player,
# withdrew or was declined for good has nothing personal left here (`body` is empty).
sign_up = Table(
    "sign_up",
    metadata,
    _id(),
    _text("scope", index=True),
    _text("status"),
    _text("body"),
    _text("hash", unique=True),
    _text("device"),
    _text("created_at"),
    _text("updated_at"),
    sqlite_autoincrement=True,
)

# People over many events (PP1): `body` is what is known, as JSON; `words` what they are found by, folded, each with a
# space before it. Who was merged into somebody stays, with its own fields, so that it can be undone; of who was erased
# the key is left, and nothing else.
person = Table(
    "person",
    metadata,
    _text("key", primary_key=True),
    _text("name"),
    _text("words"),
    _text("body"),
    _number("version"),
    _text("created_at"),
    _text("seen_at"),
    Column("merged_into", Text),
    Column("merged_by", Text),
    Column("merged_at", Text),
    Column("erased_at", Text),
)

# Two who were said to be others, so that nobody is asked again; the smaller key first.
not_same = Table(
    "not_same",
    metadata,
    _text("one", primary_key=True),
    _text("other", primary_key=True),
    _text("said_by"),
)
