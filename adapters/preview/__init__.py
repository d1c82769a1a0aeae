"""Adapter: preview."""
