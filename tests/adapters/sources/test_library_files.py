"""BibTeX, RIS, CSL-JSON and lists of ids: every reference, or where it stands and why not."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.sources.bibtex import split_people, value_of
from adapters.sources.files import read_library
from adapters.sources.id_list import ids_in
from bot.errors import SourceError
from bot.library_files import Library, LibraryEntry
from db.models import SourceId


def library(text: str, name: str = "refs.txt") -> Library:
    return read_library(text.encode(), name)


def only(text: str) -> LibraryEntry:
    (entry,) = library(text).entries
    return entry


def test_a_bibtex_entry_gives_all_that_a_paper_needs() -> None:
    entry = only(
        r"""@article{li2025, AUTHOR = {Li, Ann and {The Fish Group} and {\"O}st, Jr., Bo},
        Title = "{On {DNA} of $k$ fish}", journal = {J. Fish}, year = 2025,
        eprint = {2501.01234v2}, archivePrefix = {arXiv}, doi = {10.1234/X.5},
        groups = {Reading, To Do}, abstract = {We study 5\% of fish.}}"""
    )
    assert entry.record.ids[:2] == (SourceId("arxiv", "2501.01234", 2), SourceId("doi", "10.1234/x.5"))
    assert entry.record.authors == ("Ann Li", "The Fish Group", r"Bo {\"O}st Jr.")
    assert (entry.record.title, entry.record.venue) == ("On {DNA} of $k$ fish", "J. Fish")
    assert (entry.year, entry.groups, entry.has_abstract) == (2025, ("Reading", "To Do"), True)


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("@article{\n title = {No key}}", "No key"),
        ("@article(k, title = {Round})", "Round"),
        ("@misc{a\n, title = {Commas first}\n}", "Commas first"),
        ('@string{j = "Fish"} @misc{a, title = j # { and } # "chips"}', "Fish and chips"),
        ("@comment{x} @preamble{\"\\def\\x{}\"} @misc{a, title = {Bare}, month = sep}", "Bare"),
        ("\ufeff% Encoding: UTF8\r\n@misc{a,\r\n title = {Windows\r\n lines}}", "Windows lines"),
    ],
)  # fmt: skip
def test_odd_but_real_bibtex_is_read(entry: str, title: str) -> None:
    assert only(entry).record.title == title


def test_duplicate_keys_are_two_references_and_a_broken_one_is_named_by_its_line() -> None:
    found = library("@misc{a, title = {One}}\n@misc{a, title = {Two}}\n@misc{b, year = 2020}\n@misc{c, title = \n")
    assert [entry.record.title for entry in found.entries] == ["One", "Two"]
    assert str(found.problems[0]).startswith("line 3 (b): it has no title")
    assert found.total == len(found.entries) + len(found.problems)
    assert len(found.problems) >= 2


def test_people_are_parted_outside_braces_only() -> None:
    assert split_people("{Barnes and Noble} and Ann Li and others") == ["{Barnes and Noble}", "Ann Li"]


def test_strings_are_joined_and_escapes_do_not_close_braces() -> None:
    assert value_of(r'{a \} b} # " # " # 7', {}) == r"a \} b # 7"


def test_ris_takes_the_abstract_from_either_field_and_turns_names() -> None:
    entry = only(
        "TY  - JOUR\nTI  - On fish\nAU  - Li, Ann\nAU  - Re, Bo, Jr.\nN2  - We swim.\nPY  - 2024/05//\n"
        "DO  - 10.1/Fish\nUR  - https://arxiv.org/abs/2401.00001\nER  - \n"
    )
    assert entry.record.authors == ("Ann Li", "Bo Re Jr.")
    assert (entry.record.abstract, entry.year) == ("We swim.", 2024)
    assert entry.record.ids[0] == SourceId("arxiv", "2401.00001")


def test_ris_that_is_lost_without_a_word_is_counted() -> None:
    found = library("JF  - Fish\nT1  - Half a record\nER  -\n\nTY  - JOUR\nT1  - A whole one\nER  - \n")
    assert len(found.entries) == 1
    assert "does not begin with TY" in str(found.problems[0])


def test_csl_json_is_read_with_literal_names_and_markup_in_titles() -> None:
    items = [
        {
            "id": "a", "type": "article-journal", "title": "On <i>fish</i>", "DOI": "10.1/FISH",
            "author": [{"literal": "The Group"}, {"given": "Ann", "non-dropping-particle": "van", "family": "Li"}],
            "issued": {"date-parts": [["2020", 5]]},
        },
        {"id": "b", "type": "book"},
        {"id": "c", "type": "article", "DOI": "10.48550/arXiv.2501.01234"},
        "nonsense",
    ]  # fmt: skip
    found = library(json.dumps(items))
    (entry,) = found.entries
    assert (entry.record.title, entry.record.authors, entry.year) == ("On fish", ("The Group", "Ann van Li"), 2020)
    assert found.wanted == (SourceId("arxiv", "2501.01234"),)
    assert [str(problem) for problem in found.problems] == [
        "item 2 (b): it has no title",
        "item 4: it is no reference",
    ]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("2501.01234", ["2501.01234"]),
        ("- arXiv: 2501.01234v3 [cs.LG]", ["2501.01234"]),
        ("1. https://arxiv.org/pdf/2501.01234v2.pdf, https://arxiv.org/abs/math.AG/0601001",
         ["2501.01234", "math/0601001"]),
        ("<https://doi.org/10.48550/arXiv.2501.01234>", ["2501.01234"]),
        ("see (https://openreview.net/forum?id=aBcDeF123) and doi: 10.1145/3292500.3330701.",
         ["aBcDeF123", "10.1145/3292500.3330701"]),
        ("hep-th/9901001 math/9901001", ["hep-th/9901001", "math/9901001"]),
        ("0808.05394 and 3.14159 and 2513.00001", []),
        ("nothing here", []),
    ],
)  # fmt: skip
def test_ids_are_found_in_any_spelling(line: str, names: list[str]) -> None:
    assert [name.value for name in ids_in(line)] == names


def test_a_pasted_list_names_the_lines_that_have_no_id() -> None:
    found = library("2501.01234\n2501.01234v2\nsomething else\nhttps://arxiv.org/abs/2501.00002\n")
    assert [name.value for name in found.wanted] == ["2501.01234", "2501.01234", "2501.00002"]
    assert [str(problem) for problem in found.problems] == ["line 3: “something else” has no id or link of a paper"]


@pytest.mark.parametrize("text", ["", "   \n", "Just some prose about fish, without any reference.", "{}", "[1, 2]"])
def test_what_is_no_library_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SourceError, match=r"refs\.txt: .*\.$"):
        library(text)


@given(
    st.binary(max_size=400) | st.text(max_size=400).map(lambda text: f"@misc{{a, {text}}}".encode("utf-8", "replace"))
)
@settings(max_examples=300, deadline=None)
def test_no_bytes_raise_anything_but_a_sentence(body: bytes) -> None:
    with contextlib.suppress(SourceError):
        assert read_library(body, "x").total >= 0
