"""HTML to text: what a reader sees, in linear time, for any input."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sources.html_text import MAX_HTML, to_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<p>One <b>bold</b><br/>two &lt;x&gt;</p><!-- no --><script>bad()</script>three", "One bold\ntwo <x>\nthree"),
        ("plain x<y and c>d & S&P", "plain x<y and c>d & S&P"),
        ("if a<b and b>c", "if a<b and b>c"),
        ("H<sub>2</sub>O", "H2O"),
        ("<jats:p>We show.</jats:p>", "We show."),
        ("<STYLE>p{}</STYLE>After", "After"),
        ("<p>never closed <!-- comment", "never closed"),
        ("caf&eacute; &#8212; &nbsp;end", "café —  end"),
        ("", ""),
    ],
)
def test_what_a_reader_would_see_is_left(value: str, text: str) -> None:
    assert to_text(value).replace("\xa0", " ").strip() == text


@pytest.mark.prove
@pytest.mark.parametrize(
    "piece", ["<!", "<!--", "<a ", "<a b=", "</", "<![", "<?", "&#", "<p>", "<script>", "<a href='"]
)
def test_the_time_is_linear_in_the_text(piece: str) -> None:
    started = time.monotonic()
    to_text(piece * (MAX_HTML // len(piece)), is_html=True)
    assert time.monotonic() - started < 1


@given(st.text() | st.lists(st.sampled_from(["<p>", "<", ">", "</p>", "<!--", "&amp;", "x", "<script>"])).map("".join))
def test_nothing_raises(value: str) -> None:
    to_text(value)
    to_text(value, is_html=True)
