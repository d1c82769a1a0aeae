"""Every weight of the ranking, in one place. It holds numbers and the reasons for them, and knows no part.

All parts are standardised on the background before they are weighed, so weights compare like with like.
"""

from db.models import Answer

# --- features ---
BUCKETS = 2**20
"""Hashed terms; collisions of a few hundred thousand distinct terms cost nothing measurable."""
TITLE_REPEATS = 3
"""A title's words count as if written this many times."""
COMMON_SHARE = 0.3
"""A term in more than this share of the papers says nothing about a topic (once the corpus can tell)."""
COMMON_FROM = 50
"""Papers from which COMMON_SHARE is applied."""
RARE_FROM = 5_000
"""Papers from which a term seen in fewer than RARE_COUNT of them is left out."""
RARE_COUNT = 3
LATENT_FROM = 5_000
"""No latent space below this many papers."""
LATENT_WIDTH = 512
LATENT_TERMS = 60_000
LATENT_SAMPLE = 20_000
LATENT_FLOOR = 0.3

KIN_PAPERS = 15
"""An author of more papers is likely several people of one name."""
KIN_WEIGHT = 3.0
KIN_POWER = 0.35
"""How far the latent space is stretched towards what papers of the same authors share; 1 ruins it."""
KIN_PRIOR = 2.0

# --- background ---
BACKGROUND_SIZE = 40_000
NEGATIVES = 500
REFERENCE_FULL = 1_000
REFERENCE = 300
"""Papers of each content kind on which scores are standardised."""

# --- what stands for an interest ---
NEIGHBOURS = 30
"""How many background papers the likes, or the keywords, draw in."""
NEIGHBOUR_POOL = 1_000
"""How many of the nearest by latent place are compared by their terms."""
NEIGHBOUR_MASS = 3.0
"""The likes' neighbours together count like so many likes."""
KEYWORD_MASS = 3.0
"""What the keywords find counts like so many likes."""
PHRASE_FIRST = 20

# --- parts ---
CONTRAST_STRENGTH = 1.0
CONTRAST_ROUNDS = 200
"""Never reached in practice (some 20 are), so that no fit ends with a warning."""
KEYWORD_MIX = (0.25, 0.25, 0.5)
"""The phrase's words (BM25), its latent place, the latent centre of what it finds."""
BM25_K1 = 1.2
BM25_B = 0.75
CATEGORY_SMOOTHING = 20.0

# --- answers ---
ANSWERS = {
    Answer.LIKE: 1.0,
    Answer.SAVE: 1.0,
    Answer.MORE: 0.5,
    Answer.OWN: 1.0,
    Answer.IMPORT: 1.0,
    Answer.DISLIKE: -1.0,
    Answer.LESS: -1.0,
}
"""What an answer weighs as a like; below 0 as a dislike. `known` and `not_muted` say nothing of relevance."""
IMPORT_CAP = 50.0
FOLLOWED_CATEGORY = 10.0
"""A followed category counts like so many liked papers of it."""
SPREAD_LEAST = 0.01
REFERENCE_LEAST = 20
"""With fewer papers of a kind, raw scores are not standardised."""

# --- chance ---
CHANCE_BASE = -9.5
CHANCE_SCORE = 3.1
CHANCE_LIKES = 0.25
CHANCE_BELOW = 0.01
"""Keeps scores below 0 in their order."""
KEYWORDS_AS_LIKES = 4


EMBEDDING_RIDGE = 3.0
"""Of the whitening, in mean variances of an encoder's dimension."""
ENCODED_SHRINK = 0.73
"""With an encoder's part, all weights shrink so that right answers score as high as without, and chances stay true."""


def part_weights(likes: float, *, encoded: bool) -> dict[str, float]:
    """The weight of each part for an interest whose likes weigh so much.

    `encoded` says whether a sentence encoder's part is among them.
    """
    weights = {
        "contrast": 1.0,
        "kindred": 1.0,
        "kin": 1.0,
        "wording": 0.5,
        "category": 0.5,
        "keyword": 5 / (likes + 2),
        "author": 5.0,
        "dislike": 25.0,
        "embedding": 1.2,
    }
    return {name: ENCODED_SHRINK * weight for name, weight in weights.items()} if encoded else weights


BATCH_BLOCK = 64
"""Interests scored together; 64 take some 40 MB."""

# --- a corpus of a million ---
CORPUS_TERMS = 1_000
"""So many of an interest's terms are looked up in the whole corpus."""
CORPUS_COARSE = 2_000
"""So many of the papers they find are compared by all their terms."""
CORPUS_EXACT = 100
"""So many of those are scored exactly. With these numbers recall@10 is .998 among a million papers."""

# --- choosing what to show ---
COMPOSE_FROM = 5
COMPOSE_POOL = 100
COMPOSE_RELEVANCE = 0.15
COMPOSE_COVERAGE = 0.85
"""At .3 and .7 a small interest beside a big one is rarely shown; one interest loses nothing measurable."""
ALIKE = 0.3
FRESHNESS = 0.1
FRESHNESS_HALF_LIFE = 7.0
"""Days."""

# --- hiding, holding back, forgetting, splitting ---
MUTE_FROM = 9
MUTE_NEEDLESS = 0.1
GATE_FROM = 9
FORGET_ROUNDS = 6
FORGET_ALIKE = 0.12
"""A like of this cosine of terms to a paper is of its kind."""
FORGET_SCORE = 3.0
FORGET_SHARE = 0.5
"""A like carries a phrase when the phrase alone gives it this score, and this share of what the best three get."""
FORGET_CLARITY = 0.2
"""Below it the likes are all of much the same kind: others than those found are not drawn in."""
SPLIT_LEAST = 3
SPLIT_CLARITY = 0.55
"""At it 5% of lists of one subject are split and 51% of mixed ones; at .5 it is 8% and 60%, at .6 3% and 35%."""

# --- onboarding ---
ONBOARDING_HITS = 8
