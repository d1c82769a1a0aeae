"""Adapter: sources."""
