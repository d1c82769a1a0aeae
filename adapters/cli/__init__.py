"""Adapter: cli."""
