"""Copies of a database: made, kept, put back; and what can be saved from a damaged one."""
