"""The reason on a card: what it says of authors, and that it claims nothing that is not so."""

from bot.reasons import why_line
from bot.recommendations import Pick
from db.models import Paper
from recommender.explain import Told
from recommender.recommendation import Reason
from tests.conftest import START

PAPER = Paper("arxiv:1", "arxiv", "A title", "", "", "A title", "", START)


def line(**told: tuple[tuple[str, float], ...]) -> str:
    nothing: dict[str, tuple[tuple[str, float], ...]] = dict.fromkeys(Told.__dataclass_fields__, ())
    pick = Pick(PAPER, 1.0, 0.5, None, Reason.NEAR, Told(**{**nothing, **told}))
    return "".join(span if isinstance(span, str) else span.text for span in why_line(pick, {}, several=False))


def test_only_followed_authors_are_called_followed() -> None:
    assert line(authors=(("Ada Lovelace", 5.0),)) == "by Ada Lovelace, whom you follow"
    assert line(earlier=(("Ada Lovelace", 5.0),)) == "Ada Lovelace worked on this before"


def test_earlier_work_is_named_where_it_weighs_as_much_as_words() -> None:
    authors = (("Ada Lovelace", 2.0), ("Alan Turing", 1.9), ("Emmy Noether", 1.8))
    assert (
        line(terms=(("engines", 3.0),), earlier=authors)
        == "engines; Ada Lovelace and Alan Turing worked on this before"
    )
    assert line(terms=(("engines", 30.0),), earlier=authors) == "engines"


def test_what_is_faint_beside_a_followed_phrase_is_not_told() -> None:
    phrase = ("sparse autoencoders", 4.0)
    assert (
        line(keywords=(phrase,), terms=(("sparse autoencoder", 0.3), ("TI-SAE", 0.3)))
        == "sparse autoencoders and TI-SAE"
    )
    assert line(keywords=(phrase,), terms=(("findings", 0.03), ("phase", 0.02))) == "sparse autoencoders"


def test_where_nothing_weighs_the_line_says_near() -> None:
    assert line() == "near to your interests"
