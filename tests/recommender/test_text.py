"""What a reader sees of TeX, Markdown and Unicode: every peculiarity of the seeds, hostile input, ids and limits."""

import itertools
import re
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.models import Span, Style
from recommender.text import (
    MAX_ABSTRACT,
    clean_text,
    fold,
    limit_abstract,
    parse_markup,
    plain_name,
    plain_text,
    seed_id,
    sentences,
    tokens,
)

SEEDS = Path(__file__).parents[2] / "seeds"
B, IT, C, M, P = Style.BOLD, Style.ITALIC, Style.CODE, Style.MATH, Style.PLAIN

raw_text = st.text(
    st.one_of(st.sampled_from("$$\\{}[]()*_`'\"~^-<> \n.,emphtbxcitu123"), st.characters(codec=None)), max_size=120
)


@pytest.fixture(scope="module")
def abstracts() -> list[str]:
    files = sorted(SEEDS.glob("*.txt"))
    return [paragraph for file in files for paragraph in file.read_text(encoding="utf-8").split("\n\n")[1:]]


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        (r"top-$K$", "top-K"),
        (r"($q_2=0$)", "(q₂=0)"),
        (r"from $O(T/n)$ to $O(T/\sqrt{n})$", "from O(T/n) to O(T/√n)"),
        (r"a ${\sim}25\\%$ cut", "a ~25% cut"),
        (r"$\mathcal{L}(s) e^{-T \cdot d(s)}$.", "L(s) e^(-T · d(s))."),
        (r"$\mathrm{Sp}(4,\mathbb{R})$ data", "Sp(4,ℝ) data"),
        (r"mechanism $f_{\widehat Y}$", "mechanism f_Ŷ"),
        (r"$\widetilde{O}(\log 1/\varepsilon)$", "Õ(log 1/ε)"),
        (r"a $\log\log n$ gain", "a log log n gain"),
        (r"$\mathbf{2^{256}}$ states", "2²⁵⁶ states"),
        (r"SP$^3$, a", "SP³, a"),
        (r"$3$-$630\times$ faster", "3-630× faster"),
        (r"256$\times$256 and 1024$\times$1024", "256×256 and 1024×1024"),
        (r"$256$\times$256$", "256×256"),
        (r"($6.4$M nets, $556$\,GB)", "(6.4M nets, 556 GB)"),
        (r"($p < 0.01$ in 8)", "(p < 0.01 in 8)"),
        (r"A$\rightarrow$B, $x\in\mathbb{R}^d$", "A→B, x ∈ ℝᵈ"),
        (r"4.2\% to 8.5\%, $0.7\%$ and 25\\%", "4.2% to 8.5%, 0.7% and 25%"),
        ("a 60.7% average and 99.9 % more", "a 60.7% average and 99.9 % more"),
        (r"OBJ\_ONLY/OBJ\_BG/PB\_T50\_RS", "OBJ_ONLY/OBJ_BG/PB_T50_RS"),
        (r"downstream evaluations \citep{a2024,b}. Yet", "downstream evaluations. Yet"),
        (r"Olmo 3 \citep{a} and more (\cite{b})", "Olmo 3 and more"),
        ("``anytime'' results", "“anytime” results"),
        ('the ``black-box" setting', "the “black-box” setting"),
        ("for ''clean'' samples", "for “clean” samples"),
        ('make "hidden" choices', 'make "hidden" choices'),
        ("the level---which 2K--128K", "the level—which 2K–128K"),
        ("today’s limit — a 3–4 range", "today’s limit — a 3–4 range"),
        (r"(\eg depth, ancestors)", "(e.g., depth, ancestors)"),
        ("Schrödinger, ϵ and Δ", "Schrödinger, ϵ and Δ"),
        ("(i) one; (ii) two; (1) three", "(i) one; (ii) two; (1) three"),
        ("lowcardinality highligh Stifefel", "lowcardinality highligh Stifefel"),
        ("from $100K or 100 Days; $2,000, $3,000 or $4", "from $100K or 100 Days; $2,000, $3,000 or $4"),
        ("pay $5 for $n$ and $10 for $m$", "pay $5 for n and $10 for m"),
        (r"over {0,1}^n and \{-1,1\}", "over {0,1}^n and {-1,1}"),
        ("{BERT} and {GPT-4} read", "BERT and GPT-4 read"),
        (r"Fig.~1, but ~25% of 5~10", "Fig. 1, but ~25% of 5~10"),
        ("snake_case_name, 2*3*4, A* and D* search", "snake_case_name, 2*3*4, A* and D* search"),
        ("10$^{-3}$ m$^2$ of CO$_2$", "10⁻³ m² of CO₂"),
        (r"\textbf{a\emph{b}c} and {\bf d} e", "abc and d e"),
        (r"unknown \method{} with \foo{words kept}", "unknown method with words kept"),
        ("score-\nmaximizing Bow-\nfree, short-\nand long-term", "score-maximizing Bow-free, short- and long-term"),
        ("<p>not ours</p> &lt;x&gt;", "<p>not ours</p> &lt;x&gt;"),
        (r"$$E = mc^2$$ and \[a_1\] and \(b\)", "E = mc² and a₁ and b"),
        (r"1{,}000 items at $30 FPS$, $3\\sigma$ off, Amp\\`ere", "1,000 items at 30 FPS, 3σ off, Ampère"),
        (
            "independence**--**an idea, {see https://a.b/c for all of it}",
            "independence–an idea, see https://a.b/c for all of it",
        ),
        ("lone $ and * and { and [ and ` and \\", "lone $ and * and { and [ and ‘ and"),
    ],
)
def test_plain_text_is_what_a_reader_should_see(raw: str, plain: str) -> None:
    assert plain_text(raw) == plain


@pytest.mark.parametrize(
    ("raw", "spans"),
    [
        (r"our $\textbf{LLaDA Guard}$ asks", [("our ", P), ("LLaDA Guard", B), (" asks", P)]),
        (r"\textbf{Backtracking (TBS)}, a", [("Backtracking (TBS)", B), (", a", P)]),
        (r"$\texttt{unsafe}$-looking", [("unsafe", C), ("-looking", P)]),
        (r"\emph{a posteriori} x", [("a posteriori", IT), (" x", P)]),
        (r"\textit{variable-$K$ case}", [("variable-", IT), ("K", IT | M), (" case", IT)]),
        (r"**5.4$\times$** fewer", [("5.4", B), ("×", B | M), (" fewer", P)]),
        ("**Sti**fefel **C**omp", [("Sti", B), ("fefel ", P), ("C", B), ("omp", P)]),
        ("***Unbalanced (UOT)***, a", [("Unbalanced (UOT)", B | IT), (", a", P)]),
        ("the *modality split*, x", [("the ", P), ("modality split", IT), (", x", P)]),
        ("_miscalibration_ is", [("miscalibration", IT), (" is", P)]),
        ("use `a_b*c` now", [("use ", P), ("a_b*c", C), (" now", P)]),
        ("**bold *both***", [("bold ", B), ("both", B | IT)]),
        ("**unclosed and *this", [("**unclosed and *this", P)]),
        ("*a\n\nb*", [("*a b*", P)]),
    ],
)
def test_styles_become_spans(raw: str, spans: list[tuple[str, Style]]) -> None:
    assert parse_markup(raw) == tuple(Span(text, style) for text, style in spans)


@pytest.mark.parametrize(
    ("raw", "text", "url"),
    [
        ("the [code](https://a.b/r/L-B056/).", "code", "https://a.b/r/L-B056/"),
        (r"at \url{https://a.b/i\_R-0778/}.", "https://a.b/i_R-0778/", "https://a.b/i_R-0778/"),
        ("at https://a.b/r/MQG-8E57.", "https://a.b/r/MQG-8E57", "https://a.b/r/MQG-8E57"),
        ("(see https://a.b/x_(y)_*z*~w?q=1)", "https://a.b/x_(y)_*z*~w?q=1", "https://a.b/x_(y)_*z*~w?q=1"),
        (r"\href{http://a.b/c\%20d}{our page}", "our page", "http://a.b/c%20d"),
        ("<https://a.b>", "https://a.b", "https://a.b"),
    ],
)
def test_links_are_http_and_end_before_the_sentence_does(raw: str, text: str, url: str) -> None:
    assert [span for span in parse_markup(raw) if span.url] == [Span(text, url=url)]


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//a.b", "ftp://a"]
)
def test_any_other_scheme_is_only_text(target: str) -> None:
    for raw in (f"a [word]({target}) b", rf"a \href{{{target}}}{{word}} b"):
        assert parse_markup(raw) == (Span("a word b"),)


def test_no_seed_keeps_any_residue_of_markup(abstracts: list[str]) -> None:
    residue = re.compile(r"[\\$*`{}]|(?<!f)(?<!BJ)(?<!PB)(?<!T50)_|''|--|\(\)|\]\(| [.,;:)]|\^(?!\(-T)")
    assert len(abstracts) == 95
    assert {plain: residue.findall(plain) for plain in map(plain_text, abstracts) if residue.search(plain)} == {}


def test_no_word_of_a_seed_is_lost(abstracts: list[str]) -> None:
    silent = re.compile(r"\\citep\{[^}]*\}|\]\(http[^)]*\)|\\(?!log)[A-Za-z]+|[^A-Za-z0-9\\]+|\\")
    for raw in abstracts:
        wanted = silent.sub("", unicodedata.normalize("NFKD", raw))
        kept = re.sub(r"[^A-Za-z0-9]+", "", unicodedata.normalize("NFKD", plain_text(raw)))
        assert kept.replace("egdepth", "depth") == wanted.replace("egdepth", "depth")


def test_the_seeds_have_702_sentences_and_ids_of_their_own(abstracts: list[str]) -> None:
    assert sum(len(sentences(plain_text(raw))) for raw in abstracts) == 702
    assert len({seed_id(raw) for raw in abstracts}) == 95


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We use e.g. trees, i.e. graphs, cf. Fig. 3 vs. Smith et al. and Eq. 2. It works.", 2),
        ("Rates fall to 0.5 (p. 3; see Sec. 2. Next) at 3.5%. kCGM wins. sHC too.", 3),
        ("By J. A. Smith. We show it.", 2),
        ("What is it? A test! “Quoted.” Then more.", 4),
        ("One two. three four", 1),
        ("Ends in etc. The next.", 2),
        ("我们提出一种方法。它很快。", 2),
        ("", 0),
        ("word", 1),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, count: int) -> None:
    found = sentences(text)
    assert len(found) == count
    assert "".join(found).replace(" ", "") == text.replace(" ", "")


def test_tokens_keep_hyphened_words_whole() -> None:
    assert tokens("The top-K rule's 3.5% (x, GPT-4o).") == ["The", "top-K", "rule's", "3.5", "x", "GPT-4o"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (r"Paulo Andr\'e", "Paulo André"),
        (r"Karel {\v C}apek", "Karel Čapek"),
        (r"K. G{\"o}del", "K. Gödel"),
        (r"\"Omer \c{S}ahin", "Ömer Şahin"),
        (r"{\L}ukasz Stra\ss er", "Łukasz Straßer"),
        (r"P. Erd\H{o}s and \'{\i}\~n{\ae}", "P. Erdős and íñæ"),
        (r"S\o ren \AA rup", "Søren Årup"),
        (r"Ho\`ang\, N.~T. d'Or*_x", "Hoàng N. T. d'Or*_x"),
    ],
)
def test_names_lose_their_tex_and_nothing_else(raw: str, name: str) -> None:
    assert plain_name(raw) == name


def test_cleaning_drops_what_no_screen_should_get() -> None:
    assert clean_text("a\x00b\u200bc\u202ed\ud800e\ufeff\ue000 \t f\u00a0g\r\nh") == "abcde f g h"
    assert clean_text("e\u0301\u200d") == "é"
    assert clean_text(" a \r\n\r\n\r\n\n b\u2028c ", keep_newlines=True) == "a\n\nb\nc"


def test_folding_makes_spellings_equal() -> None:
    assert fold("Schrödinger–Fréchet’s “Ørsted” ﬁt ²ℝ Straße") == 'schrodinger-frechet\'s "orsted" fit 2r strasse'


def test_an_id_depends_on_words_alone() -> None:
    assert seed_id("An  Abstract\nof é") == seed_id(" an abstract of e\u0301")
    assert re.fullmatch(r"seed:[0-9a-f]{12}", seed_id("x"))
    assert seed_id("x") != seed_id("y")


def test_a_long_abstract_is_cut_at_a_word_and_says_so() -> None:
    assert limit_abstract("short text") == ("short text", False)
    assert limit_abstract("x" * MAX_ABSTRACT) == ("x" * MAX_ABSTRACT, False)
    cut, was_cut = limit_abstract("word and " * 5_000)
    assert was_cut
    assert MAX_ABSTRACT - 10 <= len(cut) <= MAX_ABSTRACT
    assert set(cut.split()) == {"word", "and"}
    assert limit_abstract("x" * 30_000) == ("x" * MAX_ABSTRACT, True)


@settings(max_examples=300, deadline=None)
@given(raw_text)
def test_any_text_is_read_without_an_exception_and_comes_out_clean(raw: str) -> None:
    plain = plain_text(raw)
    assert plain == clean_text(plain)
    assert all(char.isprintable() for char in plain)
    spans = parse_markup(raw)
    assert all(span.text for span in spans)
    assert all((left.style, left.url) != (right.style, right.url) for left, right in itertools.pairwise(spans))
    assert all(not span.url or span.url.lower().startswith(("http://", "https://")) for span in spans)
    assert "".join(sentences(plain)).replace(" ", "") == plain.replace(" ", "")
    plain_name(raw)


@settings(max_examples=200, deadline=None)
@given(raw_text)
def test_cleaning_and_folding_twice_change_nothing(raw: str) -> None:
    assert clean_text(clean_text(raw)) == clean_text(raw)
    assert fold(fold(raw)) == fold(raw)
    kept = clean_text(raw, keep_newlines=True)
    assert clean_text(kept, keep_newlines=True) == kept


@given(st.text(st.sampled_from("abcXYZ äéß,.;:()0123"), max_size=80))
def test_text_without_markup_stays_as_it_is(raw: str) -> None:
    assert plain_text(raw) == clean_text(raw)


@pytest.mark.prove
@pytest.mark.parametrize(
    "shape",
    [
        "$",
        "$a ",
        "{",
        "\\",
        "*a ",
        "_a",
        "[",
        "[a](",
        "\\emph{",
        "\\citep{",
        "$\\sqrt",
        "``a ",
        "`a'b",
        "$1 and ",
        ". A",
        *["(A. ", "http://", "http://a.b/((", "${", "\\href{a}{", "^{", "***_a_", "\\'", "\n", "a\u0301"],
    ],
)
def test_a_hostile_text_costs_time_in_proportion_to_its_length(shape: str) -> None:
    def seconds(length: int) -> float:
        text = (shape * length)[:length]
        began = time.process_time()
        sentences(plain_text(text))
        return time.process_time() - began

    small = min(seconds(12_500) for _ in range(3))
    large = min(seconds(50_000) for _ in range(3))
    assert large <= 10 * max(small, 0.02), "four times the text: linear is 4 times the work, quadratic 16"
