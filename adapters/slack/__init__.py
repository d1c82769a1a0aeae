"""Adapter: slack."""
