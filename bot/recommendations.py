"""Between the store and the recommender: which model serves, what is known of a profile, and the rankings it gets."""

from db.store import Store


class Recommendations:
    """Rankings for profiles; belongs to the thread of its store."""

    def __init__(self, store: Store) -> None:
        self.store = store
