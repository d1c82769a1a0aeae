"""The console script, the chat rooms and the sources: everything that touches the outside world."""
