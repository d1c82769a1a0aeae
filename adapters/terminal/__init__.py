"""Adapter: terminal."""
