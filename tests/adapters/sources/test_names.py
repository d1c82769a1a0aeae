"""A line of authors as single names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sources.names import split_names, turned


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann Li", ("Ann Li",)),
        ("Ann Li, Bo Re and Cy Wu", ("Ann Li", "Bo Re", "Cy Wu")),
        ("Ann Li, Bo Re, and and Cy Wu", ("Ann Li", "Bo Re", "Cy Wu")),
        ("G. David Forney, Jr. and Pascal O. Vontobel", ("G. David Forney Jr.", "Pascal O. Vontobel")),
        ("Li, Ann; Öst, Bo, Jr.; Wu", ("Ann Li", "Bo Öst Jr.", "Wu")),
        ("Bruno Dias (1 and 3), Paula Coelho (2) ((1) IAG, Universidade, (2) NAT)", ("Bruno Dias", "Paula Coelho")),
        ("HESS Collaboration: A. Abramowski, F. Acero", ("HESS Collaboration", "A. Abramowski", "F. Acero")),
        ("The D0 Collaboration: V.M. Abazov, et al", ("The D0 Collaboration", "V.M. Abazov")),
        ("Ann Li & Bo Re", ("Ann Li", "Bo Re")),
        ("Anderson Sandoval", ("Anderson Sandoval",)),
        ("", ()),
        ("et al.", ()),
    ],
)
def test_commas_and_ands_and_brackets_are_understood(line: str, names: tuple[str, ...]) -> None:
    assert split_names(line) == names


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Li, Ann", "Ann Li"),
        ("Li, Jr., Ann", "Ann Li Jr."),
        ("Ann Li", "Ann Li"),
        ("Forney, Jr.", "Forney Jr."),
        ("", ""),
    ],
)
def test_a_family_name_first_is_turned(name: str, right: str) -> None:
    assert turned(name) == right


@given(st.text())
def test_any_line_is_taken(line: str) -> None:
    assert all(name.strip() for name in split_names(line))
