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

# One row for each tournament: where its facts end, and what a list of tournaments shows. Rows are never deleted, so
# neither ids nor codes are used again. `progress` is where the event stands, as JSON; nothing where nobody has found it
# out yet. Times are text (ISO 8601, UTC): both databases give back what was hashed.
ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("version", Integer, nullable=False),
    Column("hash", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("seal", Text),
    Column("progress", Text),
    sqlite_autoincrement=True,
)

fact = Table(
    "fact",
    metadata,
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), primary_key=True),
    Column("version", Integer, CheckConstraint("version >= 1", name="version_from_1"), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("key", Text),
    Column("hash", Text, nullable=False),
)

# Who somebody is: the personal fields of the player that a fact tells of, as JSON, with a salt. The fact's own row has
# only a digest of the two, so that these rows can be deleted and the chain still holds.
particulars = Table(
    "particulars",
    metadata,
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("player", Integer, nullable=False),
    Column("salt", Text, nullable=False),
    Column("body", Text, nullable=False),
)

# Requests that came with a key, and the version they led to. The scope is the code of the tournament, or "" for
# requests that make one. The digest says nothing about persons; it is empty where what was asked for was redacted.
request = Table(
    "request",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("ledger_id", Integer, ForeignKey(ledger.c.id), nullable=False),
    Column("version", Integer, nullable=False),
)

# Small things beside the facts, by name: the clock, the language of the wall, … The scope is the code of a tournament,
# or "" for the whole desk. The version lets two who change one at the same time find out.
note = Table(
    "note",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("version", Integer, nullable=False),
)

# Who may do what: sessions, invitations and phones. Only a hash of the secret is here. The scope is as above; `account`
# is whose it is, nothing for the owner of the server. (`pass` alone is a word of Python.)
desk_pass = Table(
    "desk_pass",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("scope", Text, nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("parent", Integer),
    Column("created_at", Text, nullable=False),
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
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("password", Text),
    Column("most_events", Integer),
    Column("most_players", Integer),
    Column("created_at", Text, nullable=False),
    Column("suspended_at", Text),
    sqlite_autoincrement=True,
)

# Whose an event is, by its code. What is not here is the server's own.
account_event = Table(
    "account_event",
    metadata,
    Column("code", Text, primary_key=True),
    Column("account_id", Integer, ForeignKey(account.c.id), nullable=False, index=True),
)

# Where somebody wants to be told of what happens in an event: up to which version was looked at, how often in a row
# nothing came through, and since when it is off.
webhook = Table(
    "webhook",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("scope", Text, nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("off_at", Text),
    sqlite_autoincrement=True,
)

# What is to be sent there, and what came of it. `next_at` is when it is tried next; nothing when it is over.
delivery = Table(
    "delivery",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("webhook_id", Integer, ForeignKey(webhook.c.id), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("next_at", Text, index=True),
    Column("done_at", Text),
    sqlite_autoincrement=True,
)

# Events that belong together: seasons and festivals. Their codes are drawn like those of tournaments, and are never
# the same. What was decided about one is a list of changes; no name of a person stands in it.
collection = Table(
    "collection",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    sqlite_autoincrement=True,
)

collection_change = Table(
    "collection_change",
    metadata,
    Column("collection_id", Integer, ForeignKey(collection.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
)

# Who asked for a place before the day. The scope is the code of a tournament or of a festival. Who became a player,
# withdrew or was declined for good has nothing personal left here (`body` is empty).
sign_up = Table(
    "sign_up",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("scope", Text, nullable=False, index=True),
    Column("status", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("device", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    sqlite_autoincrement=True,
)

# People over many events (PP1): `body` is what is known, as JSON; `words` what they are found by, folded, each with a
# space before it. Who was merged into somebody stays, with its own fields, so that it can be undone; of who was erased
# the key is left, and nothing else.
person = Table(
    "person",
    metadata,
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("seen_at", Text, nullable=False),
    Column("merged_into", Text),
    Column("merged_by", Text),
    Column("merged_at", Text),
    Column("erased_at", Text),
)

# Two who were said to be others, so that nobody is asked again; the smaller key first.
not_same = Table(
    "not_same",
    metadata,
    Column("one", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("said_by", Text, nullable=False),
)
