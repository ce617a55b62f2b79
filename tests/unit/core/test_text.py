"""Words: query and text agree, identifiers survive, and what is no word is no term."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.lexicon import IRREGULAR, STOP_WORDS
from cicatrix.core.text import content_stems, count_tokens, fold, is_joined, stem, terms


def shared(text: str, query: str) -> set[str]:
    return set(terms(text)) & set(content_stems(query))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("She bought two bicycles", "buying 2 bikes"),
        ("Пользователь предпочитает тёмную тему интерфейса", "темная тема"),
        ("A autenticação usa chaves rotativas", "autenticacao"),
        ("Το σπίτι είναι μεγάλο", "σπιτι"),
        ("قَلْبٌ كبير", "قلب"),
        ("उपयोगकर्ता को चाय पसंद है", "चाय"),
        ("多租户隔离设计", "多租户"),
        ("사용자는 커피를 좋아한다", "커피"),
        ("ฉันชอบกาแฟ", "กาแฟ"),
        ("ＣＡＦＥ on the corner", "café"),
        ("Run the pre-edit check before multi-agent deploys", "multi-agent"),
        ("Mail goes through the proton bridge", "proton-bridge"),
        ("We use e-mail and Wi-Fi", "email"),
        ("Organise the colour table", "organization of colors"),
        ("The mother’s child", "mom's kids"),
        ("Meet on March 18th", "march 18"),
        ("It costs 1,000 dollars", "1000"),
        ("Written in C++", "c++"),
    ],
)
def test_a_query_finds_its_text_in_another_form(text: str, query: str) -> None:
    assert shared(text, query)


@pytest.mark.parametrize(
    "text", ["", "???", "🙂🙂", "“…” — !", "a AND", "NOT", "don't", "x y z", "\x00", " \n\t", "и в", "º"]
)
def test_what_holds_no_word_has_no_term(text: str) -> None:
    assert terms(text) == ()
    assert content_stems(text) == ()


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("billing-7d9f", {"billing-7d9f", "bill", "7d9f"}),
        ("PB-01", {"pb-01", "pb", "1"}),
        ("v2.3.1", {"v2.3.1", "v2"}),
        ("ZFA04Y", {"zfa04y"}),
        ("proton-bridge", {"proton-bridge", "proton", "bridg"}),
        ("ana@example.com", {"ana@example.com", "ana", "exampl", "com"}),
        ("2023-05-08", {"2023-05-08", "2023", "5", "8"}),
        ("snake_case_name", {"snake_case_name", "snake", "case", "name"}),
    ],
)
def test_identifiers_are_kept_whole_and_in_parts(identifier: str, parts: set[str]) -> None:
    assert set(content_stems(f"Look at {identifier}, please")) == {"look"} | parts


def test_a_stray_letter_never_matches() -> None:
    split_by_ascii = content_stems("autenticação é a chave")
    assert all(len(term) > 1 for term in split_by_ascii)


def test_operators_are_plain_text() -> None:
    assert content_stems('path/to:file* "unclosed NEAR(') == ("path", "file", "unclos", "near")


def test_words_joined_by_a_slash_are_no_name() -> None:
    assert content_stems("cats/dogs and end.Next") == ("cat", "dog", "end", "next")


def test_joined_words_are_told_from_identifiers() -> None:
    assert is_joined("proton-bridge")
    assert not any(map(is_joined, ("pb-01", "bridge", "c++", "3.5")))


def test_a_document_has_the_single_characters_that_a_query_leaves_out() -> None:
    assert "户" in terms("多租户")
    assert content_stems("多租户") == ("多租", "租户")
    assert content_stems("猫") == ("猫",)


def test_contractions_are_function_words_but_an_id_is_not() -> None:
    assert content_stems("I'd we'll they’re") == ()
    assert content_stems("the ID") == ("id",)


def test_content_stems_stand_once_in_order() -> None:
    assert terms("Ship it, then shipping is shipped") == ("ship", "ship", "ship")
    assert content_stems("zebra ship zebra apple") == ("zebra", "ship", "appl")


def test_no_irregular_form_is_a_stop_word_and_no_base_leads_to_another_word() -> None:
    assert not set(IRREGULAR) & STOP_WORDS
    assert not set(IRREGULAR.values()) & STOP_WORDS
    assert all(fold(word) == word for word in (*STOP_WORDS, *IRREGULAR, *IRREGULAR.values()))


@given(st.text(max_size=200))
def test_any_text_is_read_the_same_way_whatever_its_case_and_form(text: str) -> None:
    found = terms(text)
    assert found == terms(text)
    assert set(content_stems(text)) <= set(found)
    assert all(term and not term.isspace() for term in found)


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=100))
def test_the_two_token_patterns_agree_on_ascii(text: str) -> None:
    """A single foreign letter elsewhere must not change how the rest is read."""
    assert terms(f"{text}\n") == terms(f"{text}\nи")


@given(st.lists(st.sampled_from(["Café", "naïve", "ZÜRICH", "straße", "Łódź"]), min_size=1, max_size=5))
def test_case_and_accents_never_matter(words: list[str]) -> None:
    plain = " ".join(words)
    bare = "".join(fold(char) for char in plain)
    assert terms(plain) == terms(plain.swapcase()) == terms(bare)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("conditioning", "condit"),
        ("generously", "generous"),
        ("skies", "sky"),
        ("παραγγελίες", "παραγγελι"),
        ("заказами", "заказ"),
        ("պատվերները", "պատվեր"),
        ("والطلبات", "والطلبا"),
        ("लड़कियों", "लड़क"),
        ("மரங்கள்", "மரங்"),
    ],
)
def test_each_script_has_the_stemmer_it_had(word: str, found: str) -> None:
    """Stems stand in tags and recalls: a release of the library that cuts otherwise would change both."""
    assert stem(word) == found


def test_stems_are_the_same_from_many_threads() -> None:
    words = [f"{word}{ending}" for word in ("nation", "relat", "form") for ending in ("al", "alize", "ing", "s", "ed")]
    alone = [stem(word) for word in words]
    results: list[list[str]] = []

    def work() -> None:
        stem.cache_clear()
        results.append([stem(word) for word in words])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [alone] * 8


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("a", 1, 1),
        ("word " * 100, 100, 150),
        ("汉" * 400, 400, 800),
        ("가" * 100, 100, 200),
        ("ラーメン" * 50, 200, 400),
        ("Привет мир " * 10, 30, 80),
        ("🙂" * 10, 10, 30),
        ("สวัสดี" * 10, 60, 120),
    ],
)
def test_tokens_are_counted_by_script(text: str, least: int, most: int) -> None:
    assert least <= count_tokens(text) <= most


@given(st.text(max_size=50), st.text(max_size=50))
def test_tokens_of_a_whole_are_those_of_its_parts_but_for_rounding(one: str, other: str) -> None:
    apart = count_tokens(one) + count_tokens(other)
    assert apart - 1 <= count_tokens(one + other) <= apart
    assert (count_tokens(one) == 0) == (one == "")


def test_the_possessive_of_an_identifier_is_no_other_identifier() -> None:
    assert content_stems("mia_li_3668's certificates") == content_stems("mia_li_3668 certificates")
    assert content_stems("lobby-7f9c’s limit") == content_stems("lobby-7f9c limit")


def test_a_letter_and_a_figure_are_an_identifier() -> None:
    assert shared("Lift L-2 was repaired", "lift L-3") == {"lift"}
    assert "l-2" in content_stems("Lift L-2")


def test_verbs_are_not_taken_for_plurals() -> None:
    assert content_stems("She lives in Porto") == content_stems("Where does she live? Porto")
    assert content_stems("the train leaves") == content_stems("does the train leave")


def test_a_text_is_its_pieces_and_a_long_piece_is_read_as_well() -> None:
    long = "-".join(["refund"] * 20)
    assert terms(f"Refunds {long} now") == (*terms("Refunds"), *terms(long))
    assert terms("a refund\tof\u3000200,000\u00a0euros") == terms("refund 200000 euros")
