"""Other languages: plain statements are kept whole, everything else says why not."""

from __future__ import annotations

import pytest

from cicatrix.core.observation.findings import Pass
from cicatrix.core.observation.foreign import Told, language_of, statement


@pytest.mark.parametrize(
    ("sentence", "language", "own", "negated"),
    [
        ("Ich wohne in Kiel.", "de", True, False),
        ("Ich trinke keinen Kaffee.", "de", True, True),
        ("Der Druckserver läuft auf Port 631.", "de", False, False),
        ("Me encanta el cine.", "es", True, False),
        ("El perro está en casa.", "es", False, False),
        ("Je n'aime pas le thé.", "fr", True, True),
        ("我喜欢用 Python", "zh", True, False),
        ("端口是5432。", "zh", False, False),
        ("私は猫が好きです。", "ja", True, False),
        ("猫を飼っています。", "ja", False, False),
        ("저는 매운 음식을 싫어해요.", "ko", True, False),
    ],
)
def test_statement(sentence: str, language: str, own: bool, negated: bool) -> None:
    assert statement(sentence, language) == Told(own, negated)


@pytest.mark.parametrize(
    ("sentence", "language", "why"),
    [
        ("Wo wohne ich?", "de", Pass.QUESTION),
        ("你喜欢吗", "zh", Pass.QUESTION),
        ("明天提醒我买牛奶", "zh", Pass.REQUEST),
        ("Bitte buche einen Tisch.", "de", Pass.REQUEST),
        ("Vielleicht ziehe ich um.", "de", Pass.HYPOTHESIS),
        ("Danke, super!", "de", Pass.SMALL_TALK),
        ("Ein Tisch am Fenster.", "de", Pass.LANGUAGE),
        ("Мы решили взять другой сервер", "", Pass.LANGUAGE),
    ],
)
def test_no_statement(sentence: str, language: str, why: Pass) -> None:
    assert statement(sentence, language) is why


@pytest.mark.parametrize(
    ("sentence", "whole", "language"),
    [
        ("I live in Tromsø.", "de", "en"),
        ("Ich wohne hier.", "en", "de"),
        ("J'habite ici.", "en", "fr"),
        ("Yo vivo aquí.", "en", "es"),
        ("Kūkai is a monk.", "en", "en"),
        ("Danke", "de", "de"),
        ("Der Hund ist in dem Haus", "en", "de"),
        ("", "en", "en"),
    ],
)
def test_language(sentence: str, whole: str, language: str) -> None:
    assert language_of(sentence, whole) == language
