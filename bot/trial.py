"""Comparing the serving ranker with the one before it in live digests, where the admin switched that on.

Team-draft interleaving: each digest is drawn from both orders in turn, and likes tell which order served better.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.context import Services
from bot.recommendations import Ranking, Recommendations
from db.digests import Subscription
from db.models import Profile, ProfileKind
from recommender.interleaving import Verdict, team_draft, verdict


def takes_part(services: Services, profile: Profile) -> bool:
    """Whether a profile's digests are drawn from two orders: there are two, and the person did not refuse."""
    return (
        services.challenger is not None
        and profile.kind is ProfileKind.PERSON
        and not services.store.trials.refused(profile.tenant, profile.key)
    )


def mixed(
    services: Services, subscription: Subscription, ranking: Ranking, rank_with: Callable[[Recommendations], Ranking]
) -> Ranking:
    """The ranking drawn in turn from the serving ranker's and the former's; `teams` says which gave each pick."""
    assert services.challenger is not None
    other = rank_with(services.challenger)
    picks = {pick.paper.key: pick for pick in (*other.picks, *ranking.picks)}
    draft = team_draft(
        [pick.paper.key for pick in ranking.picks],
        [pick.paper.key for pick in other.picks],
        len(ranking.picks),
        services.generator.randrange(2**31),
    )
    return replace(ranking, picks=tuple(picks[key] for key in draft.items), teams=draft.teams)


def standing_of(likes: list[tuple[int, int]]) -> Verdict | None:
    """The comparison so far, None before any digest had a like."""
    told = [pair for pair in likes if any(pair)]
    return verdict(told) if told else None
