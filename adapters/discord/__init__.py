"""Adapter: discord."""
