"""What an event uses: stages, prizes, fees and the like. What it does not use is nowhere seen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ronda.core import Tournament
from ronda.operations.access import admitted
from ronda.operations.collections import all_collections
from ronda.operations.event_settings import EventSettings, Setting
from ronda.operations.sign_ups import SIGN_UP
from ronda.store.sign_ups import how_many
from ronda.store.webhooks import webhooks_of

ON = -1  # switched on, though nothing may be there yet


SWITCHES: Setting[Mapping[str, int]] = Setting("features", dict, dict)
"""By feature, how many of its things are put away: it shows when there are more."""


def _sign_ups(settings: EventSettings, code: str, _: Tournament) -> int:
    with settings.store.reads() as connection:
        return int(settings.setting(code, SIGN_UP).open) + how_many(connection, code)


def _webhooks(settings: EventSettings, code: str, _: Tournament) -> int:
    with settings.store.reads() as connection:
        return len(webhooks_of(connection, code))


_COUNTS: Mapping[str, Callable[[EventSettings, str, Tournament], int]] = {
    "stages": lambda _, __, event: sum(one.kind != "rounds" for one in event.setup.stages),
    "prizes": lambda _, __, event: len(event.prizes.prizes) if event.prizes else 0,
    "categories": lambda _, __, event: len(event.prizes.categories) if event.prizes else 0,
    "clubs": lambda _, __, event: len({player.club for player in event.players if player.club}),
    "start": lambda _, __, event: sum(player.start > 0 for player in event.players),
    "apart": lambda _, __, event: len(event.setup.avoid),
    "penalties": lambda _, __, event: len(event.setup.penalties) + len(event.appeals),
    "fees": lambda _, __, event: len(event.fees.rules.rules) + len(event.fees.own) + len(event.fees.payments),
    "sign_up": _sign_ups,
    "helpers": lambda settings, code, _: len(admitted(settings.store, code)),
    "season": lambda settings, code, _: sum(
        code in one.codes for one in all_collections(settings.store) if one.kind == "season" and not one.deleted
    ),
    "webhooks": _webhooks,
}
FEATURES = tuple(_COUNTS)


def in_use(settings: EventSettings, code: str, event: Tournament, feature: str) -> int:
    """How many things of it there are."""
    return _COUNTS[feature](settings, code, event)


def uses(settings: EventSettings, code: str, event: Tournament, feature: str) -> bool:
    """Whether it was switched on, or has come into use since it was switched off."""
    switched = settings.setting(code, SWITCHES).get(feature, 0)
    return switched == ON or in_use(settings, code, event, feature) > switched
