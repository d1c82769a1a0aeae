"""What an abstract says of itself: which sentence states the contribution (contribution.py, cues.py, leads.py), what it
is called (names.py), and a title from that (titles.py, clipping.py). recommender.headline is the door to it.
"""
