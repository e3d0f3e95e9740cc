"""The table of operations, by feature: the name of a feature is its tag in the description of the API."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.operations import (
    access,
    accounts,
    appearance,
    clock,
    collections,
    event,
    events,
    files,
    insight,
    joining,
    people,
    phones,
    privacy,
    sign_ups,
    webhooks,
)
from ronda.operations.operation import Operation

OPERATIONS: Mapping[str, tuple[Operation, ...]] = {
    "accounts": accounts.OPERATIONS,
    "collections": (*collections.OPERATIONS, *joining.OF_FESTIVALS),
    "events": (
        *events.OPERATIONS,
        *files.OPERATIONS,
        *event.OPERATIONS,
        *clock.OPERATIONS,
        *appearance.OPERATIONS,
        *privacy.OPERATIONS,
    ),
    "insight": insight.OPERATIONS,
    "people": (*access.OPERATIONS, *people.OPERATIONS, *phones.OPERATIONS, *joining.OPERATIONS),
    "sign-up": sign_ups.OPERATIONS,
    "systems": events.OF_SYSTEMS,
    "webhooks": webhooks.OPERATIONS,
}
BY_NAME: Mapping[str, Operation] = {one.name: one for rows in OPERATIONS.values() for one in rows}
