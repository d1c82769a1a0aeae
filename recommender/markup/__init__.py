"""Marked-up text read into spans: scanner.py passes over it once, commands.py and formulas.py know TeX, links.py
addresses, symbols.py the tables, spans.py lays the pieces out. recommender.text is the door to it.
"""
