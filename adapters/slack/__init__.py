"""Slack: the whole surface, on slack-bolt. What is said is bot's business; how it looks and travels is decided here."""
