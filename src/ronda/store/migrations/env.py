"""Run by Alembic: the migrations on the connection that `store.database.engine` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from ronda.store.database.engine import VERSION_TABLE
from ronda.store.database.tables import metadata
from ronda.store.read_model.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[metadata, METADATA],
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
