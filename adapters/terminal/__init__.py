"""The terminal as a platform: messages drawn with rich, commands typed at a prompt or read from a pipe."""
