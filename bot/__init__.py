"""What the bot does, on no platform: commands, digests, delivery, schedules."""
