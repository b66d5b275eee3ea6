"""Zuno prepares civil cases."""

__version__ = "0.1.0"
