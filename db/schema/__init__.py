"""The schema as SQL text, one file an area, as db.migrations applies it. Once released, never edited."""
