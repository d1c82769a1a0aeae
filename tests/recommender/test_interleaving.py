"""Team-draft interleaving."""

from hypothesis import given, settings
from hypothesis import strategies as st

from recommender.interleaving import team_draft, verdict

orders = st.lists(st.integers(0, 30), unique=True, max_size=20)


@settings(max_examples=50)
@given(orders, orders, st.integers(0, 12), st.integers(0, 1000))
def test_a_draft_repeats_nothing_and_takes_from_both_in_turn(first, second, size, seed):
    draft = team_draft(first, second, size, seed)
    assert len(set(draft.items)) == len(draft.items) == min(size, len({*first, *second}))
    assert all(item in (first, second)[team] for item, team in zip(draft.items, draft.teams, strict=True))
    assert team_draft(first, second, size, seed) == draft


def test_each_team_gets_half_when_the_lists_differ():
    draft = team_draft(range(10), range(10, 20), 6, seed=3)
    assert sorted(draft.teams) == [0, 0, 0, 1, 1, 1]


def test_both_rankers_lead_equally_often():
    leads = [team_draft([1], [2], 1, seed).teams[0] for seed in range(400)]
    assert 150 < sum(leads) < 250


def test_the_verdict_counts_digests_not_likes():
    found = verdict([(5, 0), (1, 0), (2, 0), (1, 1), (0, 1)])
    assert (found.wins, found.ties) == ((3, 1), 1)
    assert found.p == 0.625


def test_no_digests_no_verdict():
    assert verdict([]).p == 1.0
