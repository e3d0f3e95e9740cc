"""Run by Alembic: the migrations on the connection that `ronda.store.schema` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from ronda.store.read_model.schema import METADATA
from ronda.store.schema import VERSION_TABLE
from ronda.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[metadata, METADATA],
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
