"""redemption: what the host's guide adds (PS4)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.worked.redemption_cases import guide_cut, guide_rounds, losers_rank_lower


def test_ps4_1_rounds() -> None:
    assert [guide_rounds(n) for n in (2, 4, 5, 8, 9, 16, 17, 18, 32, 33, 64, 65, 128, 129, 500)] == [
        *(1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7),
        *(8, 8),
    ]


def test_ps4_2_losers_rank_lower() -> None:
    assert losers_rank_lower("ABC", [("A", "B")], {"A": 15, "B": 16, "C": 14}) == [["A"], ["C"], ["B"]]
    circle = [("A", "B"), ("B", "C"), ("C", "A")]
    assert losers_rank_lower("ABC", circle, {"A": 3, "B": 5, "C": 5}) == [["B", "C"], ["A"]]
    assert losers_rank_lower("AB", [], {"A": 4, "B": 4}) == [["A", "B"]]
    assert losers_rank_lower("AB", [("Z", "A")], {"A": 5, "B": 4}) == [["A"], ["B"]]


@given(
    st.sets(st.tuples(st.sampled_from("ABCDE"), st.sampled_from("ABCDE"))),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
def test_ps4_2_everybody_once(beat: set[tuple[str, str]], values: list[int]) -> None:
    clean = {(a, b) for a, b in beat if a != b}
    found = losers_rank_lower("ABCDE", clean, dict(zip("ABCDE", values, strict=True)))
    assert sorted(one for group in found for one in group) == list("ABCDE")


def test_ps4_3_cut() -> None:
    assert [guide_cut(n) for n in (18, 32, 33, 64, 65, 128, 129)] == [4, 4, 8, 8, 16, 16, 32]
