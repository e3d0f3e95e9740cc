"""The actions: what can be done to an event, by whom, with which body, and how it is decided."""

from ronda.desk.actions.action import Action, Decided, Request
from ronda.desk.actions.bodies import Body
from ronda.desk.actions.table import ACTIONS, PHONE, REPORTS, STEPS

__all__ = ["ACTIONS", "PHONE", "REPORTS", "STEPS", "Action", "Body", "Decided", "Request"]
