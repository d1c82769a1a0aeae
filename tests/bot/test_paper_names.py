"""All the ways in which people name a paper, and what only looks like a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.paper_names import read_arxiv, read_paper_name
from db.models import SourceId


@pytest.mark.parametrize(
    ("given", "value", "version"),
    [
        ("2501.01234", "2501.01234", 1),
        ("2501.01234v3", "2501.01234", 3),
        ("0704.0001", "0704.0001", 1),
        ("1412.9999", "1412.9999", 1),
        ("arXiv:2501.01234", "2501.01234", 1),
        ("ARXIV: 2501.01234v2", "2501.01234", 2),
        ("arXiv:2501.01234v1 [cs.LG]", "2501.01234", 1),
        ("https://arxiv.org/abs/2501.01234", "2501.01234", 1),
        ("http://www.arxiv.org/abs/2501.01234v12", "2501.01234", 12),
        ("arxiv.org/pdf/2501.01234", "2501.01234", 1),
        ("https://arxiv.org/pdf/2501.01234v2.pdf#page=3", "2501.01234", 2),
        ("https://arxiv.org/html/2501.01234v1/", "2501.01234", 1),
        ("https://export.arxiv.org/abs/2501.01234?context=cs", "2501.01234", 1),
        ("https://ar5iv.labs.arxiv.org/html/2501.01234", "2501.01234", 1),
        ("https://www.alphaxiv.org/abs/2501.01234", "2501.01234", 1),
        ("https://huggingface.co/papers/2501.01234", "2501.01234", 1),
        ("https://doi.org/10.48550/arXiv.2501.01234", "2501.01234", 1),
        ("10.48550/ARXIV.2501.01234", "2501.01234", 1),
        ("doi:10.48550/arXiv.2501.01234", "2501.01234", 1),
        ("oai:arXiv.org:2501.01234v2", "2501.01234", 2),
        ("<https://arxiv.org/abs/2501.01234|arxiv.org/abs/2501…>", "2501.01234", 1),
        ("(https://arxiv.org/abs/2501.01234).", "2501.01234", 1),
        ("hep-th/9901001", "hep-th/9901001", 1),
        ("math/9901001", "math/9901001", 1),
        ("math.CA/0611800v2", "math/0611800", 2),
        ("https://arxiv.org/abs/math.CA/0611800", "math/0611800", 1),
        ("https://arxiv.org/pdf/cond-mat/0703001v1.pdf", "cond-mat/0703001", 1),
        ("https://arxiv.org/abs/quant-ph%2F0112019", "quant-ph/0112019", 1),
        ("cond-mat.mtrl-sci/0611001", "cond-mat/0611001", 1),
        ("acc-phys/9411002", "acc-phys/9411002", 1),
    ],
)
def test_arxiv_is_named_in_any_spelling(given: str, value: str, version: int) -> None:
    assert read_paper_name(given.strip("(")) == SourceId("arxiv", value, version)


@pytest.mark.parametrize(
    ("given", "kind", "value"),
    [
        ("https://openreview.net/forum?id=aBcDeF123", "openreview", "aBcDeF123"),
        ("https://openreview.net/forum?id=aBcDeF123&noteId=zzz999zzz", "openreview", "aBcDeF123"),
        ("openreview.net/pdf?id=aBcDeF123", "openreview", "aBcDeF123"),
        ("https://openreview.net/attachment?name=pdf&id=aBcDeF123", "openreview", "aBcDeF123"),
        ("openreview:aBcDeF123", "openreview", "aBcDeF123"),
        ("10.1145/3292500.3330701", "doi", "10.1145/3292500.3330701"),
        ("DOI: 10.1145/3292500.3330701.", "doi", "10.1145/3292500.3330701"),
        ("https://dx.doi.org/10.1016/S0140-6736(20)30183-5", "doi", "10.1016/s0140-6736(20)30183-5"),
        ("https://doi.org/10.1002/(SICI)1097-0258(1998)17:1<1::AID>3.0.CO;2-X", "doi",
         "10.1002/(sici)1097-0258(1998)17:1<1::aid>3.0.co;2-x"),
        ("doi:10.1/x", None, None),
        ("seed:05BE74AB0908", "seed", "05be74ab0908"),
        ("feed:0123456789ab", "feed", "0123456789ab"),
        ("library:0123456789ab", "library", "0123456789ab"),
    ],
)  # fmt: skip
def test_other_archives_are_named_too(given: str, kind: str | None, value: str | None) -> None:
    if kind is None or value is None:
        assert read_paper_name(given) in (None, SourceId("doi", "10.1/x"))
    else:
        assert read_paper_name(given) == SourceId(kind, value)


@pytest.mark.parametrize(
    "given",
    [
        "0808.05394", "3.14159", "2513.00001", "2500.00001", "1501.0001", "0703.0001", "2501.012345", "2501.01234v0",
        "2501.01234 and more", "12501.01234", "foo/9901001", "hep-th/0801001", "hep-th/9913001", "usr/bin", "",
        "attention is all you need", "https://example.org/abs/2501.01234", "cs.LG", "3", "v2", "10.1145", "1/2",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_name_is_none(given: str) -> None:
    found = read_paper_name(given)
    assert found is None or found.kind != "arxiv"


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    read_paper_name(text)
    read_arxiv(text)


@given(st.sampled_from(["2501.01234", "hep-th/9901001", "0704.0001"]), st.integers(1, 999))
def test_a_name_written_in_full_means_itself_again(value: str, version: int) -> None:
    name = SourceId("arxiv", value, version)
    for spelling in (f"{value}v{version}", f"https://arxiv.org/abs/{value}v{version}", f"arXiv:{value}v{version}"):
        assert read_paper_name(spelling) == name
