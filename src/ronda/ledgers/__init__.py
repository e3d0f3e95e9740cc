"""Ledgers without a database: in memory, and in a tournament file. (`ronda.store` is the one with a database.)"""
