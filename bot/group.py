"""Learning as a group: members' votes on a channel's posts become its evidence, with nobody in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from db.digests import Vote
from db.models import Answer, Paper
from recommender.evidence import Evidence

SIGNS = {Answer.LIKE: 1.0, Answer.SAVE: 1.0, Answer.MORE: 0.5, Answer.DISLIKE: -1.0, Answer.LESS: -0.5}
"""What a vote says for a paper; other answers say nothing to a group."""
LEAST = 0.05
"""Votes that have faded below this no longer count."""


def with_votes(evidence: Evidence, votes: Sequence[Vote], papers: Mapping[int, Paper]) -> Evidence:
    """The evidence of a channel: each paper weighs what its votes add up to, for or against."""
    sums: dict[int, float] = {}
    for vote in votes:
        if vote.paper in papers:
            sums[vote.paper] = sums.get(vote.paper, 0.0) + SIGNS.get(vote.answer, 0.0) * vote.weight
    liked = [(papers[key], total) for key, total in sums.items() if total >= LEAST]
    disliked = [papers[key] for key, total in sums.items() if total <= -LEAST]
    before = evidence.liked_weights or (1.0,) * len(evidence.liked)
    return replace(
        evidence,
        liked=(*evidence.liked, *(paper for paper, _ in liked)),
        liked_weights=(*before, *(weight for _, weight in liked)),
        disliked=(*evidence.disliked, *disliked),
    )
