"""Every sentence the bot says, one file a subject, so that its voice can be read and changed in one place.

Plain words, no platform's markup; a sentence about a fault says what was wrong and what to do.
"""
