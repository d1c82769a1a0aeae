"""What can go wrong in the recommender, as sentences that say what to do."""


class RecommenderError(Exception):
    """The root of this room's errors."""


class ModelFileError(RecommenderError):
    """A model file that cannot be used: another version, cut off, or no model at all."""


class EncoderError(RecommenderError):
    """A sentence encoder that cannot be opened: files missing, not understood, or the extra not installed."""
