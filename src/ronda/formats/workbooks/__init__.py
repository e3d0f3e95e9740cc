"""Workbooks: a whole event as one, sheets of any kind, and one of somebody else filled in."""
