"""Stages of an event at the desk: the plan, who advances, beginning one, its rounds, their check."""
