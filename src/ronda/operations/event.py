"""What there is to see of an event."""

from __future__ import annotations

from datetime import date

from ronda.desk.fees import fee_list
from ronda.operations.operation import EventCaller, Operation
from ronda.views.fees import FeeListView, fee_list_view


def fees(caller: EventCaller) -> FeeListView:
    return fee_list_view(fee_list(caller.tournament, date.today().isoformat()), caller.speaker)


OPERATIONS = (Operation("getFees", "GET /fees", "helper", fees, "Fees: due, paid and open", scope="event"),)
