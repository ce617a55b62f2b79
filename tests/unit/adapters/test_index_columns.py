"""Growing arrays: they keep what was put in, and show the past as a prefix."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cicatrix.adapters.index.columns import Column, Postings


@given(st.lists(st.integers(-(2**62), 2**62), max_size=300))
def test_a_column_holds_what_was_appended(values: list[int]) -> None:
    column = Column(7)
    for value in values:
        column.append(value)
    assert column.first(len(values) + 1).tolist() == [7, *values]
    assert [column[place + 1] for place in range(len(values))] == values


def test_a_slot_can_be_set_again_after_the_column_grew() -> None:
    column = Column()
    for value in range(200):
        column.append(value)
    column[150] = -1
    assert (column[149], column[150], column[151]) == (148, -1, 150)


@given(
    st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(1, 400), max_size=3), max_size=40), st.integers(0, 45)
)
def test_postings_below_a_number_are_those_of_the_documents_before_it(
    documents: list[dict[str, int]], below: int
) -> None:
    postings = Postings()
    for number, counted in enumerate(documents, start=1):
        postings.add(number, counted)
    for term in "abcd":
        having = [(n, min(c[term], 255)) for n, c in enumerate(documents, start=1) if term in c and n < below]
        found, counts = postings.get(term, below)
        assert list(zip(found.tolist(), counts.tolist(), strict=True)) == having
        assert postings.has(term, below) == bool(having)
