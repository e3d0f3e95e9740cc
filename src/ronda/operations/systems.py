"""The systems with their options."""

from __future__ import annotations

import msgspec

from ronda import registry
from ronda.operations.operation import Caller, Operation, Outcome
from ronda.systems import names, system
from ronda.views.systems import SystemView, system_view


class Systems(msgspec.Struct, frozen=True):
    systems: list[SystemView]


def list_systems(caller: Caller) -> Systems:
    return Systems([system_view(system(name), caller.speaker) for name in names()])


def get_system(caller: Caller, name: str) -> SystemView | Outcome:
    return system_view(system(name), caller.speaker) if registry.known(name) else Outcome.MISSING


OPERATIONS = (
    Operation("listSystems", "GET /systems", "public", list_systems, "The systems with their options"),
    Operation("getSystem", "GET /systems/{name}", "public", get_system, "One system with its options"),
)
