"""Reading, ranking and explaining papers: pure functions and small classes over db.models and arrays.

No SQL, no clock, no network, no global state; of db it knows the shared vocabulary (db.models) alone.
"""
